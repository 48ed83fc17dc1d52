"""Pictures from the command line: their sizes and looks, and the failures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.e2e.cli.samples import FIGURE, PATH, png_size


def test_shot(boche, tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    assert boche("shot", PATH, "--move", "9", "--pixels", "320x200", "-o", str(out)) == (0, "", "")
    assert png_size(out) == (320, 200)
    assert os.listdir(tmp_path) == ["x.png"]


def test_shot_of_all_positions(boche, tmp_path: Path) -> None:
    code, _, err = boche(
        "shot",
        FIGURE,
        "--all",
        "--pixels",
        "96x64",
        "--samples",
        "1",
        "-o",
        str(tmp_path / "p%n.png"),
    )
    assert code == 0, err
    assert sorted(os.listdir(tmp_path)) == [f"p{i:02}.png" for i in range(21)]
    pictures = {p.read_bytes() for p in tmp_path.iterdir()}
    assert len(pictures) == 21


@pytest.mark.parametrize("pattern", ["new/%n.png", "a/b/p%n.png", "%n/board.png"])
def test_missing_folders_of_a_pattern_are_made(boche, tmp_path: Path, pattern: str) -> None:
    out = str(tmp_path / pattern)
    small = ("--pixels", "32x24", "--samples", "0")
    assert boche("shot", FIGURE, "--all", *small, "-o", out) == (0, "", "")
    assert len([file for file in tmp_path.rglob("*") if file.is_file()]) == 21


def test_no_picture_is_drawn_for_a_pattern_that_cannot_be_written(boche, tmp_path: Path) -> None:
    """Neither in a folder that cannot be made nor where a later file is a folder."""
    (tmp_path / "file").write_text("")
    (tmp_path / "20.png").mkdir()
    for pattern, said in (("file/%n.png", "cannot create the folder"), ("%n.png", "cannot write")):
        code, out, error = boche("shot", FIGURE, "--all", "-o", str(tmp_path / pattern))
        assert (code, out, error.count("\n")) == (2, "", 1)
        assert said in error
        assert sorted(os.listdir(tmp_path)) == ["20.png", "file"]


def test_one_picture_makes_no_folder(boche, tmp_path: Path) -> None:
    """A name with a slip in it is more likely than a folder that is missing."""
    code, _, error = boche("shot", PATH, "-o", str(tmp_path / "none" / "x.png"))
    assert (code, error.count("\n")) == (2, 1)
    assert "cannot write" in error
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("shot", "none.sgf", "-o"), "x.png"),
        (("figure", "none.sgf", "-o"), "x.svg"),
        (("film", "none.sgf", "-o"), "x.gif"),
        (("page", "none.sgf", "-o"), "x.html"),
        (("page", "none", "--collection", "-o"), "x.html"),
        (("model", "none.sgf", "-o"), "x.glb"),
        (("model", "--part", "none", "-o"), "x.stl"),
        (("convert", "none.sgf", "-o"), "x.sgf"),
        (("analyse", "none.sgf", "--write"), "x.sgf"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_the_record_is_read(
    boche, tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    code, out, error = boche(*command, str(tmp_path / "none" / name))
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert "cannot write" in error


def test_a_photograph_has_no_marks_unless_asked(boche, tmp_path: Path) -> None:
    def green(*args: str) -> int:
        """Return how many pixels belong to the frame around the last move."""
        out = tmp_path / "x.png"
        args = (*args, "--pixels", "320x200", "--frames", "4", "--quality", "photo", "-o", str(out))
        assert boche("shot", PATH, "--move", "14", *args)[0] == 0
        with Image.open(out) as image:
            r, g, b = (np.asarray(image.convert("RGB"))[..., i].astype(int) for i in range(3))
        return int(((g - r > 25) & (g > b)).sum())

    assert green() == green("--no-marks") < 5
    assert green("--marks") > 30


def test_shot_with_every_look(boche, tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    args = ["--pixels", "96x64", "-o", str(out), "--transparent", "--projection", "ortho"]
    looks = ["--view", "30,40,35", "--palette", "safe", "--theme", "dark", "--no-labels"]
    assert boche("shot", PATH, *args, *looks, "--no-marks")[0] == 0
    with Image.open(out) as image:
        assert image.mode == "RGBA"


def test_a_shot_has_numbers_where_they_are_wanted(boche, tmp_path: Path) -> None:
    seen = []
    for flags in ([], ["--numbers"]):
        out = tmp_path / f"{len(seen)}.png"
        args = ["--move", "3", "--pixels", "240x180", "-o", str(out)]
        assert boche("shot", PATH, *args, *flags)[0] == 0
        seen.append(np.asarray(Image.open(out).convert("L"), int))
    changed = seen[1][np.abs(seen[1] - seen[0]) > 40]
    assert 10 < changed.size < 0.02 * seen[0].size, "a few letters on the pieces, and no more"


def test_an_existing_picture_survives_a_failure(boche, tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    out.write_bytes(b"precious")
    assert boche("shot", PATH, "--palette", "pink", "-o", str(out))[0] == 2
    assert out.read_bytes() == b"precious"
    assert os.listdir(tmp_path) == ["x.png"]


def test_without_gl_there_is_a_plain_message(tmp_path: Path) -> None:
    """Hide all EGL devices, as on a machine without Mesa: the loader finds no vendor."""
    env = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    env["__EGL_VENDOR_LIBRARY_DIRS"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "boche", "shot", PATH, "-o", str(tmp_path / "x.png")],
        capture_output=True, text=True, env=env, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "libegl1" in done.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "kind"), [("a.jpg", "JPEG"), ("a.JPEG", "JPEG"), ("a.webp", "WEBP"), ("a", "PNG")]
)
def test_a_shot_is_what_its_name_says(boche, tmp_path: Path, name: str, kind: str) -> None:
    out = tmp_path / name
    assert boche("shot", PATH, "--pixels", "64x48", "-o", str(out)) == (0, "", "")
    with Image.open(out) as picture:
        assert (picture.format, picture.size) == (kind, (64, 48))


def test_a_photograph(boche, tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    args = ("--pixels", "96x64", "-o", str(out), "--quality", "photo", "--frames", "8")
    code, said, err = boche("shot", PATH, *args, "--lens", "0.3")
    assert (code, said) == (0, "")
    assert png_size(out) == (96, 64)
    shown = np.asarray(Image.open(out).convert("L"), int)
    assert shown.min() < 60 < 180 < shown.max()
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--frames", "8"), "--frames: this is for a photograph, add --quality photo"),
        (("--lens", "1"), "--lens: this is for a photograph, add --quality photo"),
        (("--quality", "photo", "--samples", "4"), "--samples: not for a photograph"),
        (("--quality", "photo", "--frames", "0"), "'0' is not a whole number from 1 to 1,000,000"),
        (("--quality", "photo", "--lens", "nan"), "'nan' is not a number from 0 to 10"),
        (("--quality", "fine"), "invalid choice: 'fine'"),
    ],
)
def test_what_no_photograph_can_be(boche, tmp_path: Path, flags: tuple, said: str) -> None:
    code, _, err = boche("shot", PATH, *flags, "-o", str(tmp_path / "x.png"))
    assert code == 2
    assert said in err
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())
