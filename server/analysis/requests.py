"""Asking for an analysis: of a finished game, or of one position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select, update

from boche.engine.durations import DAY
from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.analysis.fairness import Line, Options, running_games
from boche.server.analysis.going_on import Running, running_among
from boche.server.analysis.queue import tell
from boche.server.database.schema import analyses
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError, NotAllowedError, TooLargeError
from boche.server.play.actor import Actor
from boche.server.play.match import OVER, Match, load
from boche.server.play.moves import JOBS
from boche.server.play.position_cache import key_of

MOST_MOVES = 600
"""Moves of a game that is analysed; more would take longer than anybody's share."""

KEPT = DAY
"""Seconds for which what was found at a position is kept."""


@dataclass(frozen=True)
class AnalysedPosition:
    """A position that somebody asks about."""

    game: str
    options: Options
    moves: tuple[str, ...]

    @property
    def key(self) -> str:
        """The same for all who ask about it."""
        count, digest = key_of(self.game, self.options, self.moves)
        return f"position {count} {digest.hex()}"


def key_of_board(number: int) -> str:
    """Return the key of a board's analysis."""
    return f"board {number}"


def analysis_of(transaction: Transaction, key: str) -> Any:
    """Return the row of an analysis, or None."""
    return transaction.connection.execute(
        select(analyses).where(analyses.c.key == key)
    ).one_or_none()


def check_game(board: Match, actor: Actor) -> None:
    """Raise an error unless the actor may have this game analysed."""
    if board.row.state != OVER:
        raise ConflictError(
            tr("board {board}: a game is analysed once it is over", board=board.number)
        )
    if not board.moves:
        raise ConflictError(tr("board {board}: nothing was played", board=board.number))
    if len(board.moves) > MOST_MOVES:
        raise TooLargeError(
            tr(
                "board {board}: games of more than {most} moves are not analysed here; open its "
                "record in the desktop program",
                board=board.number,
                most=MOST_MOVES,
            )
        )
    if actor.seats(board):
        return
    if board.row.private:
        raise NotAllowedError(
            tr("board {board}: a private game is for its players", board=board.number)
        )
    if actor.user is None:
        raise NotAllowedError(tr("sign in to have other people's games analysed"))


def is_known(row: Any) -> bool:
    """Return whether an analysis is done or on its way."""
    return row is not None and (row.queued is not None or row.done == row.positions)


def rivals(
    transaction: Transaction, actor: Actor, number: int
) -> tuple[Match, dict[int, Line], list[Running]]:
    """Return a board that somebody wants analysed, and running games it may not agree with.

    They are the actor's own, and anybody's. There are none to compare if the analysis exists.
    Raises as ``check_game``.
    """
    board = load(transaction, number)
    if is_known(analysis_of(transaction, key_of_board(number))):
        return board, {}, []
    check_game(board, actor)
    game = board.row.game
    own = running_games(transaction, actor, game, board.options)
    return board, own, running_among(transaction, game, 0, len(board.moves))


def ask_game(transaction: Transaction, actor: Actor, number: int, now: float) -> None:
    """Queue a finished game, unless it is known or on its way. Raises as ``check_game``.

    ``TooManyError`` if the actor has asked too often.
    """
    board = load(transaction, number, lock=True)
    row = analysis_of(transaction, key_of_board(number))
    if is_known(row):
        return
    check_game(board, actor)
    count = len(board.moves) + 1
    values = {"board": number, "positions": count}
    _queue(transaction, row, key_of_board(number), actor, limits.ANALYSES, now, **values)
    tell(transaction, number, 0 if row is None else row.done, count, now)


def ask_position(
    transaction: Transaction, actor: Actor, asked: AnalysedPosition, now: float
) -> None:
    """Queue a position, unless it is known or on its way. Raises ``TooManyError``."""
    row = analysis_of(transaction, asked.key)
    if is_known(row):
        return
    values = {
        "game": asked.game, "options": dict(asked.options), "moves": list(asked.moves),
        "expires": now + KEPT, "positions": 1,
    }  # fmt: skip
    _queue(transaction, row, asked.key, actor, limits.POSITIONS, now, **values)


def _queue(
    transaction: Transaction, row: Any, key: str, actor: Actor, limit: limits.Limit, now: float,
    **values: Any,
) -> None:  # fmt: skip
    limits.charge(transaction, limit, actor.payers, now)
    values |= {"maker": actor.maker, "queued": now, "claimed": None, "tries": 0}
    if row is None:
        transaction.connection.execute(insert(analyses).values(key=key, done=0, **values))
    else:
        transaction.connection.execute(
            update(analyses).where(analyses.c.id == row.id).values(**values)
        )
    transaction.topics.add(JOBS)
