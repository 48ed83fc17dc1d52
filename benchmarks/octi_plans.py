"""Plans for beginning a game of Octi, played against each other: a side's first four turns.

    python -m benchmarks.octi_plans pods prongs --bases 1 --games 100 --playouts 2000

Plain searches play on from there, with the colours exchanged from game to game. Prints the games
won by each plan, and those that are not over after the maximum number of moves.
"""

from __future__ import annotations

import argparse
from collections import Counter

from boche.engine.games.octi.position import Position
from boche.engine.search.params import Budget
from boche.engine.search.searcher import Searcher

PLANS = {
    "pods": ("37", "57", "77", "57"),
    "prongs": ("37+e", "57+e", "77+e", "57+d"),
    "one": ("57+e", "57+d", "57+f", "57+a"),
    "walk": ("57+e", "57-56", "56+d", "56+f"),
    "mixed": ("57", "57+e", "37+e", "77+e"),
}
"""Black's turns in each plan; White plays the same from the other side."""

ACROSS = str.maketrans("abcdefgh", "edcbahgf")


def as_white(move: str) -> str:
    """Return Black's move as White makes it."""
    squares, plus, prong = move.partition("+")
    turned = "-".join(f"{each[0]}{10 - int(each[1])}" for each in squares.split("-"))
    return turned + plus + prong.translate(ACROSS)


def begun(bases: int, black: str, white: str) -> Position:
    """Return the position after the four turns of each side."""
    position = Position(Position.game.complete({"bases": bases}))
    for own, theirs in zip(PLANS[black], PLANS[white], strict=True):
        position = position.play(own).play(as_white(theirs))
    return position


def winner(position: Position, playouts: int, seed: int, longest: int) -> str | None:
    """Return the winner if both sides search so long per move, or None if it is not over."""
    searcher = Searcher(position, seed=seed)
    while position.outcome is None and position.ply < longest:
        position = position.play(str(searcher.search(Budget(simulations=playouts)).best))
        if position.outcome is None:
            searcher.set_position(position)
    return position.outcome.winner if position.outcome is not None else None


def main() -> None:
    """Play the games and print the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plans", nargs=2, choices=list(PLANS))
    for name, default in (("bases", 3), ("games", 100), ("playouts", 2000), ("longest", 400)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    score = Counter[str]()
    for game in range(given.games):
        black, white = given.plans if game % 2 == 0 else given.plans[::-1]
        won = winner(begun(given.bases, black, white), given.playouts, game // 2, given.longest)
        score[{"black": black, "white": white, None: "nobody"}[won]] += 1
        print(given.bases, game + 1, dict(score), flush=True)


if __name__ == "__main__":
    main()
