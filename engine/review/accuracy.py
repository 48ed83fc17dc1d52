"""Accuracy of the players of an analysed game, from the winning chances before and after moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from boche.engine.languages.formats import number
from boche.engine.message import Message
from boche.engine.review.words import (
    ACCURACY,
    LOST_AT_START,
    LOST_BY_OPENING,
    LOST_BY_REPLY,
    LOST_BY_SWAP,
    LOST_UNSWAPPED,
    SWAP,
)
from boche.engine.search.analysis import Evaluation, chances, settled

OPENING = 2
"""Number of first moves that can lose a game by themselves: the opening, and the reply to it."""


class Decided(NamedTuple):
    """The position after which a game was lost, whatever its loser played: of the first two moves.

    ``ply`` is 0 for the start, and ``move`` the one that led there. ``opening`` is the first move
    if the loser should have swapped after it, else empty.
    """

    ply: int
    move: str
    opening: str = ""


@dataclass(frozen=True)
class Accuracy:
    """How well a player moved.

    ``accuracy`` is from 0 to 100, ``loss`` the average winning chance that a move lost, from 0 to
    1, and ``moves`` the number of moves that were judged. ``decided`` says what lost the game if
    the player could not win after the opening any more, however well it moved.
    """

    accuracy: float
    loss: float
    moves: int
    decided: Decided | None = None

    def as_data(self) -> dict[str, Any]:
        """Return the numbers as JSON data."""
        return {"accuracy": self.accuracy, "loss": self.loss, "moves": self.moves}


WORST = 10.0
"""The least accuracy of a move in the harmonic mean, where lichess takes 1.

Positions here are often proven, so that one move may lose all of the winning chance; nine perfect
moves and such a one would else be 18 % accurate.
"""
LIGHTEST, HEAVIEST = 2.0, 12.0
"""The weights of moves in the other mean; lichess's are from 0.5, for the same reason."""


def move_accuracy(lost: float) -> float:
    """Return the accuracy of a move, from 0 to 100, by the winning chance that it lost.

    The formula is the one that lichess publishes (https://lichess.org/page/accuracy, and
    ``AccuracyPercent.scala`` in https://github.com/lichess-org/lila): ``103.1668 *
    exp(-0.04354 * points) - 3.1669``, plus 1 because an analysis is imperfect.
    """
    if lost <= 0.0:
        return 100.0
    raw = 103.1668100711649 * math.exp(-4.354415386753951 * lost) - 3.166924740191411
    return min(max(raw + 1.0, 0.0), 100.0)


def accuracies(evaluations: Sequence[Evaluation]) -> tuple[Accuracy | None, Accuracy | None]:
    """Return the accuracy of the player who began the game, and of the other one.

    ``evaluations`` are those along a line, in order; moves between positions that are not known
    are not judged. None stands for a player without a judged move. As on lichess, a player's
    accuracy is the mean of two means: one weighted by how much the chances varied around a move,
    and the harmonic mean, in which bad moves count more. One move weighs less in either than
    there: see ``WORST``. A move in a lost position loses nothing.
    """
    judged: tuple[list[tuple[float, float]], ...] = ([], [])
    weights = _weights([100.0 * e.first for e in evaluations])
    for (before, after), weight in zip(pairwise(evaluations), weights, strict=True):
        known = chances(before, after) if after.ply == before.ply + 1 else None
        if known is not None:
            seat, best, left = known
            judged[seat].append((max(best - left, 0.0), weight))
    players, decided = [_accuracy(moves) for moves in judged], _decided(evaluations)
    if decided is not None:
        loser, how = decided
        judged_loser = players[loser]
        if judged_loser is not None:
            players[loser] = replace(judged_loser, decided=how)
    first, second = players
    return first, second


def _decided(evaluations: Sequence[Evaluation]) -> tuple[int, Decided] | None:
    """Return who had lost a game that has ended after its opening at the latest, and by what.

    All later positions must be known, and proven to be lost for that player.
    """
    if not evaluations or evaluations[-1].result is not None or evaluations[-1].proven == "draw":
        return None
    known = settled(evaluations)
    last, index = known[-1], len(known) - 1
    while index and _continues(known[index - 1], known[index]):
        index -= 1
    start, loser = known[index], int(last.first > 0.5)
    if start.ply > OPENING or start.ply == last.ply or (start.ply and start.ply - 1 != loser):
        return None
    best = known[index - 1].result if index else None
    unswapped = best is not None and best.line[0] == SWAP.text != start.move
    opening = str(known[index - 1].move) if unswapped else ""
    return loser, Decided(start.ply, start.move or "", opening)


def _continues(before: Evaluation, after: Evaluation) -> bool:
    """Return whether a position was proven already to be won by the one who wins the next one."""
    proven = before.proven not in (None, "draw") and after.ply == before.ply + 1
    return proven and (before.first > 0.5) == (after.first > 0.5)


def accuracy_said(who: str, accuracy: Accuracy) -> Message:
    """Return how accurate a player was, or what lost the game in its first two moves."""
    lost = accuracy.decided
    if lost is None:
        shown, loss = f"{accuracy.accuracy:.0f}", number(100 * accuracy.loss, 1)
        return ACCURACY(who=who, accuracy=shown, loss=loss, count=accuracy.moves)
    if lost.opening:
        return LOST_UNSWAPPED(who=who, move=lost.opening)
    if lost.move == SWAP.text:
        return LOST_BY_SWAP(who=who)
    if not lost.ply:
        return LOST_AT_START(who=who)
    return (LOST_BY_OPENING if lost.ply == 1 else LOST_BY_REPLY)(who=who, move=lost.move)


def _accuracy(moves: Sequence[tuple[float, float]]) -> Accuracy | None:
    """Return the accuracy of moves, given by their losses and weights."""
    if not moves:
        return None
    count = len(moves)
    weighted = sum(move_accuracy(lost) * weight for lost, weight in moves)
    weighted /= sum(weight for _, weight in moves)
    harmonic = count / sum(1.0 / max(move_accuracy(lost), WORST) for lost, _ in moves)
    both = min((weighted + harmonic) / 2, 100.0)
    return Accuracy(both, sum(lost for lost, _ in moves) / count, count)


def _weights(points: Sequence[float]) -> list[float]:
    """Return a weight for each step: the standard deviation of the chances in a window there."""
    size = min(max((len(points) - 1) // 10, 2), 8)
    starts = [max(step - size + 2, 0) for step in range(len(points) - 1)]
    return [min(max(_deviation(points[at : at + size]), LIGHTEST), HEAVIEST) for at in starts]


def _deviation(values: Sequence[float]) -> float:
    """Return the standard deviation; the module ``statistics`` is slow to load."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
