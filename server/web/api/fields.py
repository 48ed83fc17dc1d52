"""Typed fields of a body or a query; invalid ones are refused with the field's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from boche.engine.languages.current import tr
from boche.server.errors import BadRequestError

MOST = 1e15
"""Largest number accepted."""

LARGEST = 2**31 - 1
"""Largest whole number accepted where a field says no other, as of a number in the database."""

NOTHING: Mapping[str, Any] = MappingProxyType({})
"""The default of a field that is an object."""

NUMBER = {"type": "integer"}
TEXT = {"type": "string"}
SCHEMAS: dict[Any, dict[str, Any]] = {
    str: TEXT, bool: {"type": "boolean"}, int: NUMBER, float: {"type": "number"},
    Sequence: {"type": "array", "items": TEXT}, Mapping: {"type": "object"}, Any: {},
}  # fmt: skip
"""JSON schemas of the types of fields."""


@dataclass(frozen=True)
class Field:
    """A field as a parameter declares it: its type, notes beside it in ``Annotated``, its default.

    A note is a ``range`` of whole numbers or of the length of a list, a tuple of choices, a text
    that describes it, or a whole JSON schema. The choices are checked by whoever uses the value.
    """

    name: str
    kind: Any
    notes: tuple[Any, ...]
    default: Any

    @classmethod
    def of(cls, parameter: Parameter, hint: Any) -> Field:
        """Return the field of a parameter; ``as_`` is called ``as``, which is a word of Python."""
        kind, notes = _parts(hint)
        if kind not in SCHEMAS:
            message = f"{parameter}: a field has one of the types {[*SCHEMAS]}"
            raise TypeError(message)
        return cls(parameter.name.removesuffix("_"), kind, notes, parameter.default)

    @property
    def is_needed(self) -> bool:
        return self.default is Parameter.empty

    @property
    def schema(self) -> dict[str, Any]:
        """Its JSON schema."""
        schema = SCHEMAS[self.kind]
        for note in self.notes:
            if isinstance(note, dict):
                schema = note
            elif isinstance(note, tuple):
                schema = {"enum": list(note)}
            elif isinstance(note, str):
                schema = schema | {"description": note}
        return schema

    def read(self, payload: Mapping[str, Any]) -> Any:
        """Return its value in a body. Raises ``BadRequestError``."""
        name, bounds = self.name, self._bounds
        if name not in payload and not self.is_needed:
            return self.default
        if self.kind is str:
            return text(payload, name)
        if self.kind is bool:
            return flag(payload, name)
        if self.kind is int:
            return integer(payload, name, bounds[0], bounds[-1])
        if self.kind is float:
            absent = payload.get(name) is None and not self.is_needed
            return self.default if absent else number(payload, name)
        if self.kind is Sequence:
            return texts(payload, name, bounds[-1])
        return mapping(payload, name) if self.kind is Mapping else payload.get(name, NOTHING)

    def read_query(self, query: Mapping[str, str]) -> Any:
        """Return its value in a query. Raises ``BadRequestError``."""
        if self.kind is int:
            return query_integer(query, self.name, self.default)
        return query.get(self.name, "" if self.is_needed else self.default)

    @property
    def _bounds(self) -> range:
        return next((note for note in self.notes if isinstance(note, range)), range(1, LARGEST + 1))


def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the type in a hint, without ``None``, and the notes beside it."""
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        kind, more = _parts(inner)
        return kind, (*more, *notes)
    if get_origin(hint) in (Union, UnionType):
        return _parts(next(each for each in get_args(hint) if each is not NoneType))
    return get_origin(hint) or hint, ()


def check(payload: Mapping[str, Any], *names: str) -> None:
    """Raise ``BadRequestError`` for a field that is not among these."""
    unknown = sorted(set(payload) - set(names))
    if unknown:
        known = ", ".join(names) or "none"
        raise BadRequestError(
            tr("unknown field {unknown!r} (known: {known})", unknown=unknown[0][:40], known=known)
        )


def text(payload: Mapping[str, Any], name: str, default: str | None = None) -> str:
    """Return a text field. Raises ``BadRequestError``."""
    value = payload.get(name, default)
    if not isinstance(value, str):
        raise BadRequestError(tr("{name}: expected a text", name=name))
    if "\0" in value:
        raise BadRequestError(tr("{name}: a NUL character is not allowed", name=name))
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadRequestError(
            tr("{name}: an unpaired surrogate is not allowed", name=name)
        ) from None
    return value


def flag(payload: Mapping[str, Any], name: str, default: bool | None = None) -> bool:
    """Return a Boolean field. Raises ``BadRequestError``."""
    value = payload.get(name, default)
    if not isinstance(value, bool):
        raise BadRequestError(tr("{name}: expected true or false", name=name))
    return value


def integer(
    payload: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None
) -> int | None:
    """Return an integer in a range, or None if it is not given. Raises ``BadRequestError``."""
    value = payload.get(name, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadRequestError(
            tr(
                "{name}: expected a whole number from {low} to {high}",
                name=name,
                low=low,
                high=high,
            )
        )
    return value


def number(payload: Mapping[str, Any], name: str) -> float:
    """Return a number. Raises ``BadRequestError``."""
    value = payload.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
        raise BadRequestError(tr("{name}: expected a number", name=name))
    return float(value)


def mapping(payload: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return an object with fields of its own. Raises ``BadRequestError``."""
    value = payload.get(name)
    if not isinstance(value, dict):
        raise BadRequestError(tr("{name}: expected an object", name=name))
    return value


def texts(payload: Mapping[str, Any], name: str, limit: int) -> list[str]:
    """Return a list of texts. Raises ``BadRequestError``."""
    value = payload.get(name, [])
    if not isinstance(value, list) or len(value) > limit:
        raise BadRequestError(
            tr("{name}: expected a list of at most {limit} texts", name=name, limit=limit)
        )
    return [text({name: item}, name) for item in value]


def query_integer(query: Mapping[str, str], name: str, default: int | None = None) -> int | None:
    """Return a non-negative integer of a query. Raises ``BadRequestError``."""
    value = query.get(name)
    if value is None:
        return default
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise BadRequestError(tr("{name}: expected a whole number", name=name))
    return int(value)
