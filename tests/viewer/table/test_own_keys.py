"""The user's own keys: they replace the usual ones, and what does not fit is said in a line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.viewer.table import commands
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.commands import command_for, key_clash, tip_of, use_own_keys
from boche.viewer.table.keys import BOARD, LESSON, is_key
from tests.viewer.table.user import middle_of_a_game


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    yield
    use_own_keys({})


def name_on(key: str, focus: str = BOARD) -> str:
    command = command_for(key, focus)
    return command.name if command is not None else ""


def test_an_own_key_replaces_the_usual_ones() -> None:
    assert use_own_keys({"share": ("Ctrl+H", "F9")}) == []
    assert [name_on(key) for key in ("Ctrl+H", "F9", "Ctrl+E")] == ["share", "share", ""]
    assert keys_of("share") == ("Ctrl+H", "F9")
    assert tip_of("share").endswith("(Ctrl+H)")
    assert commands.is_used("Ctrl+H")
    use_own_keys({})
    assert [name_on(key) for key in ("Ctrl+H", "Ctrl+E")] == ["", "share"]


def test_two_commands_may_exchange_their_keys() -> None:
    assert use_own_keys({"share": ("Ctrl+N",), "new": ("Ctrl+E",)}) == []
    assert (name_on("Ctrl+N"), name_on("Ctrl+E")) == ("share", "new")


def test_a_key_of_a_lesson_counts_there_alone() -> None:
    assert use_own_keys({"lesson_next": ("F9",)}) == []
    assert (name_on("F9"), name_on("F9", LESSON)) == ("", "lesson_next")
    assert name_on("Enter", LESSON) == ""


@pytest.mark.parametrize(
    ("own", "line"),
    [
        ({"fly": ("F9",)}, "keys: there is no command 'fly'"),
        ({"share": ("Strg+H",)},
         "keys: share: 'Strg+H' is not a key; write one such as Ctrl+H"),
        ({"share": ("Ctrl+N",)},
         "keys: share: Ctrl+N is the key of new; the usual keys are used"),
        ({"share": ("F9",), "save": ("F9",)},
         "keys: save: F9 is the key of share; the usual keys are used"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_said_and_left_out(
    own: dict[str, tuple[str, ...]], line: str
) -> None:
    assert use_own_keys(own) == [line]
    assert name_on("Ctrl+N") == "new"
    assert name_on("Ctrl+S") == "save" or "save" in own
    assert keys_of("share") == (("F9",) if "save" in own else ("Ctrl+E",))


def test_a_clash_names_the_other_command() -> None:
    assert key_clash("share", "Ctrl+N") == "Ctrl+N is the key of another command: new game"
    assert key_clash("share", "A").startswith("'A' is not a key for a command")
    assert key_clash("share", "F9") == key_clash("share", "Ctrl+E") == ""


@pytest.mark.parametrize(
    ("text", "fits"),
    [("Ctrl+H", True), ("Ctrl+Alt+Shift+F12", True), ("PageUp", True), ("ü".upper(), True),
     ("#", True), ("Ctrl+A", True), ("A", False), ("Shift+H", False), ("h", False),
     ("Shift+Ctrl+H", False), ("Ctrl", False), ("Ctrl+", False), ("F25", False), ("", False),
     ("Ctrl+ ", False), ("Shift+?", False), ("Space bar", False)],
)  # fmt: skip
def test_what_is_a_key(text: str, fits: bool) -> None:
    assert is_key(text) == fits


def test_every_usual_key_is_a_key() -> None:
    assert all(is_key(key) for (key, _), _ in commands.places())


def test_a_key_that_is_held_ends_with_its_release_whatever_it_is() -> None:
    """Let go of the letter of a key with modifiers, and press it again: it acts again."""
    assert use_own_keys({"explode": ("Ctrl+H",)}) == []
    user = middle_of_a_game()
    looking = user.controller.table.looking
    ways = []
    for _ in range(2):
        user.key("Ctrl+H")
        user.controller.key_released("H", user.later(0.05))
        ways.append(looking.way)
    assert len(set(ways)) == 2
    assert "" not in ways
