"""Whole games of full size between users of real pages, with all kinds of events between moves.

    python -m tests.soak.browsers [--games NAME ...] [--hows HOW,HOW ...] [--count N] [--seed S]

Every game is combined in turn with each pair of input methods (``mouse``, ``keys``, ``touch`` on a
phone), for ``--count`` such pairs, from the first move to the end by the rules. Of the first moves,
one in three is any legal one; the others are those of a low level of the computer. The other events
are described in ``tests.e2e.server.whole``.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

from boche.engine.game import Position
from boche.engine.games.registry import GAMES
from boche.engine.players.registry import make_player
from tests.e2e.chromium import chromium
from tests.e2e.server import whole
from tests.e2e.server.served import Served

HOWS = ("mouse,keys", "touch,keys")
LEVEL = "2"
"""Level of the computer; a game of Octi at a lower one may never end."""
ANY, OPENING = 1 / 3, 12
"""Share of random moves, and number of opening moves it applies to, so that every kind occurs."""


class Chooser:
    """A chooser of moves for both sides of one game."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)

    def __call__(self, position: Position) -> str:
        free = position.ply < OPENING and self._chance.random() < ANY
        level = "random" if free else LEVEL
        player = make_player(level, position, seed=self._chance.randrange(2**31))
        try:
            return position.format(player.choose(position, []))
        finally:
            player.close()


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Whole games at real pages.")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--hows", nargs="+", default=HOWS, help="as mouse,keys; Ann's comes first")
    parser.add_argument("--count", type=int, default=1, help="games in all")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        served = Served("--data", str(Path(folder, "server")))
        browsers = whole.Browsers(browser)
        try:
            account = whole.Account(served.address, Path(folder, "ann"))
            pairs = list(product(args.games, args.hows))
            for seed in range(args.seed, args.seed + args.count):
                _play(browsers, account, *pairs[seed % len(pairs)], seed)
        finally:
            browsers.close()
            errors = served.end()[1]
    assert errors == "", errors
    return 0


def _play(
    browsers: whole.Browsers, account: whole.Account, game: str, hows: str, seed: int
) -> None:
    one, two = hows.split(",")
    began = time.monotonic()
    choice = Chooser(f"{game} {hows} {seed}")
    start = GAMES[game].start(GAMES[game].complete({}))
    print(f"browsers: {game}, {hows}, seed {seed}: ", end="", flush=True)
    moves = whole.play(browsers, account, game, {}, (one, two), choice(start), choice)
    print(f"{len(moves)} moves, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
