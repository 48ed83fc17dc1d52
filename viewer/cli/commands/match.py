"""The ``match`` command, in which computer players play each other."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import (
    SEED,
    add_command,
    add_json,
    add_workers,
    positive,
    seconds,
)
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.game_flags import add_game_flags, chosen_game
from boche.viewer.cli.output import print_json, warn

if TYPE_CHECKING:
    from boche.engine.match.match import Plan
    from boche.engine.match.score import Score


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "match",
        run_match,
        "let two computer players play a match",
        f"{PROGRAM} match 5 4 --games 100\n"
        f"{PROGRAM} match 8 'gtp:{PROGRAM} gtp --player 7' --seconds 2",
    )
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="the two players; see --list")
    parser.add_argument("--list", action="store_true", help="list the players of the game")
    parser.add_argument(
        "--games",
        type=positive,
        default=20,
        metavar="N",
        help="how many games to play (default: 20)",
    )
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S",
        help="time for a move, for players that use a clock (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--opening", type=int, default=2, choices=range(21), metavar="N",
        help="random moves before the players take over (default: 2; 0: none, and they may swap)",
    )  # fmt: skip
    parser.add_argument(
        "--fair", action="store_true",
        help="only openings that both colours win equally often in quick games of level 4",
    )  # fmt: skip
    parser.add_argument(
        "--longest", type=positive, metavar="N",
        help="a game that is not over after this many moves counts as a draw (default: 1600)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=SEED)
    add_workers(parser, "games played")
    parser.add_argument(
        "-o", "--output", metavar="FOLDER",
        help="folder for the records (default: match-GAME-A-B); one begun there is continued",
    )  # fmt: skip
    add_game_flags(parser, "the game")
    add_json(parser)


def run_match(args: argparse.Namespace) -> int:
    """Play and print the score."""
    from boche.engine.players import registry as players

    if args.list:
        for name, text in players.described(chosen_game(args)[0], warn).items():
            print(f"{name:8} {text}")
        return 0
    if len(args.players) != 2:
        raise CommandError(f"two players are needed, not {len(args.players)}; see --list")
    for name in args.players:
        players.check_name(name)
    plan = _plan(args)
    score = _play(args, plan)
    if args.json:
        print_json({"players": list(plan.names), **score.as_data()})
        return 0
    print(score_line(plan, score))
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    from boche.engine.match.match import LONGEST, Plan

    game, options = chosen_game(args)
    first, second = args.players
    return Plan(
        first, second, game.name, game.complete(options),
        opening=args.opening, seconds=args.seconds, seed=args.seed, fair=args.fair,
        longest=args.longest or LONGEST,
    )  # fmt: skip


def _play(args: argparse.Namespace, plan: Plan) -> Score:
    from tqdm import tqdm

    from boche.engine.match.match import play_match

    words = ("match", plan.game, *plan.names)
    folder = Path(args.output or "-".join(_file_word(word) for word in words))
    with tqdm(total=args.games, unit="game", delay=1.0, file=sys.stderr) as bar:

        def on_start(score: Score) -> None:
            bar.initial = bar.n = score.games
            if score.games:
                line = f"{score.games} of the {args.games} games are in {str(folder)!r} already"
                print(f"{PROGRAM}: {line}; another folder (-o) begins anew", file=sys.stderr)

        def on_game(score: Score) -> None:
            bar.set_postfix_str(f"{score.won}-{score.lost}", refresh=False)
            bar.update(1)

        return play_match(
            plan, args.games, folder,
            jobs=args.jobs or cores(), cluster=args.cluster, on_start=on_start, on_game=on_game,
        )  # fmt: skip


def _file_word(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "_", name)[:40].strip("_")


def score_line(plan: Plan, score: Score) -> str:
    """Return the score in one line: points, share with its 95 percent interval, Elo difference."""
    return f"{plan.first} - {plan.second}: {score}"


def cores() -> int:
    """Return the number of CPU cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
