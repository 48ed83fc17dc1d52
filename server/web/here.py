"""Signs of presence: of people, of those who wait for a live game, and of those who play one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from boche.server.database.store import Transaction
from boche.server.errors import ServerError, UnavailableError
from boche.server.people import presence
from boche.server.play import attendance, seeks
from boche.server.play.actor import Actor
from boche.server.web.authentication import Requester
from boche.server.web.service import Service

MOST_NOTED = 50_000
"""Signs that a process remembers having noted; then it begins anew."""


async def note(service: Service, requester: Requester) -> None:
    """Note that an account or a guest is here, at most once a minute.

    Nobody is refused a page because this could not be written.
    """
    user, address = requester.reader, requester.address
    if user is None and not address:
        return
    key = presence.key_of(user, address)
    try:
        now = service.now()
    except UnavailableError:
        return
    if abs(now - service.noted.get(key, 0.0)) < presence.OFTEN:
        return
    _remember(service, key, now)
    with contextlib.suppress(ServerError):
        await service.write(lambda transaction: presence.note(transaction, user, address, now))


async def sign_at_board(service: Service, actor: Actor, number: int, now: float) -> bool:
    """Note that a player is at a board, however many of their pages say so.

    Return whether further signs count there.
    """
    key = _key_at_board(actor, number)
    if abs(now - service.noted.get(key, 0.0)) < attendance.SIGN_INTERVAL / 2:
        return True
    counts = await service.write(
        lambda transaction: attendance.give_sign(transaction, actor, number, now)
    )
    if counts:
        _remember(service, key, now)
    return counts


async def leave_board(service: Service, actor: Actor, number: int, now: float) -> None:
    """Note that a page of a player at a board is closed."""
    service.noted.pop(_key_at_board(actor, number), None)
    await service.write(lambda transaction: attendance.leave(transaction, actor, number, now))


def _key_at_board(actor: Actor, number: int) -> str:
    return f"board {number} {actor.user} {actor.secret.hex() if actor.secret else ''}"


def _remember(service: Service, key: str, now: float) -> None:
    if len(service.noted) >= MOST_NOTED:
        service.noted.clear()
    service.noted[key] = now


class Signs:
    """Signs that the players of live seeks are still there, given while a stream is open."""

    def __init__(self, service: Service) -> None:
        self._service, self._due = service, 0.0
        self.waiting: set[int] = set()

    async def begin(self, numbers: Iterable[int]) -> None:
        """Give signs for those of these boards that wait for a live game."""
        own = list(numbers)
        if own:
            self.waiting |= set(
                await self._service.read(lambda transaction: seeks.live_among(transaction, own))
            )
            await self.give()

    async def give(self) -> None:
        """Give a sign if one is due. Raises nothing: the next one may get through."""
        try:
            now = self._service.now()
        except UnavailableError:
            return
        if not self.waiting or 0.0 <= now - self._due < seeks.HEARTBEAT_INTERVAL:
            return
        self._due = now
        boards = sorted(self.waiting)

        def work(transaction: Transaction) -> list[int]:
            return seeks.note_present(transaction, boards, now)

        with contextlib.suppress(ServerError):
            self.waiting &= set(await self._service.write(work))
