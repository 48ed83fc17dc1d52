"""The most frequent statements, compiled once by SQLAlchemy and passed to the driver as text.

Preparing a statement's values and converting its result takes SQLAlchemy several times as long as
SQLite needs to run it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from sqlalchemy import JSON, Connection, Delete, Dialect, Float, Insert, Numeric, Select, Update
from sqlalchemy.exc import DatabaseError, IntegrityError, InterfaceError, OperationalError

Converter = Callable[[Any], Any]


class Prepared:
    """A statement with named values: a select, or one that writes and returns nothing."""

    def __init__(self, statement: Select[Any] | Insert | Update | Delete) -> None:
        self._statement = statement
        self._texts: dict[tuple[str, ...], StatementText] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> None:
        """Write. An insert or update that names no columns takes those of ``values``."""
        text = self.text(connection, values)
        with from_driver(connection):
            driver_of(connection).execute(text.sql, text.bound(values))

    def text(self, connection: Connection, values: Mapping[str, Any]) -> StatementText:
        """Return the statement for this database's dialect and values of these names."""
        key = (connection.dialect.name, *values)
        if key not in self._texts:
            self._texts[key] = StatementText(self._statement, connection.dialect, list(values))
        return self._texts[key]


class StatementText:
    """A statement in one SQL dialect: ``sql`` is the text for the driver."""

    def __init__(self, statement: Any, dialect: Dialect, names: list[str]) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=names)
        self.sql = str(compiled)
        # Documented: in SQLAlchemy's FAQ, "How do I render SQL expressions as strings?".
        self._order: list[str] | None = compiled.positiontup
        # Values that are part of the statement, such as constants in comparisons.
        self._constants = {
            name: bind.value for name, bind in compiled.binds.items() if name not in names
        }
        self._to_driver = _converters(
            (name, bind.type.dialect_impl(dialect).bind_processor(dialect))
            for name, bind in compiled.binds.items()
        )
        columns = list(statement.selected_columns) if isinstance(statement, Select) else []
        self._columns: list[str] = [str(column.key) for column in columns]
        # Numbers here are integers or floats, which both drivers return unchanged.
        self._from_driver = _converters(
            (str(column.key), _from_driver(column.type, dialect))
            for column in columns
            if not isinstance(column.type, Float | Numeric)
        )

    def bound(self, values: Mapping[str, Any]) -> Any:
        """Return the values as the driver takes them."""
        parameters = {**self._constants, **values}
        for name, convert in self._to_driver:
            parameters[name] = convert(parameters[name])
        return (
            parameters if self._order is None else tuple([parameters[name] for name in self._order])
        )

    def rows(self, rows: Iterable[Any]) -> list[Any]:
        """Convert the driver's rows: columns by name, or the bare values of a single column."""
        if len(self._columns) == 1 and not self._from_driver:
            return [value for (value,) in rows]
        return [self._row(row) for row in rows]

    def _row(self, row: Any) -> SimpleNamespace:
        fields = dict(zip(self._columns, row, strict=True))
        for name, convert in self._from_driver:
            fields[name] = convert(fields[name])
        return SimpleNamespace(**fields)


def _from_driver(kind: Any, dialect: Dialect) -> Converter | None:
    """Return a function that converts a driver's value to Python's, or None."""
    converter: Converter | None = kind.dialect_impl(dialect).result_processor(dialect, None)
    return _read if converter is not None and isinstance(kind, JSON) else converter


@lru_cache(maxsize=1024)
def _read(text: str | None) -> Any:
    """Parse a JSON value, which no caller may change: many rows share the same one."""
    return None if text is None else json.loads(text)


def _converters(converters: Iterable[tuple[str, Converter | None]]) -> list[tuple[str, Converter]]:
    return [(name, converter) for name, converter in converters if converter is not None]


def driver_of(connection: Connection) -> Any:
    """Return the driver's own connection, in the same transaction."""
    return connection.connection.driver_connection


@contextmanager
def from_driver(connection: Connection) -> Iterator[None]:
    """Convert errors that bypass SQLAlchemy from the driver's into SQLAlchemy's."""
    driver = connection.dialect.loaded_dbapi
    try:
        yield
    except driver.IntegrityError as error:
        raise IntegrityError(None, None, error) from error
    except driver.OperationalError as error:
        raise OperationalError(None, None, error) from error
    except driver.DatabaseError as error:
        raise DatabaseError(None, None, error) from error
    except driver.InterfaceError as error:
        raise InterfaceError(None, None, error) from error
