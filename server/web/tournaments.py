"""Running tournaments: their steps when a game of one has ended, and every few seconds."""

from __future__ import annotations

import asyncio

from boche.server.database.store import Transaction
from boche.server.errors import UnavailableError
from boche.server.infrastructure.broker import Broker
from boche.server.play.moves import TOURNAMENTS
from boche.server.tournaments import steps
from boche.server.tournaments.tournament import Tournament, blocked_pairs, load
from boche.server.web.service import Service


class Calls:
    """Calls of tournaments that have something to do at once."""

    def __init__(self, broker: Broker) -> None:
        self._news = broker.join(TOURNAMENTS)

    async def wait(self, seconds: float) -> None:
        """Wait for the next call, but only so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            pass
        self._news.clear()


async def sweep(service: Service) -> None:
    """Do all steps that are due. Trouble with one tournament does not keep the others waiting."""
    now, trouble = service.now(), None
    for number in await service.read(lambda transaction: steps.due_tournaments(transaction, now)):
        try:
            await _step(service, number, now)
        except UnavailableError:
            raise
        except Exception as error:
            trouble = error
    if trouble is not None:
        raise trouble


async def _step(service: Service, number: int, now: float) -> None:
    if not await service.write(lambda transaction: steps.settle(transaction, number, now)):
        return

    def look(transaction: Transaction) -> tuple[Tournament, set[frozenset[int]]]:
        tournament = load(transaction, number)
        return tournament, blocked_pairs(transaction, tournament.by_id)

    tournament, apart = await service.read(look)
    results = await service.slow(lambda: tournament.next_round(apart))

    def begin(transaction: Transaction) -> None:
        steps.begin_round(transaction, tournament, results, now)

    await service.write(begin)
