"""Weights of one generation, fitted to the games of some chunks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue
from boche.engine.games import registry
from boche.engine.native.kernels import encoding_of, kernels, kernels_over_search
from boche.engine.search.knowledge import HIDDEN, INNER, POINT, UNIT
from training.generation import load, start_of

MOST_FEATURES = 60_000_000
"""Most features of positions in memory: int32, so 240 MB."""

HELD_OUT = 20
"""One game in so many is kept out of fitting, to see how well the rest predicts it."""


@dataclass(frozen=True)
class Recipe:
    """How weights are fitted.

    ``rounds`` through all games with rates that fall from ``rate`` (policy) and ``value_rate``.
    A position's target is ``mix`` times the game's result and otherwise the search's value; the
    result fades with distance from the end (``fade``, 1: not at all).
    """

    rounds: int = 4
    rate: float = 0.1
    value_rate: float = 0.02
    mix: float = 0.75
    fade: float = 1.0
    seed: int = 1


def fit(
    game: str,
    recent: Sequence[Path],
    earlier: Sequence[Path] = (),
    *,
    options: Mapping[str, OptionValue] | None = None,
    recipe: Recipe = Recipe(),
    say: Callable[[str], object] = print,
) -> dict[str, Any]:
    """Return learned arrays (those of ``Net``) for a game.

    The policy is fitted to the games of the ``recent`` chunks, whose searches are the strongest,
    the value to those of all. ``say`` gets a line for each round, with the mean cross-entropy of
    the games fitted and of those held out.
    """
    fitter = _Fitter(game, options or {}, recipe, say)
    for path in (*earlier, *recent):
        fitter.check(path)
    weights = fitter.policy(load(recent, fitter.compiled.Games))
    layers = fitter.value(load([*earlier, *recent], fitter.compiled.Games))
    return {
        "move": _small(weights, POINT),
        "alone": _small(layers.alone, POINT),
        "rows": _small(layers.rows, UNIT),
        "hidden": _whole(layers.hidden, UNIT),
        "inner": _small(layers.inner, UNIT),
        "inner_bias": _whole(layers.inner_bias, UNIT * UNIT),
        "outer": np.append(_whole(layers.outer[:-1], UNIT), _whole(layers.outer[-1:], UNIT**2)),
    }


class _Fitter:
    def __init__(
        self,
        name: str,
        options: Mapping[str, OptionValue],
        recipe: Recipe,
        say: Callable[[str], object],
    ) -> None:
        game = registry.find(name)
        self.compiled = kernels_over_search(game, "training.fitting")
        self.features = kernels(game).features
        self.recipe, self.say = recipe, say
        position, self.start = start_of(game, options)
        self.at = deepcopy(self.start)
        most = encoding_of(game).most_moves(position)
        self.room = self.compiled.Room(
            numbers=np.zeros(most, np.int64),
            scratch=np.zeros(self.features.SCRATCH, np.int32),
            found=np.zeros(most * self.features.MOST_OF_MOVE, np.int32),
            ends=np.zeros(most, np.int64),
            exponents=np.zeros(most, np.float64),
        )
        self.drawn = np.random.default_rng(recipe.seed)

    def check(self, path: Path) -> None:
        """Raise ``BocheError`` if a chunk of games is damaged, or of another game."""
        part = load([path], self.compiled.Games)
        wrong = self.compiled.first_wrong(part, self.start, self.at, self.room)
        if wrong >= 0:
            raise BocheError(
                f"{str(path)!r}: its game {wrong} is not one by the rules with these options"
            )

    def policy(self, games: Any) -> Any:
        """Return the weights of moves' features."""
        order = self.drawn.permutation(len(games.results))
        out = len(order) // HELD_OUT + 1
        weights, squares = (np.zeros(self.features.MOVE_FEATURES, np.float32) for _ in range(2))

        def through(which: Any, rate: float) -> str:
            told = np.zeros(3)
            self.compiled.fit_policy(
                games, which, self.start, self.at, self.room, weights, squares, rate, told
            )
            loss, positions, hits = told
            known = max(positions, 1)
            return f"{loss / known:.4f} ({hits / known:.1%} of {int(positions)})"

        self.say(f"policy before: held out {through(order[:out], 0.0)}")
        for number in range(self.recipe.rounds):
            rate = self.recipe.rate / (1 + number)
            fitted = through(self.drawn.permutation(order[out:]), rate)
            held = through(order[:out], 0.0)
            self.say(f"policy round {number + 1}: fitted {fitted}, held out {held}")
        return weights

    def value(self, games: Any) -> Any:
        """Return the layers of the value net."""
        recipe, compiled, most = self.recipe, self.compiled, len(games.moves)
        found, ends = np.zeros(MOST_FEATURES, np.int32), np.zeros(most, np.int64)
        targets, seats = np.zeros(most, np.float32), np.zeros(most, np.int8)
        count = compiled.list_positions(
            games, self.start, self.at, self.room, found, ends, targets, seats,
            recipe.mix, recipe.fade,
        )  # fmt: skip
        layers = _layers(compiled, self.features, self.drawn)
        squares = compiled.Layers(*(np.zeros_like(part) for part in layers))
        units = np.zeros((4, max(HIDDEN, INNER)))
        # The last positions are held out: whole games, since those of one game have one result.
        out = count - count // HELD_OUT - 1
        held = np.arange(out, count)
        least = np.clip(targets[out:count].astype(float), 1e-9, 1 - 1e-9)
        entropy = -np.mean(least * np.log(least) + (1 - least) * np.log(1 - least))
        self.say(
            f"value: {count} positions, {ends[count - 1] / count:.0f} features each; "
            f"even chances {np.log(2):.4f}, no better than {entropy:.4f}"
        )
        for number in range(recipe.rounds):
            rate = recipe.value_rate / (1 + number)
            order = self.drawn.permutation(out)
            fitted, shown = (
                compiled.fit_value(found, ends, targets, which, layers, squares, units, pace)
                for which, pace in ((order, rate), (held, 0.0))
            )
            self.say(f"value round {number + 1}: fitted {fitted:.4f}, held out {shown:.4f}")
        return layers


def _layers(compiled: Any, features: Any, drawn: Any) -> Any:
    """Return a net with small random weights, and units that are partly on."""

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
