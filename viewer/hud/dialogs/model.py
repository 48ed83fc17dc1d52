"""Dialogs as data: fields with values, what keys and clicks do to them. Draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from viewer.hud.dialogs.numbers import LONGEST, only_number, taken, typeable
from viewer.table.writing.text_edit import TextEdit

PAGE = {"PageUp": 10, "PageDown": -10}
"""How far keys take a number at once."""
CARDS = 2
"""In a row."""

Kind = Literal["flag", "number", "choice", "text", "list", "cards"]


@dataclass
class Field:
    """One line of a form.

    ``choices`` are (value, label) of a ``choice``, of the steps of a ``number`` that does not go
    by ones, of the lines of a ``list``, of ``cards``.
    ``picks`` lets a first click on a line of a ``list`` only choose it, and the next one take it.
    ``rows`` is how many lines of a ``list`` are seen at once, 0 for all; the others scroll.
    ``hidden`` shows a dot for each letter of a text, which nobody can copy.
    ``part`` says where it stands on a page that has several parts.
    """

    name: str
    kind: Kind
    label: str
    value: Any = None
    low: int = 0
    high: int = 0
    choices: tuple[tuple[Any, str], ...] = ()
    tip: str = ""
    part: str = ""
    picks: bool = False
    rows: int = 0
    hidden: bool = False

    @property
    def shown(self) -> str:
        """The value as text."""
        if self.kind == "number" and self.choices:
            return next((label for value, label in self.choices if value == self.value), "…")
        return str(self.value if self.value is not None else "")

    def stepped(self, by: int) -> Any:
        """The value after some steps; the same where there is no further one."""
        if self.kind == "number" and not self.choices:
            return min(max(self.value + by, self.low), self.high)
        values = [value for value, _ in self.choices]
        nearest = min(range(len(values)), key=lambda i: _apart(values[i], self.value))
        return values[min(max(nearest + by, 0), len(values) - 1)]


def _apart(one: Any, two: Any) -> float:
    if isinstance(one, (int, float)) and isinstance(two, (int, float)):
        return abs(one - two)
    return float(one != two)


@dataclass(frozen=True)
class Sample:
    """What stands beside the fields of a form: a ``picture`` by the name of its texture, ``shape``
    times as wide as high, or the beginning of a ``text``."""

    picture: str = ""
    shape: float = 1.0
    text: str = ""


Done = Callable[[str, dict[str, Any]], str | None]
"""Takes the button's name and the values; a text that comes back is what is wrong with them."""


@dataclass
class Form:
    """A dialog: title, fields, buttons (name, label), the first of them the one Enter presses.

    The button ``cancel`` is what Escape presses; ``live`` hears of each change at once. ``text``
    stands below the title. ``back`` is done where the user cancels. ``beside`` leaves the board
    in sight. ``extra`` takes keys before the form does, and says whether it has; ``of`` is what
    the form is of, for a page of its own. ``shift`` is how far it lies from its usual place.
    """

    name: str
    title: str
    fields: list[Field]
    buttons: Sequence[tuple[str, str]]
    done: Done
    live: Callable[[dict[str, Any]], None] | None = None
    focus: int = -1
    edit: TextEdit | None = None
    problem: str = ""
    text: str = ""
    back: Callable[[], object] | None = None
    beside: bool = False
    extra: Callable[[str], bool] | None = None
    of: Any = None
    sample: Sample | None = None
    shift: tuple[float, float] = (0.0, 0.0)
    _closed: bool = field(default=False, repr=False)
    _button: str = field(default="", repr=False)
    _tops: dict[str, tuple[int, int]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        texts = [i for i, each in enumerate(self.fields) if each.kind == "text"]
        if texts:
            self.focus_on(texts[0])

    @property
    def closed(self) -> bool:
        """Whether it is done with."""
        return self._closed

    @property
    def cancelled(self) -> bool:
        """Whether it is done with because the user let it be."""
        return self._closed and self._button == "cancel"

    def stay(self) -> None:
        """Stay open, or be open again: for who hears of a button."""
        self._closed = False

    def leave_lists(self) -> None:
        """Let go of what is chosen in lists."""
        for each in self.fields:
            each.value = None if each.kind == "list" else each.value

    def top_of(self, name: str, at: int, count: int, rows: int) -> int:
        """The first line to show of a list of ``count``, of which ``rows`` are seen at once.

        As it was scrolled; but a line ``at`` that is newly chosen is among those that are seen.
        """
        top, seen = self._tops.get(name, (0, -1))
        if at >= 0 and at != seen:
            top = min(max(top, at - rows + 1), at)
        top = max(min(top, count - rows), 0)
        self._tops[name] = (top, at)
        return top

    def scroll(self, name: str, by: int) -> None:
        """Scroll a list by lines."""
        top, seen = self._tops.get(name, (0, -1))
        self._tops[name] = (max(top + by, 0), seen)

    def scroll_home(self, name: str) -> None:
        """Show a list from its first line on."""
        self._tops.pop(name, None)

    def values(self) -> dict[str, Any]:
        """The values by name."""
        return {each.name: each.value for each in self.fields}

    @property
    def focused(self) -> Field | None:
        """The field that keys go to."""
        return self.fields[self.focus] if 0 <= self.focus < len(self.fields) else None

    @property
    def focused_button(self) -> int:
        """The number of the button that keys go to; below 0 if it is a field or none."""
        return self.focus - len(self.fields) if self.focus >= len(self.fields) else -1

    def focus_on(self, index: int) -> None:
        """Let keys go to a field; a number that is being typed is taken first."""
        self.accept()
        self.focus = index
        self.edit = None
        self._begin_edit()

    def point_at(self, index: int) -> None:
        """Let keys go to a field that is clicked; a number there is selected, to be typed over."""
        self.focus_on(index)
        here = self.focused
        if here is not None and here.kind == "number" and typeable(here.choices):
            self.edit = TextEdit(here.shown, len(here.shown), 0, most=LONGEST)

    def accept(self) -> bool:
        """Take the number that is being typed; False where it had to be held to what is allowed."""
        here, edit = self.focused, self.edit
        if here is None or edit is None or here.kind != "number":
            return True
        self.edit = None
        if edit.text == here.shown:
            return True
        value, held = taken(edit.text, here.low, here.high, here.choices)
        if value is not None:
            self._let(here, value)
            self.problem = f"{here.label}: {held}" if held else ""
        return not held

    def _begin_edit(self) -> None:
        """Edit what the focus is on, if that is a text; go on where it is the same as before."""
        here = self.focused
        if here is None or here.kind != "text":
            if here is None or here.kind != "number":
                self.edit = None
        elif self.edit is None or self.edit.text != here.value:
            self.edit = TextEdit.at_end(here.value)

    def refit(self, fields: Sequence[Field]) -> None:
        """Have other fields; keys stay where they are, if that is still there."""
        here, button = self.focused, self.focused_button
        self.fields = list(fields)
        same = [i for i, each in enumerate(fields) if here is not None and each.name == here.name]
        self.focus = same[0] if same else len(fields) + button if button >= 0 else -1
        self._begin_edit()

    def press(self, button: str) -> None:
        """Press a button; the form stays open where its values are refused."""
        if button == "cancel":
            self.edit = None
        elif not self.accept():
            return
        self._closed, self._button = True, button
        self.problem = self.done(button, self.values()) or ""
        self._closed &= not self.problem

    def set(self, index: int, value: Any) -> None:
        """Set a field's value, as a click does."""
        self.focus_on(index)
        each = self.fields[index]
        if each.kind == "list" and (each.value == value or not each.picks):
            each.value = value
            self.press(self.buttons[0][0])
        else:
            self._let(each, value)

    def step(self, index: int, by: int) -> None:
        """Go on by some steps in a field, as its buttons and the wheel do."""
        self.focus_on(index)
        each = self.fields[index]
        self._let(each, each.stepped(by))

    def _let(self, each: Field, value: Any) -> None:
        """Let a field have another value."""
        if each.value != value:
            each.value = value
            self.problem = ""
            if self.live is not None:
                self.live(self.values())

    # -- keys

    def key(self, pressed: str) -> None:
        """A key with its modifiers, as ``viewer.table.keys.chord`` writes it."""
        here = self.focused
        if self.edit is not None and here is not None and here.kind == "number":
            if self._number_key(pressed):
                return
            here = self.focused
        if self.extra is not None and self.extra(pressed):
            return
        if pressed == "Escape":
            self.press("cancel")
        elif here is not None and here.kind == "list" and self._along(here, pressed):
            self._picked(here)
        elif here is not None and here.kind == "cards" and self._down(here, pressed):
            return
        elif pressed in ("Tab", "Shift+Tab", "Down", "Up"):
            self._move_focus(-1 if pressed in ("Shift+Tab", "Up") else 1)
        elif self.edit is not None and (edited := self.edit.key(pressed)) is not None:
            self.put(edited)
        elif pressed == "Enter":
            if here is None or here.kind != "list" or here.value is not None:
                self.press(self.buttons[max(self.focused_button, 0)][0])
        elif here is None and pressed in ("Left", "Right"):
            self._move_focus(1 if pressed == "Left" else -1)  # they stand from right to left
        elif pressed == "Space" and self.focused_button >= 0:
            self.press(self.buttons[self.focused_button][0])
        elif here is not None and pressed in ("Left", "Right", "Space"):
            self._change(here, -1 if pressed == "Left" else 1, pressed == "Space")
        elif here is not None and here.kind == "number" and pressed in PAGE:
            self._change(here, PAGE[pressed], False)

    def _number_key(self, pressed: str) -> bool:
        """A key while a number is typed; False where it is taken, and the key for the form."""
        assert self.edit is not None
        if pressed == "Enter":
            self.accept()
        elif pressed == "Escape":
            self.edit = None
        elif (edited := self.edit.key(pressed)) is not None:
            self.edit = edited
        elif len(pressed.removeprefix("Shift+")) > 1:
            self.accept()
            return False
        return True  # what a key writes comes as a text of its own

    def type(self, text: str) -> None:
        """Text is typed, or pasted; a digit begins a number anew."""
        here = self.focused
        if here is not None and here.kind == "number" and typeable(here.choices):
            kept = only_number(text, here.choices, here.low)
            if kept:
                self.problem = ""
                self.edit = (self.edit or TextEdit(most=LONGEST)).typed(kept)
        elif self.edit is not None:
            self.put(self.edit.typed(text))

    def point_into(self, edit: TextEdit) -> None:
        """Let the cursor and what is selected be those of a text as it is shown."""
        if self.edit is not None:
            self.edit = replace(self.edit, cursor=edit.cursor, mark=edit.mark)

    def put(self, edit: TextEdit) -> None:
        """Let the text that is being edited be this one."""
        here, self.edit = self.focused, edit
        if here is not None and here.kind != "number":
            self._let(here, edit.text)

    def _move_focus(self, by: int) -> None:
        """Let keys go to what comes next, or before for -1, round and round."""
        at = self.focus + by if self.focus >= 0 else min(by, 0)
        self.focus_on(at % (len(self.fields) + len(self.buttons)))
        here = self.focused
        if here is not None and here.kind == "list" and here.value is None:
            here.value = here.choices[0 if by > 0 else -1][0] if here.choices else None
            self._picked(here)

    def _picked(self, here: Field) -> None:
        if here.picks and self.live is not None:
            self.live(self.values())

    def _along(self, here: Field, pressed: str) -> bool:
        """Go up or down in a list; False at its ends, where the list lets go of its choice."""
        values = [value for value, _ in here.choices]
        at = values.index(here.value) if here.value in values else -1
        if pressed in PAGE and values:
            at = min(max(at - PAGE[pressed], 0), len(values) - 1)
        else:
            at += {"Down": 1, "Up": -1}.get(pressed, len(values) + 1)
        inside = 0 <= at < len(values)
        if inside or pressed in ("Down", "Up", "Tab", "Shift+Tab"):
            here.value = values[at] if inside else None
        return inside

    def _down(self, here: Field, pressed: str) -> bool:
        """Go a row of cards down or up; False where there is none."""
        values = [value for value, _ in here.choices]
        at = values.index(here.value) + {"Down": CARDS, "Up": -CARDS}.get(pressed, len(values))
        if not 0 <= at < len(values):
            return False
        self.set(self.focus, values[at])
        return True

    def _change(self, here: Field, by: int, round_about: bool) -> None:
        value = here.value
        if here.kind == "flag":
            value = not here.value
        elif here.kind in ("number", "choice", "list", "cards"):
            value = here.stepped(by)
            if value == here.value and round_about and here.kind in ("choice", "cards"):
                value = here.choices[0][0]
        if here.kind == "list":
            here.value = value
        else:
            self.set(self.focus, value)
