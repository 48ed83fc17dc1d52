"""The clock as fields of a form: none, a usual one, one that is typed, or one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boche.engine.durations import MINUTE
from boche.engine.errors import OptionError
from boche.engine.languages.current import tr, tr_later
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
    short = control.short if control is not None else ""
    control = control or TimeControl(10 * MINUTE, 0.0, None, 0, 30.0)
    return {
        FIELD: short,
        "clock minutes": round((control.start or 0.0) / MINUTE),
        "clock increment": round(control.increment),
        "clock periods": control.periods,
        "clock period": round(control.period) or 30,
    }


def clock_fields(values: Mapping[str, Any]) -> list[Field]:
    """Return the field of the clock, and the times of one's own."""
    shorts, value = list(USUAL), values[FIELD]
    if value not in ("", OWN, *USUAL):  # a typed one stands among those with the next shorter time
        total = TimeControl.parse(value).total
        shorter = sum(TimeControl.parse(each).total <= total for each in USUAL)
        shorts.insert(shorter, value)
    choices = [("", tr("no clock"))]
    choices += [(short, _label(TimeControl.parse(short))) for short in shorts]
    tip = tr(
        "Choose, or type minutes and more: 12, 1+2 (2 s more a move), 10+3x30 (byo-yomi). "
        "No clock runs before the first moves, nor while the game is paused ({key})",
        key=shown_key("pause"),
    )
    first = Field(FIELD, "number", tr("Time"), value, tip=tip, part="clock",
                  choices=(*choices, (OWN, tr("other times"))), parse=_typed)  # fmt: skip
    if values[FIELD] != OWN:
        return [first]
    times = TIMES if values["clock periods"] else TIMES[:-1]
    none = ((0, tr("none")),)
    return [first, *(Field(name, "number", tr(label), values[name], low, high, tip=tr(told),
                           part="clock", named=none)
                     for name, label, low, high, told in times)]  # fmt: skip


def _typed(text: str) -> str:
    """Return the clock that is typed, as ``TimeControl.short``. Raises ``OptionError``."""
    return TimeControl.parse(text.replace(",", ".")).short


def _label(control: TimeControl) -> str:
    """Return a clock in few letters: ``5 min + 3 s``, ``10 min + 3 x 30 s``."""
    parts = [tr("{count} min", count=short((control.start or 0.0) / MINUTE))]
    parts += [tr("{count} s", count=short(control.increment))] if control.increment else []
    if control.periods:
        parts.append(tr("{periods} x {period} s", periods=control.periods,
                        period=short(control.period)))  # fmt: skip
    return " + ".join(parts)


def clock_of(values: Mapping[str, Any]) -> TimeControl | None:
    """Return the clock that the values describe, or None. Raises ``OptionError``."""
    if values[FIELD] != OWN:
        return TimeControl.parse(values[FIELD]) if values[FIELD] else None
    minutes, increment, periods, period = (values[name] for name, *_ in TIMES)
    if not minutes and not periods:
        raise OptionError(tr("the clock needs minutes or byo-yomi periods"))
    return TimeControl(minutes * MINUTE, increment, None, periods, period if periods else 0.0)
