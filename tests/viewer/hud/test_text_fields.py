"""Text fields of dialogs, and buttons with the focus, without a window."""

from __future__ import annotations

from collections.abc import Callable

from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.hud.dialogs.seats import players
from boche.viewer.hud.hud import Hud
from boche.viewer.session import Seat
from tests.viewer.hud.typesetting import Plain


class Asked:
    """A form of two texts, a number and two buttons, with the buttons pressed so far."""

    def __init__(self) -> None:
        self.pressed: list[str] = []
        fields = [
            Field("first", "text", "First", "one"),
            Field("second", "text", "Second", "two words"),
            Field("count", "number", "Count", 3, 1, 9),
        ]
        buttons = (Button("keep", "Keep", self.done("keep")), Button("no", "No", self.done("no")))
        self.form = Form("test", "Test", fields, buttons)

    def done(self, button: str) -> Callable[[Values], str]:
        def run(values: Values) -> str:
            self.pressed.append(button)
            return "not yet"

        return run

    def keys(self, *pressed: str) -> Asked:
        for key in pressed:
            self.form.key(key)
        return self

    @property
    def values(self) -> list[object]:
        return list(self.form.values().values())


def test_space_presses_the_button_with_the_focus_and_no_other() -> None:
    asked = Asked().keys("Space", "Tab", "Tab", "Space")
    assert asked.pressed == []
    asked.keys("Tab", "Tab", "Space", "Shift+Tab", "Space")
    assert asked.pressed == ["keep", "no"], "they do not go from left to right"


def test_what_is_typed_goes_into_the_field_with_the_focus_only() -> None:
    asked = Asked()
    asked.form.type("1")
    asked.keys("Tab").form.type("2")
    asked.keys("Tab").form.type("7")
    asked.keys("Tab").form.type("8")
    assert asked.values == ["one1", "two words2", 7]


def test_a_selection_is_replaced_and_another_field_has_its_own() -> None:
    asked = Asked().keys("Shift+Home")
    asked.form.type("1")
    asked.keys("Tab", "Ctrl+Shift+Left", "Delete", "Shift+Tab", "Backspace")
    assert asked.values == ["", "two ", 3]


def test_the_cursor_stays_where_it_is_while_the_fields_are_made_anew() -> None:
    form = players({"light": Seat("Anna"), "dark": Seat()}, lambda _: None)
    form.key("Home")
    form.type("J")
    form.type("o")
    assert form.values()["first name"] == "JoAnna"
    assert form.edit is not None
    assert form.edit.cursor == 2


def test_the_space_that_opens_a_dialog_is_not_typed_there() -> None:
    hud = Hud(lambda text, size, bold: 0.6 * size * len(text), Plain(), lambda action: None)
    then = Asked().form

    def go_on(values: Values) -> None:
        hud.form = None
        hud.open(then)

    buttons = (Button("on", "On", go_on), Button("cancel", "Cancel"))
    hud.open(Form("first", "First", [], buttons))
    for pressed in ("Shift+Tab", "Space"):
        hud.key(pressed)
    assert hud.text(" ")
    assert hud.form is then
    assert then.values()["first"] == "one"
    hud.key("Space")
    hud.text(" ")
    assert then.values()["first"] == "one "
