"""The ``gtp`` command, which other programs talk to."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from boche.engine.games.registry import DEFAULT
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr, use
from boche.engine.level import LEVEL_COUNT
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import SEED, THREADS, add_command
from boche.viewer.cli.first_use import tell_first
from boche.viewer.cli.game_flags import add_game_flags, chosen_game
from boche.viewer.cli.numbers import at_once, seconds


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "gtp",
        run_gtp,
        tr("speak the Go Text Protocol on standard input and output"),
        f"{PROGRAM} gtp --game {DEFAULT.name} --size 5 --player 6",
    )
    parser.add_argument(
        "--player",
        default=str(LEVEL_COUNT),
        help=tr("who chooses the moves (default: {levels})", levels=LEVEL_COUNT),
    )
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S",
        help=tr("for a move, until told of a clock (default: 1)"),
    )  # fmt: skip
    parser.add_argument("--threads", type=at_once, default=1, metavar="N", help=tr(THREADS))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=tr(SEED))
    add_game_flags(parser, tr("the game"))


def run_gtp(args: argparse.Namespace) -> int:
    """Answer commands until ``quit`` or the end of the input."""
    from boche.engine.gtp.engine import Engine
    from boche.engine.gtp.serve import serve
    from boche.engine.players.registry import check_name
    from boche.engine.program import version

    game, options = chosen_game(args)
    check_name(args.player, game)
    tell_first(game.new(**options), args.player)
    engine = Engine(
        game.name, game.complete(options), player=args.player, seconds=args.seconds,
        seed=args.seed, threads=args.threads, version=version(),
    )  # fmt: skip
    asked = current()
    use(ENGLISH)  # in all threads: what is told over the protocol is for programs
    try:
        serve(engine, sys.stdin.buffer, sys.stdout)
    finally:
        use(asked)
    return 0
