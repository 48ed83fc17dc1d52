"""What is kept of training: cards, puzzle ratings and days, in one file of the user's data.

Several windows may change it at once: each change reads the file, under a lock, and replaces it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from boche.engine.atomic_write import FileError, write_durably
from boche.viewer.storage.paths import Lock, data_folder, make_folder, put_away, read_plain
from boche.viewer.training.results import Results, as_data, from_data

FILE = "training.json"
MAX_BYTES = 2**26
PATIENCE = 2.0
"""Seconds to wait for another window that is writing."""


def training_file() -> Path:
    """Return the path of the file."""
    return data_folder() / FILE


def load_results() -> tuple[Results, list[str]]:
    """Return what is kept, and lines on what was wrong with the file. Never raises.

    A file that cannot be parsed is renamed to ``training.json.damaged-1``.
    """
    path = training_file()
    try:
        status = path.stat()
        stamp = (str(path), status.st_mtime_ns, status.st_size, status.st_ino)
        return _results_of(stamp), []
    except FileNotFoundError:
        return Results(), []
    except OSError as error:
        return Results(), [f"training: cannot read {str(path)!r}: {error.strerror or error}"]
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        return Results(), [put_away(path, f"training: {path.name}", _why(error))]


def _why(error: Exception) -> str:
    return (
        f"{error}" if isinstance(error, ValueError) else f"a value is missing or of no use: {error}"
    )


@lru_cache(maxsize=1)
def _results_of(stamp: tuple[str, int, int, int]) -> Results:
    """Return the results in a file with that path and state; parsing takes a while."""
    return _read(read_plain(Path(stamp[0]), MAX_BYTES))


def _read(data: bytes) -> Results:
    if len(data) > MAX_BYTES:
        raise ValueError("it is far too long")
    return from_data(json.loads(data.decode("utf-8")))


def change_results(change: Callable[[Results], Results]) -> tuple[Results, list[str]]:
    """Change what is kept; return the new state, and lines on what went wrong.

    If it cannot be stored, the returned state has the change, and a line says so.
    """
    path = training_file()
    try:
        with _alone_with(path):
            results, problems = load_results()
            if problems and path.exists():  # it cannot be read, and must not be replaced
                return change(results), problems
            changed = change(results)
            if changed != results:
                write_durably(path, _text(as_data(changed)))
            return changed, problems
    except FileError as error:
        results, _ = load_results()
        return change(results), [f"training: your results are not kept: {error}"]


def _text(data: Any) -> bytes:
    return json.dumps(data, indent=1).encode("ascii") + b"\n"


@contextmanager
def _alone_with(path: Path) -> Iterator[None]:
    """Keep other windows from changing a file. Raises ``FileError``."""
    make_folder(path.parent)
    end, lock = time.monotonic() + PATIENCE, None
    try:
        while (lock := Lock.take(path.with_name(f".{path.name}.lock"))) is None:
            if time.monotonic() >= end:
                raise FileError(f"another window is writing {str(path)!r}")
            time.sleep(0.01)
    except OSError as error:
        folder = str(path.parent)
        raise FileError(f"cannot lock in {folder!r}: {error.strerror or error}") from error
    try:
        yield
    finally:
        lock.release()
