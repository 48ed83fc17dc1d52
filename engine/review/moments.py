"""The moments of a game: the moves that mattered most, because better ones were there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from boche.engine.game import seat_of
from boche.engine.review.reasons import gives_away, holding_move, winning_threat
from boche.engine.search.analysis import NOTICEABLE, Evaluation, Mistake, mistake

COUNT = 3


def nothing(lost: Mistake) -> bool:
    """Return that nothing on the board shows why a move was bad."""
    return False


def loss(before: Evaluation, after: Evaluation) -> Mistake | None:
    """Return what the move between two evaluations lost, or None if that is not worth a look.

    That is a noticeable chance, or a game that went on: a move that lets the opponent win at once
    although another does not counts whatever the chances, in a lost position as well.
    """
    found, result = mistake(before, after, NOTICEABLE), before.result
    if found is not None or result is None or after.move is None or after.ply != before.ply + 1:
        return found
    position = result.position
    reached = position.play(after.move)
    if not gives_away(position, reached):
        return None
    line = result.line
    if not line or gives_away(position, position.play(line[0])):
        line = (holding_move(position, reached) or after.move,)
    threat = winning_threat(reached) if reached.outcome is None else None
    chance = result.win[position.turn]
    return Mistake(
        ply=after.ply,
        move=after.move,
        colour=position.turn,
        before=chance,
        after=min(after.win[position.turn], chance),
        line=line,
        seat=seat_of(position, position.turn),
        reply=threat.moves[:1] if threat is not None else (),
    )


def moments(
    losses: Iterable[Mistake],
    seats: Collection[int] = (0, 1),
    is_seen: Callable[[Mistake], bool] = nothing,
) -> list[Mistake]:
    """Return the ``COUNT`` moves of these players that lost most, the worst one first.

    Those come before all others of which ``is_seen`` says that a person can see on the board why
    they were bad. Of two that lost as much, the one that let a certain win go comes first, then
    the earlier one.
    """
    own = [lost for lost in losses if lost.seat in seats]
    own.sort(key=lambda lost: (not is_seen(lost), -round(lost.lost, 3), not lost.proven, lost.ply))
    return own[:COUNT]
