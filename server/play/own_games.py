"""An account's own games: where it is their turn, the nearest deadline first, and the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select

from boche.server.database.schema import boards, seats
from boche.server.database.store import Transaction
from boche.server.events import seated, topic_of
from boche.server.play.lists import MOST, Listed, boards_of, by_deadline, by_numbers, due_count
from boche.server.play.match import ACTIVE, OPEN

MOST_TURNS = 100
"""Maximum number of boards that are named to a page."""
MOST_FOLLOWED = 1000


@dataclass(frozen=True)
class Turns:
    """What awaits an account: the number of turns and challenges, and the boards of the turns."""

    due: int
    boards: list[int]


@dataclass(frozen=True)
class OwnGames:
    """An account's games: those where it is their turn or the opponent's, and those to begin.

    The nearest deadline comes first.
    """

    turn: list[Listed]
    waiting: list[Listed]
    open: list[Listed]


def turns(transaction: Transaction, user: int) -> Turns:
    """Return what awaits an account."""
    found = transaction.connection.execute(by_deadline(_playing(user, True)).limit(MOST_TURNS))
    return Turns(due_count(transaction, user), list(found.scalars()))


def own_games(transaction: Transaction, user: int, game: str | None = None) -> OwnGames:
    """Return an account's games that are not over, except for those that they are asked to play."""

    def playing(to_move: bool) -> list[Listed]:
        own = _playing(user, to_move)
        if game is not None:
            own = own.where(seats.c.board.in_(select(boards.c.id).where(boards.c.game == game)))
        found = transaction.connection.execute(by_deadline(own).limit(MOST))
        return by_numbers(transaction, list(found.scalars()))

    turn = playing(True)
    both = {board.row.id for board in turn}  # of games against oneself
    not_begun = boards_of(transaction, user, user, game=game, state=OPEN, turns_first=False)
    return OwnGames(
        turn,
        [board for board in playing(False) if board.row.id not in both],
        [board for board in not_begun if not _asks(board, user)],
    )


def _playing(user: int, to_move: bool) -> Select[Any]:
    """Return a query of an account's running games where it is their turn, or the opponent's."""
    return select(seats.c.board).where(
        seats.c.user_id == user, seats.c.state == ACTIVE, seats.c.to_move == to_move
    )


def _asks(board: Listed, user: int) -> bool:
    return any(seat.user == user and board.asks(seat) for seat in board.seats)


def topics(transaction: Transaction, user: int) -> set[str]:
    """Return the topics that may change an account's turns."""
    own = (
        select(seats.c.board)
        .where(seats.c.user_id == user, seats.c.state.in_((OPEN, ACTIVE)))
        .order_by(seats.c.board.desc())
        .limit(MOST_FOLLOWED)
    )
    return {seated(user), *map(topic_of, transaction.connection.execute(own).scalars())}
