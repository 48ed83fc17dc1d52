"""The ``rules`` command, which prints the rules of a game."""

from __future__ import annotations

import argparse
import shutil
from typing import Any

from boche.engine.games.registry import DEFAULT, GAMES, find
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import add_command
from boche.viewer.cli.errors import CommandError

USUAL_WIDTH = 80
"""Number of columns if the terminal's width is unknown."""


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "rules",
        run_rules,
        tr("print how a game is played, or which games there are"),
        f"{PROGRAM} rules {DEFAULT.name}",
    )
    which = tr("which game (default: list them)")
    parser.add_argument("game", nargs="?", metavar="GAME", help=which)
    parser.add_argument("--game", dest="flag", metavar="GAME", help=which)


def run_rules(args: argparse.Namespace) -> int:
    """Print the rules or the list of games."""
    from boche.viewer.rules.book import rules_text
    from boche.viewer.rules.plain import plain_text

    name = args.game if args.game is not None else args.flag
    if name is None:
        width = max(map(len, GAMES))
        print("\n".join(f"{name:{width}}  {tr(game.about)}" for name, game in GAMES.items()))
        return 0
    text = rules_text(find(name).name)
    if not text:
        raise CommandError(tr("{game}: this game comes without rules to read", game=name))
    columns = shutil.get_terminal_size((USUAL_WIDTH, 24)).columns
    print(plain_text(text, columns), end="")
    return 0
