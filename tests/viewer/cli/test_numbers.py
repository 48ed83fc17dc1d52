"""Numbers as arguments: ranges, units, and the line that refuses others."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import pytest

from boche.engine.languages.current import use
from boche.viewer.cli.numbers import LARGEST, Number, at_once, positive, real, seconds


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use("en")


def refusal(number: Number, text: str) -> str:
    with pytest.raises(argparse.ArgumentTypeError) as refused:
        number(text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("number", "text", "value"),
    [
        (Number(3, 9), "3", 3), (Number(3, 9), "9", 9), (Number(-5, 5), "-5", -5),
        (real(0, 10), "0", 0.0), (real(0, 10), "1e1", 10.0), (real(0.1, 50), ".1", 0.1),
        (real(0, 10, above=True), "0.001", 0.001), (Number(), "-" + "9" * 40, -int("9" * 40)),
        (real(), "-2.5", -2.5), (positive, str(LARGEST), LARGEST), (at_once, "256", 256),
        (seconds, "86400", 86_400.0),
    ],
)  # fmt: skip
def test_what_is_in_the_range_is_taken(number: Number, text: str, value: float) -> None:
    taken: Any = number(text)
    assert (taken, type(taken)) == (value, type(value))


@pytest.mark.parametrize(
    ("number", "text", "said"),
    [
        (Number(3, 9), "x", "'x' is not a whole number from 3 to 9"),
        (Number(3, 9), "2", "'2' is not a whole number from 3 to 9"),
        (Number(3, 9), "10", "'10' is not a whole number from 3 to 9"),
        (Number(3, 9), "4.0", "'4.0' is not a whole number from 3 to 9"),
        (Number(3, 9), "", "'' is not a whole number from 3 to 9"),
        (Number(0, 9, "0: none"), "-1", "'-1' is not a whole number from 0 to 9 (0: none)"),
        (Number(), "six", "'six' is not a whole number"),
        (real(), "six", "'six' is not a number"),
        (real(0.1, 50), "nan", "'nan' is not a number from 0.1 to 50"),
        (real(0.1, 50), "1e400", "'1e400' is not a number from 0.1 to 50"),
        (real(0, 3600, "s", above=True), "0",
         "'0' is not a number above 0 and up to 3,600 (s)"),
        (seconds, "0,5", "'0,5' is not a number, write 0.5 (seconds)"),
        (seconds, "-0,5", "'-0,5' is not a number above 0 and up to 86,400 (seconds)"),
        (positive, "9" * 5000, f"{'9' * 40!r} is not a whole number from 1 to 999,999,999"),
    ],
)  # fmt: skip
def test_what_is_not_gets_one_kind_of_line(number: Number, text: str, said: str) -> None:
    assert refusal(number, text) == said


def test_the_line_is_in_the_language() -> None:
    use("de")
    assert refusal(Number(1, 10_000), "x") == "„x“ ist keine ganze Zahl von 1 bis 10.000"
    assert refusal(seconds, "0") == "„0“ ist keine Zahl über 0 und bis 86.400 (Sekunden)"
    use("fr")
    assert refusal(real(0.1, 50), "x") == "«\xa0x\xa0» n’est pas un nombre de 0.1 à 50"
