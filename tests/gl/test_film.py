"""Films as files: read back picture by picture; nothing remains of an unfinished one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.engine.atomic_write import FileError
from boche.engine.record import load, positions_along
from boche.viewer.export.film.encode import KINDS, VideoError, film_kind, make_film, step_count
from boche.viewer.export.film.frames import FilmOptions, Plan, Shot, Story
from boche.viewer.export.film.pictures import Looks, Pictures
from boche.viewer.export.images import Exporter, ViewerError, framed
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.renderer.style import Style
from boche.viewer.scene import SceneOptions
from boche.viewer.scene.live import LiveOptions
from tests import ROOT

SIZE = (160, 120)


def story() -> Story:
    record = load(ROOT / "assets" / "records" / "boche-path.sgf")
    line = record.main_line()
    return Story(record, line[1:], positions_along(record, line[-1]))


def film(path: Path, draw: Any = None, size: tuple[int, int] = SIZE, **options: Any) -> Plan:
    """Make a short film of the end of a game."""
    plan = Plan(story(), FilmOptions(**{"first": 55, "fps": 10, "captions": False} | options))
    looks = Looks(size, camera_of("boche"), Style())
    pictures = Pictures(plan, looks)
    with Exporter(pictures.size) as exporter:
        steps = sum(1 for _ in make_film(str(path), plan, pictures, draw or exporter.image, 3))
    assert steps == step_count(film_kind(path.name), plan)
    return plan


def shot() -> np.ndarray:
    """Return the last position as the ``shot`` command draws it."""
    told = story()
    scene = build_scene(told.positions[-1], SceneOptions(last=told.moves[-1].move))
    with Exporter(SIZE) as exporter:
        data = exporter.picture(scene, framed(scene, camera_of("boche"), SIZE))
    return np.asarray(Image.open(io.BytesIO(data)), int)


@pytest.mark.parametrize(
    ("ending", "most", "mean"), [(".gif", 24, 2.5), (".webp", 90, 4.0), (".apng", 0, 0.0)]
)
def test_a_film_is_read_back_as_it_was_planned(
    ending: str, most: int, mean: float, tmp_path: Path
) -> None:
    path = tmp_path / f"x{ending}"
    plan = film(path)
    frames = list(plan.frames())
    with Image.open(path) as read:
        assert (read.size, read.n_frames) == (SIZE, len(frames))  # type: ignore[attr-defined]
        lasts = []
        for number in range(len(frames)):
            read.seek(number)
            read.load()
            lasts.append(read.info["duration"])
        last = np.asarray(read.convert("RGB"), int)
    assert lasts == pytest.approx([1000 * (f.end - f.start) for f in frames])
    apart = np.abs(last - shot())
    assert apart.max() <= most
    assert apart.mean() <= mean
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("lowest", [1, 3])
def test_a_film_shows_as_many_of_the_lowest_levels_in_every_position(lowest: int) -> None:
    """Count the solid cubes of each position, also of those with fewer levels."""
    plan = Plan(story(), FilmOptions(captions=False))
    pictures = Pictures(plan, Looks(SIZE, camera_of("boche"), Style(), lowest=lowest))
    solid, wanted = [], []

    def draw(scene: Any, *_: Any, **__: Any) -> Any:
        found = [b for b in scene.batches if b.material == "truchet" and not b.translucent]
        solid.append(max((int(b.instances["id"].max()) for b in found), default=0))
        return np.zeros((SIZE[1], SIZE[0], 4), np.uint8)

    for position in story().positions[::5]:
        pictures.of(Shot(position.ply, position, LiveOptions()), draw)
        wanted.append(sum(cube.cell.k < lowest for cube in position.cubes))
    assert solid == wanted


def test_captions_stand_below_the_board_and_hide_nothing() -> None:
    plan = Plan(story(), FilmOptions())
    pictures = Pictures(plan, Looks((640, 480), camera_of("boche"), Style()))
    width, height = pictures.board
    assert width == 640
    assert 380 < height < 450
    with Exporter(pictures.size) as exporter:
        shots = [pictures.of(plan.at(now), exporter.image) for now in (20.0, plan.seconds)]
    last = plan.at(plan.seconds)
    with Exporter(pictures.board) as exporter:
        board = exporter.image(build_scene(last.position, SceneOptions(last=last.options.last)),
                               framed(build_scene(last.position), camera_of("boche"),
                                      pictures.board))  # fmt: skip
    apart = np.abs(shots[1][:height].astype(int) - board[::-1, :, :3])
    assert apart.mean() < 0.5, "the board is not where it has room"
    for each in shots:
        strip = each[height:].astype(int)
        written = np.abs(strip - strip[-1, 0]).sum(axis=2) > 60
        assert written.any(), "nothing is written"
        assert not written[-1].any(), "it is cut off below"
        assert not written[:, [0, -1]].any(), "it is cut off at a side"


def test_a_turning_camera_and_a_title(tmp_path: Path) -> None:
    plan = film(tmp_path / "x.gif", turn=90.0, title=True, fps=2, captions=True, last=55)
    with Image.open(tmp_path / "x.gif") as read:
        assert read.n_frames == len(list(plan.frames()))  # type: ignore[attr-defined]
        assert read.info["duration"] == 3000


@pytest.mark.parametrize("ending", [".mp4", ".webm"])
def test_videos_have_the_length_that_was_planned_and_end_with_their_last_picture(
    ending: str, tmp_path: Path
) -> None:
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    greys: list[int] = []

    def draw(scene: Any, camera: Any, style: Any, **shift: Any) -> np.ndarray:
        greys.append(40 + 5 * len(greys) % 200)
        return np.full((48, 64, 4), greys[-1], np.uint8)

    plan = film(tmp_path / f"x{ending}", draw, size=(64, 48), speed=8.0)
    show = [
        "-v",
        "error",
        "-i",
        str(tmp_path / f"x{ending}"),
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-",
    ]
    done = subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), *show], capture_output=True, check=True)
    frames = np.frombuffer(done.stdout, np.uint8).reshape(-1, 48, 64, 3)
    assert len(frames) == plan.ticks
    held = len(frames) - round(list(plan.frames())[-1].start * plan.options.fps)
    for frame in frames[-held:]:
        assert frame.mean() == pytest.approx(greys[-1], abs=4)
    assert len(os.listdir(tmp_path)) == 1


def test_odd_sides_of_a_video_are_told(tmp_path: Path) -> None:
    pytest.importorskip("imageio_ffmpeg")
    with pytest.raises(VideoError, match="picture size 65x48: a video's sides must be even"):
        film(tmp_path / "x.mp4", size=(65, 48))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("ending", KINDS)
def test_ctrl_c_leaves_nothing_and_what_was_there_stays(ending: str, tmp_path: Path) -> None:
    if KINDS[ending].video:
        pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / f"x{ending}"
    path.write_bytes(b"before")
    drawn = []

    def draw(scene: Any, camera: Any, style: Any, **shift: Any) -> np.ndarray:
        drawn.append(scene)
        if len(drawn) > 10:
            raise KeyboardInterrupt
        return np.zeros((48, 64, 4), np.uint8)

    with pytest.raises(KeyboardInterrupt):
        film(path, draw, size=(64, 48))
    assert os.listdir(tmp_path) == [path.name]
    assert path.read_bytes() == b"before"


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process")
def test_a_full_disk_is_told_and_nothing_is_left(tmp_path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, before[1]))
    try:
        with pytest.raises(FileError, match=r"cannot write '.*x\.gif': File too large"):
            film(tmp_path / "x.gif")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert os.listdir(tmp_path) == []


def test_a_missing_extra_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(VideoError) as caught:
        film_kind("x.mp4")
    assert "pip install imageio-ffmpeg" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_films_that_are_too_small_are_told() -> None:
    with pytest.raises(ViewerError, match="9x9: both sides of a film must be at least 32"):
        Pictures(Plan(story(), FilmOptions()), Looks((9, 9), camera_of("boche"), Style()))


@pytest.mark.parametrize("theme", ["light"])
def test_the_table_of_a_gif_has_the_tones_that_were_drawn(theme: str, tmp_path: Path) -> None:
    """Check for smooth tones where the lamp's light fades; a single tone would show a hard edge."""
    size = (480, 360)
    plan = Plan(story(), FilmOptions(first=52, last=55, fps=4, captions=False))
    pictures = Pictures(plan, Looks(size, camera_of("boche"), Style(theme=theme)))
    drawn = []
    with Exporter(pictures.size) as exporter:

        def draw(*scene: Any, **shift: Any) -> Any:
            drawn.append(exporter.image(*scene, **shift))
            return drawn[-1]

        for _ in make_film(str(tmp_path / "x.gif"), plan, pictures, draw):
            pass
    with Image.open(tmp_path / "x.gif") as read:
        read.seek(read.n_frames - 1)  # type: ignore[attr-defined]
        found = np.asarray(read.convert("RGB"), int)
    wanted = drawn[-1][::-1, :, :3].astype(int)
    around = [np.roll(wanted, by, axis) for by in (-3, 3) for axis in (0, 1)]
    even = np.max([np.abs(wanted - each).max(axis=2) for each in around], axis=0) <= 2
    beside = even[60:180, 370:475]  # the table, to the board's right
    assert beside.mean() > 0.9
    assert np.abs(found - wanted)[60:180, 370:475][beside].max() <= 2
