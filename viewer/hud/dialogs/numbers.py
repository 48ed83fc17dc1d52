"""Numbers typed into a field: what is one there, and which allowed one it stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

Choices = Sequence[tuple[Any, str]]

LONGEST = 6  # signs of a number being typed
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def typeable(choices: Choices) -> bool:
    """Whether a number can be typed: into a range, or where some choices are labelled by one."""
    return not choices or any(_number_in(label) is not None for _, label in choices)


def only_number(text: str, choices: Choices, low: int) -> str:
    """What of a text belongs to a number of such a field."""
    signs = "0123456789" + ("." if choices else "") + ("-" if low < 0 else "")
    return "".join(sign for sign in text if sign in signs)


def taken(text: str, low: int, high: int, choices: Choices) -> tuple[Any, str]:
    """The value that a typed number stands for, and what is to be said where it is another one.

    None for what is no number. Of choices the nearest is taken, by the number in its label.
    """
    typed = _number_in(text)
    if typed is None:
        return None, ""
    if not choices:
        number = min(max(int(typed), low), high)
        return number, "" if number == typed else f"{low} to {high}, not {text}"
    pairs = [(_number_in(label), value, label) for value, label in choices]
    known = [(abs(there - typed), value, label) for there, value, label in pairs
             if there is not None]  # fmt: skip
    apart, value, label = min(known, key=lambda each: each[0])
    return value, "" if apart == 0 else f"{label} is the nearest to {text}"


def _number_in(text: str) -> float | None:
    found = _NUMBER.match(text)
    return float(found[0]) if found else None
