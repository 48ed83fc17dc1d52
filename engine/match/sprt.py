"""Statistics of pairs of games with exchanged colours, and the test that ends a match early.

The two games of a pair share an opening, so their results depend on each other, and only pairs
are independent. A pair has one of five results, 0 to 2 points (the pentanomial model).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boche.engine.languages.current import tr
from boche.engine.languages.formats import number

PairCounts = tuple[int, int, int, int, int]
"""Number of pairs in which the first player made 0, 0.5, 1, 1.5 and 2 points."""

NO_PAIRS: PairCounts = (0, 0, 0, 0, 0)

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Share of the points that each result of a pair means."""

UNSEEN = 1e-3
"""Count of a result that has not occurred yet, so that it remains possible."""

CERTAINTY = 1.920729
"""Log-likelihood below the largest at which a 95 % interval ends: half of chi-squared's quantile
for one degree of freedom."""


def share_at(elo: float) -> float:
    """Return the expected share of the points at a rating difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def loss(pairs: PairCounts, share: float) -> float:
    """Return the log-likelihood that the counts lose if the mean has to be ``share``, 0 to 1.

    Of all distributions with that mean, the likeliest has the frequencies divided by
    ``1 + x * (value - share)``, where ``x`` maximises the sum of the logarithms of these divisors
    (M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
    distribution", Proposition 1.1; A. Owen, "Empirical likelihood", 2001). That sum is the loss.
    """
    terms = [
        (max(count, UNSEEN), value - share) for count, value in zip(pairs, SHARES, strict=True)
    ]
    low, high = -1 / (1 - share), 1 / share
    x = 0.0
    for _ in range(100):
        slope = sum(count * off / (1 + x * off) for count, off in terms)
        bend = sum(count * (off / (1 + x * off)) ** 2 for count, off in terms)
        low, high = (x, high) if slope > 0 else (low, x)
        step = slope / bend  # Newton's, as long as it stays between the bounds
        if abs(step) < 1e-9 * (high - low + 1):
            break
        x = x + step if low < x + step < high else (low + high) / 2
    return sum(count * math.log1p(x * off) for count, off in terms)


def interval(pairs: PairCounts) -> tuple[float, float]:
    """Return the 95 % interval of the share of the points: the means that lose too little.

    At least one pair is needed.
    """
    total = sum(pairs)
    mean = sum(count * value for count, value in zip(pairs, SHARES, strict=True)) / total

    def end(outside: float) -> float:
        return _boundary(lambda share: loss(pairs, share) > CERTAINTY, outside, mean)

    return (0.0 if mean == 0 else end(0.0)), (1.0 if mean == 1 else end(1.0))


def _boundary(beyond: Callable[[float], bool], outside: float, inside: float) -> float:
    for _ in range(40):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if beyond(middle) else (outside, middle)
    return inside


WIDEST = 1000.0
"""Largest rating difference to test, in Elo."""


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two rating differences, ``elo0`` < ``elo1`` (H0 and H1), in Elo.

    After each pair, in their order, the generalised log-likelihood ratio of the two is compared
    with Wald's bounds. Either hypothesis, if true, is rejected in about 5 % of matches. The ratio
    is the one that Stockfish's test server (fishtest) computes from pairs: the exact one, not a
    normal approximation, which decides far too early if most pairs end alike.
    """

    elo0: float
    elo1: float

    ERROR = 0.05
    """Probability of either error."""

    @property
    def bound(self) -> float:
        """The ratio at which H1 is accepted, and below its negative H0: 2.94."""
        return math.log((1 - self.ERROR) / self.ERROR)

    def llr(self, pairs: PairCounts) -> float:
        """Return the log-likelihood ratio of H1 to H0; 0 without pairs."""
        if not any(pairs):
            return 0.0
        return loss(pairs, share_at(self.elo0)) - loss(pairs, share_at(self.elo1))

    def accepted(self, pairs: PairCounts) -> str | None:
        """Return ``H0`` or ``H1``, or None if more pairs are needed."""
        ratio = self.llr(pairs)
        if abs(ratio) < self.bound:
            return None
        return "H1" if ratio > 0 else "H0"

    def as_data(self, pairs: PairCounts) -> dict[str, Any]:
        """Return the state of the test as JSON data."""
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "llr": self.llr(pairs),
            "bounds": [-self.bound, self.bound],
            "accepted": self.accepted(pairs),
        }

    def text(self, pairs: PairCounts) -> str:
        """Return the state of the test in words."""
        ratio = tr(
            "LLR {ratio} (bounds ±{bound})",
            ratio=number(self.llr(pairs), 2, sign=True),
            bound=number(self.bound, 2),
        )
        accepted, both = self.accepted(pairs), (self.elo0, self.elo1)
        if accepted is None:
            return tr(
                "{ratio}: undecided between Elo {low:g} and {high:g}",
                ratio=ratio,
                low=both[0],
                high=both[1],
            )
        right, wrong = both if accepted == "H0" else reversed(both)
        return tr(
            "{ratio}: {accepted} accepted, Elo {right:g} rather than {wrong:g}",
            ratio=ratio,
            accepted=accepted,
            right=right,
            wrong=wrong,
        )
