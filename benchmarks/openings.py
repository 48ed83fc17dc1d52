"""Dark's winning chances after every opening of Boche without a swap, by long searches.

    python -m benchmarks.openings --size 6 --seeds 5 --playouts 200000 [--kill 4] [--fill-board]

Openings that are equal by symmetry are searched once, with several seeds. Each is followed by the
mean, the minimum and the maximum over the seeds, in percent.

Sizes 1 to 4 are solved: see ``benchmarks.small_boards``.
"""

from __future__ import annotations

import argparse

from boche.engine.game import OptionValue
from boche.engine.games.boche.position import Position
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher


def classes(options: dict[str, OptionValue]) -> list[list[str]]:
    """Return the first moves, grouped by symmetry."""
    start, groups = Position(options), dict[bytes, list[str]]()
    for move in start.legal_moves():
        groups.setdefault(start.play(move).canonical()[0], []).append(str(move))
    return list(groups.values())


def chance(options: dict[str, OptionValue], opening: str, playouts: int, seed: int) -> float:
    """Return Dark's chance in percent after the swap, in which colours stay with the position."""
    position = Position(options).play(opening).play("swap")
    searcher = Searcher(position, SearchParams(nodes=8_000_000), seed=seed)
    return 100.0 * searcher.search(Budget(simulations=playouts)).win["dark"]


def main() -> None:
    """Search and print a line for each group of openings."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("size", 6), ("kill", 4), ("seeds", 5), ("playouts", 200_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--fill-board", action="store_true")
    given = parser.parse_args()
    options = Position.game.complete(
        {"size": given.size, "kill": given.kill, "fill_board": given.fill_board}
    )
    for group in classes(options):
        found = [chance(options, group[0], given.playouts, seed) for seed in range(given.seeds)]
        least, most, mean = min(found), max(found), sum(found) / len(found)
        print(f"{group[0]:6} {len(group):2}  {mean:5.1f}  {least:5.1f} to {most:5.1f}", flush=True)


if __name__ == "__main__":
    main()
