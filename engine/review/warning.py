"""Warnings of a move that has just been made: whether it loses much, and what it allows.

What a person can see on the board, a win in one move that was missed or allowed, comes from the
rules alone. All else is estimated by searches, and counts as far as their estimates are sure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from boche.engine.game import Position, line_texts
from boche.engine.message import Message
from boche.engine.review.reasons import (
    gives_away,
    reasons_of,
    reasons_of_mistake,
    to_win,
    winning_threat,
    wins_of,
)
from boche.engine.review.words import (
    WARNING_ANSWERED,
    WARNING_CHANCE,
    WARNING_LEADS,
    WARNING_MISSES,
    WARNING_THREATENS,
    WARNING_WINS,
    WARNING_WINS_BY,
    move_said,
)
from boche.engine.search.analysis import (
    BLUNDER,
    NOTICEABLE,
    SMALLEST_LOSS,
    Evaluation,
    Mistake,
    ended,
    evaluated,
    mistake,
)
from boche.engine.threats import CAPTURE, Threat, carries_out, threats_of

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

HORIZON = 5
"""Most moves of a forced win, the winner's and the replies to them, that a move is warned of."""

LONGEST = 7
"""Most moves of a win that a sentence names; all of them are shown on the board."""

LOST = BLUNDER
"""Smallest loss of winning chance that a move is warned of if nothing is forced."""

GIVEN_AWAY = NOTICEABLE
"""The same for a move that lets pieces be captured for nothing, which a person sees on the board.

A single pod early in a game is worth little to a search.
"""

MARGIN = SMALLEST_LOSS
"""Winning chance below which a position is about as bad as a lost one."""

DEVIATIONS = 3.0
"""Standard deviations by which an estimate of a search is taken to be wrong at most."""

OPENING = 2
"""Number of first moves that no search is trusted to judge: whatever wins is far away."""


class Warned(NamedTuple):
    """A warning: its sentence, and the threat that it is about, if that stands on the board.

    ``line`` has the moves that may follow the one that is warned of, if any are known, or those
    that could have been played ``instead`` of it.
    """

    text: Message
    threat: Threat | None
    line: tuple[str, ...] = ()
    instead: bool = False


def seen_in(before: Position, move: str, after: Position) -> Warned | None:
    """Return what the rules alone show against a move, or None if they show nothing.

    The move misses a win, or lets the opponent win at once although another move does not. That
    counts in a lost position as well: the opponent has to find the longer way first.
    """
    if after.outcome is not None:
        return None
    if winning_threat(before) is None and not gives_away(before, after):
        return None
    reason = reasons_of(before, move)[-1]
    stands = reason.threat if reason.threat in threats_of(after) else None
    return Warned(reason.text, stands, reason.line[1:])


def warning_of(
    before: SearchResult, move: str, after: Position, reply: SearchResult | None
) -> Warned | None:
    """Return what to say of a move, or None if there is nothing to warn of.

    ``before`` is a search of the position before it, ``reply`` one of the position after it, which
    may be missing if the side to move there can win at once. What the rules show comes first,
    whatever the chances are. Else a move that every other one would be as bad as is not warned of,
    nor is one of the opening, unless what it allows stands on the board. What is only estimated
    counts if it is sure.
    """
    if after.outcome is not None:
        return None
    seen = seen_in(before.position, move, after)
    if seen is not None:
        return seen
    at_once = winning_threat(after)
    compared = _compared(before, move, after, reply)
    if compared is None:
        return None
    second, lost, unsure = compared
    is_short = at_once is not None or (reply is not None and len(reply.line) <= HORIZON)
    forced = second.proven == after.turn and is_short and lost.lost >= MARGIN
    if not forced and lost.lost - unsure < _least(before, move, after, reply):
        return None
    if reply is None or at_once is not None:
        reason = reasons_of(before.position, move)[-1]
        return Warned(reason.text, reason.threat, reason.line[1:])
    found = _reason(before.position, lost, after, reply)
    return found if after.ply > OPENING or found.threat is not None else None


def is_open(before: SearchResult, move: str, after: Position, reply: SearchResult) -> bool:
    """Return whether longer searches could still show that a move loses much, or does not."""
    compared = _compared(before, move, after, reply)
    if compared is None or winning_threat(after) is not None:
        return False
    _, lost, unsure = compared
    return lost.lost - unsure < _least(before, move, after, reply) <= lost.lost + unsure


def _least(before: SearchResult, move: str, after: Position, reply: SearchResult | None) -> float:
    """Return the smallest sure loss of a move that is warned of."""
    return GIVEN_AWAY if reply is not None and _gives(before.position, move, after, reply) else LOST


def _gives(before: Position, move: str, after: Position, reply: SearchResult) -> bool:
    """Return whether the best reply captures, while the move and the next one capture nothing."""
    best = line_texts(after, reply.line[:1])
    if after.turn == before.turn or not best or _captures(before, move):
        return False
    left = after.play(best[0])
    return _captures(after, best[0]) and not any(
        each.kind == CAPTURE and each.colour == before.turn for each in threats_of(left)
    )


def _captures(position: Position, move: str) -> bool:
    """Return whether a move carries out a threat to capture."""
    return any(
        each.kind == CAPTURE and carries_out(position, each, move) for each in threats_of(position)
    )


def doubt(result: SearchResult) -> float:
    """Return how far the chance that a search found may be from the true one, from 0 to 1.

    It is that of an average of as many games as the best move had visits.
    """
    if result.proven is not None:
        return 0.0
    visits = max(result.moves[0].visits, 1)
    chance = (visits * result.win[result.position.turn] + 1) / (visits + 2)
    return DEVIATIONS * math.sqrt(chance * (1.0 - chance) / visits)


def _compared(
    before: SearchResult, move: str, after: Position, reply: SearchResult | None
) -> tuple[Evaluation, Mistake, float] | None:
    """Return what is known after a move, what it lost, and how unsure that is; None if nothing."""
    at_once = winning_threat(after)
    if reply is None and at_once is None:
        return None
    ply = after.ply
    first, doubts = evaluated(ply - 1, None, before.position, before), [doubt(before)]
    if reply is None or at_once is not None:
        second = ended(ply, move, after, after.turn)
    else:
        second = evaluated(ply, move, after, reply)
        doubts.append(doubt(reply))
    lost = mistake(first, second, NOTICEABLE)
    return None if lost is None else (second, lost, math.hypot(*doubts))


def _reason(before: Position, lost: Mistake, after: Position, reply: SearchResult) -> Warned:
    """Return the warning by the searches' lines, the shortest proof first.

    That is a short win that was missed, a threat that the reply's line carries out, how that line
    ends, and what else shows on the board. Only where nothing does, the best reply is named.
    """
    line, best = reply.line, move_said(line_texts(after, reply.line[:1])[0])
    move = line_texts(before, [lost.move])[0]
    missed = _missed(before, lost) if lost.proven and reply.proven != after.turn else None
    if missed is not None and _is_short(before, missed.line):
        return missed
    for index, threat in _carried_out(after, line[:HORIZON]):
        if index == 0:
            return Warned(threat.allowed_by(move), threat, line[:1])
        text = WARNING_LEADS(move=move, reply=best, threat=threat.text)
        return Warned(text, None, line[: index + 1])
    if reply.proven != after.turn:
        shown = missed or _told_by_board(before, lost, after)
        return shown or Warned(
            WARNING_ANSWERED(move=move, reply=best, **_chances(lost)), None, line
        )
    gaps = {"colour": after.turn.capitalize(), "move": move, "reply": best}
    wins, won = wins_of(after.play(line[0]), after.turn), to_win(after, line, after.turn)
    if wins:
        whole = line if won is None else won[0]
        return Warned(WARNING_THREATENS(threat=wins[0].text, **gaps), None, whole)
    if won is None:
        return Warned(WARNING_WINS(**gaps), None, line)
    line, reason = won
    return Warned(WARNING_WINS_BY(move=move, reply=best, reason=reason), None, line)


def _chances(lost: Mistake) -> dict[str, int]:
    return {"before": round(100 * lost.before), "after": round(100 * lost.after)}


def _missed(before: Position, lost: Mistake) -> Warned:
    """Return the win by force that a move missed, which is proven, by its line as far as known."""
    won = to_win(before, lost.line, before.turn)
    line = lost.line if won is None else won[0]
    texts = line_texts(before, line)
    if won is None or len(line) > LONGEST:
        texts = (*texts[:LONGEST], "\N{HORIZONTAL ELLIPSIS}")
    text = WARNING_MISSES(move=move_said(texts[0]), line=" ".join(texts))
    return Warned(WARNING_CHANCE(reason=text, **_chances(lost)), None, line, instead=True)


def _is_short(position: Position, line: Sequence[str]) -> bool:
    """Return whether a line ends the game within the moves that a person can be expected to see."""
    if len(line) > HORIZON:
        return False
    for move in line:
        position = position.play(move)
    return position.outcome is not None


def _told_by_board(before: Position, lost: Mistake, after: Position) -> Warned | None:
    """Return what the board shows against a move, with what it cost; None if it shows nothing."""
    for reason in reasons_of_mistake(before, lost):
        instead = reason.line[0] != lost.move
        stands = reason.threat if reason.threat in threats_of(after) else None
        text = WARNING_CHANCE(reason=reason.text, **_chances(lost))
        return Warned(text, stands, reason.line[not instead :], instead)
    return None


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
