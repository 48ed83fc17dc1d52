"""Strength at equal time: matches of each game between pairs of players, as a table in Markdown.

    python -m benchmarks.strength --game boche boku
    python -m benchmarks.strength 8 7 8 uct:time --game che --seconds 1 --folder out/che

Each two players are a match; without any, the highest level plays against level 8, if that is
another one, and against plain search. A player has one thread and uses all the time of a move,
which is CPU time, so that a busy machine changes nothing (but GTP programs know wall time only).
Openings come from the suite for testing. A match ends as soon as the sequential test decides, or
after so many games. Its records are kept in the folder, and the same command continues there. Not
part of ``make bench``, since it takes hours.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.machine import machine_line
from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES, find
from boche.engine.match.match import play_match
from boche.engine.match.plan import Plan
from boche.engine.match.score import Score
from boche.engine.match.sprt import Sprt
from boche.engine.match.suites import TESTING, load_suite
from boche.engine.players.levels import LEVELS
from boche.engine.players.registry import check_name

FOLDER = Path("out", "strength")

LONGEST = 400
"""Number of moves after which a game counts as a draw."""

TOP = str(max(LEVELS))
USUAL = [pair for pair in ((TOP, "8"), (TOP, "uct:time")) if pair[0] != pair[1]]


def plan_of(game: str, players: tuple[str, str], args: argparse.Namespace) -> Plan:
    """Return the match of two players, with default options and the openings for testing."""
    options = find(game).complete({})
    return Plan(
        *players, game, options, seconds=args.seconds, seed=args.seed, longest=LONGEST,
        cpu_time=not args.wall_time, openings=load_suite(TESTING, find(game), options),
    )  # fmt: skip


def row(plan: Plan, score: Score, sprt: Sprt) -> str:
    """Return a row of the table."""
    low, high = score.interval
    share = f"{score.share:.1%} ({low:.1%} to {high:.1%})"
    test = f"{sprt.llr(score.pairs):+.2f}, {sprt.accepted(score.pairs) or 'undecided'}"
    return (
        f"| {plan.game} | {' against '.join(f'`{name}`' for name in plan.names)} | {score.games} "
        f"| {'-'.join(map(str, score.pairs))} | {share} | {score.elo_text.removeprefix('Elo ')} "
        f"| {test} |"
    )


def commit() -> str:
    """Return the commit of the checkout, and whether files differ from it."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude", "*"],
        cwd=Path(__file__).parent, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip() or "unknown"


def folder_of(parent: Path, plan: Plan) -> Path:
    """Return the folder of a match."""
    time = f"{plan.seconds:g}s{'cpu' if plan.cpu_time else ''}"
    words = (plan.game, *plan.names, time, f"seed{plan.seed}")
    return parent / "-".join(re.sub(r"[^A-Za-z0-9.]+", "_", word)[:40].strip("_") for word in words)


def parsed() -> argparse.Namespace:
    """Return the arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    parser.add_argument("players", nargs="*", help="two for each match")
    parser.add_argument("--game", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--games", type=int, default=400, help="of each match at most (400)")
    parser.add_argument("--sprt", nargs=2, type=float, default=[0, 50], metavar=("ELO0", "ELO1"))
    parser.add_argument("--seconds", type=float, default=0.2, help="for each move (0.2)")
    parser.add_argument("--wall-time", action="store_true", help="seconds by the wall clock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at a time (cores)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"for the records ({FOLDER})")
    args = parser.parse_args()
    if len(args.players) % 2:
        parser.error("players come in pairs")
    return args


def matches(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of players."""
    return list(zip(players[::2], players[1::2], strict=True)) or USUAL


def main() -> None:
    """Play the matches and print the table."""
    args = parsed()
    sprt = Sprt(*args.sprt)
    print(f"{machine_line()}, load {os.getloadavg()[0]:.1f}, {args.jobs} games at a time")
    print(f"commit {commit()}: python -m benchmarks.strength {shlex.join(sys.argv[1:])}")
    clock = "wall" if args.wall_time else "CPU"
    print(f"seed {args.seed}, {args.seconds:g} s of {clock} time a move, one thread a player\n")
    print(
        "| game | match | games | pairs with 0, 0.5, 1, 1.5, 2 points | score, 95 % interval "
        f"| Elo, 95 % interval | LLR, Elo {sprt.elo0:g} or {sprt.elo1:g} |"
    )
    print("|---|---|---|---|---|---|---|", flush=True)
    try:
        for name in args.players:
            check_name(name)
        for game in args.game:
            for players in matches(args.players):
                plan = plan_of(game, players, args)
                folder = folder_of(args.folder, plan)
                score = play_match(plan, args.games, folder, jobs=args.jobs, sprt=sprt)
                print(row(plan, score, sprt), flush=True)
    except BocheError as error:
        sys.exit(f"benchmarks.strength: {error}")
    print(f"\nload at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
