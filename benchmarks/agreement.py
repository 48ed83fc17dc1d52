"""How often a level keeps a win on size 4 of Boche, by solved positions and without the solver.

    python -m benchmarks.agreement [--player 8] [--seconds 0.1] [--playouts N] [--solver]
                                   [--cpu-time]

The positions in ``agreement.txt`` come from random games. In each the side to move wins, not at
once and not by every move. The level plays one move in each; the share of those that keep the win
is printed for each end rule (docs/solved.md) and in all, with its standard error. By default the
level has to judge by its search alone; ``--solver`` lets it ask the solver as in a game. Levels
that do not use all their time need no ``--seconds``; ``--playouts`` gives any level a budget that
does not depend on the machine. ``--cpu-time`` counts CPU time, not wall time: fair on a busy
machine.

    python -m benchmarks.agreement --make

makes the positions anew, which takes some minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.machine import machine_line
from boche.engine.game import Position
from boche.engine.games.boche.solve import END_RULES, Solver, start_of
from boche.engine.games.registry import find
from boche.engine.players.levels import level_of
from boche.engine.players.strength import budget_of, params_of, pick
from boche.engine.position import BasePosition
from boche.engine.search.candidates import CandidateSearcher
from boche.engine.search.params import Budget, cpu_time

FILE = Path(__file__).with_name("agreement.txt")

SHORT = "any path"
"""Rules whose names end like this have short games: there the cubes are fewer."""

SHARES = {True: (40, (2, 3, 4)), False: (80, (7, 8, 9, 10))}
"""Number of positions for a rule, and of their cubes in turn, by whether it has short games."""


def made() -> Iterator[str]:
    """Yield the lines of the file: the rule, the position and the moves that win."""
    for rule in END_RULES:
        rng, solver = random.Random(rule), Solver(start_of(4, rule), 25)
        count, cubes = SHARES[rule.endswith(SHORT)]
        found = 0
        while found < count:
            position = drawn(solver.start, cubes[found % len(cubes)], rng)
            if position is None or solver.winner(position) != position.turn:
                continue
            after = {str(move): position.play(move) for move in position.legal_moves()}
            if any(p.winner == position.turn for p in after.values()):
                continue
            wins = [text for text, p in after.items() if solver.winner(p) == position.turn]
            if len(wins) < len(after):
                found += 1
                yield f"{rule}; {position.to_text()}; {' '.join(wins)}"


def drawn(start: Position, cubes: int, rng: random.Random) -> Position | None:
    """Return an unfinished position of a random game without a swap, or None."""
    position = start
    for _ in range(cubes):
        moves = [move for move in position.legal_moves() if str(move) != "swap"]
        position = position.play(rng.choice(moves))
        if position.is_over:
            return None
    return position


def main() -> None:
    """Measure the player that the arguments name, or make the positions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", type=int, default=8, metavar="LEVEL")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--playouts", type=int, metavar="N")
    parser.add_argument("--solver", action="store_true")
    parser.add_argument("--cpu-time", action="store_true")
    parser.add_argument("--make", action="store_true")
    given = parser.parse_args()
    if given.make:
        FILE.write_text("".join(line + "\n" for line in made()), encoding="utf-8")
        return
    print(machine_line())
    level = level_of(find("boche"), given.player)
    params = replace(params_of(level), solver=given.solver)
    budget = budget_of(level, given.seconds)
    if given.playouts is not None:
        budget = Budget(None, given.playouts)
    kept: dict[str, list[bool]] = {}
    for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines()):
        rule, text, wins = line.split("; ")
        position = BasePosition.from_text(text)
        searcher = CandidateSearcher(position, params, seed=number, count=0)
        with cpu_time() if given.cpu_time else contextlib.nullcontext():
            result = searcher.search(budget)
        move = pick(level, searcher, result, [], random.Random(number))
        kept.setdefault(rule, []).append(str(move) in wins.split())
    kept["in all"] = [one for each in kept.values() for one in each]
    for rule, each in kept.items():
        share = sum(each) / len(each)
        error = (share * (1 - share) / len(each)) ** 0.5
        print(f"{rule:24} {len(each):4}  {share:6.1%}  ±{error:.1%}")


if __name__ == "__main__":
    main()
