"""Winning chances after every opening of Boku, or after every reply to some moves.

    python -m benchmarks.boku_openings --seeds 5 --playouts 400000 [--after f5]

Moves that are equal by symmetry are searched once. Each line has a move, the size of its symmetry
class, and the mean, the minimum and the maximum over the seeds of the chance of the player who made
it, in percent.
"""

from __future__ import annotations

import argparse

from boche.engine.games.boku.position import Position
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher


def classes(start: Position) -> list[list[str]]:
    """Return the moves, grouped by symmetry."""
    groups = dict[bytes, list[str]]()
    for move in start.legal_moves():
        groups.setdefault(start.play(move).canonical()[0], []).append(str(move))
    return list(groups.values())


def main() -> None:
    """Search and print a line for each group of moves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--playouts", type=int, default=400_000)
    parser.add_argument("--after", nargs="*", default=[], metavar="MOVE")
    given = parser.parse_args()
    start = Position()
    for move in given.after:
        start = start.play(move)
    for group in classes(start):
        after, found = start.play(group[0]), list[float]()
        for seed in range(given.seeds):
            searcher = Searcher(after, SearchParams(nodes=4_000_000), seed=seed)
            result = searcher.search(Budget(simulations=given.playouts))
            found.append(100.0 * result.win[start.turn])
        least, most, mean = min(found), max(found), sum(found) / len(found)
        print(f"{group[0]:6} {len(group):2}  {mean:5.1f}  {least:5.1f} to {most:5.1f}", flush=True)


if __name__ == "__main__":
    main()
