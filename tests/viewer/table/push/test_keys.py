"""Keys and commands: each does something, and none interferes with another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from boche.engine.search.analysis import Mistake
from boche.viewer.session import Seat
from boche.viewer.table import commands, keys
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.context import Context
from boche.viewer.table.keys import key_name, use_own_keys
from tests.viewer.table.user import Others, User, middle_of_a_game, walk_to

MISTAKE = Mistake(1, "", "", 0.8, 0.2, ("",))


def test_no_two_commands_share_a_key() -> None:
    seen: dict[tuple[str, str], str] = {}
    for place, command in commands.places():
        assert seen.setdefault(place, command.name) == command.name, place


def test_the_choosing_letters_are_free() -> None:
    for (key, _), command in commands.places():
        assert not (len(key) == 1 and key in keys.CHOOSING), command.name
        assert key not in {f"Shift+{letter}" for letter in keys.CHOOSING}


def test_chords() -> None:
    assert keys.chord("z", ["shift", "ctrl"]) == "Ctrl+Shift+Z"
    assert keys.chord("?", ["shift"]) == "?"
    assert keys.chord("Left", ["numlock"]) == "Left"
    assert keys_of("forward") == ("PageDown", "Ctrl+Right", "Right")


@pytest.fixture
def greek() -> Iterator[None]:
    use_own_keys({"R": "Ρ", "P": "Π", "A": "Α", "H": "Р", "'": "¨"})
    yield
    use_own_keys({})


@pytest.mark.usefixtures("greek")
def test_letters_that_look_like_those_of_other_keys() -> None:
    assert [key_name(key) for key in ("Ctrl+R", "R", "H", "P", "Shift+A", "'", "F1", "Home")] == [
        "Ctrl+R (Ρ)", "R (Ρ)", "H (Р)", "Π", "Shift+Α", "¨", "F1", "Home",
    ]  # fmt: skip


def test_every_command_is_done_somewhere() -> None:
    whole = {field.name for field in fields(Context)}
    for command in commands.COMMANDS:
        assert command.needs in whole | {""}, command.name
        assert command.text
        assert command.chapter


PLACES: dict[str, list[tuple[str, str]]] = {}
"""The keys of each place of the focus, with their commands."""
for (key, focus), command in commands.places():
    PLACES.setdefault(focus, []).append((key, command.name))


@pytest.mark.parametrize("focus", PLACES)
def test_every_key_does_something(focus: str) -> None:
    for key, name in PLACES[focus]:
        user = middle_of_a_game()
        others = Others()
        user.controller.join(others, others.window)
        prepare(user, name)
        if name == "retry_mistakes":
            others.analysed, others.mistakes = True, {user.session.cursor.line[1]: MISTAKE}
        user.controller.table.used = focus
        before = user.view
        assert user.key(key), (key, name)
        user.controller.tick(user.later(3.0))
        after = user.view
        needs = commands.named(name).needs
        assert others.called == ([name] if needs else []), (key, name)
        assert others.called or after != before, (key, name)


def prepare(user: User, name: str) -> None:
    """Prepare the table so that a command has something to do."""
    table = user.controller.table
    if name == "cancel":
        user.key("K")
    elif name in ("place", "next_choice", "previous_choice"):
        walk_to(user, next(iter(table.selection.targets())))
    elif name.startswith("choose"):
        for target in table.selection.targets():
            table.selection.choose(target)
            user.controller.command(name)
            if table.selection.target != target:
                table.selection.choose(target)
                return
    elif name == "unpeel":
        user.key(",")
    elif name == "redo":
        user.session.edits.undo()
    elif name in ("fit", "turn_up"):
        user.key("Shift+Down")
    elif name in ("rematch", "other_level"):
        user.session.resign()
        user.session.next_level = 4
    elif name in ("next_mistake", "previous_mistake"):
        for node in user.session.cursor.line[1:]:
            node.set_text("BM", "1")
    elif name == "pause":
        user.session.seats.seat("dark", Seat("", "3"))
        user.session.rating_given_up = True  # as below: at an earlier move it lets it play
    elif name == "let_play":
        session = user.session
        session.seats.seat(session.exchanged(session.turn), Seat("", "3"))
        session.rating_given_up = True  # else it asks first
    elif name == "corner":
        user.key("2")


def test_unknown_and_unregistered_commands() -> None:
    user = User()
    with pytest.raises(LookupError, match="no command 'fly'"):
        user.controller.command("fly")
    assert user.controller.command("save") is False
    assert user.view.tone == "refused"
    assert user.key("F9") is False


def test_arrows_work_on_what_was_used_last() -> None:
    user = middle_of_a_game()
    user.controller.table.used = keys.TIMELINE
    index = user.session.cursor.index
    user.key("Left")
    assert user.session.cursor.index == index - 1
    user.key("Escape")
    user.key("Left")
    assert user.session.cursor.index == index - 1
    assert user.view.ghost is not None
    user.key("PageUp")
    user.key("Left")
    assert user.session.cursor.index == index - 3
