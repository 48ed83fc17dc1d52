"""All puzzles that ship with the program, proven again: ``python -m tests.soak.puzzles [GAME]``."""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from boche.engine.games.registry import GAMES
from boche.engine.puzzles import puzzles
from boche.engine.puzzles.checking import check_puzzle


def main() -> int:
    """Check puzzles in random order; return 1 if one has a problem."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="the games; else all")
    parser.add_argument("--seconds", type=float, default=3600.0, help="end after this time")
    parser.add_argument("--seed", type=int, default=1, help="of the order")
    args = parser.parse_args()
    chosen = [puzzle for name in args.games or GAMES for puzzle in puzzles(name)]
    Random(args.seed).shuffle(chosen)
    until, checks = time.monotonic() + args.seconds, []
    for puzzle in chosen:
        if time.monotonic() > until:
            break
        checks.append(check_puzzle(puzzle, plain_moves=20_000))
        print("\n".join(checks[-1].problems), end="", flush=True)
    twice = sum(check.twice for check in checks)
    print(f"{len(checks)} of {len(chosen)} puzzles, {twice} proven by both solvers", flush=True)
    return int(any(check.problems for check in checks))


if __name__ == "__main__":
    sys.exit(main())
