"""Who may ask for a hint: the one to move in an unrated game against the computer."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError, NotAllowedError
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE, Match, Seated, load


def gives_hints(board: Seated) -> bool:
    """Return whether there are hints in a game."""
    return not board.row.rated and any(seat.level is not None for seat in board.seats)


def board_to_advise(transaction: Transaction, actor: Actor, number: int) -> Match:
    """Return the board on which ``actor`` wants a hint.

    Raises ``NotAllowedError`` if there are none in such a game, and ``ConflictError`` if it is not
    their turn.
    """
    board = load(transaction, number)
    own = actor.seats(board)
    if not own:
        raise NotAllowedError(
            tr("board {number}: hints are for those who play there", number=number)
        )
    if not gives_hints(board):
        raise NotAllowedError(
            tr(
                "board {number}: hints are for unrated games against the computer only",
                number=number,
            )
        )
    if board.row.state != ACTIVE or board.seats[board.row.turn] not in own:
        raise ConflictError(tr("board {number}: it is not your turn", number=number))
    return board
