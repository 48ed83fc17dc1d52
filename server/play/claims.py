"""Claiming a win from a banned opponent, who cannot move.

A ban leaves running games as they are: their clocks run on, without vacation, and decide as usual.
Where they would not, because the ban is for good or the game has no clock, the opponent need not
wait.
"""

from __future__ import annotations

from math import inf

from boche.engine.game import Outcome
from boche.engine.record import write_result
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE, Match, Seat, load
from boche.server.play.moves import end, in_play
from boche.server.play.words import CLAIMED, NO_CLAIM

FORFEIT = "forfeit"


def may_claim(board: Match, seat: Seat, now: float) -> bool:
    """Return whether the player in a seat may claim the win."""
    other = board.seats[1 - seat.number]
    if board.row.state != ACTIVE or not other.is_banned(now):
        return False
    return other.banned == inf or board.row.deadline is None


def claim(transaction: Transaction, actor: Actor, number: int, now: float) -> Match:
    """Win a game against a banned opponent. Raises ``ConflictError`` if that is not possible."""
    board, seat = in_play(transaction, actor, number, now)
    if not may_claim(board, seat, now):
        raise ConflictError(NO_CLAIM(board=number))
    reason = CLAIMED(name=board.seats[1 - seat.number].name)
    outcome = Outcome(board.colour_of(seat.number), reason, FORFEIT)
    result = write_result(board.game.sgf, outcome)
    end(transaction, board, now, seat.number, FORFEIT, str(reason), result)
    return load(transaction, number)
