"""Weights of one generation, fitted to the games of some chunks."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

from boche.engine.games import registry
from boche.engine.jit.kernels import encoding_of, kernels, kernels_over_search
from boche.engine.search.knowledge import HIDDEN, INNER, POINT, UNIT
from training.generation import load

MOST_FEATURES = 60_000_000
"""Room for the features of positions: int32, so 240 MB."""


def fit(
    game_name: str, chunks: list[Path], *, options: dict[str, Any] | None = None, rounds: int = 3,
    rate: float = 0.1, value_rate: float = 0.02, skip: int = 1, mix: float = 0.75, fade: float = 1.0,
    seed: int = 1, say: Any = print, value: bool = True,
) -> dict[str, Any]:  # fmt: skip
    """Return learned arrays (``Net``'s) for a game, fitted to the games of the chunks.

    One game in twenty is held out; ``say`` gets a line for each round with how well the rest
    predicts them.
    """
    game = registry.find(game_name)
    compiled = kernels_over_search(game, "training.fitting")
    features = kernels(game).features
    encoding, position = encoding_of(game), game.new(**(options or {}))
    if encoding.searchable is not None:
        position = encoding.searchable(position)
    start = encoding.make_state(position, kernels(game).game)
    start = start._replace(tactics=1) if hasattr(start, "tactics") else start
    at = deepcopy(start)
    games = load(chunks, compiled.Games)
    most = encoding.most_moves(position)
    room = compiled.Room(
        numbers=np.zeros(most, np.int64),
        scratch=np.zeros(features.SCRATCH, np.int32),
        found=np.zeros(most * features.MOST_OF_MOVE + features.MOST_OF_POSITION, np.int32),
        ends=np.zeros(most, np.int64),
        exponents=np.zeros(most, np.float64),
    )
    drawn = np.random.default_rng(seed)
    order = drawn.permutation(len(games.results))
    held, kept = order[: len(order) // 20 + 1], order[len(order) // 20 + 1 :]
    weights = np.zeros(features.MOVE_FEATURES, np.float32)
    squares = np.zeros(features.MOVE_FEATURES, np.float32)

    def policy(which: Any, pace: float) -> str:
        told = np.zeros(3)
        compiled.fit_policy(games, which, start, at, room, weights, squares, pace, told)
        loss, hits = told[0] / max(told[1], 1), told[2] / max(told[1], 1)
        return f"{loss:.4f} ({hits:.1%} of {int(told[1])})"

    say(f"policy before: {policy(held, 0.0)}")
    for number in range(rounds):
        fitted = policy(drawn.permutation(kept), rate / (1 + number))
        say(f"policy round {number + 1}: fitted {fitted}, held out {policy(held, 0.0)}")
    arrays = {"move": _small(weights, POINT)}
    layers = _layers(compiled, features, drawn)
    if value:
        squares_of = compiled.Layers(*(np.zeros_like(part) for part in layers))
        _fit_value(compiled, games, start, at, room, layers, squares_of, held, drawn,
                   rounds, value_rate, skip, mix, fade, say)  # fmt: skip
    arrays |= {
        "alone": _small(layers.alone, POINT),
        "rows": _small(layers.rows, UNIT),
        "hidden": _whole(layers.hidden, UNIT),
        "inner": _small(layers.inner, UNIT),
        "inner_bias": _whole(layers.inner_bias, UNIT * UNIT),
        "outer": np.append(_whole(layers.outer[:-1], UNIT), _whole(layers.outer[-1:], UNIT * UNIT)),
    }
    return arrays


def _fit_value(
    compiled: Any, games: Any, start: Any, at: Any, room: Any, layers: Any, squares: Any, held: Any,
    drawn: Any, rounds: int, rate: float, skip: int, mix: float,
    fade: float, say: Any,
) -> None:  # fmt: skip
    found = np.zeros(MOST_FEATURES, np.int32)
    most = len(games.moves)
    ends, targets = np.zeros(most, np.int64), np.zeros(most, np.float32)
    seats = np.zeros(most, np.int8)
    count = compiled.list_positions(games, start, at, room, skip, found, ends, targets, seats, mix, fade)
    # The first positions are held out: whole games, since those of one game have one result.
    out = max(count // 20, 1)
    units = np.zeros((4, max(HIDDEN, INNER)))
    test, rest = np.arange(out), np.arange(out, count)
    constant = float(-np.mean(targets[test] * np.log(0.5) + (1 - targets[test]) * np.log(0.5)))
    least = float(
        -np.mean([t * np.log(t + 1e-9) + (1 - t) * np.log(1 - t + 1e-9) for t in targets[test]])
    )
    say(
        f"value: {count} positions, {ends[count - 1] / count:.0f} features each; "
        f"even chances {constant:.4f}, no better than {least:.4f}"
    )
    for number in range(rounds):
        pace = rate / (1 + number)
        fitted = compiled.fit_value(
            found, ends, targets, drawn.permutation(rest), layers, squares, units, pace
        )
        shown = compiled.fit_value(found, ends, targets, test, layers, squares, units, 0.0)
        say(f"value round {number + 1}: fitted {fitted:.4f}, held out {shown:.4f}")


def _layers(compiled: Any, features: Any, drawn: Any) -> Any:
    def some(length: int, spread: float) -> Any:
        return drawn.normal(0.0, spread, length).astype(np.float32)

    return compiled.Layers(
        alone=np.zeros(features.POSITION_FEATURES, np.float32),
        rows=some(features.POSITION_FEATURES * HIDDEN, 0.02),
        hidden=np.full(HIDDEN, 0.3, np.float32),
        inner=some(HIDDEN * INNER, 0.25),
        inner_bias=np.full(INNER, 0.3, np.float32),
        outer=some(INNER + 1, 0.25),
    )


def _small(values: Any, scale: int) -> Any:
    return np.clip(np.round(values * scale), -32767, 32767).astype(np.int16)


def _whole(values: Any, scale: int) -> Any:
    return np.round(values * scale).astype(np.int32)
