"""Positions drawn in a separate process, once for concurrent requests, shared fairly."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from boche.engine.game import OptionValue
from boche.engine.languages.current import tr
from boche.server.errors import BusyError
from boche.server.infrastructure.fair_threads import SharedThreads, asker
from boche.server.infrastructure.single_flight import SingleFlight
from boche.server.thinking.pictures import Draw, Studio

KEPT = 16 * 2**20
"""Size of the cache in bytes: each drawing has 20 to 100 kB."""
WAIT = 5.0


class Drawings:
    """A cache of drawings. They are drawn one at a time, for the address that has used least."""

    def __init__(self) -> None:
        self._studio = Studio()
        self._thread = SharedThreads(1, "drawings")
        self._cached: SingleFlight[bytes] = SingleFlight(KEPT, len, mute=True)

    async def of(
        self, draw: Draw, game: str, options: Mapping[str, OptionValue], moves: Sequence[str],
        allowed: Callable[[], Awaitable[None]] | None = None,
    ) -> bytes:  # fmt: skip
        """Draw the position after these moves. ``allowed`` is called before anything is drawn.

        Raises ``BusyError``, and what ``draw`` and ``allowed`` raise.
        """
        key = (draw, game, tuple(sorted(options.items())), tuple(moves))

        async def work() -> bytes:
            if allowed is not None:
                await allowed()
            return await self._drawn(draw, game, options, moves)

        return await self._cached.get(key, work)

    async def _drawn(
        self, draw: Draw, game: str, options: Mapping[str, OptionValue], moves: Sequence[str]
    ) -> bytes:
        future = self._thread.submit(
            asker.get(), lambda: self._studio.ask(draw, game, options, moves)
        )
        try:
            return await asyncio.wrap_future(future)
        except TimeoutError as error:
            raise BusyError(
                tr("the board could not be drawn; try again in a moment"), WAIT
            ) from error

    def close(self) -> None:
        """End the process."""
        self._studio.close()
        self._thread.close()
