"""Names of shared files: suggestions, and typed paths."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.languages.formats import number
from boche.engine.program import PROGRAM


def suggested(folder: Path, path: str | None, ending: str, endings: Sequence[str]) -> str:
    """Return the path to suggest: the given one, or one from the time; with the right extension."""
    if path is None:
        return str(folder / time.strftime(f"{PROGRAM}-%Y%m%d-%H%M%S{ending}"))
    stem, old = os.path.splitext(path)
    return stem + ending if old.lower() in endings else path


def path_of(typed: str, ending: str) -> Path:
    """Return a typed path, with an extension. Raises ``BocheError`` if it is empty."""
    name = typed.strip()
    if not name:
        raise BocheError(tr("type the name of a file"))
    path = Path(os.path.expanduser(name))
    return path if path.suffix else path.with_suffix(ending)


def size_told(count: int) -> str:
    """Return a number of bytes in words, as rough as an estimate."""
    return (
        tr("{count} MB", count=number(count / 1e6, 1)) if count >= 950_000
        else tr("{count} kB", count=max(round(count / 1e3), 1))
    )  # fmt: skip
