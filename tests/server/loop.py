"""An event loop beside the test."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class Loop:
    """One loop, in a thread of its own: in the tests' one a real browser's driver may have its."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._thread = ThreadPoolExecutor(1)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for something asynchronous."""
        return self._thread.submit(self._runner.run, work).result()

    def close(self) -> None:
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()
