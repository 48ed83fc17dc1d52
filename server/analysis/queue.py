"""The queue of analyses: one position at a time, people taking turns.

Whoever asked and has waited longest since the last piece of work for them is next, so that a long
game delays others no more than a short one. One position before whole games of the same person.
Moves of running games come first: see ``server.thinking.dispatcher``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import case, delete, func, insert, literal, or_, select, update

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue
from boche.server.database.schema import analyses, evaluations, limits
from boche.server.database.store import Transaction
from boche.server.events import record_event
from boche.server.play.match import load
from boche.server.play.stored_options import options_of_row
from boche.server.thinking.job_queue import TURN, record_use

SECONDS = 0.4
"""Time for each position of a game, after which another person's turn comes."""

CLAIM = 60.0
"""Seconds for which a server claims a position; a killed one's is then searched by another.

The first search of a game may have to be compiled, and take longer: what two find counts once.
"""

PATIENCE = 300.0
"""Seconds after which a process is taken for lost."""

LONGEST, SHORTEST = 60.0, 0.1
"""Time for a whole game, within which its positions get less, and the least that each gets."""

MOST_TRIES = 5
"""Times that a position is given to a process that does not come back with it."""

PARTS = 10
"""Events of an analysis that tell how far it is."""

ANALYSIS = "analysis"
"""Kind of these events."""


@dataclass(frozen=True)
class Piece:
    """A piece of work: the position after ``moves``, number ``ply`` of an analysis."""

    analysis: int
    ply: int
    game: str
    options: Mapping[str, OptionValue]
    moves: tuple[str, ...]
    seconds: float


def seconds_of(count: int) -> float:
    """Return the time for each of so many positions."""
    return max(min(SECONDS, LONGEST / max(count, 1)), SHORTEST)


def claim_piece(transaction: Transaction, now: float, until: float) -> Piece | None:
    """Claim the position to search next until a given time, or return None."""
    key = literal(TURN) + func.coalesce(analyses.c.maker, "")
    since = case((limits.c.paid > analyses.c.queued, limits.c.paid), else_=analyses.c.queued)
    whole = case((analyses.c.board.is_(None), 0), else_=1)
    row = transaction.connection.execute(
        select(analyses, key.label("whose"))
        .outerjoin(limits, limits.c.key == key)
        .where(
            analyses.c.queued.is_not(None),
            or_(analyses.c.claimed.is_(None), analyses.c.claimed < now),
        )
        .order_by(since, whole, analyses.c.queued, analyses.c.id)
        .limit(1)
        .with_for_update(skip_locked=True, of=analyses)
    ).one_or_none()
    if row is None:
        return None
    if row.tries >= MOST_TRIES:
        _stop(transaction, row)
        return claim_piece(transaction, now, until)
    try:
        piece = _piece_of(transaction, row)
    except BocheError:  # of a game that is not there, or of a newer version of it
        _stop(transaction, row)
        return claim_piece(transaction, now, until)
    transaction.connection.execute(
        update(analyses)
        .where(analyses.c.id == row.id)
        .values(claimed=until, tries=analyses.c.tries + 1)
    )
    record_use(transaction, row.whose, now)
    return piece


def _piece_of(transaction: Transaction, row: Any) -> Piece:
    """Return the next position of an analysis."""
    if row.board is None:
        return Piece(row.id, 0, row.game, options_of_row(row), tuple(row.moves), SECONDS)
    board = load(transaction, row.board)
    moves = board.moves[: row.done]
    seconds = seconds_of(row.positions)
    return Piece(row.id, row.done, board.row.game, dict(board.options), moves, seconds)


def finish_piece(transaction: Transaction, piece: Piece, texts: Sequence[str], now: float) -> None:
    """Keep what was found at a position; nothing at the end of a game."""
    row = transaction.connection.execute(
        select(analyses).where(analyses.c.id == piece.analysis).with_for_update()
    ).one_or_none()
    if row is None or row.queued is None or row.done != piece.ply:
        return  # it is gone, or another process was faster
    if texts:
        transaction.connection.execute(
            insert(evaluations).values(analysis=row.id, ply=piece.ply, texts=list(texts))
        )
    done = row.done + 1
    over = done == row.positions
    transaction.connection.execute(
        update(analyses)
        .where(analyses.c.id == row.id)
        .values(done=done, claimed=None, tries=0, queued=None if over else row.queued)
    )
    if row.board is not None and (over or done % max(row.positions // PARTS, 1) == 0):
        tell(transaction, row.board, done, row.positions, now)


def release(transaction: Transaction, piece: Piece, *, failed: bool = True) -> None:
    """Give back a position that is to be tried again; it does not count if nothing ``failed``."""
    tries = analyses.c.tries - (0 if failed else 1)
    transaction.connection.execute(
        update(analyses)
        .where(analyses.c.id == piece.analysis, analyses.c.done == piece.ply)
        .values(claimed=None, tries=tries)
    )


def tell(transaction: Transaction, board: int, done: int, count: int, now: float) -> None:
    """Tell a board's watchers how far its analysis is."""
    record_event(transaction, board, ANALYSIS, {"done": done, "count": count}, now)


def ahead_of(transaction: Transaction, row: Any) -> int:
    """Return how many other people's analyses wait or run, up to a hundred."""
    others = (
        select(analyses.c.maker)
        .where(analyses.c.queued.is_not(None), analyses.c.id != row.id)
        .limit(100)
        .subquery()
    )
    maker = others.c.maker
    return int(
        transaction.connection.execute(
            select(func.count(maker.distinct())).where(maker != (row.maker or ""))
        ).scalar_one()
    )


def forget_expired(transaction: Transaction, now: float) -> None:
    """Delete positions that nobody has asked about for a while."""
    transaction.connection.execute(delete(analyses).where(analyses.c.expires < now))


def _stop(transaction: Transaction, row: Any) -> None:
    """Give up an analysis; whoever asks for it again continues it."""
    transaction.connection.execute(
        update(analyses).where(analyses.c.id == row.id).values(queued=None, claimed=None)
    )
