"""Positions of analyses, searched one at a time in a process that leaves the CPU to games."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from boche.engine.errors import BocheError
from boche.server.analysis.queue import PATIENCE, Piece, finish_piece, release
from boche.server.database.store import Transaction
from boche.server.errors import UnavailableError
from boche.server.infrastructure.supervision import REGISTER
from boche.server.thinking.review_job import evaluate
from boche.server.thinking.worker_process import kill
from boche.server.web.service import Service

log = logging.getLogger(__name__)


class Reviews:
    """The process for analyses, which starts with the first position. ``busy``: it has one."""

    def __init__(self, service: Service, make_pool: Callable[[int], Executor]) -> None:
        self._service, self._make_pool = service, make_pool
        self._pool: Executor | None = None
        self.busy = False

    def begin(self, piece: Piece) -> Coroutine[Any, Any, None]:
        """Take a position; return the work, to be run."""
        self.busy = True
        return self._work(piece)

    async def _work(self, piece: Piece) -> None:
        try:
            await self._search(piece)
        finally:
            self.busy = False

    async def _search(self, piece: Piece) -> None:
        """Search a position, and keep what is found; give it back if that fails."""
        if self._pool is None:
            self._pool = self._make_pool(1)
        arguments = (piece.game, piece.options, piece.moves, piece.seconds)
        loop = asyncio.get_running_loop()
        try:
            future = loop.run_in_executor(self._pool, evaluate, *arguments)
            async with asyncio.timeout(PATIENCE):
                texts = await future
        except (BrokenProcessPool, TimeoutError) as error:
            log.warning("analysis %s: a position is searched again", piece.analysis)
            REGISTER.note("analysis process", error)
            self.close()  # another one is made
            await self._write(lambda transaction: release(transaction, piece))
        except asyncio.CancelledError:  # the server ends: another one, or the next, goes on at once
            store = self._service.store
            store.submit(lambda transaction: release(transaction, piece, failed=False))
            raise
        except (BocheError, ValueError) as error:
            log.warning("analysis %s, ply %s: %s", piece.analysis, piece.ply, error)
            await self._write(lambda transaction: release(transaction, piece))
        else:
            now = self._service.now()
            await self._write(lambda transaction: finish_piece(transaction, piece, texts, now))

    async def _write(self, work: Callable[[Transaction], None]) -> None:
        """Write what became of a position. Without a database its claim expires."""
        with contextlib.suppress(UnavailableError):
            await self._service.write(work)

    def close(self) -> None:
        """Kill the process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            kill(pool, wait=False)
