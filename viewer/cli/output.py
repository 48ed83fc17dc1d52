"""Output of commands."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from boche.engine.atomic_write import FileError, refuse_unwritable, replaces, write_file
from boche.engine.languages import formats
from boche.engine.languages.current import tr, translate
from boche.engine.languages.system import system_reason
from boche.engine.printable import printable
from boche.engine.program import PROGRAM

T = TypeVar("T")


def warn(message: str) -> None:
    """Print one line of warning for the user."""
    print(f"{PROGRAM}: {printable(translate(message))}", file=sys.stderr)


def percent(share: float) -> str:
    """Return a share of one in percent, with one decimal."""
    return formats.percent(share, 1)


def print_json(value: object) -> None:
    """Print JSON in ASCII, for any terminal or reader; a lone surrogate is written as its code."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    plain = re.sub("[\ud800-\udfff]", lambda match: rf"\\u{ord(match[0]):04x}", text)
    print(re.sub(r"[^\x20-\x7e\n]", lambda match: json.dumps(match[0])[1:-1], plain))


def check_output(name: str | None, endings: Collection[str] = ()) -> None:
    """Check, before any work, that ``write_output`` can write. Raises ``FileError``.

    With ``endings``, a file that is there already is replaced only if its name ends in one of them:
    any other may be the record itself.
    """
    if name in (None, "-"):
        return
    if endings and Path(name).suffix.lower() not in endings and replaces(name):
        raise FileError(
            tr(
                "{name!r} already exists; a name that ends in {endings} replaces a file",
                name=name,
                endings=", ".join(endings),
            )
        )
    refuse_unwritable(name)


def check_new(name: str | None, *, overwrite: bool) -> None:
    """Check, before any work, that a record can be written there.

    A file that is there already is a record that somebody may still want: it is replaced only if
    ``overwrite``. Raises ``FileError``.
    """
    if name not in (None, "-") and replaces(name) and not overwrite:
        raise FileError(tr("{name!r} already exists; --overwrite replaces it", name=name))


def check_outputs(names: Iterable[str]) -> None:
    """Make the folders of several files, before any work, and check that they can be written.

    Raises ``FileError``.
    """
    for name in names:
        folder = Path(name).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = system_reason(error)
            raise FileError(
                tr("cannot create the folder {folder!r}: {why}", folder=str(folder), why=why)
            ) from error
        refuse_unwritable(name)


def write_output(name: str, data: bytes) -> None:
    """Write a command's output to a file, or to standard output for ``-``."""
    if name == "-":
        sys.stdout.buffer.write(data)
    else:
        write_file(name, data)


def progress(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """Return the items, with a progress bar on a terminal once they take over half a second.

    A single item has no bar, which would show nothing before the end.
    """
    if total == 1:
        return iter(items)
    from tqdm import tqdm

    quiet = not sys.stderr.isatty()
    bar: Iterator[T] = iter(
        tqdm(items, total=total, unit=unit, delay=0.5, file=sys.stderr, disable=quiet)
    )
    return bar
