"""Public games to watch: those being played, the most worth watching first, and finished ones."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, select

from boche.engine.durations import MINUTE
from boche.engine.games.registry import GAMES
from boche.server.database.schema import boards, seats
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.people.standings import Figure, figures_now
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
"""Seconds after a move in which somebody counts as playing."""
LEAST_MOVES = 6
"""Moves of a finished game that is worth a look."""


@dataclass(frozen=True)
class Watched:
    """A game to watch. ``followed`` means that the reader follows one of its players."""

    board: Listed
    followed: bool
    live: bool
    worth: float

    @property
    def order(self) -> tuple[bool, bool, bool, float, int]:
        """A key to sort by: without a move there is nothing to see yet."""
        row = self.board.row
        return not self.followed, not row.ply, not self.live, -self.worth, -row.id


def is_public(board: Seated) -> bool:
    """Return whether everybody may find a board: it is not private, and waits for nobody named."""
    waits_for_one = board.row.state == OPEN and all(seat.taken for seat in board.seats)
    return not board.row.private and not waits_for_one


def load_public(transaction: Transaction, number: int) -> Match:
    """Load a board that everybody may find. Raises ``NotFoundError``, as for one not there."""
    board = load(transaction, number)
    if not is_public(board):
        raise NotFoundError(f"there is no board {number}")
    return board


def played_now(
    transaction: Transaction,
    now: float,
    limit: int,
    game: str | None = None,
    followed: Collection[int] = (),
) -> list[Watched]:
    """Return public games being played, the most worth watching first.

    Those of people followed come first, then live ones, then by ratings and by the last move.
    """
    numbers = _moved_last(transaction, ACTIVE, CANDIDATES, game)
    of_followed = _of_people(transaction, followed, game)
    listed = by_numbers(transaction, [*of_followed, *numbers])
    figures = _figures(transaction, listed)
    watched = [_watched(board, set(of_followed), figures, now) for board in listed]
    return sorted(watched, key=lambda each: each.order)[:limit]


def games_of(
    transaction: Transaction, people: Collection[int], now: float
) -> dict[int, list[Listed]]:
    """Return the public games that each of these people plays now, the last moved first."""
    listed = by_numbers(transaction, _of_people(transaction, people, None))
    listed.sort(key=lambda board: -board.row.since)
    found: dict[int, list[Listed]] = {user: [] for user in people}
    for board in listed:
        if now - board.row.since > NOW and not board.clock.live:
            continue
        for seat in board.seats:
            if seat.user in found:
                found[seat.user].append(board)
    return found


def finished(transaction: Transaction, limit: int, game: str | None = None) -> list[Listed]:
    """Return public games that have ended, the last moved first, without very short ones."""
    listed = by_numbers(transaction, _moved_last(transaction, OVER, CANDIDATES, game))
    return sorted(listed, key=lambda board: -board.row.since)[:limit]


def best_finished(transaction: Transaction, game: str, most_moves: int) -> Listed | None:
    """Return a good recent game that the rules ended: the one with the best players; or None."""
    recent = [
        board
        for board in finished(transaction, CANDIDATES, game)
        if board.row.winner is not None and board.row.kind not in CUT_SHORT
        and board.row.ply <= most_moves
    ]  # fmt: skip
    figures = _figures(transaction, recent)
    return max(recent, key=lambda board: _strength(board, figures), default=None)


CUT_SHORT = ("resignation", "time")
"""Kinds of ends of which the position on the board does not tell."""


def _moved_last(transaction: Transaction, state: str, limit: int, game: str | None) -> list[int]:
    """Return public boards by number, for each game those that were moved last."""
    return [
        row.id
        for name in ([game] if game else GAMES)
        for row in transaction.connection.execute(_by_last_move(name, state, limit))
        if state != OVER or row.ply >= LEAST_MOVES
    ]


def _by_last_move(game: str, state: str, limit: int) -> Select[tuple[int, int]]:
    return (
        select(boards.c.id, boards.c.ply)
        .where(boards.c.game == game, boards.c.state == state, _PUBLIC)
        .where(boards.c.since.is_not(None))
        .order_by(boards.c.since.desc())
        .limit(limit)
    )


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


_PUBLIC: ColumnElement[bool] = boards.c.private.is_(False)

Figures = Mapping[tuple[int, str], Figure]


def _figures(transaction: Transaction, listed: Sequence[Listed]) -> Figures:
    people = {seat.user for board in listed for seat in board.seats if seat.user is not None}
    return figures_now(transaction, people)


def _watched(board: Listed, of_followed: Collection[int], figures: Figures, now: float) -> Watched:
    waited = max(now - board.row.since, 0.0) / MINUTE
    worth = _strength(board, figures) - COOLING * math.log2(1.0 + waited)
    return Watched(board, board.row.id in of_followed, board.clock.live, worth)


def _strength(board: Listed, figures: Figures) -> float:
    """Return the mean rating of both players."""
    known = [
        figures.get((seat.user, board.row.game)) if seat.user is not None else None
        for seat in board.seats
    ]
    return sum(UNRATED if one is None else one.rating for one in known) / len(known)
