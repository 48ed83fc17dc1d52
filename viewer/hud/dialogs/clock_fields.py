"""The clock as fields of a form: none, a usual one, one that is typed, or one's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from boche.engine.durations import MINUTE
from boche.engine.errors import OptionError
from boche.engine.languages.current import tr, tr_later, tr_word
from boche.engine.languages.formats import short
from boche.engine.time_control import TimeControl
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.table.command_keys import shown_key

OWN = "own"
USUAL = (
    "1", "1+2", "2+1", "3", "3+2", "5", "5+3", "10", "10+5", "15+10", "30", "30+20",
    "10+3x30", "30+5x30",
)  # fmt: skip
FIELD = "clock"
SECOND = "clock second"
"""The handicap: the main time of who plays second, in minutes as text; empty for no other one."""
HANDICAPS = ("0.5", "1", "2", "3", "5", "10", "15", "30", "60")
# fmt: off
TIMES = (
    ("clock minutes", tr_later("Minutes"), 0, 999, tr_later("Main time for the whole game")),
    ("clock increment", tr_later("Seconds more a move"), 0, 600,
     tr_later("Added to the clock after each move")),
    ("clock periods", tr_later("Byo-yomi periods"), 0, 25,
     tr_later("Periods that follow the main time")),
    ("clock period", tr_later("Seconds a period"), 1, 600,
     tr_later("A move within it leaves the period whole")),
)
# fmt: on


def clock_values(control: TimeControl | None) -> dict[str, Any]:
    """Return the values of all fields that describe a clock."""
    second = control.second if control is not None else None
    short = control.of(0).short if control is not None else ""
    control = control or TimeControl(10 * MINUTE, 0.0, None, 0, 30.0)
    return {
        FIELD: short,
        SECOND: "" if second is None else TimeControl(second).short,
        "clock minutes": round((control.start or 0.0) / MINUTE),
        "clock increment": round(control.increment),
        "clock periods": control.periods,
        "clock period": round(control.period) or 30,
    }


def clock_fields(values: Mapping[str, Any], second: str = "") -> list[Field]:
    """Return the field of the clock, and the times of one's own.

    With the colour that plays ``second`` also the field of a handicap, once a clock is chosen.
    """
    shorts, value = list(USUAL), values[FIELD]
    if value not in ("", OWN, *USUAL):  # a typed one stands among those with the next shorter time
        total = TimeControl.parse(value).total
        shorter = sum(TimeControl.parse(each).total <= total for each in USUAL)
        shorts.insert(shorter, value)
    choices = [("", tr("no clock"))]
    choices += [(short, _label(TimeControl.parse(short))) for short in shorts]
    tip = tr(
        "Choose, or type minutes and more: 12, 5:30, 1+2 (2 s more a move), 10+3x30 (byo-yomi). "
        "No clock runs before the first moves, nor while the game is paused ({key})",
        key=shown_key("pause"),
    )
    first = Field(FIELD, "number", tr("Time"), value, tip=tip, part="clock",
                  choices=(*choices, (OWN, tr("other times"))), parse=_typed)  # fmt: skip
    handicap = [_handicap_field(values, second)] if second and value else []
    if value != OWN:
        return [first, *handicap]
    times = TIMES if values["clock periods"] else TIMES[:-1]
    none = ((0, tr("none")),)
    return [first, *(Field(name, "number", tr(label), values[name], low, high, tip=tr(told),
                           part="clock", named=none)
                     for name, label, low, high, told in times), *handicap]  # fmt: skip


def lines_to_come(names: Collection[str]) -> int:
    """Return how many fields the next change of a clock may add, below, to those of these names."""
    first, *_, last = (name for name, *_ in TIMES)
    return (SECOND not in names) + (first in names and last not in names)


def _handicap_field(values: Mapping[str, Any], colour: str) -> Field:
    known = {*HANDICAPS, *filter(None, [values[SECOND]])}
    choices = [(text, _label(TimeControl.parse(text))) for text in sorted(known, key=float)]
    tip = tr(
        "A handicap: {colour} may have more or less main time than the first player. "
        "Choose, or type minutes, such as 2 or 0.5",
        colour=tr_word(colour),
    )
    label = tr("Handicap: time for {colour}", colour=tr_word(colour))
    return Field(SECOND, "number", label, values[SECOND], tip=tip, part="clock",
                 choices=(("", tr("the same")), *choices), parse=_typed_minutes)  # fmt: skip


def _typed(text: str) -> str:
    """Return the clock that is typed, as ``TimeControl.short``; empty for none.

    Raises ``OptionError``.
    """
    if text.strip().casefold() in {"", "0", tr("none"), tr("no clock")}:
        return ""
    control = TimeControl.parse(text.replace(",", "."))
    if control.second is not None:
        raise OptionError(
            tr("{text!r} gives two main times; a handicap has a field of its own", text=text)
        )
    return control.short


def _typed_minutes(text: str) -> str:
    """Return the minutes that are typed, in the same form. Raises ``OptionError``."""
    typed = text.replace(",", ".").strip()
    try:
        control = TimeControl.parse(typed)
    except OptionError:
        if typed.isdigit():  # it says why a number is none
            raise
        control = None
    if control is None or control != TimeControl(control.start):  # or with more than a main time
        raise OptionError(
            tr("{text!r} is not a main time; write minutes, 5 or 0.5, or 5:30", text=text)
        )
    return control.short


def _label(control: TimeControl) -> str:
    """Return a clock in few letters: ``5 min + 3 s``, ``10 min + 3 x 30 s``."""
    parts = [_main(control.start or 0.0)]
    parts += [tr("{count} s", count=short(control.increment))] if control.increment else []
    if control.periods:
        parts.append(tr("{periods} x {period} s", periods=control.periods,
                        period=short(control.period)))  # fmt: skip
    return " + ".join(parts)


def _main(seconds: float) -> str:
    """Return a main time in few letters: ``5 min``, ``0.5 min``, ``5 min 3 s``."""
    minutes, left = divmod(seconds, MINUTE)
    if round(seconds % 6, 2) and left == round(left):
        few = tr("{count} s", count=short(left))
        return f"{tr('{count} min', count=short(minutes))} {few}" if minutes else few
    return tr("{count} min", count=short(seconds / MINUTE))


def clock_of(values: Mapping[str, Any]) -> TimeControl | None:
    """Return the clock that the values describe, or None. Raises ``OptionError``."""
    if not values[FIELD]:
        return None
    if values[FIELD] != OWN:
        control = TimeControl.parse(values[FIELD])
    else:
        minutes, increment, periods, period = (values[name] for name, *_ in TIMES)
        if not minutes and not periods:
            raise OptionError(tr("the clock needs minutes or byo-yomi periods"))
        period = period if periods else 0.0
        control = TimeControl(minutes * MINUTE, increment, None, periods, period)
    second = values[SECOND]
    return control.with_mains(None, TimeControl.parse(second).start) if second else control
