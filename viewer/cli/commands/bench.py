"""The ``bench`` command, which measures speed."""

from __future__ import annotations

import argparse
from typing import Any

from boche.engine.games.registry import DEFAULT
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import grouped
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import add_command, add_json
from boche.viewer.cli.first_use import compile_first
from boche.viewer.cli.game_flags import add_game_flags, chosen_game
from boche.viewer.cli.numbers import seconds
from boche.viewer.cli.output import print_json

NAMES = {
    "playouts_per_s": tr_later("playouts a second"),
    "simulations_per_s": tr_later("simulations a second"),
}
"""What is measured."""


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "bench",
        run_bench,
        tr("measure random play and the search from the start of a game, one thread"),
        f"{PROGRAM} bench --game {DEFAULT.name} --fill-board --json",
    )
    add_game_flags(parser, tr("the game"))
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=2.0,
        metavar="S",
        help=tr("for each of the two (default: 2)"),
    )
    add_json(parser)


def run_bench(args: argparse.Namespace) -> int:
    """Measure and print."""
    game, options = chosen_game(args)
    from boche.engine.match.bench import measure

    compile_first(game.new(**options))
    speeds = measure(game.new(**options), args.seconds)
    if args.json:
        print_json({"game": game.name, "options": game.complete(options), **speeds})
        return 0
    for name, speed in speeds.items():
        print(f"{tr(NAMES[name]):28} {grouped(round(speed)):>14}")
    return 0
