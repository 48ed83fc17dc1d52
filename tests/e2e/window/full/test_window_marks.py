"""Marks and chapters in a window: drawn with the mouse and by keys, judged by the saved file."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.record import load_all
from boche.engine.record.marks import marks_of
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

FIRST = b"(;FF[4]GM[Boku]CA[UTF-8]GN[One]XX[as  is];B[e4];W[f5])"
SECOND = {
    "boche": b"(;FF[4]GM[Boche]SZ[3]GN[Two];W[c:a1];B[a:b1])",
    "che": b"(;FF[4]GM[Che]GN[Two];W[fl:0,0];B[fr:0,1+br:0,2])",
    "boku": b"(;FF[4]GM[Boku]GN[Two];B[e4];W[f5])",
    "octi": b"(;FF[4]GM[19]BO[37][57][77]WO[33][53][73]GN[Two];B[57+E];W[53])",
}


@pytest.mark.parametrize("game", SECOND)
def test_marks_are_drawn_in_the_second_chapter(desk: Desk, tmp_path: Path, game: str) -> None:
    path = tmp_path / "study.sgf"
    path.write_bytes(FIRST + b"\n\n" + SECOND[game] + b"\n")
    desk.settings(hints_seen=True, animation_speed=0.0, window_size=[1280, 800])
    desk.start(path)
    desk.keys("ctrl+Next")
    desk.settle()
    desk.keys("End", "t")
    desk.settle()
    window = desk.do("search", "--onlyvisible", "--name", " Two|study").split()[-1]
    desk.do("mousemove", "--window", window, 500, 400, "click", 3)
    desk.do("mousemove", "--window", window, 500, 400, "keydown", "shift", "click", 3)
    desk.do("keyup", "shift")
    desk.keys("alt+k", "ctrl+a")
    place = {"boche": "a1", "che": "0,0", "boku": "e4", "octi": "57"}[game]
    desk.do("type", "--delay", 30, f"{place} Q")
    desk.keys("Return", "ctrl+s")
    desk.settle()
    desk.do("sleep", 1)
    whole = path.read_bytes()
    assert whole.startswith(FIRST + b"\n\n")
    saved = load_all(path)[1]
    marks = marks_of(saved.main_line()[-1])
    assert ("LB", place, "Q") in marks
    assert [mark.kind for mark in marks] == ["SQ", "LB"]
    assert saved.moves() == load_all(SECOND[game])[0].moves()
    desk.keys("ctrl+z", "ctrl+shift+k", "ctrl+s")
    desk.do("sleep", 1)
    assert marks_of(load_all(path)[1].main_line()[-1]) == ()
    assert path.read_bytes().startswith(FIRST + b"\n\n")
