"""Event loops beside the tests: in their own thread, a browser's driver may run its loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, TypeVar

T = TypeVar("T")


class Loop:
    """A loop in a separate thread."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._thread = ThreadPoolExecutor(1)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a coroutine."""
        return self._thread.submit(self._runner.run, work).result()

    def close(self) -> None:
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Wait for a coroutine in a new loop."""
    with closing(Loop()) as loop:
        return loop.run(work)
