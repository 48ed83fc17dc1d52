"""Results at puzzles: what an answer is worth, how it changes a rating, and days in a row.

One rule for the desk and for the server, which keep the results.
"""

from __future__ import annotations

import random
from collections.abc import Container, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from boche.engine.glicko2 import Rating, aged, updated
from boche.engine.puzzles.puzzle import Puzzle

DEVIATION = 60.0
"""Deviation of the ratings of puzzles: they are computed, not played for."""

UNSURE, MOST = 250.0, 150.0
"""Deviation of the rating of somebody new, and the most that one answer changes a rating."""

PERIOD = timedelta(days=30)
"""Time after which a rating is less certain by one period, and a puzzle counts again."""

NEAREST = 5
"""Number of unsolved puzzles near one's rating from which the next one is drawn."""


class Score(NamedTuple):
    """How an exercise went: the most hints at one place, and whether a try was not right.

    A solution that was shown counts as a try that was not right.
    """

    hints: int
    missed: bool

    @property
    def is_shown(self) -> bool:
        """True if a hint showed a move: the second one does."""
        return self.hints > 1

    @property
    def is_found(self) -> bool:
        """True if the move was found at the first try, and not shown."""
        return not self.missed and not self.is_shown

    @property
    def is_helped(self) -> bool:
        """True if it was found with a hint."""
        return self.is_found and self.hints > 0


@dataclass(frozen=True)
class Standing:
    """A rating at the puzzles of a game, when it last changed, and the puzzles answered."""

    rating: Rating = field(default_factory=lambda: Rating(deviation=UNSURE))
    at: datetime | None = None
    solved: int = 0
    tried: int = 0

    def after(self, puzzle_rating: int, score: Score, now: datetime) -> Standing:
        """Return the standing after an answer that counts; a hint halves what is won."""
        periods = max((now - self.at) / PERIOD, 0.0) if self.at is not None else 0.0
        opponent = Rating(float(puzzle_rating), DEVIATION)
        old = aged(self.rating, periods, UNSURE)
        rating = updated(old, [(opponent, float(score.is_found))])
        change = min(max(rating.value - old.value, -MOST), MOST)
        rating = replace(rating, value=old.value + (change / 2 if score.is_helped else change))
        return Standing(rating, now, self.solved + score.is_found, self.tried + 1)


def counts(answered: date | None, today: date) -> bool:
    """Return whether an answer counts, by the day of the one before; otherwise it is practice."""
    return answered is None or today - answered >= PERIOD


def streak(days: Set[date], today: date) -> int:
    """Return how many days in a row, up to today or yesterday, a puzzle was solved."""
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def chosen(
    puzzles: Sequence[Puzzle], rating: float, seen: Mapping[str, date], rng: random.Random
) -> Puzzle:
    """Return a puzzle to solve next: one of the nearest not seen yet, else the one seen first.

    ``seen`` has the day on which each was last answered, by its id.
    """
    near = nearest(puzzles, rating, seen)
    return rng.choice(near) if near else min(puzzles, key=lambda one: seen[one.id])


def nearest(puzzles: Sequence[Puzzle], rating: float, seen: Container[str]) -> list[Puzzle]:
    """Return the puzzles from which the next one is drawn; none if all have been seen."""
    unseen = [puzzle for puzzle in puzzles if puzzle.id not in seen]
    return sorted(unseen, key=lambda one: abs(one.rating - rating))[:NEAREST]
