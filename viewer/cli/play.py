"""The command that opens the window: play."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from viewer.cli import common

if TYPE_CHECKING:
    from viewer.session import Session


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = common.add_command(
        commands,
        "play",
        run_play,
        "open the table in a window, on a new game or on a record",
        "boche play\n"
        "boche play --size 4 --kill 0 --players Anna Bert\n"
        "boche play game.sgf --move 20",
    )
    parser.add_argument("record", nargs="?", metavar="RECORD", help="an SGF file or list of moves")
    parser.add_argument(
        "--number", type=int, default=1, metavar="K", help="the K-th game of the file (default: 1)"
    )
    common.add_move(parser)
    parser.add_argument(
        "--players", nargs=2, metavar=("FIRST", "SECOND"), help="who plays first, who second"
    )
    common.add_game_flags(parser, "a new game")


def run_play(args: argparse.Namespace) -> int:
    """Open the window and serve it until it is closed."""
    from viewer.settings import load_settings, save_settings, with_recent

    session, messages = _session(args)
    settings, problems = load_settings()
    # Loaded last: what is wrong with the arguments is said without waiting for it.
    from viewer.app import App

    app = App(session, settings, [*problems, *messages])
    if session.path is not None:
        app.settings = with_recent(settings, session.path)
        save_settings(app.settings)
    app.run()
    return 0


def _session(args: argparse.Namespace) -> tuple[Session, list[str]]:
    """The game that the arguments ask for, and what should be said of it."""
    from viewer.session import Session

    if args.record is None:
        game, options = common.chosen_game(args)
        warnings = game.warnings(game.complete(options))
        given: Any = options
        return Session.new(game.name, args.players or (), **given), warnings
    if common.given_options(args) or args.game or args.players:
        common.warn(
            "a record has its own game, options and players; the flags for them are ignored"
        )
    session = Session.open(args.record, args.number)
    if args.move is not None:
        last = len(session.line) - 1
        index = args.move if args.move >= 0 else last + 1 + args.move
        if not 0 <= index <= last:
            raise common.CommandError(f"--move {args.move}: this line has {last} moves")
        session.go_index(index)
    return session, list(session.problems)
