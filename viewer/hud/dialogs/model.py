"""Dialogs as data: fields with values, and the effects of keys and clicks. Draws nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal, NamedTuple

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr
from boche.viewer.table.text_edit import TextEdit

PAGE = {"PageUp": 10, "PageDown": -10}
"""Steps by which these keys change a number."""
ENDS = {"Home": 0, "End": -1}
"""Indices to which these keys lead in lists and among cards.

In a text or a number they move the cursor. No other field is changed by them: whoever wants to get
around in a form does not mean another value.
"""
CARDS = 2
"""Cards in a row."""

Kind = Literal["flag", "number", "choice", "text", "list", "cards"]


@dataclass
class Field:
    """One field of a form.

    ``choices`` are (value, label) pairs: of a ``choice``, of the steps of a ``number`` that does
    not go by ones, of the lines of a ``list``, or of ``cards``. With ``picks``, a first click on a
    line of a ``list`` only chooses it, and a second one takes it; ``takes`` names the button that
    takes one, by default the form's first. ``rows`` is how many lines of a ``list`` are visible at
    once, 0 for all; the others scroll. A ``choice`` stands in as many rows. ``hidden`` shows a dot
    for each letter of a text, and the text cannot be copied. ``named`` are values of a ``number``
    that are shown as words, such as 0 for none; what is shown alike is one step. ``parse`` reads
    what is typed into a ``number`` that is written in its own way, such as ``5+3``; it raises
    ``BocheError``. ``part`` names the field's place on a page that has several parts. ``hint``
    explains the field, always visible below it. ``searches`` is for a text that narrows a list:
    Escape clears it first. A list that ``breaks`` cuts no line: it sets all on two if one is too
    long. ``stays`` keeps the chosen line of a ``list`` when the focus leaves it,
    for a button that takes that line.
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
    takes: str = ""
    rows: int = 0
    hidden: bool = False
    named: tuple[tuple[int, str], ...] = ()
    parse: Callable[[str], Any] | None = None
    hint: str = ""
    searches: bool = False
    stays: bool = False
    breaks: bool = False

    @property
    def value_text(self) -> str:
        """The value as text."""
        if self.kind == "number" and self.choices:
            return next((label for value, label in self.choices if value == self.value), "…")
        return self._shown_as(self.value)

    def _shown_as(self, value: Any) -> str:
        return dict(self.named).get(value, str(value if value is not None else ""))

    @property
    def line(self) -> int:
        """The index of the value among the choices, or -1."""
        values, here = [value for value, _ in self.choices], self.value
        same = (i for i, value in enumerate(values) if value is here)  # soon found, in a long list
        equal = (i for i, value in enumerate(values) if here is not None and value == here)
        return next(chain(same, equal), -1)

    def stepped(self, by: int) -> Any:
        """Return the value after some steps: the last one at most, itself without choices."""
        if self.kind == "number" and not self.choices:
            value = min(max(self.value + by, self.low), self.high)
            step = 1 if by > 0 else -1
            while self.low < value < self.high and self._shown_as(value) == self.value_text:
                value += step
            return value if self._shown_as(value) != self.value_text else self.value
        values = [value for value, _ in self.choices]
        if not values:
            return self.value
        nearest = min(range(len(values)), key=lambda i: _apart(values[i], self.value))
        return values[min(max(nearest + by, 0), len(values) - 1)]


def _apart(one: Any, two: Any) -> float:
    if isinstance(one, (int, float)) and isinstance(two, (int, float)):
        return abs(one - two)
    return float(one != two)


@dataclass(frozen=True)
class Sample:
    """A sample beside the fields of a form.

    Either a ``picture``, by the name of its texture, ``shape`` times as wide as high, or the
    beginning of a ``text``.
    """

    picture: str = ""
    shape: float = 1.0
    text: str = ""


Values = dict[str, Any]
"""The values of a form by the names of its fields."""


def nothing(*_: object) -> None:
    """Do nothing."""


def localized(choices: Sequence[tuple[Any, str]]) -> tuple[tuple[Any, str], ...]:
    """Return choices with their labels in the current language."""
    return tuple((value, tr(label)) for value, label in choices)


class Button(NamedTuple):
    """A button of a form: its name, its label, what it does with the values.

    The form then closes, unless ``stays`` is true or something is wrong with the values: ``do``
    returns a text that says so, or raises ``BocheError`` or ``OSError``. One ``aside`` stands
    elsewhere on the form's page; those are the last of a form's buttons.
    """

    name: str
    label: str
    do: Callable[[Values], str | None] = nothing
    stays: bool = False
    aside: bool = False


class Held(NamedTuple):
    """The last height of a form in a window, its way below the middle, and its problem then.

    ``above`` is the height of the text above its fields.
    """

    window: tuple[float, ...]
    height: float
    down: float
    problem: str
    above: float = 0.0


ARROWS = ("Left", "Right", "Up", "Down")


@dataclass
class Form:
    """A dialog: title, fields and buttons; Enter presses the first button.

    Escape presses the button ``cancel``, after it has cleared a search; ``live`` is called at
    each change. ``more`` are buttons that stand elsewhere on its page, or that have only a key.
    ``text`` stands below the title. ``back`` is called if the user cancels. ``beside`` leaves
    the board visible; a click there cancels a form that one ``leaves`` so, and on a control does
    what it is for, too. ``extra`` gets keys before the form does, and returns whether it took
    them; ``of`` is the model behind the form, for forms with their own page. ``shift`` is the
    form's offset from its usual place. ``renew`` is called when the window or its screen has
    changed. ``others`` are further sets of fields that it may show instead: there is room for
    each, so that nothing moves, and the text stands above the buttons. ``laid`` is where the lines
    of fields were last drawn, and their heights by the names of their first fields and
    the heights they want.
    """

    name: str
    title: str
    fields: list[Field]
    buttons: Sequence[Button]
    live: Callable[[Values], None] | None = None
    focus: int = -1
    edit: TextEdit | None = None
    problem: str = ""
    text: str = ""
    back: Callable[[], object] | None = None
    beside: bool = False
    leaves: bool = False
    extra: Callable[[str], bool] | None = None
    of: Any = None
    sample: Sample | None = None
    shift: tuple[float, float] = (0.0, 0.0)
    renew: Callable[[], None] | None = None
    more: Sequence[Button] = ()
    others: Sequence[Sequence[Field]] = ()
    laid: tuple[object, dict[tuple[str, float], float]] = ((), {})
    _closed: bool = field(default=False, repr=False)
    _button: str = field(default="", repr=False)
    _tops: dict[str, tuple[int, int]] = field(default_factory=dict, repr=False)
    _held: Held | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        texts = [i for i, each in enumerate(self.fields) if each.kind == "text"]
        if texts:
            self.focus_on(texts[0])

    @property
    def closed(self) -> bool:
        """True if the form has been closed."""
        return self._closed

    @property
    def cancelled(self) -> bool:
        """True if the form has been closed by cancelling."""
        return self._closed and self._button == "cancel"

    def stay(self) -> None:
        """Stay open, or reopen; for use while a button is handled."""
        self._closed = False

    def leave_lists(self) -> None:
        """Clear what is chosen in lists."""
        for each in self.fields:
            each.value = None if each.kind == "list" else each.value

    def text_height(self, window: tuple[float, ...], height: float) -> float:
        """Return the room for the text above the fields: never less than before in a ``window``."""
        before = self._held
        return height if before is None or before.window != window else max(height, before.above)

    def held(
        self, window: tuple[float, ...], height: float, above: float = 0.0
    ) -> tuple[float, float]:
        """Return the height to draw, and how far below the middle, if the content is ``height``.

        While it changes in the same ``window``, what is pointed at stays in its place: a form never
        gets lower, and grows below its fields, above its buttons for a line on what is wrong, or
        at its top for the text of height ``above`` the fields.
        """
        before = self._held
        if before is None or before.window != window:
            self._held = Held(window, height, 0.0, self.problem, above)
        else:
            more = max(height - before.height, 0.0)
            upwards = bool(self.problem) and self.problem != before.problem
            told = min(max(above - before.above, 0.0), more)
            moved = before.down - 0.5 * told + (-0.5 if upwards else 0.5) * (more - told)
            self._held = Held(window, before.height + more, moved, self.problem, above)
        return self._held.height, self._held.down

    def top_of(self, name: str, at: int, count: int, rows: int) -> int:
        """Return the first line to show of a list of ``count`` lines, ``rows`` of them visible.

        The scroll position is kept, but a newly chosen line ``at`` is always visible.
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
        """Scroll a list to its first line."""
        self._tops.pop(name, None)

    def values(self) -> Values:
        """Return the values by field name."""
        return {each.name: each.value for each in self.fields}

    @property
    def focused(self) -> Field | None:
        """The focused field, or None."""
        return self.fields[self.focus] if 0 <= self.focus < len(self.fields) else None

    @property
    def focused_button(self) -> int:
        """The index of the focused button; negative if a field or nothing is focused."""
        return self.focus - len(self.fields) if self.focus >= len(self.fields) else -1

    @property
    def takes_line(self) -> bool:
        """True if Enter takes the chosen line of a list by a button that is not the first."""
        here = self.focused
        if here is None or here.kind != "list" or here.value is None or not here.takes:
            return False
        return here.takes not in [each.name for each in self.buttons[:1]]

    def focus_on(self, index: int) -> None:
        """Focus a field, after taking a number that is being typed.

        Buttons wait for a value that is refused: they would act on the one before.
        """
        if not self.accept() and self.edit is not None and index >= len(self.fields):
            return
        self.focus = index
        self.edit = None
        self._begin_edit()

    def focus_on_cards(self) -> None:
        """Focus the cards, which show without a focus what is chosen, if nothing is focused."""
        cards = [i for i, each in enumerate(self.fields) if each.kind == "cards"]
        if self.focus < 0 and cards:
            self.focus_on(cards[0])

    def point_at(self, index: int) -> None:
        """Focus a clicked field; a number there is selected, so that typing replaces it."""
        self.focus_on(index)
        self._edit_number()

    def _edit_number(self) -> None:
        """Start editing the focused field if it is a number; typing replaces all of it."""
        here = self.focused
        if here is not None and here.kind == "number" and typeable(here.choices):
            text = here.value_text if here.choices else str(here.value)  # digits to type over
            most = max(longest(here.parse), len(text) * (here.parse is not None))
            self.edit = TextEdit(text, len(text), 0, most=most)

    def accept(self) -> bool:
        """Take the number being typed; return False if it was changed to an allowed one."""
        here, edit = self.focused, self.edit
        if here is None or edit is None or here.kind != "number":
            return True
        self.edit = None
        if edit.text == here.value_text:
            return True
        if here.parse is not None:
            return self._parsed(here, here.parse, edit)
        value, held = parse_number(edit.text, here.low, here.high, here.choices)
        if value is not None:
            self._let(here, value)
            self.problem = tr("{label}: {tip}", label=here.label, tip=held) if held else ""
        return not held

    def _parsed(self, here: Field, parse: Callable[[str], Any], edit: TextEdit) -> bool:
        """Take what was typed into a field with its own notation; return False if it is refused."""
        try:
            self._let(here, parse(edit.text))
        except BocheError as error:
            self.edit = edit
            self.problem = tr("{label}: {tip}", label=here.label, tip=why_not(error))
            return False
        return True

    def _begin_edit(self) -> None:
        """Start editing the focused field if it is a text; continue if its text is unchanged."""
        here = self.focused
        if here is None or here.kind != "text":
            if here is None or here.kind != "number":
                self.edit = None
        elif self.edit is None or self.edit.text != here.value:
            self.edit = TextEdit.at_end(here.value)

    def refit(self, fields: Sequence[Field]) -> None:
        """Replace the fields; the focus stays on the same field if it still exists."""
        here, button = self.focused, self.focused_button
        self.fields = list(fields)
        same = [i for i, each in enumerate(fields) if here is not None and each.name == here.name]
        self.focus = same[0] if same else len(fields) + button if button >= 0 else -1
        self._begin_edit()

    def press(self, button: str) -> None:
        """Press a button; the form stays open if its values are refused."""
        if button == "cancel":
            self.edit = None
        elif not self.accept():
            return
        pressed = (each for each in (*self.buttons, *self.more) if each.name == button)
        found = next(pressed, Button(button, ""))
        self._closed, self._button = not found.stays, button
        try:
            self.problem = found.do(self.values()) or ""
        except (BocheError, OSError) as error:
            self.problem = why_not(error)
        self._closed &= not self.problem

    def set(self, index: int, value: Any) -> None:
        """Set a field's value, as a click does."""
        self.focus_on(index)
        each = self.fields[index]
        if each.kind == "list" and (each.value == value or not each.picks):
            each.value = value
            self.press(each.takes or self.buttons[0].name)
        else:
            self._let(each, value)

    def step(self, index: int, by: int) -> None:
        """Change a field by some steps, as its buttons and the wheel do."""
        self.focus_on(index)
        each = self.fields[index]
        self._let(each, each.stepped(by))

    def _let(self, each: Field, value: Any) -> None:
        """Change the value of a field and report it to ``live``."""
        if each.value != value:
            each.value = value
            self.problem = ""
            if self.live is not None:
                self.live(self.values())

    # -- keys

    def key(self, pressed: str) -> None:
        """Handle a key with its modifiers, as ``viewer.table.keys.chord`` writes it."""
        if pressed in (*ARROWS, *ENDS):
            self.focus_on_cards()
        here = self.focused
        if self.edit is not None and here is not None and here.kind == "number":
            if self._number_key(pressed):
                return
            here = self.focused
        if self.extra is not None and self.extra(pressed):
            return
        if pressed == "Escape":
            if not self._clear_search():
                self.press("cancel")
        elif here is not None and here.kind == "list" and self._along(here, pressed):
            self._picked(here)
        elif here is not None and here.kind == "cards" and self._down(here, pressed):
            return
        elif pressed == "Up" and here is not None and here.kind == "cards" and self.focus == 0:
            return  # above the first row there is nothing: buttons stand below
        elif pressed in ("Tab", "Shift+Tab", "Down", "Up"):
            self._move_focus(-1 if pressed in ("Shift+Tab", "Up") else 1)
        elif self.edit is not None and (edited := self.edit.key(pressed)) is not None:
            self.put(edited)
        elif pressed == "Enter":
            if here is None or here.kind != "list" or here.value is not None:
                taking = here.takes if here is not None and here.kind == "list" else ""
                self.press(taking or self.buttons[max(self.focused_button, 0)].name)
        elif here is None and pressed in ("Left", "Right"):
            self._move_focus(-1 if pressed == "Left" else 1)
        elif pressed == "Space" and self.focused_button >= 0:
            self.press(self.buttons[self.focused_button].name)
        elif here is not None and here.kind in ("cards", "number") and pressed == "Space":
            return  # a card is chosen already, and a number would only grow
        elif here is not None and here.kind == "list" and here.takes and pressed == "Space":
            if here.value is not None:
                self.press(here.takes)
        elif here is not None and pressed in ("Left", "Right", "Space"):
            self._change(here, -1 if pressed == "Left" else 1, pressed == "Space")
        elif here is not None and here.kind == "number" and pressed in PAGE:
            self._change(here, PAGE[pressed], False)
        elif here is not None and here.kind == "cards" and here.choices and pressed in ENDS:
            self.set(self.focus, here.choices[ENDS[pressed]][0])
        elif pressed in ENDS:
            self._edit_number()
            if self.edit is not None:
                self.edit = self.edit.key(pressed)

    def _clear_search(self) -> bool:
        """Clear the text that narrows a list; return False if there is none."""
        searched = next((each for each in self.fields if each.searches and each.value), None)
        if searched is None:
            return False
        self._let(searched, "")
        self._begin_edit()
        return True

    def _number_key(self, pressed: str) -> bool:
        """Handle a key while a number is typed.

        Return False if the number is taken and the key is left to the form.
        """
        assert self.edit is not None
        here = self.focused
        if pressed == "Enter":
            self.accept()
        elif pressed == "Escape":
            self.edit = None
        elif (edited := self.edit.key(pressed)) is not None:
            self.edit = edited
        elif pressed == "Space" and here is not None and here.parse is not None:
            return True  # as in 1 + 2
        elif len(pressed.removeprefix("Shift+")) > 1:
            self.accept()
            return False
        return True  # a printed character arrives separately as text

    def type(self, text: str) -> None:
        """Insert typed or pasted text; a digit starts a new number."""
        here = self.focused
        if here is not None and here.kind == "number" and typeable(here.choices):
            kept = only_number(text, here.choices, here.low)
            if here.parse is not None:  # it answers to whatever is typed, in a line
                kept = "".join(sign for sign in text if sign.isprintable())
                kept = kept if self.edit is not None or kept[:1].isalnum() else ""
            if kept:
                self.problem = ""
                self.edit = (self.edit or TextEdit(most=longest(here.parse))).typed(kept)
        elif self.edit is not None:
            self.put(self.edit.typed(text))

    def point_into(self, edit: TextEdit) -> None:
        """Take the cursor and the selection of a text as it is shown."""
        if self.edit is not None:
            self.edit = replace(self.edit, cursor=edit.cursor, mark=edit.mark)

    def put(self, edit: TextEdit) -> None:
        """Replace the text being edited."""
        here, self.edit = self.focused, edit
        if here is not None and here.kind != "number":
            self._let(here, edit.text)

    def _move_focus(self, by: int) -> None:
        """Move the focus to the next control, or to the previous one for -1, wrapping around.

        Buttons stand from right to left, and are gone through from left to right.
        """
        count, every = len(self.fields), len(self.fields) + len(self.buttons)
        order = [*range(count), *range(every - 1, count - 1, -1)]
        at = order.index(self.focus) + by if self.focus >= 0 else min(by, 0)
        self.focus_on(order[at % every])
        here = self.focused
        if here is not None and here.kind == "list" and here.value is None:
            here.value = here.choices[0 if by > 0 else -1][0] if here.choices else None
            self._picked(here)

    def _picked(self, here: Field) -> None:
        if here.picks and self.live is not None:
            self.live(self.values())

    def _along(self, here: Field, pressed: str) -> bool:
        """Move in a list; return False at its ends, where what ``stays`` or ``picks`` is kept."""
        values = [value for value, _ in here.choices]
        at = values.index(here.value) if here.value in values else -1
        if pressed in ENDS and values:
            at = ENDS[pressed] % len(values)
        elif pressed in PAGE and values:
            at = min(max(at - PAGE[pressed], 0), len(values) - 1)
        else:
            at += {"Down": 1, "Up": -1}.get(pressed, len(values) + 1)
        inside = 0 <= at < len(values)
        if inside or pressed in ("Down", "Up", "Tab", "Shift+Tab"):
            here.value = values[at] if inside else here.value if here.picks or here.stays else None
        return inside

    def _down(self, here: Field, pressed: str) -> bool:
        """Move down or up a row of cards; return False if there is none."""
        values = [value for value, _ in here.choices]
        if here.value not in values:
            return False
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
                value = here.choices[0][0] if here.choices else value
        if here.kind == "list":
            here.value = value
        else:
            self.set(self.focus, value)


# Numbers typed into a field: parsing, and the nearest allowed value.

Choices = Sequence[tuple[Any, str]]

LONGEST = 6  # maximum length of a typed number
_NUMBER = re.compile(r"-?\d+([.,]\d+)?")


def typeable(choices: Choices) -> bool:
    """Return whether a number can be typed: for a range, or if some choices have numeric labels."""
    return not choices or any(_number_in(label) is not None for _, label in choices)


def longest(parse: object) -> int:
    """Return how much may be typed into a field, with or without a notation of its own."""
    return LONGEST if parse is None else 4 * LONGEST


def only_number(text: str, choices: Choices, low: int) -> str:
    """Return the characters of a text that may occur in a number."""
    signs = "0123456789" + (".," if choices else "") + ("-" if low < 0 else "")
    return "".join(sign for sign in text if sign in signs)


def parse_number(text: str, low: int, high: int, choices: Choices) -> tuple[Any, str]:
    """Return the value that a typed number stands for, and a note if it differs from the number.

    The value is None if the text is not a number. Among choices the one whose label's number is
    nearest is taken.
    """
    typed = _number_in(text)
    if typed is None:
        return None, ""
    if not choices:
        number = min(max(int(typed), low), high)
        told = tr("{low} to {high}, not {text}", low=low, high=high, text=text)
        return number, "" if number == typed else told
    pairs = [(_number_in(label), value, label) for value, label in choices]
    known = [(abs(there - typed), value, label) for there, value, label in pairs
             if there is not None]  # fmt: skip
    apart, value, label = min(known, key=lambda each: each[0])
    told = tr("{label} is the nearest to {text}", label=label, text=text)
    return value, "" if apart == 0 else told


def _number_in(text: str) -> float | None:
    found = _NUMBER.match(text)
    return float(found[0].replace(",", ".")) if found else None
