"""The Glicko-2 rating system: rating, deviation and volatility.

Source: Mark Glickman, "Example of the Glicko-2 system" (2013); the numbers of its steps are below.
Pure arithmetic, for the server's games and for puzzles at the desk, which decide what is rated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Any

from boche.engine.json_values import number_of

SCALE = 173.7178
"""Ratio of the displayed scale to the internal one."""

MIDDLE = 1500.0
UNSURE = 350.0
"""Deviation of the rating of somebody new."""
TAU = 0.5
"""Constraint on the change of volatility: the paper suggests 0.3 to 1.2."""

CLOSE = 1e-6  # tolerance of the volatility


@dataclass(frozen=True)
class Rating:
    """A rating on the displayed scale; 95% lie within two ``deviation`` of ``value``."""

    value: float = MIDDLE
    deviation: float = UNSURE
    volatility: float = 0.06

    def as_data(self) -> dict[str, float]:
        """Return it as JSON data."""
        return {"rating": self.value, "deviation": self.deviation, "volatility": self.volatility}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Rating:
        """Return the rating of JSON data. Raises ``ValueError`` or ``KeyError``."""
        return cls(
            number_of("rating", data["rating"], -1e4, 1e4),
            number_of("deviation", data["deviation"], 1.0, UNSURE),
            number_of("volatility", data["volatility"], 1e-4, 1.0),
        )


def weight(deviation: float) -> float:
    """Return g of step 3: the weight of a game by the opponent's deviation, 0 to 1."""
    phi = deviation / SCALE
    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi))


def expected(one: Rating, other: Rating) -> float:
    """Return E of step 3: the expected score of ``one`` against ``other``, 0 to 1."""
    return 1.0 / (1.0 + exp(-weight(other.deviation) * (one.value - other.value) / SCALE))


def updated(old: Rating, games: Sequence[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """Return a rating after one period's games: opponents' ratings before it, and 1, 1/2 or 0."""
    if not games:
        return aged(old, 1.0)
    phi = old.deviation / SCALE
    variance = improvement = 0.0
    for other, score in games:
        g, e = weight(other.deviation), expected(old, other)
        variance += g * g * e * (1.0 - e)
        improvement += g * (score - e)
    v = 1.0 / variance  # step 3
    delta = v * improvement  # step 4
    sigma = _volatility(phi, old.volatility, v, delta, tau)  # step 5
    before = sqrt(phi * phi + sigma * sigma)  # step 6
    after = 1.0 / sqrt(1.0 / (before * before) + 1.0 / v)  # step 7
    value = (old.value - MIDDLE) / SCALE + after * after * improvement
    return Rating(SCALE * value + MIDDLE, SCALE * after, sigma)  # step 8


def aged(old: Rating, periods: float, maximum: float = UNSURE) -> Rating:
    """Return a rating after so many periods without a game: the same value, less certain."""
    phi = old.deviation / SCALE
    wider = sqrt(phi * phi + periods * old.volatility * old.volatility)
    return Rating(old.value, min(SCALE * wider, maximum), old.volatility)


def _volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Return the new volatility: step 5, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        both = phi * phi + v + e
        return e * (delta * delta - phi * phi - v - e) / (2.0 * both * both) - (x - a) / (tau * tau)

    low = a
    if delta * delta > phi * phi + v:
        high = log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * tau) < 0.0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return exp(low / 2.0)
