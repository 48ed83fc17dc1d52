"""The actor of a request: an account, the holder of a seat's secret, or both."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import exists, func, select

from boche.engine.durations import DAY
from boche.engine.game import seat_of
from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.database.schema import boards, seats
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError, NotAllowedError
from boche.server.infrastructure.tokens import secret_hash
from boche.server.play.match import ACTIVE, Match, Seat, Seated


@dataclass(frozen=True)
class Actor:
    """An actor. ``user`` is an account's number, ``secret`` the hash of a seat's secret, or None.

    ``address`` is the address of the request, empty if it proves nothing.
    """

    user: int | None = None
    secret: bytes | None = None
    address: str = ""

    @property
    def payers(self) -> limits.Payers:
        """The parties that the actor's actions count against."""
        return limits.payers(self.user, self.address)

    @property
    def maker(self) -> str | None:
        """The maker of boards as a hash: the account or a guest's address; None for nobody."""
        payer = self.payers[:1]
        return hashlib.sha256(payer[0].encode()).hexdigest()[:32] if payer else None

    def seats(self, board: Seated) -> list[Seat]:
        """Return the actor's seats on a board: none, one, or both if one account plays both."""
        return self.among(board.seats)

    def among(self, seats: Iterable[Seat]) -> list[Seat]:
        """Return those of a board's seats that are the actor's."""
        return [seat for seat in seats if self._has(seat)]

    def may_watch(self, board: Seated) -> bool:
        """Return whether the actor may see a board: a private one by a seat, or the link to watch.

        The secret of that link takes the place of a seat's. A seek that was withdrawn is in no list
        either, but has no such link, and nothing to hide.
        """
        row = board.row
        if not row.private or row.watch is None or self.seats(board):
            return True
        return self.secret is not None and secrets.compare_digest(
            self.secret, secret_hash(row.watch)
        )

    def _has(self, seat: Seat) -> bool:
        if self.secret is not None and seat.secret is not None:
            return secrets.compare_digest(self.secret, seat.secret)
        return self.user is not None and seat.user == self.user

    def seat(self, board: Match) -> Seat:
        """Return the actor's seat; of two, the one to move. Raises ``NotAllowedError``."""
        own = self.seats(board)
        if not own:
            raise NotAllowedError(tr("board {board}: you have no seat there", board=board.number))
        if len(own) == 2 and board.row.turn is not None:
            return board.seats[int(board.row.turn)]
        return own[0]


SERVER = Actor()
"""The server itself, acting for clocks and computer players."""


def to_move(board: Match) -> Seat:
    """Return the seat to move by the rules."""
    position = board.position
    return board.seats[seat_of(position, position.turn)]


def check_computers(
    transaction: Transaction, actor: Actor, levels: Iterable[int | None], now: float
) -> None:
    """Raise ``ConflictError`` if the actor has enough games against computers.

    ``levels`` are those of the new game.
    """
    limit = limits.rules().computer_games
    if not any(levels) or actor.maker is None or limits.is_exempt(actor.payers[0]):
        return
    # A game idle for a day makes no work, and may be lost to its guest.
    own = (boards.c.maker == actor.maker) & (boards.c.state == ACTIVE)
    own &= boards.c.since > now - DAY
    computer = exists().where(seats.c.board == boards.c.id, seats.c.level.is_not(None))
    if (
        transaction.connection.execute(select(func.count()).where(own, computer)).scalar_one()
        >= limit
    ):
        raise ConflictError(
            tr(
                "you have {limit} games against computers going on; finish or resign one "
                "of them first",
                limit=limit,
            )
        )
