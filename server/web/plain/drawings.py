"""Positions drawn in a process of their own, each once for all who ask."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from engine.game import OptionValue
from server.errors import BusyError
from server.once import Once
from server.thinking.picture import Draw, Studio

KEPT = 16 * 2**20
"""Bytes of drawings that are kept: each has 20 to 100 kB."""
MOST_WAITING = 24
WAIT = 5.0


class Drawings:
    """What was drawn last. One is drawn at a time; where too many wait, no more are taken."""

    def __init__(self) -> None:
        self._studio, self._waiting = Studio(), 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="drawings")
        self._kept: Once[bytes] = Once(KEPT, len)

    async def of(
        self, draw: Draw, game: str, options: Mapping[str, OptionValue], moves: Sequence[str],
        allowed: Callable[[], Awaitable[None]] | None = None,
    ) -> bytes:  # fmt: skip
        """The position after these moves. ``allowed`` is asked before anything is drawn.

        Raises ``BusyError``, and what ``draw`` and ``allowed`` raise.
        """
        key = (draw, game, tuple(sorted(options.items())), tuple(moves))

        async def work() -> bytes:
            if allowed is not None:
                await allowed()
            return await self._drawn(draw, game, options, moves)

        return await self._kept.get(key, work)

    async def _drawn(
        self, draw: Draw, game: str, options: Mapping[str, OptionValue], moves: Sequence[str]
    ) -> bytes:
        if self._waiting >= MOST_WAITING:
            raise BusyError("too many boards are being drawn; try again in a moment", WAIT)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: self._studio.ask(draw, game, options, moves)
            )
        except TimeoutError as error:
            raise BusyError("the board could not be drawn; try again in a moment", WAIT) from error
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the process."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._studio.close()
