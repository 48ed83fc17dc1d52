"""Names of files that are shared: what is suggested, and what was typed."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from engine.errors import BocheError
from engine.program import PROGRAM


def suggested(folder: Path, path: str | None, ending: str, endings: Sequence[str]) -> str:
    """The path to suggest: the one given so far or one by the time, and the ending of its kind."""
    if path is None:
        return str(folder / time.strftime(f"{PROGRAM}-%Y%m%d-%H%M%S{ending}"))
    stem, old = os.path.splitext(path)
    return stem + ending if old.lower() in endings else path


def path_of(typed: str, ending: str) -> Path:
    """The path that was typed, with an ending. Raises ``BocheError`` where there is none."""
    name = typed.strip()
    if not name:
        raise BocheError("type the name of a file")
    path = Path(os.path.expanduser(name))
    return path if path.suffix else path.with_suffix(ending)


def size_told(count: int) -> str:
    """So many bytes in words, as roughly as an estimate is."""
    return f"{count / 1e6:.1f} MB" if count >= 950_000 else f"{max(round(count / 1e3), 1)} kB"
