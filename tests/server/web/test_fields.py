"""The fields of operations: what is accepted follows from the parameters of their functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import pytest

from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.web.api.fields import NOTHING
from boche.server.web.api.operation import Operation, operation


@operation("POST", "/api/boards/{board:number}/tries/{name}", "Try it.")
def attempt(
    transaction: Transaction, number: int, name: str, now: float, *, text: str,
    kind: Annotated[str, ("one", "two")] = "one", flag: bool = False,
    whole: Annotated[int, range(2, 5)] | None = None, large: int = 1,
    seconds: Annotated[float, "seconds"] | None = None,
    names: Annotated[Sequence[str], range(3)] = (), options: Mapping[str, Any] = NOTHING,
    clock: Annotated[Any, {"enum": ["fast"]}] = NOTHING, as_: str = "",
) -> None:  # fmt: skip
    """Declare a field of each kind."""


def read(payload: dict[str, Any]) -> dict[str, Any]:
    return {name: field.read(payload) for name, field in attempt.fields.items()}


def test_schemas_follow_from_types_and_their_notes() -> None:
    text = {"type": "string"}
    assert attempt.needed == ("text",)
    assert attempt.body == {
        "text": text, "kind": {"enum": ["one", "two"]}, "flag": {"type": "boolean"},
        "whole": {"type": "integer"}, "large": {"type": "integer"},
        "seconds": {"type": "number", "description": "seconds"},
        "names": {"type": "array", "items": text}, "options": {"type": "object"},
        "clock": {"enum": ["fast"]}, "as": text,
    }  # fmt: skip
    places = [(each["name"], each["in"]) for each in attempt.described["parameters"]]
    assert places == [("board", "path"), ("name", "path")]


def test_fields_that_are_not_given_have_their_defaults() -> None:
    defaults = {"kind": "one", "flag": False, "whole": None, "large": 1, "seconds": None,
                "names": (), "options": {}, "clock": {}, "as": ""}  # fmt: skip
    assert read({"text": "x"}) == {"text": "x"} | defaults
    given = {"text": "y", "kind": "two", "flag": True, "whole": 4, "large": 2**31 - 1,
             "seconds": 1.5, "names": ["a", "b"], "options": {"size": 4}, "clock": "fast",
             "as": "z"}  # fmt: skip
    assert read(given) == given
    assert read({"text": "x", "whole": None, "seconds": None}) == {"text": "x"} | defaults


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ({}, "text: expected a text"),
        ({"text": None}, "text: expected a text"),
        ({"text": "a\0"}, "NUL"),
        ({"flag": None}, "flag: expected true or false"),
        ({"whole": 5}, "whole: expected a whole number from 2 to 4"),
        ({"whole": 1}, "whole: expected a whole number from 2 to 4"),
        ({"large": 2**31}, "large: expected a whole number from 1 to 2147483647"),
        ({"seconds": "1"}, "seconds: expected a number"),
        ({"names": ["a"] * 3}, "names: expected a list of at most 2 texts"),
        ({"names": "a"}, "names: expected a list of at most 2 texts"),
        ({"options": None}, "options: expected an object"),
        ({"options": []}, "options: expected an object"),
        ({"as": 1}, "as: expected a text"),
    ],
)
def test_a_value_of_another_kind_is_refused_by_the_name_of_its_field(
    payload: dict[str, Any], reason: str
) -> None:
    full = payload if "text" in payload or not payload else {"text": "x"} | payload
    with pytest.raises(BadRequestError, match=reason):
        read(full)


def test_a_parameter_that_can_be_no_field_is_an_error_of_ours() -> None:
    def wrong(days: set[int]) -> None: ...

    with pytest.raises(TypeError, match="days"):
        _ = Operation("POST", "/api/wrong", "Try it.", wrong).body


def test_the_fields_of_a_get_are_those_of_its_query() -> None:
    def listed(state: Annotated[str, ("open", "over")] = "open", before: int | None = None) -> None:
        """Return nothing."""

    get = Operation("GET", "/api/listed", "Try it.", listed)
    assert get.body == {}
    assert [each["name"] for each in get.described["parameters"]] == ["state", "before"]
    values = {name: field.read_query({"before": "17"}) for name, field in get.fields.items()}
    assert values == {"state": "open", "before": 17}
