"""The moments of a game: the moves that mattered most, because better ones were there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from boche.engine.game import seat_of
from boche.engine.review.reasons import has_lost, holding_move, winning_threat
from boche.engine.search.analysis import NOTICEABLE, Evaluation, Mistake, mistake

COUNT = 5
"""Most moments of a game."""


def nothing(lost: Mistake) -> bool:
    """Return that nothing on the board shows why a move was bad."""
    return False


def loss(before: Evaluation, after: Evaluation) -> Mistake | None:
    """Return what the move between two evaluations lost, or None if that is not worth a look.

    That is a noticeable chance, or what can be seen at once: a move that misses a win at once, or
    lets the opponent win at once although another does not, counts whatever the chances.
    """
    found, result = mistake(before, after, NOTICEABLE), before.result
    if result is None or after.move is None or after.ply != before.ply + 1:
        return found
    position = result.position
    reached, missed = position.play(after.move), winning_threat(position)
    if reached.winner == position.turn:
        return found
    instead = None
    if missed is None and has_lost(position, reached):
        instead = holding_move(position, reached)
    if missed is None and instead is None:
        return found
    if found is None:
        threat = winning_threat(reached) if reached.outcome is None else None
        replies = threat is not None and reached.turn != position.turn
        chance = result.win[position.turn]
        found = Mistake(
            ply=after.ply,
            move=after.move,
            colour=position.turn,
            before=chance,
            after=min(after.win[position.turn], chance),
            line=result.line,
            seat=seat_of(position, position.turn),
            reply=threat.moves[:1] if threat is not None and replies else (),
        )
    if missed is not None:
        return replace(found, line=missed.moves[:1], proven=True, at_once=True)
    line = found.line
    if instead is not None and (not line or has_lost(position, position.play(line[0]))):
        line = (instead,)
    return replace(found, line=line, at_once=True)


def moments(
    losses: Iterable[Mistake],
    seats: Collection[int] = (0, 1),
    is_seen: Callable[[Mistake], bool] = nothing,
) -> list[Mistake]:
    """Return the ``COUNT`` moves of these players that lost most, the worst one first.

    Those come first that missed a win at once or lost at once, then those of which ``is_seen`` says
    that a person can see on the board why they were bad. Of two that lost as much, the one that let
    a certain win go comes first, then the earlier one.
    """
    own = [lost for lost in losses if lost.seat in seats]
    own.sort(
        key=lambda lost: (
            not lost.at_once,
            not is_seen(lost),
            -round(lost.lost, 3),
            not lost.proven,
            lost.ply,
        )
    )
    return own[:COUNT]
