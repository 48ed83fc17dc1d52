"""Random games against slow rules: ``python -m tests.soak.rules [GAME ...] --games N --seed S``.

Every ply is compared: legal moves, turn, groups, the ending and its kind; interpreted, compiled and
slow.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from multiprocessing import get_context

from tests.duels.duel import DifferenceError, Played, Tally, play_game
from tests.duels.games import DUELS

BATCH = 100


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.rules", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(DUELS)}; else all")
    parser.add_argument("--games", type=int, default=1000, help="of each game; 0: no limit")
    parser.add_argument("--plies", type=int, default=0, help="of each game; 0: no limit")
    parser.add_argument("--seconds", type=float, default=0.0, help="for each game; 0: no limit")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    for name in args.names or DUELS:
        if name not in DUELS:
            parser.error(f"no {name!r}; there is: {', '.join(DUELS)}")
    results = [soak(name, args) for name in args.names or DUELS]
    return 0 if all(results) else 1


def soak(name: str, args: argparse.Namespace) -> bool:
    """Play the duels of one game. Return whether all agreed."""
    tally, begun, said = Tally(), time.monotonic(), time.monotonic()
    print(f"{name}: seed {args.seed}", flush=True)
    try:
        for played in played_of(name, args):
            tally.add(played)
            now = time.monotonic()
            if now - said > 30:
                said = now
                print(f"{name}: {tally}, {tally.plies / (now - begun):.0f} a second", flush=True)
            if args.plies and tally.plies >= args.plies:
                break
            if args.seconds and now - begun > args.seconds:
                break
    except DifferenceError as error:
        print(f"{name}: {tally}, then a DIFFERENCE\n  {error}", flush=True)
        return False
    print(f"{name}: {tally}, 0 differences, {time.monotonic() - begun:.0f} s", flush=True)
    return True


def played_of(name: str, args: argparse.Namespace) -> Iterator[Played]:
    """Yield the games as they are finished, from one process or several."""
    numbers = iter(range(args.games)) if args.games else count()
    tasks = ((name, f"{args.seed}-{number}") for number in numbers)
    if args.processes == 1:
        yield from map(play_one, tasks)
        return
    with get_context("fork").Pool(args.processes) as pool:
        while some := list(islice(tasks, BATCH * args.processes)):
            yield from pool.imap_unordered(play_one, some)


def play_one(task: tuple[str, str]) -> Played:
    name, seed = task
    kind, longest = DUELS[name]
    return play_game(kind, seed, longest)


if __name__ == "__main__":
    sys.exit(main())
