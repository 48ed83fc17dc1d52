"""The opening suites that ship with the program, for matches (``boche match --suite``).

    python -m benchmarks.opening_suites boche --training 20 --testing 40

Openings are drawn at random: two to four legal moves without a swap, with the default options. One
is kept if a long search gives each side 40 to 60 %, and so does another with another seed. Shorter
searches come before, to sort out most of the others. With ``--quick N`` each colour also has to win
a quarter of N quick games from there: searches may find a position even that one colour wins in
practice. No two openings lead to positions that are
equal by symmetry. Of five openings kept, the first two are for training and the others for testing.
The same arguments write the same files.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path

from benchmarks.machine import machine_line
from boche.engine import new
from boche.engine.game import Position
from boche.engine.games.registry import GAMES
from boche.engine.match.openings import random_moves
from boche.engine.match.suites import TESTING, TRAINING
from boche.engine.players.levels import level_of
from boche.engine.players.strength import params_of
from boche.engine.record import Record, dump_sgf
from boche.engine.search.params import Budget
from boche.engine.search.searcher import Searcher

FOLDER = Path(__file__).parents[1] / "assets" / "openings"

LENGTHS = (2, 3, 4)

SIEVES = ((0.01, 0.25), (0.1, 0.15))
"""Shorter searches: the share of the playouts, and how far from even its result may be."""

JUDGE = 8
"""The level whose search decides: it uses no weights, which may change from release to release."""

MARGIN = 0.1
SEEDS = (1, 2)

SPLIT = (TRAINING, TRAINING, TESTING, TESTING, TESTING)


QUICK = 1_000
"""Playouts a move of quick games."""


class Judge:
    """The search of level 8, for positions of one game."""

    def __init__(self, start: Position, playouts: int, games: int) -> None:
        params = params_of(level_of(start.game, JUDGE))
        self._searchers = {seed: Searcher(start, params, seed=seed) for seed in SEEDS}
        self._playouts, self._games = playouts, games

    def chance(self, position: Position, seed: int, share: float = 1.0) -> float:
        """Return the chance of the side to move, 0 to 1."""
        searcher = self._searchers[seed]
        searcher.set_position(position)
        result = searcher.search(Budget(simulations=round(share * self._playouts)))
        return result.win[position.turn]

    def chances(self, position: Position) -> list[float] | None:
        """Return the chance of the side to move by each seed, or None if one is too uneven."""
        for share, margin in SIEVES:
            if abs(self.chance(position, SEEDS[0], share) - 0.5) > margin:
                return None
        if not self._is_even_in_play(position):
            return None
        found = list[float]()
        for seed in SEEDS:
            found.append(self.chance(position, seed))
            if abs(found[-1] - 0.5) > MARGIN:
                return None
        return found

    def _is_even_in_play(self, position: Position) -> bool:
        """Return whether each colour wins a quarter of the quick games."""
        won = dict.fromkeys(position.game.colours, 0.0)
        for number in range(self._games):
            for colour, points in self._played(position, number).items():
                won[colour] += points
            if max(won.values()) > 0.75 * self._games:
                return False
        return True

    def _played(self, position: Position, number: int) -> dict[str, float]:
        """Play a quick game; return the points of each colour."""
        searcher, at = self._searchers[SEEDS[number % 2]], position
        rng = random.Random(number)
        while at.outcome is None and at.ply < 400:
            searcher.set_position(at)
            # A little noise in the effort, or the same seed would play the same game again.
            budget = Budget(simulations=QUICK + rng.randrange(QUICK // 4))
            at = at.play(searcher.search(budget).best)
        winner = at.outcome.winner if at.outcome is not None else None
        return {c: 0.5 if winner is None else float(c == winner) for c in at.game.colours}


def openings(
    start: Position, playouts: int, seed: int, games: int
) -> Iterator[tuple[list[str], str, int]]:
    """Yield balanced openings without end.

    Each comes with what the searches found, in words, and how many were tried so far.
    """
    rng, seen = random.Random(f"{start.game.name}/{seed}"), set[str]()
    judge = Judge(start, playouts, games)
    for number in count():
        moves, at = random_moves(start, LENGTHS[number % len(LENGTHS)], rng)
        if at.outcome is not None or at.canonical_key() in seen:
            continue
        seen.add(at.canonical_key())
        found = judge.chances(at)
        if found is not None:
            words = " ".join(f"{chance:.0%}" for chance in found)
            yield moves, f"{at.turn} {words}", number + 1


def main() -> None:
    """Make the suites of the games named, and write them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.opening_suites")
    parser.add_argument("games", nargs="+", choices=list(GAMES))
    for name in (TRAINING, TESTING):
        parser.add_argument(f"--{name}", type=int, required=True, help="openings in this suite")
    parser.add_argument("--playouts", type=int, default=100_000, help="(default: %(default)s)")
    parser.add_argument("--quick", type=int, default=0, help="quick games (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    args = parser.parse_args()
    print(machine_line())
    wanted = {name: getattr(args, name) for name in (TRAINING, TESTING)}
    for game in args.games:
        began = time.process_time()
        tried = make(game, wanted, args)
        spent = time.process_time() - began
        print(f"{game}: {wanted} of {tried} tried, {spent:.0f} s of CPU time", flush=True)


def make(game: str, wanted: dict[str, int], args: argparse.Namespace) -> int:
    """Make the suites of a game, and write them after each opening; return how many were tried."""
    suites: dict[str, list[Record]] = {name: [] for name in wanted}
    source = openings(new(game), args.playouts, args.seed, args.quick)
    tried, order = 0, cycle(SPLIT)
    while any(len(suites[name]) < count for name, count in wanted.items()):
        name = next(order)
        if len(suites[name]) < wanted[name]:
            moves, chances, tried = next(source)
            suites[name].append(as_record(game, name, len(suites[name]) + 1, moves, chances))
            data = b"".join(map(dump_sgf, suites[name]))
            FOLDER.joinpath(f"{game}-{name}.sgf").write_bytes(data)
    return tried


def as_record(game: str, suite: str, number: int, moves: list[str], chances: str) -> Record:
    """Return an opening as a record; its last comment says what the searches found."""
    record = Record.new(game)
    record.name = f"{suite} {number}"
    node = record.root
    for move in moves:
        node = node.add(move)
    node.comment = chances
    return record


if __name__ == "__main__":
    main()
