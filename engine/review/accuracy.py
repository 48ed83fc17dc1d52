"""Accuracy of the players of an analysed game, from the winning chances before and after moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from boche.engine.search.analysis import Evaluation, chances


@dataclass(frozen=True)
class Accuracy:
    """How well a player moved.

    ``accuracy`` is from 0 to 100, ``loss`` the average winning chance that a move lost, from 0 to
    1, and ``moves`` the number of moves that were judged.
    """

    accuracy: float
    loss: float
    moves: int

    def as_data(self) -> dict[str, Any]:
        """Return the numbers as JSON data."""
        return asdict(self)


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
    and the harmonic mean, in which bad moves count more.
    """
    judged: tuple[list[tuple[float, float]], ...] = ([], [])
    weights = _weights([100.0 * e.first for e in evaluations])
    for (before, after), weight in zip(pairwise(evaluations), weights, strict=True):
        known = chances(before, after) if after.ply == before.ply + 1 else None
        if known is not None:
            seat, best, left = known
            judged[seat].append((max(best - left, 0.0), weight))
    first, second = (_accuracy(moves) for moves in judged)
    return first, second


def _accuracy(moves: Sequence[tuple[float, float]]) -> Accuracy | None:
    """Return the accuracy of moves, given by their losses and weights."""
    if not moves:
        return None
    count = len(moves)
    weighted = sum(move_accuracy(lost) * weight for lost, weight in moves)
    weighted /= sum(weight for _, weight in moves)
    harmonic = count / sum(1.0 / max(move_accuracy(lost), 1.0) for lost, _ in moves)
    both = min((weighted + harmonic) / 2, 100.0)
    return Accuracy(both, sum(lost for lost, _ in moves) / count, count)


def _weights(points: Sequence[float]) -> list[float]:
    """Return a weight for each step: the standard deviation of the chances in a window there."""
    size = min(max((len(points) - 1) // 10, 2), 8)
    starts = [max(step - size + 2, 0) for step in range(len(points) - 1)]
    return [min(max(_deviation(points[at : at + size]), 0.5), 12.0) for at in starts]


def _deviation(values: Sequence[float]) -> float:
    """Return the standard deviation; the module ``statistics`` is slow to load."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
