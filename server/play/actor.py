"""Who does something: an account, whoever holds a seat's secret, or both."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from engine.game import seat_of
from server.errors import NotAllowedError
from server.play.board import Board, Seat, Seated


@dataclass(frozen=True)
class Actor:
    """``user`` is an account's number, ``secret`` the hash of a seat's secret, None for neither."""

    user: int | None = None
    secret: bytes | None = None

    def seats(self, board: Seated) -> list[Seat]:
        """The seats that are theirs: none, one, or both where one account plays both."""
        return self.among(board.seats)

    def among(self, seats: Iterable[Seat]) -> list[Seat]:
        """Those of a board's seats that are theirs."""
        return [each for each in seats if self._has(each)]

    def _has(self, seat: Seat) -> bool:
        if self.secret is not None and seat.secret is not None:
            return secrets.compare_digest(self.secret, seat.secret)
        return self.user is not None and seat.user == self.user

    def seat(self, board: Board) -> Seat:
        """Their seat; of two the one to move. Raises ``NotAllowedError``."""
        own = self.seats(board)
        if not own:
            raise NotAllowedError(f"board {board.number}: you have no seat there")
        if len(own) == 2 and board.row.turn is not None:
            return board.seats[int(board.row.turn)]
        return own[0]


SERVER = Actor()
"""The server itself: clocks, and computers that have thought."""


def to_move(board: Board) -> Seat:
    """The seat whose turn it is, by the rules."""
    position = board.position
    return board.seats[seat_of(position, position.turn)]
