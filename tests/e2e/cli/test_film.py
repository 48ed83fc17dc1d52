"""Films from the command line: the files, the refusals and Ctrl+C."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from boche.viewer.export.images import Exporter
from tests.e2e.cli.samples import FIGURE

SMALL = ["--pixels", "64x48", "--moves", "3-4", "--speed", "4", "--fps", "5"]


def test_a_gif_of_some_moves(boche, tmp_path: Path) -> None:
    path = tmp_path / "game.gif"
    code, out, _ = boche("film", FIGURE, *SMALL, "--title", "--loop", "2", "-o", str(path))
    assert (code, out) == (0, "")
    with Image.open(path) as film:
        lasts = []
        for number in range(film.n_frames):
            film.seek(number)
            lasts.append(film.info["duration"])
        assert (film.size, film.info["loop"]) == ((64, 48), 1)
    assert lasts[0] == 3000, "the title is not to be read"
    assert sum(lasts) == pytest.approx(3000 + 3 * 250 + 2000, abs=200)
    assert os.listdir(tmp_path) == [path.name]


def test_a_video_of_some_moves(boche, tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / "game.mp4"
    code, out, _ = boche("film", FIGURE, *SMALL, "--turn", "90", "-o", str(path))
    assert (code, out) == (0, "")
    frames, seconds = ffmpeg.count_frames_and_secs(str(path))
    assert (frames, seconds) == (14, pytest.approx(2.8, abs=0.05))


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["-o", "x.avi"], "films are written as .gif, .webp, .apng, .mp4 or .webm, not as .avi"),
        (["-o", "x"], "the name must end in"),
        (["-o", "no/such/folder/x.gif"], "no/such/folder"),
        (["-o", "x.gif", "--moves", "1-99"], "moves 1-99: this line has 20 moves"),
        (["-o", "x.gif", "--moves", "3-2"], "'3-2': give a first and a last move, as in 10-30"),
        (["-o", "x.gif", "--moves", "0"], "give a first and a last move"),
        (["-o", "x.gif", "--speed", "0"], "from 0.1 to 50 (moves a second)"),
        (["-o", "x.gif", "--fps", "99"], "from 1 to 60 (pictures a second)"),
        (["-o", "x.gif", "--pixels", "20x20"], "both sides of a film must be at least 32 pixels"),
        (["-o", "x.gif", "--loop", "-1"], "--loop"),
        (["-o", "x.gif", "--palette", "pink"], "pink"),
    ],
)
def test_a_film_that_cannot_be_made(
    boche, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: list[str], said: str
) -> None:
    record = os.path.abspath(FIGURE)
    monkeypatch.chdir(tmp_path)
    code, out, err = boche("film", record, *flags)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_a_video_is_not_told_how_often_it_is_played(boche, tmp_path: Path) -> None:
    pytest.importorskip("imageio_ffmpeg")
    code, _, err = boche("film", FIGURE, "--loop", "2", "-o", str(tmp_path / "x.mp4"))
    assert (code, err.count("--loop: not supported by MP4")) == (2, 1)


@pytest.mark.parametrize("ending", [".gif", ".mp4"])
def test_ctrl_c_leaves_nothing_and_keeps_what_was_there(
    boche, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    if ending == ".mp4":
        pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / f"game{ending}"
    path.write_bytes(b"before")
    drawn, image = [], Exporter.image

    def stopped(*given, **more):
        drawn.append(given)
        if len(drawn) > 1:
            raise KeyboardInterrupt
        return image(*given, **more)

    monkeypatch.setattr(Exporter, "image", stopped)
    code, out, err = boche("film", FIGURE, *SMALL, "-o", str(path))
    assert (code, out) == (130, "")
    assert "Traceback" not in err
    assert os.listdir(tmp_path) == [path.name]
    assert path.read_bytes() == b"before"


def test_a_comment_without_an_end_makes_no_long_film(boche, tmp_path: Path) -> None:
    record, path = tmp_path / "long.sgf", tmp_path / "game.gif"
    record.write_text(f"(;GM[Boche]SZ[3];W[c:a1]C[{'x' * 100_000}])")
    options = ["--pixels", "64x48", "--fps", "1", "-o", str(path)]
    assert boche("film", str(record), *options)[:2] == (0, "")
    with Image.open(path) as film:
        lasts = 0
        for number in range(film.n_frames):
            film.seek(number)
            lasts += film.info["duration"]
    assert lasts == pytest.approx(1000 + 15_000 + 2000, abs=1000)
