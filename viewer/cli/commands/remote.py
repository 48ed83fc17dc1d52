"""The command that gives a server commands: remote."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from typing import Any

from engine.printable import printable
from engine.program import PROGRAM
from viewer.cli.arguments import add_command
from viewer.cli.errors import CommandError
from viewer.cli.output import warn

PASSWORD = "BOCHE_PASSWORD"


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "remote",
        run_remote,
        "give a server a command: games with people who are far away",
        f"{PROGRAM} remote --server https://play.example --sign-in ann\n"
        f'{PROGRAM} remote "boche challenge -size=4 ann bob"\n'
        f'{PROGRAM} remote "boche move 17 c:d3"',
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
        raise CommandError("remote: which server? Give --server https://... once")
    if not login.is_safe:
        warn(f"{login.server} is not https: what you send can be read on the way")
    if args.sign_in:
        login = client.sign_in(login.server, args.sign_in, _password(args.sign_in, login.server))
        client.keep(login)
    if not args.line:
        if not args.sign_in:
            raise CommandError("remote: give a command, as in: boche remote help")
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
        raise CommandError(f"remote: no terminal to ask for a password at; set {PASSWORD}")
    return getpass.getpass(f"Password of {name} at {server}: ")
