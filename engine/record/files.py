"""Files of records: SGF, or a list of moves for ``.txt``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from boche.engine.arguments import ArgumentError, check_path, in_short
from boche.engine.atomic_write import FileError, write_file
from boche.engine.languages.current import tr
from boche.engine.record.move_list_writer import dump_moves
from boche.engine.record.sgf_writer import dump_sgf, sgf_text
from boche.engine.record.source import failure
from boche.engine.record.tree import Record

__all__ = ["check_records", "data_for", "dump_sgf", "is_list", "save", "save_all", "sgf_text"]

_OTHER_FORMAT = re.compile(r"\.(?!(?:sgf|txt)$)[a-z][a-z0-9]{1,4}", re.IGNORECASE)
"""The end of a name by which other programs would take the file for something else."""


def is_list(path: str | os.PathLike[str]) -> bool:
    """Return whether a file of this name holds a list of moves."""
    return Path(path).suffix.casefold() == ".txt"


def data_for(record: Record, path: str | os.PathLike[str]) -> bytes:
    """Return the contents for a file of this name. Raises ``RecordError``, see ``dump_moves``."""
    return dump_moves(record).encode() if is_list(path) else dump_sgf(record)


def save_all(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write records to one file of SGF, in order; ``load_all`` reads them again.

    An existing file is replaced only once all of the new one is on disk. Raises ``FileError`` if it
    cannot be written, also for a name that ends like that of another format, ``RecordError`` if a
    list of moves, for a name that ends in ``.txt``, should hold more than one game or cannot hold
    it, and ``ArgumentError`` if there is no record, or something else among them.
    """
    listed = check_records(records)
    _check_name(path)
    if is_list(path) and len(listed) > 1:
        raise failure(
            tr("a list of moves holds one game, not {count}: choose another name than {path!r}",
               count=len(listed), path=os.fspath(path))
        )  # fmt: skip
    write_file(path, b"".join(data_for(record, path) for record in listed))


def check_records(records: object) -> list[Record]:
    """Return records as given by a caller. Raises ``ArgumentError`` for anything else, and none."""
    listed = list(records) if isinstance(records, Iterable) else []
    if not listed or not all(isinstance(record, Record) for record in listed):
        raise ArgumentError(
            tr("records: {value} is not a list of records", value=in_short(records))
        )
    return listed


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write the record to a file. Raises ``FileError`` and ``RecordError``."""
    _check_name(path)
    write_file(path, data_for(record, path))


def _check_name(path: str | os.PathLike[str]) -> None:
    """Refuse a path that is none, or that names a file of another format."""
    check_path("path", path)
    if _OTHER_FORMAT.fullmatch(Path(path).suffix):
        raise FileError(
            tr(
                "cannot write {path!r}: a record is written as SGF, or as a list of moves if its "
                "name ends in .txt",
                path=os.fspath(path),
            )
        )
