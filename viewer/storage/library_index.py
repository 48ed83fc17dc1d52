"""What records say of themselves, kept by file and stamp: no file is read twice for a list."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from engine.atomic_write import FileError, write_file
from viewer.session.record_file import Stamp
from viewer.storage.paths import cache_folder, make_folder, read_plain

VERSION = 3
MOST = 2**26
"""Bytes of an index that is read: some hundred thousand records."""


class Card(NamedTuple):
    """What a record says of itself, ready to show; ``problem`` is why it cannot be read."""

    game: str = ""
    options: str = ""
    players: str = ""
    date: str = ""
    result: str = ""
    event: str = ""
    comment: str = ""
    problem: str = ""


_ROW = [int, int, *[str] * len(Card._fields)]


class Index:
    """Cards by the names of their files, as long as these have the stamps that they had.

    Nothing depends on it but how long a list takes: what cannot be read of it is read anew, and
    of several windows the last one that closes keeps its own.
    """

    def __init__(self) -> None:
        self._rows = _load()
        self._changed = False

    def card(self, name: str, stamp: Stamp) -> Card | None:
        """The card of a file that is as it was; None where there is none."""
        row = self._rows.get(name)
        if stamp is None or type(row) is not list or (*row[:2],) != stamp:
            return None
        return Card(*row[2:]) if [*map(type, row)] == _ROW else None

    def put(self, name: str, stamp: Stamp, card: Card) -> None:
        """Take note of a card."""
        if stamp is not None:
            self._rows[name] = [*stamp, *card]
            self._changed = True

    def save(self, names: Collection[str]) -> None:
        """Keep the cards of these files for the next start, if there are new ones."""
        if not self._changed:
            return
        rows = {name: self._rows[name] for name in names if name in self._rows}
        with suppress(FileError):  # then all is read again
            make_folder(cache_folder())
            write_file(_file(), json.dumps({"library": VERSION, "cards": rows}).encode())
        self._changed = False


def _file() -> Path:
    return cache_folder() / "library.json"


def _load() -> dict[str, Any]:
    try:
        values = json.loads(read_plain(_file(), MOST))
        rows = values["cards"] if values["library"] == VERSION else {}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return rows if isinstance(rows, dict) else {}
