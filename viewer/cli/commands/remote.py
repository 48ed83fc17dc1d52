"""The command ``remote``, which talks to a server."""

from __future__ import annotations

import argparse
from typing import Any

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import PASSWORD, add_command, add_json

GAME = next(iter(GAMES))


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "remote",
        run_remote,
        tr("give a server a command: games with people who are far away"),
        f"{PROGRAM} remote --server https://play.example --sign-in ann\n"
        f"{PROGRAM} remote {GAME} challenge ann bob\n"
        f"{PROGRAM} remote {GAME} show 17\n"
        f"{PROGRAM} remote watch 17\n"
        f"{PROGRAM} remote watch 'https://play.example/board/17#watch=SECRET'",
    )
    codes = tr(
        "exit codes: 0 done, 1 refused by the server, 2 not understood here, 3 no server "
        "reached, or not a server of this program"
    )
    parser.epilog = f"{parser.epilog}\n\n{codes}"
    parser.add_argument(
        "line", nargs=argparse.REMAINDER, metavar="COMMAND",
        help=tr(
            "the command and its words, after all other options; 'help' lists what there is; "
            "'watch 17' or 'watch LINK' follows a board here until its game is over"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--server", metavar="URL", help=tr("the address of the server (default: the last one used)")
    )
    parser.add_argument(
        "--sign-in", metavar="NAME",
        help=tr(
            "sign in and remember it; the password is asked for, or taken from ${variable}",
            variable=PASSWORD
        ),
    )  # fmt: skip
    parser.add_argument(
        "--body",
        action="store_true",
        help=tr("read the text below the command from standard input"),
    )
    add_json(parser)


def run_remote(args: argparse.Namespace) -> int:
    """Send the command to the server; the exit code tells the result."""
    from boche.viewer.cli.remote_play import run

    return run(args)
