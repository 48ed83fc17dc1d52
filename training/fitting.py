"""Fitting weights to games, compiled for one game by ``engine.native.kernels``.

Gradient descent, one position at a time, with a rate for each weight (Duchi, Hazan and Singer,
"Adaptive subgradient methods", 2011).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from boche.engine.search import features, interface


class Games(NamedTuple):
    """Many games, one after the other: see ``training.self_play.Game``.

    ``moves_from`` and ``visits_from`` have the first index of each game, and the end of the last.
    """

    moves_from: Any
    visits_from: Any
    moves: Any
    kinds: Any
    legal: Any
    values: Any
    results: Any
    visits: Any


class Room(NamedTuple):
    """Scratch memory: moves, a game's own, features of all moves, where they end, exponents."""

    numbers: Any
    scratch: Any
    found: Any
    ends: Any
    exponents: Any


QUICK, LONG = 1, 2


def first_wrong(games: Games, start: Any, at: Any, room: Room) -> int:
    """Return the first game that is none by the rules, or -1.

    The other functions trust what they are given.
    """
    for game in range(len(games.results)):
        interface.copy(at, start)
        result, noted = interface.UNDECIDED, games.visits_from[game]
        for ply in range(games.moves_from[game], games.moves_from[game + 1]):
            if result != interface.UNDECIDED:
                return game
            count, place = interface.moves(at, room.numbers), 0
            while place < count and room.numbers[place] != games.moves[ply]:
                place += 1
            if games.kinds[ply] == LONG:
                noted += games.legal[ply]
            if place == count or games.legal[ply] != count or noted > games.visits_from[game + 1]:
                return game
            result = interface.play(at, games.moves[ply])
    return -1


def fit_policy(
    games: Games, order: Any, start: Any, at: Any, room: Room,
    weights: Any, squares: Any, rate: float, told: Any,
) -> None:  # fmt: skip
    """Fit the weights of moves' features to the visits in the games of ``order``.

    With a rate of 0 nothing changes. ``told`` receives the sum of the cross-entropies, the number
    of positions, and how often the move with most visits was the most likely one.
    """
    for index in range(len(order)):
        game = order[index]
        interface.copy(at, start)
        noted = games.visits_from[game]
        for ply in range(games.moves_from[game], games.moves_from[game + 1]):
            if games.kinds[ply] == LONG:
                shares = games.visits[noted : noted + games.legal[ply]]
                noted += games.legal[ply]
                fit_moves(at, room, shares, weights, squares, rate, told)
            interface.play(at, games.moves[ply])


def fit_moves(
    at: Any, room: Room, shares: Any, weights: Any, squares: Any, rate: float, told: Any
) -> None:
    """Fit the weights to the visits of one position's moves."""
    count, end, highest = interface.moves(at, room.numbers), 0, -1e9
    features.prepare(at, room.scratch)
    best, likely = 0, 0
    whole = 0.0
    for i in range(count):
        first = end
        end += features.of_move(at, room.numbers[i], room.scratch, room.found[end:])
        room.ends[i] = end
        total = 0.0
        for j in range(first, end):
            total += weights[room.found[j]]
        room.exponents[i] = total
        if total > highest:
            highest, likely = total, i
        best = i if shares[i] > shares[best] else best
        whole += shares[i]
    if whole == 0.0:
        return
    summed = 0.0
    for i in range(count):
        room.exponents[i] = math.exp(room.exponents[i] - highest)
        summed += room.exponents[i]
    first = 0
    for i in range(count):
        chance, target = room.exponents[i] / summed, shares[i] / whole
        if target > 0.0:
            told[0] -= target * math.log(max(chance, 1e-9))
        slope = chance - target
        for j in range(first, room.ends[i]):
            feature = room.found[j]
            if rate > 0.0:
                squares[feature] += slope * slope
                weights[feature] -= rate * slope / math.sqrt(squares[feature] + 1e-6)
        first = room.ends[i]
    told[1] += 1.0
    told[2] += 1.0 if likely == best else 0.0


def list_positions(
    games: Games, start: Any, at: Any, room: Room,
    found: Any, ends: Any, targets: Any, seats: Any, mix: float, fade: float,
) -> int:  # fmt: skip
    """List the features of positions, and the chance of the side to move.

    The chance is ``mix`` times the game's outcome and otherwise the search's value. The outcome is
    the game's result, which fades with each position before the end: ``fade`` times that of the
    next one, and otherwise the next one's value (1: the result itself; Sutton, "Learning to predict
    by the methods of temporal differences", 1988). ``found`` has the features, up to ``ends`` for
    each position. Return the number of positions for which there was room.
    """
    count, end = 0, 0
    for game in range(len(games.results)):
        interface.copy(at, start)
        first = count
        for ply in range(games.moves_from[game], games.moves_from[game + 1]):
            kind = games.kinds[ply]
            if kind in (QUICK, LONG):
                if count >= len(ends) or end + features.MOST_OF_POSITION > len(found):
                    return first
                features.prepare(at, room.scratch)
                end += features.of_position(at, room.scratch, found[end:])
                ends[count], seats[count] = end, interface.seat(at)
                targets[count] = games.values[ply]
                count += 1
            interface.play(at, games.moves[ply])
        outcome = value_of(games.results[game])
        for index in range(count - 1, first - 1, -1):
            value = 1.0 - targets[index] if seats[index] else targets[index]
            mixed = mix * outcome + (1.0 - mix) * value
            targets[index] = 1.0 - mixed if seats[index] else mixed
            outcome = fade * outcome + (1.0 - fade) * value
    return count


def value_of(result: int) -> float:
    """Return the value of a result to seat 0."""
    return 0.5 if result == interface.DRAW else 1.0 - result


class Layers(NamedTuple):
    """The value net's weights as it is fitted; see ``engine.search.knowledge.Net``.

    Float32, in units of 1; ``rows`` and ``inner`` are flat.
    """

    alone: Any
    rows: Any
    hidden: Any
    inner: Any
    inner_bias: Any
    outer: Any


def fit_value(
    found: Any, ends: Any, targets: Any, order: Any, layers: Layers, squares: Layers,
    units: Any, rate: float,
) -> float:  # fmt: skip
    """Fit the value net to the positions of ``order``; return the mean cross-entropy.

    ``units`` is scratch: four rows of as many numbers as the larger layer. With a rate of 0
    nothing changes.
    """
    loss = 0.0
    for index in range(len(order)):
        at = order[index]
        first = ends[at - 1] if at > 0 else 0
        own = found[first : ends[at]]
        chance = forward(own, layers, units)
        target = targets[at]
        loss -= target * math.log(chance) + (1.0 - target) * math.log(1.0 - chance)
        if rate > 0.0:
            backward(own, layers, squares, units, chance - target, rate)
    return loss / max(len(order), 1)


def forward(own: Any, layers: Layers, units: Any) -> float:
    """Return the chance for a position's features; ``units`` keeps both layers' sums."""
    hidden, inner = len(layers.hidden), len(layers.inner_bias)
    for i in range(hidden):
        units[0, i] = layers.hidden[i]
    alone = 0.0
    for k in range(len(own)):
        alone += layers.alone[own[k]]
        row = layers.rows[own[k] * hidden : (own[k] + 1) * hidden]
        for i in range(hidden):
            units[0, i] += row[i]
    for j in range(inner):
        units[1, j] = layers.inner_bias[j]
    for i in range(hidden):
        on = min(max(units[0, i], 0.0), 1.0)
        weights = layers.inner[i * inner : (i + 1) * inner]
        for j in range(inner):
            units[1, j] += on * weights[j]
    total = layers.outer[inner] + alone
    for j in range(inner):
        total += min(max(units[1, j], 0.0), 1.0) * layers.outer[j]
    return min(max(1.0 / (1.0 + math.exp(-total)), 1e-4), 1.0 - 1e-4)


def backward(
    own: Any, layers: Layers, squares: Layers, units: Any, slope: float, rate: float
) -> None:
    """Move all weights against the slope of the cross-entropy."""
    hidden, inner = len(layers.hidden), len(layers.inner_bias)
    for j in range(inner):
        on = min(max(units[1, j], 0.0), 1.0)
        inside = 0.0 < units[1, j] < 1.0
        units[3, j] = slope * layers.outer[j] if inside else 0.0
        turn(layers.outer, squares.outer, j, slope * on, rate, 1.9)
    turn(layers.outer, squares.outer, inner, slope, rate, 8.0)
    for i in range(hidden):
        on, back = min(max(units[0, i], 0.0), 1.0), 0.0
        for j in range(inner):
            back += units[3, j] * layers.inner[i * inner + j]
            turn(layers.inner, squares.inner, i * inner + j, units[3, j] * on, rate, 1.9)
        units[2, i] = back if 0.0 < units[0, i] < 1.0 else 0.0
        turn(layers.hidden, squares.hidden, i, units[2, i], rate, 8.0)
    for j in range(inner):
        turn(layers.inner_bias, squares.inner_bias, j, units[3, j], rate, 8.0)
    for k in range(len(own)):
        turn(layers.alone, squares.alone, own[k], slope, rate, 8.0)
        first = own[k] * hidden
        for i in range(hidden):
            if units[2, i] != 0.0:
                turn(layers.rows, squares.rows, first + i, units[2, i], rate, 8.0)


def turn(weights: Any, squares: Any, at: int, slope: float, rate: float, most: float) -> None:
    """Move one weight against its slope, within -most .. most."""
    squares[at] += slope * slope
    weight = weights[at] - rate * slope / math.sqrt(squares[at] + 1e-6)
    weights[at] = min(max(weight, -most), most)
