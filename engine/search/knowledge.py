"""What a game has learned: the chance that a move is best, and who wins, from learned weights.

Functions in the compiled subset, with a game's own module in place of ``features``. Weights and
sums are integers, so that equal positions have equal values on every machine.

- The *policy* is linear: each feature of a move has a weight; a move's chance is the exponential
  of their sum, divided by that of all moves.
- The *value* is a small net: each feature of a position has a weight and a row of ``HIDDEN``
  weights; the sums of the rows go through a layer of ``INNER`` units. Units are clipped to 0 to 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boche.engine.search import features

HIDDEN, INNER = 32, 16

UNIT = 128
"""The integer that stands for 1 in the units and in all weights between them."""

POINT = 256
"""The integer that stands for 1 in weights of the policy and in the value's exponent."""

LOWEST, STEEPEST = 16 * POINT, 8 * POINT
"""Exponents are cut off here: lower chances are nil, and no value comes closer to 0 or 1."""


class Net(NamedTuple):
    """The learned weights of one game, and tables of the exponential and logistic functions.

    ``move``: int16 per feature of a move. ``alone``: int16 per feature of a position, ``rows``:
    int16, ``HIDDEN`` per feature; ``hidden``: int32, their biases. ``inner``: int16, ``INNER`` for
    each hidden unit; ``inner_bias``: int32. ``outer``: int32, one per inner unit and then a bias.
    """

    move: Any
    alone: Any
    rows: Any
    hidden: Any
    inner: Any
    inner_bias: Any
    outer: Any
    exponential: Any
    logistic: Any


class Thought(NamedTuple):
    """The weights, and scratch memory: features, a game's own, a number per move, sums."""

    net: Net
    found: Any
    scratch: Any
    exponents: Any
    sums: Any
    inner: Any


def rate_moves(thought: Thought, state: Any, moves: Any, count: int, out: Any) -> None:
    """Write the chance of each of the first ``count`` of ``moves`` to ``out``; they sum to 1."""
    weights, found, exponents = thought.net.move, thought.found, thought.exponents
    features.prepare(state, thought.scratch)
    highest = -(1 << 40)
    for i in range(count):
        total = 0
        for j in range(features.of_move(state, moves[i], thought.scratch, found)):
            total += weights[found[j]]
        exponents[i] = total
        highest = max(highest, total)
    total = 0
    for i in range(count):
        exponents[i] = thought.net.exponential[min(highest - exponents[i], LOWEST)]
        total += exponents[i]
    whole = np.float32(total)
    for i in range(count):
        out[i] = np.float32(exponents[i]) / whole


def value(thought: Thought, state: Any) -> float:
    """Return the chance of the side to move in an unfinished game, 0 to 1."""
    net, found, sums, inner = thought.net, thought.found, thought.sums, thought.inner
    features.prepare(state, thought.scratch)
    count = features.of_position(state, thought.scratch, found)
    for unit in range(HIDDEN):
        sums[unit] = net.hidden[unit]
    alone = 0
    for i in range(count):
        alone += net.alone[found[i]]
        row = net.rows[found[i] * HIDDEN : (found[i] + 1) * HIDDEN]
        for unit in range(HIDDEN):
            sums[unit] += row[unit]
    for unit in range(INNER):
        inner[unit] = net.inner_bias[unit]
    for unit in range(HIDDEN):
        on = min(max(sums[unit], 0), UNIT)
        weights = net.inner[unit * INNER : (unit + 1) * INNER]
        for to in range(INNER):
            inner[to] += on * weights[to]
    total = net.outer[INNER]
    for unit in range(INNER):
        total += min(max(inner[unit] // UNIT, 0), UNIT) * net.outer[unit]
    exponent = alone + total * POINT // (UNIT * UNIT)
    chance: float = net.logistic[min(max(exponent, -STEEPEST), STEEPEST) + STEEPEST]
    return chance
