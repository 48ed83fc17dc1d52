"""Black's winning chances after every opening of Octi, by long searches with several seeds.

    python -m benchmarks.octi_openings --bases 3 --seeds 5 --playouts 20000

Of two openings that mirror each other one is searched. Each is followed by the mean, the minimum
and the maximum over the seeds, in percent.
"""

from __future__ import annotations

import argparse

from boche.engine.games.octi.position import Position
from boche.engine.search.params import Budget
from boche.engine.search.searcher import Searcher


def openings(start: Position) -> list[str]:
    """Return the first moves, one for each pair that are east-west mirror images."""
    mirrored = dict(zip("abcdefgh", "ahgfedcb", strict=True))
    found: list[str] = []
    for move in map(str, start.legal_moves()):
        square, plus, prong = move.partition("+")
        other = f"{10 - int(square[0])}{square[1]}{plus}{mirrored.get(prong, '')}"
        if other not in found:
            found.append(move)
    return found


def chance(position: Position, playouts: int, seed: int) -> float:
    """Return Black's winning chance in percent."""
    result = Searcher(position, seed=seed).search(Budget(simulations=playouts))
    return 100.0 * result.win["black"]


def main() -> None:
    """Search and print a line for each opening."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("bases", 3), ("seeds", 5), ("playouts", 20_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    start = Position(Position.game.complete({"bases": given.bases}))
    for move in openings(start):
        after = start.play(move)
        found = [chance(after, given.playouts, seed) for seed in range(given.seeds)]
        mean = sum(found) / len(found)
        print(f"{move:5}  {mean:5.1f}  {min(found):5.1f} to {max(found):5.1f}", flush=True)


if __name__ == "__main__":
    main()
