"""The plan of a round robin: everybody plays everybody, by Berger's circle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Fixture:
    """A game to be played; ``first`` and ``second`` are indices of entrants, in order of play."""

    number: int
    round: int
    first: int
    second: int


def fixtures(players: int, games: int) -> Iterator[Fixture]:
    """Yield the games of a round robin: in each cycle, every two players meet once.

    In every other cycle the colours are exchanged.
    """
    numbers, rounds = 0, 0
    for cycle in range(games):
        for pairs in _rounds(players):
            rounds += 1
            for first, second in pairs:
                one, two = (second, first) if cycle % 2 else (first, second)
                yield Fixture(numbers, rounds, one, two)
                numbers += 1


def _rounds(players: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the pairs of each round by the circle method; who moves first is balanced."""
    circle: list[int] = list(range(players + players % 2))
    size = len(circle)
    for turn in range(size - 1):
        pairs = [(circle[i], circle[size - 1 - i]) for i in range(size // 2)]
        pairs = [pair[::-1] if (turn if i == 0 else i) % 2 else pair
                 for i, pair in enumerate(pairs)]  # fmt: skip
        yield [pair for pair in pairs if max(pair) < players]
        circle = [circle[0], circle[-1], *circle[1:-1]]
