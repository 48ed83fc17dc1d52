"""Public games to watch: those being played, the most worth watching first, and finished ones."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from boche.engine.durations import DAY, MINUTE, is_live
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.schema import boards, presence, ratings, seats
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.people.operators import is_operator
from boche.server.play.actor import Actor
from boche.server.play.lists import Listed, by_numbers
from boche.server.play.match import ACTIVE, OPEN, OVER, Match, Seated, load

CANDIDATES = 40
"""Boards of each game, those moved last, from which the ones to watch are chosen."""
OF_FOLLOWED = 200
"""The newest boards of the people followed that are looked at."""
UNRATED = 1200.0
"""What a player without a rating counts as."""
COOLING = 100.0
"""Points of rating that a game loses each time the wait since its last move doubles."""
NOW = 10 * MINUTE
"""Seconds in which somebody counts as playing: after a move, and in a live game after a sign of a
player on any page, since one may think for longer."""
LEAST_MOVES = 6
"""Moves of a finished game that is worth a look."""

CUT_SHORT = ("resignation", "time")
"""Kinds of ends of which the position on the board does not tell."""

_PUBLIC: ColumnElement[bool] = boards.c.private.is_(False)


@dataclass(frozen=True)
class Watched:
    """A game to watch. ``followed`` means that the reader follows one of its players."""

    board: Listed
    followed: bool


def is_public(board: Seated) -> bool:
    """Return whether everybody may find a board: it is not private, and waits for nobody named."""
    waits_for_one = board.row.state == OPEN and all(seat.is_taken for seat in board.seats)
    return not board.row.private and not waits_for_one


def is_private(transaction: Transaction, number: int) -> bool | None:
    """Return whether only some may see a board, or None if it is not there."""
    only_some = boards.c.private & boards.c.watch.is_not(None)
    private = select(only_some).where(boards.c.id == number)
    return transaction.connection.execute(private).scalar()


def check_may_watch(transaction: Transaction, number: int, *actors: Actor) -> None:
    """Raise ``NotFoundError`` for a private board that none of the actors may see.

    Operators see all. A board that is not there is left to whoever loads it.
    """
    if not is_private(transaction, number):
        return
    (board,) = by_numbers(transaction, [number])
    if any(actor.may_watch(board) for actor in actors):
        return
    if any(actor.user is not None and is_operator(transaction, actor.user) for actor in actors):
        return
    raise NotFoundError(
        tr(
            "board {number} is private: open it by the link to your seat, or the link to watch",
            number=number,
        )
    )


def load_public(transaction: Transaction, number: int) -> Match:
    """Load a board that everybody may find. Raises ``NotFoundError``, as for one not there."""
    board = load(transaction, number)
    if not is_public(board):
        raise NotFoundError(tr("board {number} does not exist", number=number))
    return board


def played_now(
    transaction: Transaction,
    now: float,
    limit: int,
    game: str | None = None,
    followed: Collection[int] = (),
) -> list[Watched]:
    """Return public games that somebody plays now, the most worth watching first.

    Those of people followed come first, then live ones, then by ratings and by the last move.
    """
    of_followed = set(_of_people(transaction, followed, game))
    numbers = of_followed.union(_moved_last(transaction, ACTIVE, game))

    def order(row: Any) -> tuple[bool, bool, bool, float, int]:
        """Return a key to sort by: without a move there is nothing to see yet."""
        waited = max(now - row.since, 0.0) / MINUTE
        worth = row.strength - COOLING * math.log2(1.0 + waited)
        return row.id not in of_followed, not row.ply, not is_live(row.start), -worth, -row.id

    attended = _attended(transaction, numbers, now)
    played = [row for row in _rated(transaction, numbers) if row.id in attended]
    chosen = [row.id for row in sorted(played, key=order)[:limit]]
    return [
        Watched(board, board.row.id in of_followed) for board in by_numbers(transaction, chosen)
    ]


def games_of(
    transaction: Transaction, people: Collection[int], now: float
) -> dict[int, list[Listed]]:
    """Return the public games that each of these people plays now, the last moved first."""
    listed = by_numbers(transaction, _of_people(transaction, people, None))
    listed.sort(key=lambda board: -board.row.since)
    found: dict[int, list[Listed]] = {user: [] for user in people}
    attended = _attended(transaction, [board.row.id for board in listed], now)
    for board in listed:
        if board.row.id not in attended:
            continue
        for seat in board.seats:
            if seat.user in found:
                found[seat.user].append(board)
    return found


def _attended(transaction: Transaction, numbers: Collection[int], now: float) -> set[int]:
    """Return which of these running games somebody plays now: the rest may have been left."""
    here = select(presence.c.user_id).where(presence.c.seen >= now - NOW)
    sat_at = select(seats.c.board).where(seats.c.board.in_(numbers), seats.c.user_id.in_(here))
    live = boards.c.start.is_not(None) & (boards.c.start < DAY)
    playing = (boards.c.since >= now - NOW) | (live & boards.c.id.in_(sat_at))
    statement = select(boards.c.id).where(boards.c.id.in_(numbers), playing)
    return set(transaction.connection.execute(statement).scalars())


def finished(transaction: Transaction, limit: int, game: str | None = None) -> list[Listed]:
    """Return public games that have ended, the last moved first, without very short ones."""
    since = _moved_last(transaction, OVER, game)
    return by_numbers(transaction, sorted(since, key=lambda number: -since[number])[:limit])


def best_finished(transaction: Transaction, game: str, most_moves: int) -> Listed | None:
    """Return a good recent game that the rules ended: the one with the best players; or None."""
    rows = [
        row
        for row in _rated(transaction, _moved_last(transaction, OVER, game))
        if row.winner is not None and row.kind not in CUT_SHORT and row.ply <= most_moves
    ]
    best = max(rows, key=lambda row: (row.strength, row.id), default=None)
    return None if best is None else by_numbers(transaction, [best.id])[0]


def _moved_last(transaction: Transaction, state: str, game: str | None) -> dict[int, float]:
    """Return public boards, for each game those moved last, with the times of the moves."""
    return {
        row.id: row.since
        for name in ([game] if game else GAMES)
        for row in transaction.connection.execute(_by_last_move(name, state))
        if state != OVER or row.ply >= LEAST_MOVES
    }


def _by_last_move(game: str, state: str) -> Select[Any]:
    return (
        select(boards.c.id, boards.c.ply, boards.c.since)
        .where(boards.c.game == game, boards.c.state == state, _PUBLIC)
        .where(boards.c.since.is_not(None))
        .order_by(boards.c.since.desc())
        .limit(CANDIDATES)
    )


def _rated(transaction: Transaction, numbers: Collection[int]) -> Sequence[Any]:
    """Return what is needed to choose between boards, and the mean rating of their players."""
    columns = [boards.c[name] for name in ("id", "since", "start", "ply", "winner", "kind")]
    strength = func.avg(func.coalesce(ratings.c.rating, UNRATED)).label("strength")
    own = (ratings.c.user_id == seats.c.user_id) & (ratings.c.game == boards.c.game)
    statement = (
        select(*columns, strength)
        .join(seats, seats.c.board == boards.c.id)
        .outerjoin(ratings, own)
        .where(boards.c.id.in_(numbers))
        .group_by(*columns)
    )
    return transaction.connection.execute(statement).all()


def _of_people(transaction: Transaction, people: Collection[int], game: str | None) -> list[int]:
    """Return the public games of people that have begun, of their newest ones."""
    if not people:
        return []
    own = (
        select(seats.c.board)
        .where(seats.c.user_id.in_(people), seats.c.state == ACTIVE)
        .order_by(seats.c.board.desc())
        .limit(OF_FOLLOWED)
    )
    newest = transaction.connection.execute(own).scalars().all()
    public = select(boards.c.id).where(
        boards.c.id.in_(newest), _PUBLIC, boards.c.state == ACTIVE, boards.c.since.is_not(None)
    )
    if game is not None:
        public = public.where(boards.c.game == game)
    return list(transaction.connection.execute(public).scalars())
