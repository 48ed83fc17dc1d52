"""Random positions with random options, for the tests of positions as text.

Run as a program, it prints the text and keys of many, so that two processes can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from boche.engine import new
from boche.engine.position import BasePosition

OPTIONS: dict[str, Callable[[random.Random], dict[str, object]]] = {
    "boche": lambda dice: {
        "size": dice.randint(1, 7),
        "kill": dice.choice((0, 1, 2, 3, 4, 999)),
        "fill_board": dice.random() < 0.2,
        "adjacent": dice.random() < 0.5,
        "immediate_win": dice.random() < 0.5,
        "join_any": dice.random() < 0.5,
    },
    "che": lambda dice: {
        "num_tiles": dice.choice((-1, 0, 999, 48, 1, 2, 3, 4, 5, 10, 11, 20)),
        "group_area": dice.choice((0, 0, 0, 1, 3, 5, 9)),
        "group_extent": dice.choice((0, 0, 0, 1, 3, 5)),
    },
    "boku": lambda dice: {},
    "octi": lambda dice: {"bases": dice.choice((1, 3)), "wrap": dice.random() < 0.5},
}
LONGEST = 120


def games(name: str, seed: int | str) -> Iterator[list[Any]]:
    """Yield the positions of random games without end; some end by resignation."""
    dice = random.Random(f"{name} {seed}")
    while True:
        positions: list[Any] = [new(name, **OPTIONS[name](dice))]
        while positions[-1].outcome is None and len(positions) < LONGEST:
            resigns = dice.random() < 0.005
            colour = dice.choice(positions[-1].game.colours)
            after = (
                positions[-1].resign(colour)
                if resigns
                else positions[-1].play(_move(positions[-1], dice))
            )
            positions.append(after)
        yield positions


def _move(position: Any, dice: random.Random) -> Any:
    """Draw a move; in Boku one that takes a marble, if there is one."""
    if position.game.name == "boku":
        moves = position.legal_moves()
        return dice.choice([move for move in moves if move.taken is not None] or moves)
    return position.random_move(dice)


def positions(name: str, seed: int | str, count: int) -> list[Any]:
    """Return at least ``count`` positions of whole random games."""
    found: list[Any] = []
    for game in games(name, seed):
        found += game
        if len(found) >= count:
            return found
    raise AssertionError


def states(name: str) -> list[tuple[str, str, str]]:
    """Return the texts of some positions, each with the two keys of the position read from it."""
    found = []
    for position in positions(name, 7, 250):
        text = position.to_text()
        read = BasePosition.from_text(text)
        found.append((text, read.key(), read.canonical_key()))
    return found


if __name__ == "__main__":
    for name in OPTIONS:
        print(*states(name), sep="\n")
