"""Hostile records and the real command: it ends, says so, and does not affect the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")
NASTY = "\x1b]0;owned\x07\u202etxt\x9b2J\x7f"


def boche(*args: str | bytes, stdin: bytes = b"", timeout: float = 60) -> tuple[int, str, str]:
    run = subprocess.run(
        [sys.executable, "-m", "boche", *args],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        timeout=timeout,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def assert_calm(text: str) -> None:
    """Check that nothing in a text moves a cursor, changes its direction or splits a character."""
    assert all(line.isprintable() for line in text.split("\n")), text


def test_check_ends_with_its_summary_whatever_a_number_is(tmp_path: Path) -> None:
    (tmp_path / "blank.sgf").write_bytes(b"(;GM[19]BO[\x1c37])")
    (tmp_path / "digits.sgf").write_bytes(b"(;GM[19]BO[" + b"9" * 5000 + b"])")
    (tmp_path / "good.sgf").write_bytes(b"(;GM[Boku];B[e4])")
    code, out, err = boche("check", *map(str, sorted(tmp_path.iterdir())))
    assert (code, err) == (1, "")
    assert out.count("these home squares are not supported") == 2
    assert out.endswith("3 games checked, 2 problems\n")


def test_loadsgf_answers_and_the_engine_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes(b"(;GM[19]BO[\x1c37])")
    commands = f"loadsgf {path}\nname\nquit\n".encode()
    code, out, err = boche("gtp", "--game", "octi", stdin=commands)
    assert (code, err) == (0, "")
    assert len(out.split("\n\n")) == 4


@posix
def test_check_ends_whatever_its_files_are(tmp_path: Path) -> None:
    pipe, empty = tmp_path / "pipe", tmp_path / "empty"
    os.mkfifo(pipe)
    empty.write_bytes(b"")
    big = tmp_path / "big"
    with big.open("wb") as file:
        file.truncate(2**40)
    files = [pipe, empty, big, tmp_path, tmp_path / "missing", "/dev/zero", "/dev/null"]
    code, out, _ = boche("check", *map(str, files))
    assert code == 2
    lines = out.splitlines()
    assert len(lines) == len(files) + 1
    assert "no data came from it; is anything writing to it?" in lines[0]
    assert lines[-1] == "0 games checked, no problems, 7 files not readable"


@posix
def test_a_pipe_that_is_written_late_and_slowly_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    script = "sleep 1; printf 'c:a1 '; sleep 1; echo swap"
    with subprocess.Popen(["/bin/sh", "-c", f"({script}) > '{pipe}'"]) as writer:
        code, out, err = boche("check", str(pipe))
        assert writer.wait() == 0
    assert (code, out, err) == (0, "1 game checked, no problems\n", "")


@posix
def test_endless_standard_input_is_refused() -> None:
    with open("/dev/zero", "rb") as zeros:
        run = subprocess.run(
            [sys.executable, "-m", "boche", "check", "-"],
            stdin=zeros,
            capture_output=True,
            cwd=ROOT,
            timeout=60,
            check=False,
        )
    assert run.returncode == 2
    assert run.stdout.endswith(b"0 games checked, no problems, 1 file not readable\n")


@posix
def test_a_file_name_forges_no_line(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/a\n1 game checked, no problems\x1b[2J\xff\xe2\x80\xae.sgf"
    Path(os.fsdecode(name)).write_bytes(b"(;GM[Boche];W[e:z2])")
    code, out, err = boche("check", name)
    assert (code, err) == (1, "")
    assert_calm(out)
    assert len(out.splitlines()) == 2
    code, out, _ = boche("check", "--json", name)
    assert code == 1
    assert out.isascii()
    (problem,) = json.loads(out)["problems"]
    assert problem["record"].encode().endswith(b"[2J\\udcff\xe2\x80\xae.sgf")
    for command in ("show", "legal", "convert"):
        code, out, err = boche(command, name + b".missing")
        assert (code, out) == (2, "")
        assert_calm(err)
        assert len(err.splitlines()) == 1


def test_a_record_reaches_the_terminal_printable(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    text = NASTY.replace("]", "\\]")
    head = f"(;GM[Boche]SZ[4]PW[{text}]PB[-kill=0 #1]RE[{text}]C[one\n{text}]XX[{text}]"
    path.write_bytes(f"{head};W[c:a1]C[first\n\tsecond {text} é]{text};B[swap\n{text}])".encode())
    for args in (
        ["check"], ["show"], ["show", "--lenient", "--move", "0"],
        ["convert", "--to", "moves"], ["show", "--lenient", "--json"],
    ):  # fmt: skip
        _, out, err = boche(*args, str(path))
        assert_calm(err)
        assert_calm(out)
    _, out, _ = boche("show", "--lenient", str(path))
    assert "\nfirst\n second \\x1b]0;owned\\x07\\u202etxt\\x9b2J\\x7f é\n" in out
    path.write_bytes(f"(;GM[{text}])".encode())
    _, out, err = boche("show", str(path))
    assert_calm(out + err)


def test_names_of_players_in_lists_change_no_option(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes(b"(;GM[Boche]SZ[4]PW[-kill=0]PB[X #1];W[c:a1];B[a:b1])")
    code, out, err = boche("convert", "--to", "moves", str(path))
    assert (code, out) == (0, "boche challenge -size=4 _kill=0 X__1\n1. c:a1 a:b1\n")
    assert "cannot hold the name '-kill=0'; it is written as _kill=0" in err
    path.write_bytes(b"(;GM[Boche];W[c:a1 b:a2])")
    code, out, err = boche("convert", "--to", "moves", str(path))
    assert (code, out) == (2, "")
    assert err == (
        f"boche convert: {path}: line 1, column 13: a list of moves cannot hold the move "
        "'c:a1 b:a2': it is neither one word nor a move\n"
    )
