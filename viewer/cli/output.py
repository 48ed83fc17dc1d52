"""What commands print and write."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from engine.atomic_write import write_file
from engine.game import Position
from engine.printable import printable
from engine.program import PROGRAM

T = TypeVar("T")


def warn(message: str) -> None:
    """One line of warning for the user."""
    print(f"{PROGRAM}: {printable(message)}", file=sys.stderr)


def print_json(value: object) -> None:
    """JSON in ASCII, for any terminal and any reader: a lone surrogate is written as its number."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    plain = re.sub("[\ud800-\udfff]", lambda match: rf"\\u{ord(match[0]):04x}", text)
    print(re.sub(r"[^\x20-\x7e\n]", lambda match: json.dumps(match[0])[1:-1], plain))


def write_output(name: str, data: bytes) -> None:
    """Write what a command has made to a file, or for ``-`` to standard output."""
    if name == "-":
        sys.stdout.buffer.write(data)
    else:
        write_file(name, data)


def progress(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """The items, with a bar on a terminal once they take more than half a second.

    A single item has no bar: it would say nothing before the end.
    """
    if total == 1:
        return iter(items)
    from tqdm import tqdm

    quiet = not sys.stderr.isatty()
    bar: Iterator[T] = iter(
        tqdm(items, total=total, unit=unit, delay=0.5, file=sys.stderr, disable=quiet)
    )
    return bar


def state_line(position: Position) -> str:
    """Who is to move, or how the game ended, in one line."""
    if position.outcome is not None:
        return position.outcome.reason
    return f"{position.turn} to move"
