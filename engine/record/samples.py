"""Sample records and opening books that ship with the program, of all built-in games."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from boche.engine.games.registry import KnownName, find
from boche.engine.record.reading import load
from boche.engine.record.tree import Record

_FORMATS = (".sgf", ".txt")


def sample_files(game: str | None = None) -> dict[str, bytes]:
    """Return the contents of the sample records by file name, in order; of one game if named."""
    return _files("records", game)


def book_files(game: str | None = None) -> dict[str, bytes]:
    """Return the contents of the opening books, at most one of a game, as ``sample_files`` does."""
    return _files("books", game)


def book_file(game: str) -> Traversable:
    """Return the file of a game's opening book; it may not exist."""
    return files("boche.assets").joinpath("books", f"{game}-book.sgf")


def _files(name: str, game: str | None) -> dict[str, bytes]:
    folder = files("boche.assets").joinpath(name)
    inside = folder.iterdir() if folder.is_dir() else ()
    entries = {e.name: e for e in inside if e.name.endswith(_FORMATS) and e.is_file()}
    prefix = f"{game}-" if game is not None else ""
    return {name: entries[name].read_bytes() for name in sorted(entries) if name.startswith(prefix)}


def sample_records(game: KnownName | None = None) -> list[Record]:
    """Read the sample records that ship with the program, of one game if it is named.

    Each call returns new records. Raises ``UnknownGameError``.
    """
    if game is not None:
        find(game)
    return [load(data) for data in sample_files(game).values()]
