"""Standard streams as a shell may provide them: full, closed or in another encoding."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.cli.samples import FIGURE, RECORDS


def test_a_terminal_without_unicode_still_shows_a_record(tmp_path: Path) -> None:
    (tmp_path / "x.sgf").write_text("(;FF[4]GM[Boche]SZ[4]C[Café 将棋];W[a:a1])", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "boche", "show", str(tmp_path / "x.sgf"), "--move", "0"],
        capture_output=True, text=True, timeout=60, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Caf\\xe9" in done.stdout


def test_a_record_converted_on_a_terminal_steers_nothing(tmp_path: Path) -> None:
    """Convert control characters: a file keeps them, but a terminal would obey them."""
    file = tmp_path / "x.sgf"
    file.write_text("(;FF[4]GM[Boche]SZ[4]C[a\x1b]0;title\x07b];W[a:a1])", "utf-8")
    main, other = os.openpty()
    command = [sys.executable, "-m", "boche", "convert", str(file)]
    done = subprocess.run(command, stdout=other, stderr=subprocess.PIPE, timeout=60)
    os.close(other)
    shown = os.read(main, 65536)
    os.close(main)
    assert done.returncode == 0
    assert b"a:a1" in shown
    assert b"\x1b" not in shown
    assert b"\x07" not in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [f"show {shlex.quote(FIGURE)}", "--version", "--help", "match --help", "match --list", "new"],
)
def test_a_full_disk_is_told_in_one_line(arguments: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m boche {arguments} > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", ["fly", "show nowhere.sgf", "match 1", "--fly"])
def test_errors_that_nobody_can_read_are_errors(arguments: str) -> None:
    for sink in ("/dev/full", "&-"):
        command = f"{shlex.quote(sys.executable)} -m boche {arguments} 2>{sink}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("arguments", ["--version", "--help", "show --help", "match --list"])
def test_help_into_a_closed_pipe_is_no_error(arguments: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "boche", *arguments.split()],
        stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"echo a:a1 | {shlex.quote(sys.executable)} -m boche legal - --size 20 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("a:a2 ")
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a shell that can close streams")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (f"show {shlex.quote(FIGURE)} >&-", 2, "cannot write the output"),
        ("new >&-", 2, "cannot write the output"),
        ("--version >&-", 2, "cannot write the output"),
        ("--help >&-", 2, "cannot write the output"),
        ("new -o x.sgf >&-", 0, ""),
        ("show - <&-", 2, "standard input: empty"),
        ("show nowhere.sgf 2>&-", 2, ""),
    ],
)
def test_closed_streams(arguments: str, code: int, words: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{shlex.quote(sys.executable)} -m boche {arguments}"],
        capture_output=True, text=True, timeout=60, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(RECORDS.parents[1])},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.count("\n") == bool(words)
    assert words in done.stderr
