"""The search for a command at a desk: it runs what is chosen, and keeps the user's keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.viewer.session import Session
from boche.viewer.storage.own_keys import FILE
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.commands import use_own_keys
from boche.viewer.window.command_box import CommandBox, load_own_keys
from tests.viewer.window.user import User


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    yield
    use_own_keys({})


def searching(typed: str) -> User:
    """Return a user who has typed some letters of a command."""
    user = User(Session.new("boche", size=4))
    user.session.play("c:a1")
    CommandBox(user.desk).show()
    for letter in typed:
        user.desk.hud.text(letter)
    return user


def chosen(user: User) -> str:
    assert user.form.of.chosen is not None
    return str(user.form.of.chosen.name)


def test_enter_runs_the_command_and_closes() -> None:
    user = searching("undo")
    user.key("Enter")
    assert user.desk.hud.open_form is None
    assert user.session.cursor.moves == []


def test_a_command_that_asks_asks() -> None:
    user = searching("resign")
    user.key("Enter")
    assert user.asked.startswith("Resign")


def test_handicap_leads_to_its_field_or_to_the_clock_without_one() -> None:
    user = searching("handicap")
    assert chosen(user) == "new_clock"
    user.games.new_clock()
    assert user.form.focused is not None
    assert user.form.focused.label == "Time"
    user.set("clock", "5")
    user.form.press("start")
    user.desk.hud.form = None
    user.games.new_clock()
    assert user.form.focused is not None
    assert user.form.focused.label == "Handicap: time for dark"


def test_a_key_stands_beside_what_it_does_now() -> None:
    user = searching("")
    keys = {line.name: line.keys for line in user.form.of.lines}
    assert user.form.of.lines[0].name == "choose_left"
    assert (keys["choose_left"], keys["back"]) == ("Left", "PageUp  Ctrl+Left")
    user.key("Escape")
    user.desk.controller.table.declare(user.session.resign)
    CommandBox(user.desk).show()
    keys = {line.name: line.keys for line in user.form.of.lines}
    assert (keys["choose_left"], keys["back"]) == ("", "PageUp  Ctrl+Left  Left")
    assert not user.form.of.lines[0].name.startswith("choose_")
    for letter in "choose the open cell to the l":
        user.desk.hud.text(letter)
    user.key("F2")
    assert ": Left. Press the new key." in user.form.text


def test_escape_changes_nothing() -> None:
    user = searching("undo")
    user.key("Escape")
    user.key("Escape")
    assert (user.desk.hud.open_form, user.session.cursor.moves) == (None, ["c:a1"])


def test_why_not_is_said_before_and_at_enter() -> None:
    user = searching("redo")
    assert chosen(user) == "redo"
    assert user.form.of.status == "Nothing to redo"
    user.key("Enter")
    assert user.form.problem == "Nothing to redo"


def test_a_key_is_given_used_and_kept() -> None:
    user = searching("undo")
    user.key("F2")
    user.key("Ctrl+H")
    assert user.form.of.said == "Undo: Ctrl+H"
    user.key("Escape")
    user.desk.controller.key("H", user.desk.now, ["ctrl"])
    assert user.session.cursor.moves == []
    assert json.loads(FILE.path.read_text())["keys"] == {"undo": ["Ctrl+H"]}
    use_own_keys({})
    assert load_own_keys() == []
    assert keys_of("undo") == ("Ctrl+H",), "the next start knows it"


def test_a_clash_is_said_and_another_key_taken() -> None:
    user = searching("undo")
    user.key("F2")
    user.key("Ctrl+S")
    assert user.form.problem == "Ctrl+S is the key of another command: save"
    user.key("Ctrl+H")
    assert keys_of("undo") == ("Ctrl+H",)
    user.key("F2")
    user.key("Backspace")
    assert keys_of("undo") == ("Ctrl+Z",)
    assert json.loads(FILE.path.read_text())["keys"] == {}


def test_escape_keeps_the_key_and_what_was_typed() -> None:
    user = searching("undo")
    user.key("F2")
    user.key("Escape")
    assert keys_of("undo") == ("Ctrl+Z",)
    assert user.form.values()["search"] == "undo"


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 1, "keys": {"undo": [3]}}', "\xff"])
def test_a_damaged_file_is_put_aside_and_the_usual_keys_are_used(text: str) -> None:
    FILE.path.parent.mkdir(parents=True)
    FILE.path.write_text(text)
    (line,) = load_own_keys()
    assert line.startswith("keys: keys.json is damaged (")
    assert line.endswith("it is kept as keys.json.damaged-1")
    assert keys_of("undo") == ("Ctrl+Z",)
    assert not FILE.path.exists()


def test_a_clash_in_the_file_is_a_line() -> None:
    FILE.path.parent.mkdir(parents=True)
    FILE.path.write_text('{"version": 1, "keys": {"undo": "Ctrl+S", "redo": "F9"}}')
    assert load_own_keys() == ["keys: undo: Ctrl+S is the key of save; the usual keys are used"]
    assert (keys_of("undo"), keys_of("redo")) == (("Ctrl+Z",), ("F9",))


@pytest.mark.parametrize(("pressed", "letter"), [(";", ";"), ("Shift+J", "J"), ("'", "'")])
def test_the_letter_of_a_new_key_is_not_typed_into_the_search(pressed: str, letter: str) -> None:
    user = searching("undo")
    user.key("F2")
    user.key(pressed)
    user.desk.hud.text(letter)
    assert user.form.values()["search"] == "undo"
    user.desk.hud.text("x")
    assert user.form.values()["search"] == "undox"
