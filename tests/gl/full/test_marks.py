"""Marks on the board: distinguishable in every palette, with a consistent meaning."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.engine.record import load_all, positions_along
from boche.viewer.camera.camera import VIEWS, basis
from boche.viewer.camera.rays import project
from boche.viewer.export.images import framed
from boche.viewer.games.boche.scene import ENCLOSED, GHOST, WON
from boche.viewer.games.boku.board import place_of
from boche.viewer.games.boku.solids import HEIGHT, RADIUS
from boche.viewer.games.registry import build_live, build_scene, picker_of
from boche.viewer.hud.model import Shower
from boche.viewer.renderer import buffers
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, legend, palette, palette_names, theme_names
from boche.viewer.resources import shader_text
from boche.viewer.scene import SceneOptions
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.marks import HOVERED, MARKS
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from tests.positions import BOTH_ENCLOSED, played

SIZE = (960, 540)
LOOKS = [(name, look) for name in palette_names() for look in theme_names()]
RECORDS = Path(__file__).parents[3] / "assets" / "records"
APART = 20.0  # a clearly visible difference in CIELAB
NEST = "c:a1 a:b1 d:a2 b:c1 c:b2 a:a3 g:a1 f:b1 d:d1 b:c2 a:b3 e:a2 h:c1"
VISIONS = np.array(
    [
        np.eye(3),
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]],
    ]
)  # fmt: skip
"""Matrices from linear colours to those seen by most, and without red, green or blue cones.

From Machado, Oliveira and Fernandes 2009.
"""


def lab(colours: Any) -> Any:
    """Return linear colours (..., 3) in CIELAB, for daylight."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.array(colours) @ np.array(to_xyz).T / [0.9505, 1.0, 1.089]
    x, y, z = np.moveaxis(np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116), -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def difference(one: Any, other: Any) -> float:
    return float(np.linalg.norm(lab(one) - lab(other)))


def linear(pixels: Any) -> Any:
    part = np.asarray(pixels, float)[..., :3] / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def luminance(pixels: Any) -> float:
    """Return the median luminance of some pixels."""
    return float(np.median(linear(pixels) @ [0.2126, 0.7152, 0.0722]))


@pytest.mark.parametrize("name", palette_names())
def test_the_light_colour_is_the_lighter_one(name: str) -> None:
    colours = palette(name)
    assert lab(colours.light)[0] > lab(colours.dark)[0] + APART


@pytest.fixture
def draw(context: Any) -> Any:
    renderer, target = Renderer(context), Target(context, SIZE)

    def drawn(scene: Any, camera: Any, **style: Any) -> Any:
        renderer.draw(scene, camera, target.drawn, SIZE, Style(**style))
        return target.read()[..., :3].astype(int)

    yield drawn
    target.release()
    renderer.release()


@pytest.mark.parametrize("name", palette_names())
def test_no_two_marks_look_alike(name: str) -> None:
    lines = legend(name)
    assert [line.meaning for line in lines] == [
        "hovered", "threatened", "won", "last", "hint", "heat", "drawn"
    ]  # fmt: skip
    assert all(line.words for line in lines)
    for one, other in combinations(lines, 2):
        assert one.shape != other.shape
        apart = min(difference(a, b) for a in one.colours for b in other.colours)
        assert apart > APART, f"{one.meaning} and {other.meaning}"


@pytest.mark.parametrize("name", palette_names())
def test_marks_can_be_seen_on_what_they_lie_on(name: str) -> None:
    colours = palette(name)
    lit_light, lit_dark = (getattr(colours, entry) for entry in HOVERED.colours)
    assert difference(lit_light, colours.light) > APART
    assert difference(lit_dark, colours.dark) > APART
    for line in legend(name)[1:4]:
        for part in (colours.light, colours.dark):
            assert difference(line.colours[0], part) > 15.0, line.meaning


def test_each_mark_has_a_number_of_its_own() -> None:
    numbers = [number for mark in MARKS for number in mark.numbers]
    assert len(set(numbers)) == len(numbers)


def test_the_shader_numbers_its_colours_as_enamel_does() -> None:
    """The last colour needs no number there: it stands for all others."""
    pairs = re.findall(r"which == (\d+)u \? (?:0\.25 \* )?(\w+)", shader_text("enamel.frag"))
    *known, last = Enamel
    called = {Enamel.LIGHT: "light_part", Enamel.DARK: "dark_part", Enamel.DRILLED: "wood"}
    assert dict(pairs) == {str(int(e)): called.get(e, e.colour) for e in known}
    assert f": {last.colour};" in shader_text("enamel.frag")


@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("name", palette_names())
def test_light_marbles_stand_out_from_the_wood(draw: Any, name: str, look: str) -> None:
    position = new("boku").play("a1").play("f5")
    scene = build_live(position, LiveOptions(labels=False))
    camera = framed(scene, VIEWS["corner"], SIZE)
    image = draw(scene, camera, palette=name, theme=look)
    x, y = place_of(position.parse("f5").cell)
    right, up, _ = basis(camera)
    turn = np.linspace(0.0, 2 * np.pi, 24)
    around = np.outer(np.cos(turn), right) + np.outer(np.sin(turn), up)
    middle = np.array([x, y, HEIGHT])
    disc = np.concatenate([middle + RADIUS * part * around for part in (0.0, 0.3, 0.6, 0.8)])
    wood = np.array([[x + away, y, 0.0] for away in (-2.5, -1.5, 1.5, 2.5)])
    marble, board = (
        luminance([image[row, column] for column, row in project(camera, spots, SIZE).astype(int)])
        for spots in (disc, wood)
    )
    assert (marble + 0.05) / (board + 0.05) >= 1.5


def nest(**options: Any) -> tuple[Any, Any]:
    """Return a position of Boche with a ghost that joins two groups, and its preview."""
    position = new("boche", size=5)
    for move in NEST.split():
        position = position.play(move)
    preview = picker_of("boche").preview(position, position.parse("b:a1"))
    assert {group.values["colour"] for group in preview.text.values["groups"]} == {"dark", "light"}
    return position, preview


@pytest.mark.parametrize("name", palette_names())
def test_a_lit_group_keeps_its_colour(draw: Any, name: str) -> None:
    """Check that every lit pixel is nearer to its part's colour than to any other mark's."""
    position, preview = nest()
    plain = build_live(position, LiveOptions(labels=False))
    lit = build_live(position, LiveOptions(labels=False, lit=preview.joined))
    camera = framed(plain, VIEWS["top"], SIZE)
    before, after = (draw(s, camera, palette=name, shadows=False) for s in (plain, lit))
    changed = np.abs(before - after).max(axis=2) > 12
    assert changed.sum() > 1000, "it can be seen"
    marks = [line.colours[0] for line in legend(name) if line.meaning in ("won", "threatened")]
    here = lab(linear(after[changed])[::7])
    there = lab(linear(before[changed])[::7])
    own = np.linalg.norm((here - there)[:, 1:], axis=1)  # the hue, not the lightness
    others = np.min([np.linalg.norm((here - lab(m))[:, 1:], axis=1) for m in marks], axis=0)
    assert float((own < np.maximum(others, 30.0)).mean()) > 0.8


@pytest.mark.parametrize("name", palette_names())
def test_the_group_that_lost_looks_otherwise_than_the_path_that_won(draw: Any, name: str) -> None:
    """Check on one group, for all eyes; without colours, a light line tells them apart as well."""
    record = load_all(RECORDS / "boche-enclosure.sgf")[0]
    position = positions_along(record, record.main_line()[-1])[-1]
    lost, won = (build_scene(position, SceneOptions(labels=False)) for _ in range(2))
    patterns = won.batches[0].instances["pattern"]
    patterns &= ~np.uint32(ENCLOSED & ~WON)
    camera = framed(lost, VIEWS["top"], SIZE)
    red, gold = (linear(draw(s, camera, palette=name, shadows=False)) for s in (lost, won))
    filled = np.abs(red - gold).max(axis=2) > 0.01
    assert filled.sum() > 1000
    for vision in VISIONS if name == "safe" else VISIONS[:1]:
        one, other = (lab(np.clip(image @ vision.T, 0.0, 1.0)) for image in (red, gold))
        assert np.median(np.linalg.norm(one - other, axis=2)[filled]) > 1.5 * APART
    weights = np.array([0.2126, 0.7152, 0.0722])
    grey_lost, grey_won = (lab((image @ weights)[..., None] * np.ones(3)) for image in (red, gold))
    brighter = (grey_lost - grey_won)[..., 0][filled]  # however each face is lit
    assert np.median(np.abs(brighter)) > APART
    assert np.subtract(*np.percentile(brighter, (90, 10))) > 1.5 * APART, "a line on the rest"


@pytest.mark.parametrize("name", palette_names())
def test_of_enclosed_groups_of_both_colours_the_dark_one_is_darker(draw: Any, name: str) -> None:
    """Check on a dark group within a light one, for all eyes; no dark one was enclosed alone."""
    position = played("boche", BOTH_ENCLOSED, size=5)
    assert {group.colour for group in position.enclosed_groups()} == {"light", "dark"}
    apart, alike = (build_scene(position, SceneOptions(labels=False)) for _ in range(2))
    alike.batches[0].instances["pattern"] &= ~np.uint32(GHOST)
    camera = framed(apart, VIEWS["top"], SIZE)
    deep, red = (linear(draw(s, camera, palette=name, shadows=False)) for s in (apart, alike))
    changed = np.abs(deep - red).max(axis=2) > 0.01
    assert changed.sum() > 500
    weights = np.array([0.2126, 0.7152, 0.0722])
    lightness, before = (lab((image @ weights)[..., None] * np.ones(3))[..., 0]
                         for image in (deep, red))  # fmt: skip
    assert np.percentile((before - lightness)[changed], 30) > APART / 2
    assert np.median((before - lightness)[changed]) > 0.8 * APART


@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("name", palette_names())
def test_a_ghost_hides_what_is_below_it(draw: Any, name: str, look: str) -> None:
    """Check in a nest that its faces equal those of a placed cube, but for lines on its edges."""
    position, _ = nest()
    ghost = build_live(position, LiveOptions(labels=False, ghost="b:a1"))
    there = build_live(position.play("b:a1"), LiveOptions(labels=False))
    camera = framed(ghost, VIEWS["top"], SIZE)
    style = {"palette": name, "theme": look, "shadows": False}
    seen, solid = draw(ghost, camera, **style), draw(there, camera, **style)
    empty = draw(build_live(position, LiveOptions(labels=False)), camera, **style)
    cube = np.abs(seen - empty).max(axis=2) > 12
    same = np.abs(seen - solid)[cube].max(axis=1) < 12
    assert 0.5 < same.mean() < 0.95, "most of it is the cube, the rest its edges"


@pytest.mark.parametrize("name", palette_names())
@pytest.mark.parametrize("game", ["boche", "che", "boku", "octi"])
def test_a_hint_looks_otherwise_than_a_ghost(draw: Any, game: str, name: str) -> None:
    position = nest()[0] if game == "boche" else new(game)
    move = {"boche": "b:a1", "che": "fr:0,0", "boku": "f5", "octi": "57+e"}[game]
    scenes = [
        build_live(position, LiveOptions(labels=False, ghost=move, hint=hint))
        for hint in (False, True)
    ]
    camera = framed(scenes[0], VIEWS["top"], SIZE)
    plain, hinted = (draw(scene, camera, palette=name, shadows=False) for scene in scenes)
    changed = np.abs(plain - hinted).max(axis=2) > 30
    assert changed.sum() > 40
    wanted = lab(palette(name).hint)[1:]
    found = np.median(lab(linear(hinted[changed])), axis=0)[1:]
    assert np.linalg.norm(found - wanted) < 40.0


@pytest.mark.parametrize("name", palette_names())
@pytest.mark.parametrize("game", ["boche", "che", "boku", "octi"])
def test_the_last_move_has_a_frame_in_every_game(draw: Any, game: str, name: str) -> None:
    """Check that the area inside the frame is unchanged."""
    move = {"boche": "b:a1", "che": "fr:0,0", "boku": "f5", "octi": "57"}[game]
    position = new(game).play(move)
    scenes = [build_live(position, LiveOptions(labels=False, last=last)) for last in (None, move)]
    camera = framed(scenes[0], VIEWS["top"], SIZE)
    plain, marked = (draw(scene, camera, palette=name, shadows=False) for scene in scenes)
    changed = np.abs(plain - marked).max(axis=2) > 30
    rows, columns = np.nonzero(changed)
    assert not changed[(rows.min() + rows.max()) // 2, (columns.min() + columns.max()) // 2]
    wanted = lab(palette(name).last)[1:]
    found = np.median(lab(linear(marked[changed])), axis=0)[1:]
    assert np.linalg.norm(found - wanted) < 40.0


PLACES = {
    "boche": ("b:a1 a:b1", "a1", "c1"),
    "che": ("fl:0,0 fr:0,1+br:0,2", "0,0", "1,2"),
    "boku": ("e4 f5 g6", "e4", "h7"),
    "octi": ("57+e 53", "57", "53"),
}
"""Moves, a place with a piece and another place."""


@pytest.mark.parametrize("game", PLACES)
@pytest.mark.parametrize(("name", "look"), LOOKS)
def test_what_is_drawn_is_seen_in_every_game(draw: Any, game: str, name: str, look: str) -> None:
    """Check that each mark changes enough pixels to its own hue.

    What hides a mark is the same in every look, and so is seen in one of them, from three sides.
    """
    moves, piece, other = PLACES[game]
    position = new(game)
    for move in moves.split():
        position = position.play(move)
    usual = (name, look) == ("classic", "light")
    kinds = ("CR", "SQ", "TR", "MA") if usual else ("CR",)
    marks = [(kind, place, "") for kind in kinds for place in (piece, other)]
    wanted = lab(palette(name).drawn)[1:]
    plain = build_scene(position, SceneOptions(labels=False))
    for view in ("corner", "corner2", "top") if usual else ("corner",):
        camera = framed(plain, VIEWS[view], SIZE)
        before = draw(plain, camera, palette=name, theme=look)
        for mark in [*marks, ("AR", piece, other)]:
            scene = build_scene(position, SceneOptions(labels=False, drawn=(mark,)))
            after = draw(scene, camera, palette=name, theme=look)
            changed = np.abs(before - after).max(axis=2) > 30
            hues = lab(linear(after[changed]))[:, 1:]
            own = (np.linalg.norm(hues - wanted, axis=1) < 35.0).sum()
            assert own > 80, (view, mark)


@pytest.mark.parametrize("game", PLACES)
def test_a_letter_is_written_over_all_from_every_side(draw: Any, game: str) -> None:
    moves, piece, _ = PLACES[game]
    position = new(game)
    for move in moves.split():
        position = position.play(move)
    scenes = [
        build_scene(position, SceneOptions(labels=False, drawn=drawn))
        for drawn in ((), (("LB", piece, "A"),))
    ]
    for azimuth in range(0, 360, 45):
        camera = replace(framed(scenes[0], VIEWS["corner"], SIZE), azimuth=float(azimuth))
        before, after = (draw(scene, camera) for scene in scenes)
        changed = after[np.abs(before - after).max(axis=2) > 30]
        assert len(changed) > 60
        assert changed.min() < 40
        assert (changed > 235).all(axis=1).sum() > 8


def test_a_mark_on_no_place_of_the_board_is_left_out() -> None:
    for game in PLACES:
        plain = build_scene(new(game), SceneOptions())
        odd = ("", "z99", "a0", "-", "1e9,1e9", "99999999999", "a1:b2", "０")
        drawn = tuple((kind, place, place) for place in odd for kind in ("CR", "AR", "LB"))
        scene = build_scene(new(game), SceneOptions(drawn=drawn))
        assert (len(scene.batches), scene.labels) == (len(plain.batches), plain.labels)


def test_an_arrow_passes_over_the_pieces_on_its_way(draw: Any) -> None:
    """Check that marbles on its way hide none of it, seen from above."""
    position = new("boku")
    for move in ["e4", "f5", "g6", "f6", "e5", "e6"]:
        position = position.play(move)
    counts = []
    for board in (position, new("boku").play("e4").play("g6")):
        scene = build_scene(board, SceneOptions(labels=False, drawn=(("AR", "e4", "g6"),)))
        image = draw(scene, framed(scene, VIEWS["top"], SIZE), shadows=False)
        hues = lab(linear(image))[..., 1:]
        counts.append((np.linalg.norm(hues - lab(palette("classic").drawn)[1:], axis=2) < 30).sum())
    assert counts[0] > 0.95 * counts[1]


@pytest.mark.parametrize("game", ["boche", "che", "boku", "octi"])
def test_the_last_move_has_a_hue_that_no_piece_has(draw: Any, game: str) -> None:
    """Check the palette for everybody: blue on blue is overlooked, however bright it is."""
    move = {"boche": "b:a1", "che": "fr:0,0", "boku": "f5", "octi": "57"}[game]
    position = new(game).play(move)
    scenes = [build_live(position, LiveOptions(labels=False, last=last)) for last in (None, move)]
    camera = framed(scenes[0], VIEWS["top"], SIZE)
    plain, marked = (draw(scene, camera, palette="safe", shadows=False) for scene in scenes)
    changed = np.abs(plain - marked).max(axis=2) > 30
    frame = np.median(lab(linear(marked[changed])), axis=0)[1:]
    for piece in (palette("safe").light, palette("safe").dark):
        assert np.linalg.norm(frame - lab(piece)[1:]) > 2 * APART


@pytest.mark.parametrize("game", ["boche", "che", "boku", "octi"])
@pytest.mark.parametrize(("name", "look"), LOOKS)
def test_the_last_move_stands_out(draw: Any, game: str, name: str, look: str) -> None:
    """Check against pieces and both woods; in the palette ``safe``, also for the colour-blind."""
    move = {"boche": "b:a1", "che": "fr:0,0", "boku": "f5", "octi": "57"}[game]
    position = new(game).play(move)
    scenes = [build_live(position, LiveOptions(labels=False, last=last)) for last in (None, move)]
    camera = framed(scenes[0], VIEWS["corner"], SIZE)
    plain, marked = (linear(draw(scene, camera, palette=name, theme=look)) for scene in scenes)
    for vision in VISIONS if name == "safe" else VISIONS[:1]:
        one, other = (lab(np.clip(image @ vision.T, 0.0, 1.0)) for image in (plain, marked))
        changed = np.linalg.norm(one - other, axis=2)
        assert np.median(changed[changed > 5.0]) > 1.25 * APART


def test_a_frame_has_no_notches_where_it_goes_over_round_edges(draw: Any) -> None:
    """Check that its inner border moves little from one row of pixels to the next."""
    position = new("boche", size=2).play("a:a1")
    scenes = [
        build_scene(position, SceneOptions(last=last, board=False)) for last in (None, "a:a1")
    ]
    camera = framed(scenes[0], VIEWS["corner"], SIZE)
    plain, marked = (draw(scene, camera, shadows=False) for scene in scenes)
    rows = [np.flatnonzero(row) for row in np.abs(plain - marked).max(axis=2) > 20 if row.any()]
    middle = rows[len(rows) // 5 : -len(rows) // 5]
    inner = [row[np.argmax(np.diff(row) > 20)] for row in middle]
    assert np.abs(np.diff(inner)).max() <= 3


def test_texts_call_marbles_what_they_look_like() -> None:
    """Check that black marbles drawn in blue are called blue, in the status and in the panel."""
    session = Session.new("boku")
    session.play("f5")
    found = {}
    for name in palette_names():
        settings = replace(Settings(), palette=name)
        view = Controller(session, (800, 600), settings).view()
        told = replace(view, info=session.position.why_occupied(session.position.parse("f5").cell))
        shown = Shower().data(told, session, settings, {}, names=palette(name).names)
        found[name] = shown.translate(told.info)
    assert found == {
        "classic": "the marble on f5 is black",
        "blue": "the marble on f5 is Blue (Black)",
        "safe": "the marble on f5 is Blue (Black)",
    }


def test_a_face_without_marks_looks_the_same_in_the_cheaper_material(
    draw: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check also that no face with a mark uses it."""
    position, preview = nest()
    record = load_all(RECORDS / "boche-path.sgf")[0]
    for scene in (
        build_scene(positions_along(record, record.main_line()[-1])[-1]),
        build_scene(position, SceneOptions(last=NEST.split()[-1])),
        build_live(position, LiveOptions(lit=preview.joined)),
        build_live(position, LiveOptions(threatened=preview.joined)),
        build_live(position, LiveOptions(ghost=position.legal_moves()[0], hint=True)),
        build_scene(new("che").play("fl:0,0"), SceneOptions(last="fl:0,0")),
    ):
        camera = framed(scene, VIEWS["corner"], SIZE)
        found = draw(scene, camera)
        with monkeypatch.context() as patched:
            patched.setattr(buffers, "by_marks", lambda batch: (batch,))
            again = draw(replace(scene), camera)
        # Where faces overlap slightly, the first one drawn is visible.
        assert (np.abs(found - again).max(axis=2) > 2).sum() < 100
