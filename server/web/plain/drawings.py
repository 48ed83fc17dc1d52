"""Positions drawn in a process of their own, each once for all who ask."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool

from engine.game import OptionValue
from server.errors import BusyError
from server.once import Once
from server.thinking.picture import PATIENCE, Draw, Studio

KEPT = 256
"""Drawings that are kept: 20 to 100 kB each."""
MOST_WAITING = 24
WAIT = 5.0


class Drawings:
    """What was drawn last. One is drawn at a time; where too many wait, no more are taken."""

    def __init__(self) -> None:
        self._studio, self._waiting = Studio(), 0
        self._kept: Once[bytes] = Once(KEPT)

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
            asked = self._studio.ask(draw, game, options, moves)
            return await asyncio.wait_for(asyncio.wrap_future(asked), PATIENCE)
        except (BrokenProcessPool, TimeoutError) as error:
            self._studio.close()
            raise BusyError("the board could not be drawn; try again in a moment", WAIT) from error
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the process."""
        self._studio.close()
