"""Dispatching boards with computers to move to thinking processes, a few at a time.

Where no board waits, a position of an analysis is dispatched, to a process of its own.

The queue is in the database: any number of servers take from it, and what a killed server had
claimed is taken again once its claim expires. The order is up to ``server.thinking.job_queue``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from sqlalchemy import delete

from boche.engine.errors import BocheError
from boche.engine.interrupt import end_with_parent
from boche.engine.native import cache
from boche.server.analysis.queue import CLAIM as PIECE_CLAIM
from boche.server.analysis.queue import Piece, claim_piece
from boche.server.database.schema import jobs
from boche.server.database.store import Transaction
from boche.server.errors import ServerError, UnavailableError
from boche.server.infrastructure.broker import Broker
from boche.server.infrastructure.supervision import REGISTER
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE, Match, load
from boche.server.play.moves import JOBS, move, resign
from boche.server.thinking.job_queue import Share, claim, seconds_per_job
from boche.server.thinking.reviews import Reviews
from boche.server.thinking.search_job import think
from boche.server.thinking.worker_process import aside, kill
from boche.server.web.service import Service

CLAIM = 120.0
"""Seconds for which a server claims a board; no level thinks as long."""

LOOK = 15.0
"""Seconds between checks for expired claims."""

log = logging.getLogger(__name__)


def processes(size: int) -> Executor:
    """Return a pool of processes that end with this one."""
    cache.place()
    return ProcessPoolExecutor(size, get_context("spawn"), initializer=end_with_parent)


def process_aside(size: int) -> Executor:
    """Return the same of processes that leave the CPU to others."""
    cache.place()
    return aside(size)


class Dispatcher:
    """A dispatcher that takes boards from the queue while there is room, and plays the moves."""

    def __init__(
        self,
        service: Service,
        broker: Broker,
        size: int,
        make_pool: Callable[[int], Executor] = processes,
        make_aside: Callable[[int], Executor] = process_aside,
    ) -> None:
        """Set up a dispatcher; ``make_pool`` returns an executor for so many at a time.

        ``make_aside`` returns the one for analyses.
        """
        self._service, self._hub, self._size = service, broker, size
        self._make_pool = make_pool
        self._pool: Executor | None = None
        self._share = Share()
        self._reviews = Reviews(service, make_aside)
        self._boards = 0  # being thought about
        self._thinking: set[asyncio.Task[None]] = set()
        REGISTER.expect("thinking process", "analysis process")

    async def run(self) -> None:
        """Run until cancelled."""
        news = self._hub.join(JOBS)
        try:
            while True:
                news.clear()
                try:
                    while (work := await self._next()) is not None:
                        self._begin(work, news)
                except UnavailableError:
                    pass  # reported by the database itself
                except ServerError as error:
                    log.warning("%s", error)
                # Not wait_for: up to Python 3.11 it loses a cancellation that coincides with news.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK):
                        await news.wait()
        finally:
            self._hub.leave(news)
            for task in self._thinking:
                task.cancel()
            self._reviews.close()
            pool, self._pool = self._pool, None
            if pool is not None:
                kill(pool, wait=True)

    async def _next(self) -> Coroutine[Any, Any, None] | None:
        """Claim the next work; return it, to be run, or None."""
        if self._boards >= self._size:
            return None
        claimed = await self._service.write(self._claim)
        if isinstance(claimed, Piece):
            return self._reviews.begin(claimed)
        if claimed is None:
            return None
        self._boards += 1
        return self._think(*claimed)

    def _claim(self, transaction: Transaction) -> tuple[Match, float] | Piece | None:
        """Claim the next board; return it and its maximum seconds. Without one, claim a position.

        So analyses go on only while a process is free for the games that may come.
        """
        now = self._service.now()
        number = claim(transaction, now, now + CLAIM, short_first=self._share.short_first)
        if number is not None:
            return load(transaction, number), seconds_per_job(transaction, now, self._size)
        return None if self._reviews.busy else claim_piece(transaction, now, now + PIECE_CLAIM)

    def _begin(self, work: Coroutine[Any, Any, None], news: asyncio.Event) -> None:
        task = asyncio.create_task(work)
        self._thinking.add(task)

        def done(task: asyncio.Task[None]) -> None:
            self._thinking.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                REGISTER.note("thinking", error)  # the board is tried again, as its claim expires
            news.set()

        task.add_done_callback(done)

    async def _think(self, board: Match, seconds: float) -> None:
        try:
            await self._answer(board, seconds)
        finally:
            self._boards -= 1

    async def _answer(self, board: Match, seconds: float) -> None:
        level = board.seats[board.row.turn].level if board.row.turn is not None else None
        if board.row.state != ACTIVE or level is None:
            await self._service.write(lambda transaction: _forget(transaction, board.number))
            return
        start = time.monotonic()
        try:
            await self._play(board, level, seconds)
        finally:
            self._share.took(level, time.monotonic() - start)

    async def _play(self, board: Match, level: int, seconds: float) -> None:
        arguments = (board.row.game, dict(board.options), board.moves, level, seconds)
        pool = self._thinkers()
        try:
            future = asyncio.get_running_loop().run_in_executor(pool, think, *arguments)
            async with asyncio.timeout(CLAIM):
                text = await future
        except (BrokenProcessPool, TimeoutError) as error:
            log.warning("board %s: its move is not found yet, and looked for again", board.number)
            if self._pool is pool:  # else another board's has been noted already
                self._pool = None  # another is made; once the claim expires, the board is retried
                kill(pool, wait=False)
                REGISTER.note("thinking process", error)
            return
        except BocheError as error:
            log.warning("board %s: level %s resigns: %s", board.number, level, error)
            await self._act(
                board,
                lambda transaction: resign(
                    transaction, _computer(board), board.number, self._now()
                ),
            )
            return
        await self._act(
            board,
            lambda transaction: move(
                transaction, _computer(board), board.number, text, self._now()
            ),
        )

    def _now(self) -> float:
        return self._service.now()

    async def _act(self, board: Match, act: Callable[[Transaction], object]) -> None:
        """Act, unless the board has changed meanwhile. Retries while the database is down."""

        def work(transaction: Transaction) -> None:
            if load(transaction, board.number, lock=True).moves == board.moves:
                act(transaction)

        for pause in (1.0, 2.0, 5.0, 10.0, 20.0, 0.0):
            try:
                await self._service.write(work)
                return
            except UnavailableError:
                await asyncio.sleep(pause)
            except ServerError as error:
                log.info("%s", error)
                return

    def _thinkers(self) -> Executor:
        if self._pool is None:
            self._pool = self._make_pool(self._size)
        return self._pool


def _computer(board: Match) -> Actor:
    """Return the computer to move as an actor."""
    return Actor(user=board.seats[board.row.turn].user)


def _forget(transaction: Transaction, number: int) -> None:
    transaction.connection.execute(delete(jobs).where(jobs.c.board == number))
