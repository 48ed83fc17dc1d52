"""The command that lets people play who are not at one desk: serve."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from engine.program import PROGRAM
from viewer.cli.arguments import add_command
from viewer.cli.errors import CommandError

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


def run_serve(args: argparse.Namespace) -> int:
    """Run the server until Ctrl+C, or look after its database."""
    try:
        from server.running import Settings, back_up, make_operator, serve
    except ModuleNotFoundError as error:
        raise CommandError(f"{NEEDED} ({error.name})") from error
    settings = Settings(
        host=args.host, port=args.port, data=args.data, database=args.database,
        address=args.address, proxied=args.behind_proxy, workers=args.workers,
        ratings=args.ratings,
    )  # fmt: skip
    if args.what == "run":
        if args.value is not None:
            raise CommandError(f"serve: {args.value!r}: nothing more is wanted")
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
