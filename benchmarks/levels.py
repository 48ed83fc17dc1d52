"""Strength differences between the levels of each game: each plays a match against the next lower.

    python -m benchmarks.levels --help
    python -m benchmarks.levels che --opening 1 --levels 2 3 4 --games 200

Not part of ``make bench``, since it takes hours. The records are written to ``out/levels``; an
interrupted match continues when the same command is given again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.machine import machine_line
from boche.engine.games.registry import GAMES, find
from boche.engine.match.match import play_match
from boche.engine.match.plan import Plan
from boche.engine.match.score import Score
from boche.engine.players.levels import LEVELS, level_of

FOLDER = Path("out", "levels")

LONGEST = 400
"""Number of moves after which a game counts as a draw."""


def plan_of(game: str, upper: int, opening: int = 2, seconds: float = 1.0) -> Plan:
    """Return the match of a level against the one below it, with default options."""
    names, options = (str(upper), str(upper - 1)), find(game).complete({})
    return Plan(*names, game, options, opening=opening, seconds=seconds, longest=LONGEST)


def row(plan: Plan, score: Score) -> str:
    """Return a row of the table in Markdown."""
    effort = level_of(find(plan.game), int(plan.first)).text
    low, high = score.interval
    share = f"{score.share:.1%} ({low:.1%} to {high:.1%})"
    return (
        f"| {plan.game} | {plan.first} against {plan.second} | {effort} "
        f"| {score.games} | {score.won} | {score.lost} | {score.drawn} | {share} |"
    )


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels")
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], help="(default: all of them)")
    parser.add_argument(
        "--levels", nargs="+", type=int, choices=LEVELS[1:], default=LEVELS[1:], metavar="LEVEL",
        help="the upper ones of the matches (default: 2 to 8)",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=200, help="of each match (default: 200)")
    parser.add_argument(
        "--opening", type=int, default=2, metavar="N", help="random moves before (default: 2)"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for level 8 (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time (default: 2)")
    args = parser.parse_args()
    print(machine_line())
    print("| game | levels | the upper one | games | won | lost | drawn | score, 95 % interval |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for game in args.game or GAMES:
        for upper in args.levels:
            plan = plan_of(game, upper, args.opening, args.seconds)
            folder = FOLDER / f"{game}-{upper}-{upper - 1}"
            print(row(plan, play_match(plan, args.games, folder, jobs=args.jobs)), flush=True)


if __name__ == "__main__":
    main()
