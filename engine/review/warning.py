"""Warnings of a move that has just been made: whether it loses much, and what it allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from boche.engine.game import Position, line_texts
from boche.engine.message import Message
from boche.engine.review.reasons import reasons_of, winning_threat, wins_of
from boche.engine.review.words import (
    WARNING_ANSWERED,
    WARNING_ANSWERED_WITH,
    WARNING_LEADS,
    WARNING_THREATENS,
    WARNING_WINS,
    WARNING_WINS_WITH,
    move_said,
)
from boche.engine.search.analysis import (
    BLUNDER,
    NOTICEABLE,
    Evaluation,
    ended,
    evaluated,
    mistake,
)
from boche.engine.threats import Threat, carries_out, threats_of

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

HORIZON = 5
"""Most moves of a forced win, the winner's and the replies to them, that a move is warned of."""

LOST = BLUNDER
"""Smallest loss of winning chance that a move is warned of if nothing is forced."""

ENOUGH = 2000
"""Fewest simulations of each of two searches whose difference counts if nothing is forced."""

OPENING = 2
"""Number of first moves that no search is trusted to judge: whatever wins is far away."""

MOST_SHOWN = 5
"""Most moves of a line that a warning names."""


class Warned(NamedTuple):
    """A warning: its sentence, and the threat that it is about, if that stands on the board."""

    text: Message
    threat: Threat | None


def warning_of(
    before: SearchResult, move: str, after: Position, reply: SearchResult | None
) -> Warned | None:
    """Return what to say of a move, or None if there is nothing to warn of.

    ``before`` is a search of the position before it, ``reply`` one of the position after it, which
    may be missing if the side to move there can win at once. A move that every other one would be
    as bad as is not warned of, nor is one of the opening, unless what it allows stands on the
    board. What is only estimated counts if both searches are long enough.
    """
    if after.outcome is not None:
        return None
    at_once = winning_threat(after)
    if reply is None and at_once is None:
        return None
    ply = after.ply
    first = evaluated(ply - 1, None, before.position, before)
    if reply is None or at_once is not None:
        second = ended(ply, move, after, after.turn)
    else:
        second = evaluated(ply, move, after, reply)
    lost = mistake(first, second, NOTICEABLE)
    if lost is None:
        return None
    is_short = at_once is not None or (reply is not None and len(reply.line) <= HORIZON)
    forced = second.proven == after.turn and is_short
    if not forced and (lost.lost < LOST or not _is_enough(first, second)):
        return None
    if reply is None or at_once is not None:
        reason = reasons_of(before.position, move)[-1]
        return Warned(reason.text, reason.threat)
    told = line_texts(before.position, [move])[0]
    found = _reason(told, after, reply)
    return found if ply > OPENING or found.threat is not None else None


def _is_enough(*estimates: Evaluation) -> bool:
    """Return whether each of these is proven, or found by a search that is long enough."""
    return all(one.proven is not None or one.simulations >= ENOUGH for one in estimates)


def _reason(move: str, after: Position, reply: SearchResult) -> Warned:
    """Return the warning by the search's line: a threat that it carries out, else the line itself.

    ``move`` is as readers need it already.
    """
    line = list(reply.line[:MOST_SHOWN])
    told = line_texts(after, line)
    for index, threat in _carried_out(after, line):
        if index == 0:
            return Warned(threat.allowed_by(move), threat)
        return Warned(
            WARNING_LEADS(move=move, moves=" ".join(told[:index]), threat=threat.text), None
        )
    moves, best = " ".join(told), move_said(told[0])
    if reply.proven != after.turn:
        kind = WARNING_ANSWERED if len(line) > 1 else WARNING_ANSWERED_WITH
        return Warned(kind(move=move, reply=best, moves=moves), None)
    gaps = {"colour": after.turn.capitalize(), "move": move, "reply": best}
    wins = wins_of(after.play(reply.line[0]), after.turn)
    if wins:
        return Warned(WARNING_THREATENS(threat=wins[0].text, **gaps), None)
    return Warned(
        WARNING_WINS(moves=moves, **gaps) if len(line) > 1 else WARNING_WINS_WITH(**gaps), None
    )


def _carried_out(after: Position, line: Sequence[str]) -> list[tuple[int, Threat]]:
    """Return the first threat that the replies in a line carry out, with the reply's index."""
    position, colour = after, after.turn
    for index, text in enumerate(line):
        if position.outcome is not None:
            break
        if position.turn == colour:
            for threat in threats_of(position):
                if threat.colour == colour and carries_out(position, threat, text):
                    return [(index, threat)]
        position = position.play(text)
    return []
