"""More texts typed in a real window."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.record import load
from tests.e2e.window import test_window_typing as push
from tests.e2e.window.test_window_games import CALM
from tests.e2e.window.test_window_typing import MODULE, go_to_field, tabs_to
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


def test_an_edited_comment_looks_as_if_set_anew(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low")
    seen = desk.scenario("edits", module=MODULE)
    assert seen["lines"] > 6
    assert max(seen["far"]) == 0.0


@pytest.mark.parametrize("frame", [0.0, 0.8])
def test_a_press_is_no_hold_however_long_a_picture_takes(desk: Desk, frame: float) -> None:
    desk.settings(**CALM)
    *pressed, held, after = desk.scenario("pressed_and_held", frame, module=MODULE)
    assert pressed == ["exploded", "layers", "", "exploded"]
    assert (held, after) == ("layers", "")


def test_a_number_of_two_digits_is_typed(desk: Desk, tmp_path: Path) -> None:
    """Type digits, each of which arrives as a key and then as text."""
    path = tmp_path / "typed.sgf"
    desk.settings(hints_seen=True)
    go_to_field(desk, "size")
    desk.do("type", "--delay", 15, "12")
    desk.keys("Tab")
    desk.do("type", "--delay", 15, "10")
    desk.keys("Tab", "Return")
    desk.do("sleep", 0.5, "key", "slash", "type", "--delay", 15, "c:a1")
    desk.keys("Return")
    desk.do("sleep", 0.4, "key", "ctrl+s", "sleep", 0.4, "key", "ctrl+a")
    desk.do("type", "--delay", 4, str(path))
    desk.do("sleep", 0.2, "key", "Return", "sleep", 0.4)
    options = load(path).options
    assert (options["size"], options["kill"]) == (12, 10)


def test_every_field_of_every_dialog_takes_what_is_typed(desk: Desk) -> None:
    """Type characters, each of which arrives as a key, with its own meaning, and then as text."""
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    desk.do("mousemove", 1900, 1190)
    seen = desk.scenario("dialogs", module=MODULE, timeout=240)
    assert len(seen) > 25, seen.keys()
    for name, (kind, low, high, labels, _, stands, now) in seen.items():
        if kind == "text":
            assert (stands, now) == ("Ab 12-3_.", "Ab 12-3_."), name
        elif not labels:
            assert (stands, now) == ("12", min(max(12, low), high)), name
        elif any(label[0].isdigit() for label in labels):
            assert stands == "12", name


def test_what_is_selected_is_seen(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low")
    seen = desk.scenario("selection", module=MODULE)
    assert seen["none"] < 0.02
    assert min(seen["field"], seen["drag"]) > 0.1
    assert (seen["click"], seen["double"], seen["triple"]) == ("", "Anna", "Anna Maria")
    assert 30 < seen["rows"] < 120
    assert seen["comment"] > 0.1


def test_writing_before_a_last_line_break_keeps_the_row_behind_it(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low")
    seen = desk.scenario("last_break", module=MODULE)
    height, end = seen["anew"]
    assert seen["heights"] == [height, height]
    assert seen["ends"] == [end, end]
    assert end > height / 3, "the end is not on the second row"
    assert seen["far"] == 0.0


def test_names_and_comments_are_edited_by_keys(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "typed.sgf"
    desk.settings(hints_seen=True, first_player="", second_player="")
    first = tabs_to("first name")
    go_to_field(desk, "first name")
    desk.do("type", "--delay", 15, "Ann 1")
    desk.keys("shift+Home")
    desk.do("type", "--delay", 15, "Berta 2 Ott")
    desk.keys("ctrl+Left", "ctrl+BackSpace", "ctrl+a", "ctrl+c")
    desk.keys(*["Tab"] * (tabs_to("second name") - first), "ctrl+v", "ctrl+v", "Home", "Delete")
    desk.keys(*["shift+Tab"] * (tabs_to("second name") - first), "End", "exclam", "Return")
    desk.do("sleep", 0.5)
    desk.do("key", "slash", "type", "--delay", 15, "c:a1")
    desk.keys("shift+Left", "shift+Left")
    desk.do("type", "--delay", 15, "b1")
    desk.keys("Return")
    desk.do("sleep", 0.4)
    desk.keys("k")
    desk.do("type", "--delay", 15, "one two")
    desk.keys("shift+Return")
    desk.do("type", "--delay", 15, "three")
    desk.keys("Up", "ctrl+shift+Right", "ctrl+x", "ctrl+End", "ctrl+v", "Return")
    desk.do("key", "ctrl+s", "sleep", 0.4, "key", "ctrl+a")
    desk.do("type", "--delay", 4, str(path))
    desk.do("sleep", 0.2, "key", "Return", "sleep", 0.4)
    record = load(path)
    assert list(record.players.values()) == ["Berta Ott!", "erta OttBerta Ott"]
    assert record.moves() == ["c:b1"]
    assert record.main_line()[-1].comment == "one t\nthreewo"


@pytest.mark.parametrize(("game", "size"), [("boche", (1280, 720))])
def test_a_typed_move_and_a_hint_hide_nothing_of_the_board(
    desk: Desk, game: str, size: tuple[int, int]
) -> None:
    push.test_a_typed_move_and_a_hint_hide_nothing_of_the_board(desk, game, size)
