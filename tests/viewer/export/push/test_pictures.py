"""Pictures from Python: methods of positions and records, and ``Camera``."""

from __future__ import annotations

import inspect
import io
import os
import re
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from boche.engine import GAMES, new
from boche.engine.errors import BocheError, RecordError
from boche.engine.pictures import Look
from boche.engine.record import Record, load, node_text, positions_along
from boche.viewer.export.documents import page_of_records
from boche.viewer.export.pictures import Camera
from tests import ROOT
from tests.viewer.export.unpacked import Unpacked

RECORDS = ROOT / "assets" / "records"
ROW = RECORDS / "boku-row.sgf"
SMALL = (120, 90)


def decoded(png: bytes) -> np.ndarray[Any, Any]:
    return np.asarray(Image.open(io.BytesIO(png)))


# -- the same pictures as the command's


@pytest.mark.parametrize(
    ("flags", "options"),
    [
        ("", {}),
        ("--view top", {"view": "top"}),
        ("--view -100,40", {"view": "-100,40"}),
        ("--view 10,50,30", {"view": "10,50,30"}),
        ("--palette safe --theme dark", {"palette": "safe", "theme": "dark"}),
        ("--no-labels --no-marks", {"labels": False, "marks": False}),
        ("--transparent", {"transparent": True}),
        ("--samples 8", {"samples": 8}),
        ("--move 0", {"move": 0}),
        ("--move -3 --numbers", {"move": -3, "numbers": True}),
    ],
)
def test_a_record_s_picture_is_the_command_s(
    boche: Any, tmp_path: Path, flags: str, options: dict[str, Any]
) -> None:
    file = tmp_path / "shot.png"
    code, _, error = boche("shot", str(ROW), "--pixels", "120x90", "-o", str(file), *flags.split())
    assert (code, error) == (0, "")
    assert load(ROW).png(size=SMALL, **options) == file.read_bytes()


@pytest.mark.parametrize("way", ["exploded"])
def test_levels_taken_apart_are_the_command_s(boche: Any, tmp_path: Path, way: str) -> None:
    """Check a picture, and a figure whose texts name each level once and each column of it."""
    path, shot, figure = RECORDS / "boche-path.sgf", tmp_path / "shot.png", tmp_path / "figure.svg"
    flags = ["--apart", way, "--no-marks", "-o"]
    assert boche("shot", str(path), "--pixels", "120x90", *flags, str(shot))[0] == 0
    end = load(path).main_line()[-1]
    position = positions_along(load(path), end)[-1]
    taken_apart = position.png(size=SMALL, marks=False, apart=way)  # type: ignore[arg-type]
    assert taken_apart == shot.read_bytes() != position.png(size=SMALL, marks=False)
    assert boche("figure", str(path), *flags, str(figure))[0] == 0
    # Only a record knows on which level its move was.
    drawn = position.svg(marks=False, last=end.move, apart=way)  # type: ignore[arg-type]
    drawn = drawn.replace(f": {end.move}<", f": {node_text(load(path).start, end)}<", 1)
    of_record = load(path).svg(marks=False, apart=way)  # type: ignore[arg-type]
    assert drawn == of_record == figure.read_text("utf-8") != position.svg(marks=False)
    texts = [each.text or "" for each in ElementTree.parse(figure).iter() if each.text]
    size = position.options["size"]
    for level in range(size):
        assert f"Level {level}" in texts
        # A text with an outline may be drawn twice, once for each.
        assert texts.count("abcdef"[level]) >= size - level


def test_a_picture_sees_through_to_a_cube(boche: Any, tmp_path: Path) -> None:
    """Light a covered cube's bands: the picture differs from the plain one, and from another's."""
    path, pictures = str(RECORDS / "boche-path.sgf"), []
    position = positions_along(load(path), load(path).main_line()[-1])[-1]
    covered = [cell for cell, _ in position.cubes if cell.k == 0]  # type: ignore[attr-defined]
    for flags in ((), ("--xray", f"{covered[0].name}/0"), ("--xray", f"{covered[-1].name}/0")):
        file = tmp_path / "shot.png"
        code, _, error = boche("shot", path, "--pixels", "120x90", "-o", str(file), *flags)
        assert (code, error) == (0, "")
        pictures.append(file.read_bytes())
    assert len(set(pictures)) == 3


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("--xray a1/7", "--xray a1/7: there is no cube to see under"),
        ("--xray a1 --apart layers", "--xray and --apart: give only one of them"),
    ],
)
def test_what_cannot_be_seen_through_is_said(
    boche: Any, tmp_path: Path, flags: str, said: str
) -> None:
    path, file = str(RECORDS / "boche-path.sgf"), tmp_path / "no.png"
    code, _, error = boche("shot", path, "-o", str(file), *flags.split())
    assert (code, error) == (2, f"boche shot: {said}\n")
    assert not file.exists()


def test_a_game_without_levels_is_not_taken_apart(boche: Any, tmp_path: Path) -> None:
    said = "Boku has no levels to take apart"
    for command, name in (("shot", "no.png"), ("figure", "no.svg")):
        flags = ("--apart", "layers", "-o", str(tmp_path / name))
        code, _, error = boche(command, str(ROW), *flags)
        assert (code, error) == (2, f"boche {command}: --apart: {said}\n")
        assert not (tmp_path / name).exists()
    with pytest.raises(BocheError, match=f"^{said}$"):
        load(ROW).png(apart="layers")
    with pytest.raises(BocheError, match=f"^{said}$"):
        load(ROW).svg(apart="layers")
    with pytest.raises(BocheError, match=r"^apart 'side' \(choose from exploded, layers\)$"):
        new("boche").png(apart="side")  # type: ignore[arg-type]
    with pytest.raises(BocheError, match=r"^apart 'side' \(choose from exploded, layers\)$"):
        new("boche").svg(apart="side")  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_s_picture_is_the_command_s(boche: Any, tmp_path: Path, game: str) -> None:
    record = load(min(RECORDS.glob(f"{game}-*")))
    source, file = tmp_path / "game.sgf", tmp_path / "shot.png"
    source.write_bytes((min(RECORDS.glob(f"{game}-*"))).read_bytes())
    assert boche("shot", str(source), "--move", "5", "--pixels", "120x90", "-o", str(file))[0] == 0
    nodes = record.main_line()
    position = positions_along(record, nodes[-1])[5]
    assert position.png(size=SMALL, last=nodes[5].move) == file.read_bytes()
    assert position.png(size=SMALL) != file.read_bytes(), "the last move is marked"


def test_a_figure_is_the_command_s(boche: Any, tmp_path: Path) -> None:
    file = tmp_path / "figure.svg"
    assert boche("figure", str(ROW), "--move", "4", "--numbers", "-o", str(file))[0] == 0
    assert load(ROW).svg(move=4, numbers=True).encode() == file.read_bytes()
    assert boche("figure", str(ROW), "--move", "4", "-o", str(file))[0] == 0
    record = load(ROW)
    nodes = record.main_line()
    svg = positions_along(record, nodes[-1])[4].svg(last=nodes[4].move)
    assert svg.encode() == file.read_bytes()


def test_a_page_and_a_film_are_the_commands(boche: Any, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    record = load(ROW)
    assert boche("page", str(ROW), "--view", "top", "-o", f"{theirs}.html")[0] == 0
    html = record.page(f"{ours}.html", view="top")
    assert html.encode() == Path(f"{ours}.html").read_bytes() == Path(f"{theirs}.html").read_bytes()
    flags = ["--moves", "1-3", "--fps", "5", "--pixels", "120x90", "--title"]
    assert boche("film", str(ROW), *flags, "-o", f"{theirs}.gif")[0] == 0
    record.film(f"{ours}.gif", moves=(1, 3), fps=5, size=SMALL, title=True)
    assert Path(f"{ours}.gif").read_bytes() == Path(f"{theirs}.gif").read_bytes()


def test_a_model_is_the_command_s(boche: Any, tmp_path: Path) -> None:
    record = load(ROW)
    position = positions_along(record, record.main_line()[-1])[-1]
    assert boche("model", str(ROW), "--no-marks", "-o", f"{tmp_path}/theirs.glb")[0] == 0
    assert position.model(marks=False) == (tmp_path / "theirs.glb").read_bytes()


# -- pixels


def test_an_image_is_what_its_png_holds() -> None:
    position = new("boche", size=4).play("c:a1")
    image = position.image(size=SMALL)
    assert (image.shape, image.dtype) == ((90, 120, 3), np.uint8)
    assert image.flags.c_contiguous
    assert image.flags.writeable
    assert (image == decoded(position.png(size=SMALL))).all(), "top row first"
    assert (load(ROW).image(size=SMALL) == decoded(load(ROW).png(size=SMALL))).all()


def test_marbles_have_their_colours_where_they_lie() -> None:
    """Boku's first cell lies left of the middle of the first row, seen from above."""
    empty = new("boku").image(view="top")
    changes = {}
    for name, cells in {"black": ["a1"], "white": ["k6", "a1"]}.items():
        position = new("boku")
        for cell in cells:
            position = position.play(cell)
        changed = position.image(view="top")
        rows, columns = np.nonzero((np.abs(changed.astype(int) - empty) > 60).any(axis=2))
        top = rows < 240
        assert columns[top].max() - columns[top].min() < 60, "one marble"
        middle = int(np.median(rows[top])), int(np.median(columns[top]))
        changes[name] = middle, changed[middle].astype(int)
    assert np.abs(np.subtract(changes["black"][0], changes["white"][0])).max() <= 6
    assert changes["black"][1].mean() < 90 < 180 < changes["white"][1].mean()


def test_a_dark_table_is_dark_and_none_is_transparent() -> None:
    position = new("boche")
    light, dark = (position.image(size=SMALL, theme=name)[0, 0] for name in ("light", "dark"))
    assert dark.mean() < 100 < light.mean()
    assert decoded(position.png(size=SMALL, transparent=True))[0, 0, 3] == 0


# -- one camera


def alike(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Return whether two pictures are equal, but for a trace at the edges of shadows.

    The map of the shadows is as large as the largest scene so far needed.
    """
    difference = np.abs(one.astype(int) - other).max(axis=2)
    return bool(difference.max() <= 12 and (difference > 0).mean() < 0.01)


def test_pictures_are_drawn_when_they_are_asked_for() -> None:
    asked = []

    def positions() -> Any:
        for _ in range(1000):
            asked.append(1)
            yield new("boche")

    with Camera(SMALL) as camera:
        images = camera.images(positions())
        assert asked == []
        next(images)
        assert len(asked) == 1


def test_cameras_take_turns() -> None:
    """Each draws what it would draw alone, also after another one is closed."""
    boche, che = new("boche"), new("che")
    first, second = Camera(SMALL), Camera((64, 48), "top")
    alone = first.png(boche)
    other = second.png(che)
    assert che.png(size=(64, 48), view="top") == other
    assert (first.png(boche), second.png(che)) == (alone, other)
    second.close()
    assert first.png(boche) == alone
    first.close()


def test_a_closed_camera_says_so() -> None:
    with Camera(SMALL) as camera:
        camera.close()
        with pytest.raises(BocheError, match="closed"):
            camera.image(new("boche"))
    camera.close()


def test_threads_draw_with_cameras_of_their_own() -> None:
    position = new("boche")
    expected = position.png(size=SMALL)
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda _: position.png(size=SMALL), range(8)))
    assert drawn == [expected] * 8
    errors = []
    with Camera(SMALL) as camera:

        def draw() -> None:
            try:
                camera.png(position)
            except BocheError as error:
                errors.append(str(error))

        thread = threading.Thread(target=draw)
        thread.start()
        thread.join()
        assert camera.png(position) == expected
    assert len(errors) == 1
    assert "thread" in errors[0]


def test_the_keywords_of_pictures_are_those_of_a_camera() -> None:
    parameters = inspect.signature(Camera).parameters
    assert {name: str(p.annotation) for name, p in parameters.items()} == {
        name: kind.__forward_arg__ for name, kind in Look.__annotations__.items()
    }


# -- files


def test_files_are_what_their_names_say(tmp_path: Path) -> None:
    record = load(ROW)
    position = new("boche", size=4).play("c:a1")
    assert position.png(tmp_path / "a.png") == (tmp_path / "a.png").read_bytes()
    assert decoded((tmp_path / "a.png").read_bytes()).shape == (480, 640, 3)
    assert record.png(str(tmp_path / "r.png")) == (tmp_path / "r.png").read_bytes()
    assert position.svg(tmp_path / "a.svg").encode() == (tmp_path / "a.svg").read_bytes()
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    assert position.model(tmp_path / "a.glb") == (tmp_path / "a.glb").read_bytes()
    bodies = trimesh.load(tmp_path / "a.glb").geometry
    assert sum(len(body.faces) for body in bodies.values()) > 100
    position.model(tmp_path / "a.3MF")
    with zipfile.ZipFile(tmp_path / "a.3MF") as archive:
        assert "3D/3dmodel.model" in archive.namelist()
    assert len(Unpacked(record.page()).story["nodes"]) == sum(1 for _ in record.nodes())


@pytest.mark.parametrize("ending", ["gif", "webp", "apng", "mp4"])
def test_films_of_all_kinds(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"film.{ending}"
    load(ROW).film(file, size=(64, 64), moves=(20, 21), fps=2)
    if ending == "mp4":
        assert file.read_bytes()[4:8] == b"ftyp"
        return
    with Image.open(file) as film:
        assert film.size == (64, 64)
        assert film.n_frames > 1


def test_a_film_tells_how_far_it_is(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file, told, record = tmp_path / "a.gif", list[tuple[int, int]](), load(ROW)

    def note(done: int, total: int) -> None:
        assert not file.exists()
        told.append((done, total))

    record.film(file, size=(64, 64), moves=(1, 2), fps=2, progress=note)
    total = told[0][1]
    assert told == [(done, total) for done in range(1, total + 1)]
    assert file.exists()
    record.film(file, size=(64, 64), moves=(1, 2), fps=2)
    assert capfd.readouterr().err == ""
    record.film(file, size=(64, 64), moves=(1, 2), fps=2, progress=True)
    assert f"{total}/{total}" in capfd.readouterr().err


def test_what_the_caller_of_a_film_raises_leaves_no_file(tmp_path: Path) -> None:
    def enough(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(ROW).film(tmp_path / "a.gif", size=(64, 64), moves=(1, 2), fps=2, progress=enough)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BocheError, match="progress: 5 is neither a function nor True or False"):
        load(ROW).film(tmp_path / "a.gif", progress=5)  # type: ignore[arg-type]


def test_a_page_has_many_games(tmp_path: Path) -> None:
    records = [load(path) for path in sorted(RECORDS.glob("boku-*"))]
    assert len(records) > 1
    html = page_of_records(iter(records), tmp_path / "a.html", title="Two & more", move=1)
    assert (tmp_path / "a.html").read_text("utf-8") == html
    assert "<title>Two &amp; more</title>" in html
    for number, record in enumerate(records):
        nodes = Unpacked(html, number).story["nodes"]
        assert len(nodes) == sum(1 for _ in record.nodes())
    for wrong in ([], None, [records[0], "game.sgf"]):
        with pytest.raises(BocheError, match="is not a list of records"):
            page_of_records(wrong)  # type: ignore[arg-type]


def by_camera(position: Any, path: str) -> bytes:
    with Camera(SMALL) as camera:
        return camera.png(position, path)


def write_calls() -> dict[str, tuple[str, Callable[[Any, str], object]]]:
    """Return, by name, the ending of each method's files, and the method."""
    position, record = new("boche", size=3), load(ROW)
    return {
        "png": (".png", lambda path: position.png(path, size=SMALL)),
        "svg": (".svg", position.svg),
        "model": (".glb", position.model),
        "figure": (".svg", record.svg),
        "record": (".png", lambda path: record.png(path, size=SMALL)),
        "page": (".html", record.page),
        "film": (".gif", lambda path: record.film(path, size=(64, 64), moves=(1, 1), fps=1)),
        "camera": (".png", lambda path: by_camera(position, path)),
    }


@pytest.mark.parametrize("name", write_calls())
def test_what_cannot_be_written_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    ending, write = write_calls()[name]
    folder = tmp_path / f"folder{ending}"
    folder.mkdir()
    kept = tmp_path / f"kept{ending}"
    kept.write_text("old")
    kept.chmod(0o444)
    for path in (
        tmp_path / "none" / f"a{ending}",
        folder,
        kept,
        tmp_path / "a.xyz",
        f"a\0{ending}",
    ):
        with pytest.raises(BocheError) as caught:
            write(path)
        assert "\n" not in str(caught.value)
        assert repr(str(path))[1:-1] in str(caught.value) or str(path) in str(caught.value)
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([folder.name, kept.name])
    assert kept.read_text() == "old"


POSITION_MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"size": (0, 10)}, "at least 1 pixel"),
    ({"size": (-5, 10)}, "at least 1 pixel"),
    ({"size": 640}, "give .width, height."),
    ({"size": (1, 2, 3)}, "give .width, height."),
    ({"size": (64.0, 48)}, "give .width, height."),
    ({"size": (10**6, 10**6)}, "at most"),
    ({"view": "side"}, "corner2"),
    ({"view": ""}, "corner2"),
    ({"view": "10,2"}, "elevation"),
    ({"view": "nan,50"}, "corner2"),
    ({"view": None}, "corner2"),
    ({"palette": "pink"}, "classic"),
    ({"theme": "blue"}, "light"),
    ({"samples": 3}, "power of two"),
    ({"samples": -1}, "power of two"),
    ({"last": "nowhere"}, "nowhere"),
]


@pytest.mark.parametrize(("options", "text"), POSITION_MISTAKES)
def test_a_mistake_is_told_in_one_line(options: dict[str, Any], text: str) -> None:
    with pytest.raises(BocheError, match=text) as caught:
        new("boche").png(**options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"moves": (0, 3)}, "first and the last"),
        ({"moves": (5, 3)}, "first and the last"),
        ({"moves": (1, 99)}, "has 21 moves"),
        ({"speed": 0}, "0.1 to 50"),
        ({"speed": float("nan")}, "0.1 to 50"),
        ({"fps": 0}, "1 to 60"),
        ({"fps": 1000}, "1 to 60"),
        ({"turn": float("inf")}, "36000"),
        ({"size": (8, 8)}, "at least 32"),
        ({"view": "side"}, "corner2"),
        ({"palette": "pink"}, "classic"),
    ],
)
def test_a_film_s_mistake_is_told_in_one_line(
    tmp_path: Path, options: dict[str, Any], text: str
) -> None:
    with pytest.raises(BocheError, match=text) as caught:
        load(ROW).film(tmp_path / "a.gif", **options)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_other_mistakes_are_told_in_one_line() -> None:
    record, broken = load(ROW), Record.new("boku")
    from boche.engine.record import Node

    Node("z99", "black", parent=broken.root)
    for number in (22, -23, 10**9):
        with pytest.raises(BocheError, match="give 0 to 21"):
            record.png(move=number)
        with pytest.raises(BocheError, match="give 0 to 21"):
            record.page(move=number)
    for draw in (broken.png, broken.image, broken.svg, broken.page):
        with pytest.raises(RecordError):
            draw()
    for edge in (0.5, 2000, float("nan"), -1):
        with pytest.raises(BocheError, match="1 to 1000 mm"):
            new("boche").model(edge=edge)
    with pytest.raises(BocheError, match="10 to 2000 mm"):
        new("boche").svg(width=0)


@settings(max_examples=30)
@given(st.text(max_size=12) | st.from_regex(r"\A-?[0-9.]{1,4},-?[0-9.]{1,4}(,[0-9.]{1,4})?\Z"))
def test_any_text_is_a_view_or_is_refused_in_one_line(view: str) -> None:
    try:
        answer = new("boche", size=2).svg(view=view)
    except BocheError as error:
        answer = f"refused: {error}"
    assert answer.startswith("<svg") or "\n" not in answer


# -- machines


def test_without_gl_one_line_says_what_to_install() -> None:
    code = """if True:
        import boche.engine
        from boche.engine.errors import BocheError
        from boche.viewer.export.pictures import Camera
        position = boche.engine.new("boche")
        for draw in (position.png, position.image, Camera):
            try:
                draw()
            except BocheError as error:
                print(error)
        assert position._repr_png_() is None
        assert position.svg() and position.model()
    """
    env = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
    env |= {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere.json", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert all(re.match("no GL context for drawing .*libgl1-mesa-dri", line) for line in lines)


def test_nothing_is_loaded_before_the_first_picture() -> None:
    code = (
        "import sys, boche.engine, boche.engine.record\n"
        "boche.engine.new('boche')\n"
        "print([n for n in sys.modules if 'numpy' in n or 'moderngl' in n or 'viewer' in n])"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
