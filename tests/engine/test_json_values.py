"""Values from JSON: right ones are returned, and each wrong one is a line that names it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from boche.engine.json_values import (
    list_of,
    number_of,
    table_of,
    text_of,
    texts_of,
    time_of,
    whole_number_of,
)

Check = Callable[[str, object], Any]

NUMBER: Check = partial(number_of, low=-1.0, high=2.5)
COUNT: Check = partial(whole_number_of, low=1, high=10**9)
PAIR: Check = partial(list_of, most=2)


@pytest.mark.parametrize(
    ("check", "text", "value"),
    [
        (NUMBER, "2.5", 2.5),
        (NUMBER, "-1", -1.0),
        (COUNT, "1", 1),
        (COUNT, "1000000000", 10**9),
        (text_of, '""', ""),
        (texts_of, '["a", "b"]', ("a", "b")),
        (PAIR, "[1, null]", [1, None]),
        (table_of, '{"a": 1}', {"a": 1}),
        (time_of, '"2026-05-31T10:00:00+00:00"', datetime(2026, 5, 31, 10, tzinfo=UTC)),
    ],
)
def test_right_values_are_taken(check: Check, text: str, value: object) -> None:
    taken = check("x", json.loads(text))
    assert taken == value
    assert type(taken) is type(value)


@pytest.mark.parametrize(
    ("check", "text", "why"),
    [
        (NUMBER, "2.6", "x: 2.6 is not a number from -1 to 2.5"),
        (NUMBER, "NaN", "x: nan is not a number"),
        (NUMBER, "-Infinity", "x: -inf is not a number"),
        (NUMBER, "true", "x: True is not a number"),
        (NUMBER, '"1"', "x: '1' is not a number"),
        (NUMBER, "null", "x: None is not a number"),
        (COUNT, "0", "x: 0 is not a whole number from 1 to 1000000000"),
        (COUNT, "1.0", "x: 1.0 is not a whole number"),
        (COUNT, "true", "x: True is not a whole number"),
        (text_of, "7", "x: 7 is not a text"),
        (texts_of, '["a", 7]', r"x: \['a', 7\] is not a list of texts"),
        (texts_of, '"ab"', "x: 'ab' is not a list of texts"),
        (PAIR, "[1, 2, 3]", r"x: \[1, 2, 3\] is not a list of at most 2 items"),
        (PAIR, "{}", "x: {} is not a list of at most 2 items"),
        (table_of, "[]", r"x: \[\] is not a table"),
        (time_of, '"2026-05-31T10:00:00"', "x: '2026-05-31T10:00:00' is not a time with a time"),
        (time_of, '"soon"', "x: 'soon' is not a time"),
        (time_of, "7", "x: 7 is not a time"),
    ],
)
def test_wrong_values_are_named_in_a_line(check: Check, text: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}") as told:
        check("x", json.loads(text))
    assert str(told.value).isprintable()


@pytest.mark.parametrize("check", [NUMBER, COUNT, text_of, texts_of, PAIR, table_of, time_of])
def test_a_long_value_is_named_in_short(check: Check) -> None:
    wrong = ["x\n" * 10**5, 7] if check is not text_of else {"x" * 10**5: 7}
    with pytest.raises(ValueError, match=r"^x: ") as told:
        check("x", wrong if check is not PAIR else "x\n" * 10**5)
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 200
