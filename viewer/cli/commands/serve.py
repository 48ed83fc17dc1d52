"""The commands for people who are not at one desk: serve, and remote, which asks a server."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from pathlib import Path
from typing import Any

from engine.games.registry import GAMES
from engine.printable import printable
from engine.program import PROGRAM
from viewer.cli.arguments import add_command
from viewer.cli.errors import CommandError
from viewer.cli.output import warn

NEEDED = f"the server's libraries are missing: pip install '{PROGRAM}[server]'"


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "serve",
        run_serve,
        "a server for games between people who are far apart",
        f"{PROGRAM} serve\n{PROGRAM} serve --port 8080 --database postgresql:///{PROGRAM}\n"
        f"{PROGRAM} serve backup copy.db",
    )
    parser.add_argument(
        "what", nargs="?", choices=("run", "backup", "operator"), default="run",
        help="run (default); backup FILE: a copy of the database, also while it runs; "
        "operator NAME: let an account write to everybody",
    )  # fmt: skip
    parser.add_argument("value", nargs="?", metavar="FILE|NAME", help="for backup and operator")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8321, help="port, 0: any free (%(default)s)")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where the database lies")
    parser.add_argument(
        "--database", metavar="URL", help="postgresql://... instead of a file in the folder"
    )
    parser.add_argument(
        "--address", metavar="URL", help="how it is reached from outside, as https://play.example"
    )
    parser.add_argument(
        "--behind-proxy", action="store_true",
        help="believe X-Forwarded-For: only behind a proxy of your own",
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N",
        help="processes in which the computer thinks; 0: none here (%(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--ratings", choices=("glicko2", "pbmserv"),
        help="how games are rated: glicko2, or as the play-by-mail server did; kept in the "
        "database, and to be chosen before the first rated game (glicko2)",
    )  # fmt: skip
    parser.add_argument(
        "--patience", type=float, default=30.0, metavar="SECONDS",
        help="how long a request may take to come in, and an answer to be taken (%(default)g)",
    )  # fmt: skip
    _add_remote(commands)


def run_serve(args: argparse.Namespace) -> int:
    """Run the server until Ctrl+C, or look after its database."""
    try:
        from server.running import Settings, back_up, make_operator, serve
    except ModuleNotFoundError as error:
        raise CommandError(f"{NEEDED} ({error.name})") from error
    settings = Settings(
        host=args.host, port=args.port, data=args.data, database=args.database,
        address=args.address, proxied=args.behind_proxy, workers=args.workers,
        ratings=args.ratings, patience=args.patience,
    )  # fmt: skip
    if args.what == "run":
        if args.value is not None:
            raise CommandError(f"{args.value!r}: nothing more is wanted")
        return serve(settings)
    if args.value is None:
        raise CommandError(
            f"serve {args.what}: give a {'file' if args.what == 'backup' else 'name'}"
        )
    if args.what == "backup":
        back_up(settings, Path(args.value))
    else:
        make_operator(settings, args.value)
    return 0


# -- remote

PASSWORD = f"{PROGRAM.upper()}_PASSWORD"
"""The environment variable that a password is taken from where nobody can be asked."""

GAME = next(iter(GAMES))


def _add_remote(commands: Any) -> None:
    parser = add_command(
        commands,
        "remote",
        run_remote,
        "give a server a command: games with people who are far away",
        f"{PROGRAM} remote --server https://play.example --sign-in ann\n"
        f"{PROGRAM} remote {GAME} challenge ann bob\n"
        f"{PROGRAM} remote {GAME} show 17",
    )
    parser.add_argument(
        "line", nargs=argparse.REMAINDER, metavar="COMMAND",
        help="the command and its words, after all options of ours; 'help' lists what there is",
    )  # fmt: skip
    parser.add_argument("--server", metavar="URL", help="(default: the last one)")
    parser.add_argument(
        "--sign-in", metavar="NAME",
        help=f"sign in and remember it; the password is asked for, or taken from ${PASSWORD}",
    )  # fmt: skip
    parser.add_argument(
        "--body", action="store_true", help="read the text below the command from standard input"
    )


def run_remote(args: argparse.Namespace) -> int:
    """Give the command; exit code 1 where the server refuses it."""
    from server import client

    login = client.saved()
    if args.server:
        server = client.check_server(args.server)
        login = login if login and login.server == server else client.Login(server)
    if login is None:
        raise CommandError("which server? Give --server https://... once")
    if not login.is_safe:
        warn(f"{login.server} is not https: what you send can be read on the way")
    if args.sign_in:
        login = client.sign_in(login.server, args.sign_in, _password(args.sign_in, login.server))
        client.keep(login)
    if not args.line:
        if not args.sign_in:
            raise CommandError(f"give a command, as in: {PROGRAM} remote help")
        print(f"signed in as {printable(login.name or '')} at {login.server}")
        return 0
    body = sys.stdin.read() if args.body else ""
    status, text = client.command(login, " ".join(args.line), body)
    if args.server:  # it has answered
        client.keep(login)
    shown = printable(text, block=True).rstrip("\n")
    if status == 200:
        print(shown)
        return 0
    print(f"{PROGRAM}: {shown.splitlines()[0] if shown else status}", file=sys.stderr)
    return 1


def _password(name: str, server: str) -> str:
    found = os.environ.get(PASSWORD)
    if found is not None:
        return found
    if not sys.stdin.isatty():
        raise CommandError(f"no terminal to ask for a password at; set {PASSWORD}")
    return getpass.getpass(f"Password of {name} at {server}: ")
