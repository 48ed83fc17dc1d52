"""Long texts from the clipboard, and letters of all kinds from the keyboard."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.e2e.window.test_window_handed import GAME, TEXTS, dropped, other_program, saved
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


def test_a_long_text_is_pasted(desk: Desk, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text(GAME.replace("PB", f"C[{'ž' * 900_000}]PB"))
    desk.start("boku")
    with other_program(desk, "own", "give", text):
        desk.keys("ctrl+v")
        desk.settle()
        assert saved(desk).count("ž") >= 900_000
        assert "Zoë" in saved(desk)


@pytest.mark.parametrize("locale", ["C", "POSIX", "de_DE.UTF-8"])
def test_letters_that_are_not_ascii_are_typed(desk: Desk, locale: str) -> None:
    desk.env |= {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"}
    desk.start("boku")
    desk.do("mousemove", 300, 300)  # dead keys must work over the window as beside it
    subprocess.run(["setxkbmap", "fr"], env=desk.env, check=True)
    desk.settle()
    desk.keys("k")
    desk.do("key", "34", "key", "26", "key", "11", "key", "16", "key", "35", "key", "Return")
    assert "C[êéè$]" in saved(desk)
    subprocess.run(["setxkbmap", "us"], env=desk.env, check=True)


def test_whatever_is_dropped_the_window_goes_on(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "a game.sgf"
    file.write_text(GAME)
    window = desk.start("boku")
    kinds = TEXTS.split()
    for count in (1, 2, 5):
        assert dropped(desk, " ".join(kinds[:count]), "e4 f5") == "finished 0"
    assert dropped(desk, "text/uri-list", "https://example.org/game.sgf\r\n") == "finished 0"
    desk.keys("k")
    desk.do("type", "still here")
    desk.keys("Return")
    assert "still here" in saved(desk)
    assert dropped(desk, f"{TEXTS} text/uri-list", f"#x\r\n{file.as_uri()}\r\n") == "finished 1"
    desk.settle()
    desk.keys("Return")  # the answer to what becomes of the comment
    assert window.poll() is None
