"""Numbers typed into a field: parsing, and the nearest allowed value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from boche.engine.languages.current import tr

Choices = Sequence[tuple[Any, str]]

LONGEST = 6  # maximum length of a typed number
SIGNS = "+x.,"
"""The signs beside digits in a field with a notation of its own; a comma is a decimal point."""
_NUMBER = re.compile(r"-?\d+([.,]\d+)?")


def typeable(choices: Choices) -> bool:
    """Return whether a number can be typed: for a range, or if some choices have numeric labels."""
    return not choices or any(_number_in(label) is not None for _, label in choices)


def longest(parse: object) -> int:
    """Return how much may be typed into a field, with or without a notation of its own."""
    return LONGEST if parse is None else 2 * LONGEST


def only_number(text: str, choices: Choices, low: int, more: str = "") -> str:
    """Return the characters of a text that may occur in a number; ``more`` are further ones."""
    signs = "0123456789" + more + (".," if choices else "") + ("-" if low < 0 else "")
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
