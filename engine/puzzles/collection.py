"""Files of puzzles: one game tree for each, with an empty line between two."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from boche.engine.atomic_write import write_file
from boche.engine.puzzles.puzzle import puzzle_of
from boche.engine.record import Record, load_all


def read_collection(path: str | os.PathLike[str]) -> list[Record]:
    """Return the puzzles of a file, none if there is no such file.

    Raises ``RecordError``, ``PuzzleError``.
    """
    if not Path(path).exists():
        return []
    records = load_all(path)
    for record in records:
        puzzle_of(record)
    return records


def write_collection(path: str | os.PathLike[str], records: Sequence[Record]) -> None:
    """Write puzzles to a file; an existing one is replaced at once. Raises ``FileError``."""
    write_file(path, b"\n".join(bytes(record) for record in records))


def name_of(game_name: str, records: Sequence[Record]) -> str:
    """Return the id for one more puzzle."""
    taken = [record.name.rpartition("-")[2] for record in records]
    last = max((int(number) for number in taken if number.isdecimal()), default=0)
    return f"{game_name}-{last + 1:04d}"
