"""Programs that a test starts and talks to: none outlives it."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar


class Program(Protocol):
    """A program with pipes for its input, its output and its standard error."""

    process: subprocess.Popen[bytes]


Started = TypeVar("Started", bound=Program)


@contextmanager
def all_ended(start: Callable[..., Started]) -> Iterator[Callable[..., Started]]:
    """Yield a function that starts programs by ``start``; all are killed at the end."""
    made: list[Started] = []

    def kept(*args: str) -> Started:
        made.append(start(*args))
        return made[-1]

    try:
        yield kept
    finally:
        for one in made:
            one.process.kill()
            one.process.wait()
            for pipe in (one.process.stdin, one.process.stdout, one.process.stderr):
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
