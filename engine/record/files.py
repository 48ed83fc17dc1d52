"""Files of records: SGF, or a list of moves for ``.txt``."""

from __future__ import annotations

import os
import re
from pathlib import Path

from boche.engine.arguments import check_path
from boche.engine.atomic_write import FileError, write_file
from boche.engine.languages.current import tr
from boche.engine.record.move_list_writer import dump_moves
from boche.engine.record.sgf_writer import dump_sgf, sgf_text
from boche.engine.record.tree import Record

__all__ = ["data_for", "dump_sgf", "is_list", "save", "sgf_text"]

_OTHER_FORMAT = re.compile(r"\.(?!(?:sgf|txt)$)[a-z][a-z0-9]{1,4}", re.IGNORECASE)
"""The end of a name by which other programs would take the file for something else."""


def is_list(path: str | os.PathLike[str]) -> bool:
    """Return whether a file of this name holds a list of moves."""
    return Path(path).suffix.casefold() == ".txt"


def data_for(record: Record, path: str | os.PathLike[str]) -> bytes:
    """Return the contents for a file of this name. Raises ``RecordError``, see ``dump_moves``."""
    return dump_moves(record).encode() if is_list(path) else dump_sgf(record)


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write the record to a file. Raises ``FileError`` and ``RecordError``."""
    check_path("path", path)
    if _OTHER_FORMAT.fullmatch(Path(path).suffix):
        raise FileError(
            tr(
                "cannot write {path!r}: a record is written as SGF, or as a list of moves if its "
                "name ends in .txt",
                path=os.fspath(path),
            )
        )
    write_file(path, data_for(record, path))
