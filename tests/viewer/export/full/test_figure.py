"""Figures: well-formed, small, titled, and black on white if they are for print."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from pypdf import PdfReader

from boche.engine import new
from boche.engine.games.octi.position import Position
from boche.viewer.camera.camera import VIEWS
from boche.viewer.export.figure.drawing import FigureError, draw, framed
from boche.viewer.export.figure.pdf import pdf_of
from boche.viewer.export.figure.svg import figure_svg
from boche.viewer.games.boche.scene import ENCLOSED, GHOST, WON
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.renderer.style import palette
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.scene.apart import Apart
from tests.positions import BOTH_ENCLOSED, played
from tests.viewer.export.figures import SAMPLES, pixels, seen

SVG = "{http://www.w3.org/2000/svg}"
POINT = 72 / 25.4


@pytest.fixture(scope="module", params=SAMPLES)
def from_above(request: pytest.FixtureRequest) -> tuple[str, ElementTree.Element]:
    scene, camera = seen(request.param, "top", numbers=True)
    svg = figure_svg(scene, camera, title="A & B", text="<who> won", prefix="f1-")
    return svg, ElementTree.fromstring(svg)


def test_a_figure_is_small_and_as_wide_as_asked(from_above) -> None:
    svg, root = from_above
    assert len(svg.encode()) < 100_000
    width, height = (float(root.get(side).removesuffix("mm")) for side in ("width", "height"))
    assert width == 120.0
    assert 60.0 < height < 200.0
    assert root.get("viewBox") == f"0 0 {width * 100:.0f} {height * 100:.0f}"


def test_a_figure_says_what_it_shows(from_above) -> None:
    _, root = from_above
    assert root.get("role") == "img"
    said = {root.find(f"{SVG}title"), root.find(f"{SVG}desc")}
    assert {each.text for each in said} == {"A & B", "<who> won"}
    assert {each.get("id") for each in said} == set(root.get("aria-labelledby").split())


def test_letters_lie_over_their_own_line_in_simple_programs_too(from_above) -> None:
    """Not all know ``paint-order``: a line of the same element would cover the letters."""
    svg, root = from_above
    assert "paint-order" not in svg
    texts = list(root.iter(f"{SVG}text"))
    lined = [at for at, text in enumerate(texts) if text.get("stroke") != "none"]
    assert lined
    for at in lined:
        below, above = texts[at], texts[at + 1]
        assert below.get("fill") == below.get("stroke") != above.get("fill")
        assert (below.text, below.get("transform")) == (above.text, above.get("transform"))
        assert above.get("stroke") == "none"


def test_every_group_has_an_id_of_its_own_and_a_title(from_above) -> None:
    _, root = from_above
    groups = root.findall(f"{SVG}g")
    names = [group.get("id") for group in groups]
    assert len(set(names)) == len(names)
    assert all(name.startswith("f1-") for name in names)
    assert all(group.find(f"{SVG}title").text for group in groups)
    assert {"f1-board", "f1-coordinates", "f1-numbers"} <= set(names)
    assert sum(name.startswith("f1-piece-") for name in names) > 5


@pytest.mark.parametrize("name", SAMPLES)
def test_print_is_black_on_white_and_hatched(name: str) -> None:
    scene, camera = seen(name, "top")
    svg = figure_svg(scene, camera, palette="print")
    assert set(re.findall("#[0-9a-f]{6}", svg)) == {"#000000", "#ffffff"}
    assert "url(#hatch)" in svg
    assert "opacity" not in svg


def test_a_full_board_is_small() -> None:
    position = new("boche", size=8, kill=0, fill_board=True)
    while position.outcome is None:
        position = position.play(next(iter(position.legal_moves())))
    scene = build_scene(position)
    for view in ("top", "corner"):
        assert len(figure_svg(scene, framed(scene, VIEWS[view])).encode()) < 100_000


def test_what_is_hidden_is_not_in_the_file() -> None:
    """Draw four cubes in a pile, all of whose faces are in the scene: nine faces are visible."""
    position = new("boche", size=2, kill=0)
    for move in ("c:a1", "c:b1", "c:a2", "e:a1"):
        position = position.play(move)
    scene = build_scene(position, SceneOptions(result=False, apart=Apart(((0.0, 0.0, 0.0),))))
    assert len(scene.batches[0].instances) == 4 * 6
    svg = figure_svg(scene, framed(scene, VIEWS["top"]))
    groups = ElementTree.fromstring(svg).findall(f"{SVG}g")
    faces = [g.findall(f"{SVG}path") for g in groups if "piece" in g.get("id", "")]
    assert sum(map(len, faces)) == 2 * 9  # each has two colours


def test_nearer_pieces_lie_over_farther_ones() -> None:
    """View the board from the corner: the uppermost cube covers the middle of the picture."""
    scene, camera = seen("boche-path.sgf", "corner")
    bare = Scene(scene.batches[:1], bounds=scene.bounds)
    whole, alone = (pixels(figure_svg(each, camera, palette="blue")) for each in (scene, bare))
    wood = (np.abs(whole - [200, 172, 133]).sum(axis=2) < 60).mean()
    assert 0.15 < wood < 0.6
    assert (np.abs(alone - 255).sum(axis=2) > 30).mean() > 0.3


@pytest.mark.parametrize("view", ["top", "corner"])
@pytest.mark.parametrize("name", SAMPLES)
def test_no_line_of_the_board_runs_through_a_letter(name: str, view: str) -> None:
    drawing = draw(*seen(name, view))
    groups = {group.name: group.items for group in drawing.groups}
    loops = [loop for shape in groups["board"] if shape.line for loop in shape.loops]
    lines = np.concatenate(loops)[:, [0, 3]]
    steps = np.linspace(0.0, 1.0, 200)[:, None, None]
    along = (lines[:, 0] + steps * (lines[:, 1] - lines[:, 0])).reshape(-1, 2)
    for text in groups["coordinates"]:
        turn, middle = np.array(text.matrix[:4]).reshape(2, 2), np.array(text.matrix[4:])
        own = np.abs((along - middle) @ np.linalg.inv(turn))
        assert not (own < [0.25 * len(text.text), 0.3]).all(axis=1).any(), text.text


def test_the_pods_of_every_stack_are_numbered() -> None:
    """Number stacks on home squares too, and with a prong in that corner."""
    stacks = {57: "ad", 37: "d", 44: "d"}
    pods = [("black", square, held) for square, held in stacks.items() for _ in range(2)]
    stores = {"black": (1, 0, 0), "white": (7, 0, 0)}
    scene = build_scene(Position.set_up({}, pods, stores))
    for view in ("top", "corner", "corner2"):
        drawing = draw(scene, framed(scene, camera_of("octi", view)))
        (numbers,) = (group.items for group in drawing.groups if group.name == "numbers")
        assert [text.text for text in numbers] == ["2"] * len(stacks)


def test_the_same_drawing_as_a_pdf() -> None:
    scene, camera = seen("boku-row.sgf", "corner", numbers=True)
    drawing = draw(scene, camera, "print", 90.0)
    data = pdf_of(drawing, "A title", "what is seen")
    assert data == pdf_of(drawing, "A title", "what is seen")
    assert len(data) < 100_000
    read = PdfReader(io.BytesIO(data))
    page = read.pages[0]
    assert float(page.mediabox.width) == pytest.approx(90 * POINT, abs=0.1)
    assert float(page.mediabox.height) == pytest.approx(drawing.height * POINT, abs=0.1)
    assert (read.metadata.title, read.metadata.subject) == ("A title", "what is seen")
    assert {"a", "k", "1", "10", "21"} <= set(page.extract_text().split())


def test_what_cannot_be_drawn_is_told() -> None:
    scene, camera = seen("che-area.txt", "top")
    with pytest.raises(FigureError, match=r"unknown palette 'pink' .*classic.*print"):
        figure_svg(scene, camera, palette="pink")
    with pytest.raises(FigureError, match="wide, not nan"):
        figure_svg(scene, camera, width=float("nan"))
    with pytest.raises(FigureError, match="nothing"):
        figure_svg(Scene(()), camera)


@pytest.mark.parametrize("name", ["boche-path.sgf", "octi-south.sgf"])
def test_heights_lay_a_diagram_as_samples_of_the_picture_do(name: str) -> None:
    """Compare with a camera not quite overhead, which cannot sort by height but sees the same."""
    scene, camera = seen(name, "top", numbers=True)
    leaning = replace(camera, elevation=89.99)
    one, two = (pixels(figure_svg(scene, each, palette="print")) for each in (camera, leaning))
    assert one.shape == two.shape
    apart = np.abs(one - two).max(axis=2)
    assert one.std() > 30
    assert apart.mean() < 3.0
    assert (apart > 128).mean() < 0.005


def test_the_group_that_lost_has_a_line_within_also_in_print() -> None:
    """Check that part of it is white, while a path that won would be black all over."""
    lost, won = (seen("boche-enclosure.sgf", "top") for _ in range(2))
    won[0].batches[0].instances["pattern"] &= ~np.uint32(ENCLOSED & ~WON)
    line, full = (pixels(figure_svg(*each, palette="print")).mean(axis=2) for each in (lost, won))
    changed = np.abs(line - full) > 128
    assert changed.sum() > 500
    assert np.median(full[changed]) < 64
    assert np.median(line[changed]) > 192


@pytest.mark.parametrize("look", ["classic", "print"])
def test_of_enclosed_groups_of_both_colours_the_dark_one_looks_otherwise(look: str) -> None:
    """Compare with the same figure as if one colour alone were enclosed, in pixels."""
    position = played("boche", BOTH_ENCLOSED, size=5)
    assert {group.colour for group in position.enclosed_groups()} == {"light", "dark"}
    apart, alike = (build_scene(position, SceneOptions(labels=False)) for _ in range(2))
    alike.batches[0].instances["pattern"] &= ~np.uint32(GHOST)
    camera = framed(apart, VIEWS["top"])
    two, one = (pixels(figure_svg(s, camera, palette=look), 1000).mean(axis=2)
                for s in (apart, alike))  # fmt: skip
    changed = np.abs(two - one) > 40
    assert changed.sum() > 3000
    if look == "classic":
        assert np.median((one - two)[changed]) > 40, "it is darker"
    else:
        black = (two[changed] < 64).mean()
        assert 0.1 < black < 0.6, "a black line on white, hatched, in place of a white one on black"


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("view", ["top", "corner"])
def test_the_last_move_is_marked_from_every_side(name: str, view: str) -> None:
    position = new(name.partition("-")[0])
    for _ in range(4):
        move = str(position.legal_moves()[0])
        position = position.play(move)
    camera = camera_of(position.game.name, view)
    marked, plain = (
        pixels(figure_svg(scene, framed(scene, camera)), 800)
        for scene in (build_scene(position, SceneOptions(last=last)) for last in (move, None))
    )
    teal = np.rint(255 * np.array(palette("classic").last) ** (1 / 2.2))
    changed = np.abs(marked - plain).max(axis=2) > 32
    assert (np.abs(marked[changed] - teal).max(axis=1) < 40).sum() > 30
