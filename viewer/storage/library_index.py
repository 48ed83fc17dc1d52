"""A cache of record summaries by file and stamp, so that no file is read twice for a list."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from boche.engine.atomic_write import FileError, write_file
from boche.engine.languages.current import current
from boche.viewer.session.record_file import Stamp
from boche.viewer.storage.paths import cache_folder, make_folder, read_plain

VERSION = 5
MOST = 2**26
"""Maximum bytes of an index that is read: some hundred thousand records."""


class Card(NamedTuple):
    """The summary of a record, ready for display; ``problem`` says why it cannot be read.

    ``names`` are the two persons, the one who began first, with a tab between them; ``winner`` is
    ``0`` or ``1`` for one of them, ``draw``, or empty. ``tags`` are separated by commas.
    """

    game: str = ""
    options: str = ""
    players: str = ""
    date: str = ""
    result: str = ""
    event: str = ""
    comment: str = ""
    problem: str = ""
    names: str = "\t"
    winner: str = ""
    moves: str = ""
    tags: str = ""


_ROW = [int, int, *[str] * len(Card._fields)]


class Index:
    """Cards by file name, valid as long as the stamps of the files are unchanged.

    It only affects the speed of listing: entries that cannot be read are computed again, and of
    several windows the last one to close stores its own.
    """

    def __init__(self) -> None:
        self._rows = _load()
        self._changed = False

    def card(self, name: str, stamp: Stamp) -> Card | None:
        """Return the card of a file if the file is unchanged, or None."""
        row = self._rows.get(name)
        if stamp is None or type(row) is not list or (*row[:2],) != stamp:
            return None
        return Card(*row[2:]) if [*map(type, row)] == _ROW else None

    def put(self, name: str, stamp: Stamp, card: Card) -> None:
        """Store a card."""
        if stamp is not None:
            self._rows[name] = [*stamp, *card]
            self._changed = True

    def save(self, names: Collection[str]) -> None:
        """Write the cards of these files for the next start, if there are new ones."""
        if not self._changed:
            return
        rows = {name: self._rows[name] for name in names if name in self._rows}
        with suppress(FileError):  # then everything is read again
            make_folder(cache_folder())
            write_file(
                _file(),
                json.dumps({"library": VERSION, "language": current(), "cards": rows}).encode(),
            )
        self._changed = False


def _file() -> Path:
    return cache_folder() / "library.json"


def _load() -> dict[str, Any]:
    try:
        values = json.loads(read_plain(_file(), MOST))
        fits = (values["library"], values["language"]) == (VERSION, current())
        rows = values["cards"] if fits else {}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return rows if isinstance(rows, dict) else {}
