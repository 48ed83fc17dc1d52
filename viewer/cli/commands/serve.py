"""The commands for remote play: ``serve``, and ``remote``, which talks to a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import PASSWORD, add_command, add_json, text
from boche.viewer.cli.commands.serve_administration import (
    GAME as GAME_ACTIONS,
)
from boche.viewer.cli.commands.serve_administration import (
    USER,
    VERDICTS,
    add_options,
    run_game,
    run_log,
    run_user,
)
from boche.viewer.cli.commands.serve_operation import (
    OPERATION,
    add_operation,
    run_check,
    run_operation,
)
from boche.viewer.cli.errors import CommandError, told


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "serve",
        run_serve,
        tr("a server for games between people who are far apart"),
        f"{PROGRAM} serve\n{PROGRAM} serve --port 8080 --database postgresql:///{PROGRAM}\n"
        f"{PROGRAM} serve check --data /var/lib/{PROGRAM}\n"
        f"{PROGRAM} serve backup copy.db\n{PROGRAM} serve invite --uses 30 --note 'chess club'\n"
        f"{PROGRAM} serve user ban eve --reason 'insults' --days 30\n"
        f"{PROGRAM} serve game adjudicate 17 draw --reason 'both agreed'",
    )
    parser.add_argument(
        "what", nargs="?", default="run", metavar="WHAT",
        choices=(
            "run", "check", *OPERATION, "user", "game", "log", "operator", "password", "invite"
        ),
        help=tr(
            "run (default); check: whether all is well, a line for each thing; migrate: bring the "
            "database of an older version on, after a backup of it; backup FILE: a copy of the "
            "database, also while it runs; restore FILE: put a backup in its place; copy: the file "
            "in --data to the PostgreSQL of --database; banner LINE: a line on all pages; "
            "maintenance on|off [LINE]: answer nobody, and stop all clocks; user {user_actions} "
            "NAME; game {game_actions} NUMBER, adjudicate with a verdict: {verdicts}; "
            "log: what operators have done; operator NAME, password NAME and invite: short for "
            "user operator (who moderates and may write to everybody), user password (a "
            "link by which somebody who has forgotten theirs chooses a new one) and user invite (a "
            "link by which one can sign up whatever the limits say)",
            user_actions=" | ".join(USER), game_actions=" | ".join(GAME_ACTIONS),
            verdicts=", ".join(VERDICTS),
        ),
    )  # fmt: skip
    parser.add_argument(
        "words",
        nargs="*",
        metavar="FILE|ACTION|NAME|NUMBER",
        type=text,
        help=tr("for what takes one"),
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help=tr("address to listen on (%(default)s)")
    )
    parser.add_argument(
        "--port", type=int, default=8321, help=tr("port, 0: any free (%(default)s)")
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=tr("where the database lies"))
    parser.add_argument(
        "--database", metavar="URL", help=tr("postgresql://... instead of a file in the folder")
    )
    parser.add_argument(
        "--database-file", type=Path, metavar="FILE",
        help=tr(
            "a file with that URL and its password, which so is in no list of processes"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--address",
        metavar="URL",
        help=tr("how it is reached from outside, as https://play.example"),
    )
    parser.add_argument(
        "--behind-proxy", action="store_true",
        help=tr("believe X-Forwarded-For: only behind a proxy of your own"),
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N",
        help=tr(
            "processes in which the computer thinks; 0: none here (%(default)s)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--ratings", choices=("glicko2", "pbmserv"),
        help=tr(
            "how games are rated: glicko2, or as the play-by-mail server did; kept in the "
            "database, and to be chosen before the first rated game (glicko2)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--patience", type=float, default=30.0, metavar="SECONDS",
        help=tr(
            "how long a request may take to come in, and an answer to be taken (%(default)g)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--config", type=Path, metavar="FILE",
        help=tr(
            "limits, as docs/serving.md describes them (serve.toml in the data folder)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--migrate", action="store_true",
        help=tr("bring the database of an older version on, after a backup of it"),
    )  # fmt: skip
    _add_invite(parser)
    add_operation(parser)
    add_options(parser)
    _add_mail(parser)
    _add_remote(commands)


def _add_invite(parser: argparse.ArgumentParser) -> None:
    invite = parser.add_argument_group(tr("invite"))
    invite.add_argument(
        "--uses", type=int, default=1, metavar="N", help=tr("how many can sign up (%(default)s)")
    )
    invite.add_argument(
        "--days",
        type=float,
        metavar="D",
        help=tr("how long it is good (30); or how long somebody is banned (for good)"),
    )
    invite.add_argument("--note", type=text, default="", help=tr("what it is for, for --list"))
    invite.add_argument("--list", action="store_true", help=tr("the invitations that there are"))
    invite.add_argument("--revoke", metavar="NAME", help=tr("take one back, by its name in --list"))


def _add_mail(parser: argparse.ArgumentParser) -> None:
    mail = parser.add_argument_group(tr("mail"))
    mail.add_argument(
        "--mail-host", metavar="HOST", help=tr("what stands behind the @ of the server's addresses")
    )
    mail.add_argument(
        "--mail-folder", type=Path, metavar="FOLDER",
        help=tr("write mails to files there instead of sending them"),
    )  # fmt: skip
    mail.add_argument(
        "--smtp", metavar="HOST:PORT", help=tr("the mail server that mails go out by")
    )
    for kind in ("smtp", "lmtp"):
        mail.add_argument(
            f"--{kind}-listen", metavar="HOST:PORT",
            help=tr(
                "take mail by {kind} from a mail server of your own",
                kind=kind.upper()
            ),
        )  # fmt: skip
    mail.add_argument(
        "--maildir",
        type=Path,
        metavar="FOLDER",
        help=tr("take mail that is delivered to a maildir"),
    )


def run_serve(args: argparse.Namespace) -> int:
    """Run the server until Ctrl+C, or administer its database."""
    try:
        return _run(args)
    except BocheError as error:
        if args.what != "run" or not args.log_json:
            raise
        from boche.server.logs import json_line

        print(json_line("error", told(error)), file=sys.stderr)
        return 2


def _run(args: argparse.Namespace) -> int:
    try:
        from boche.server.settings import Settings
        from boche.server.startup import serve
    except ModuleNotFoundError as error:
        raise CommandError(
            tr(
                "the server's libraries are missing: pip install '{program}[server]' ({name})",
                program=PROGRAM, name=error.name,
            )
        ) from error  # fmt: skip
    settings = Settings(
        host=args.host, port=args.port, data=args.data, database=_database(args),
        address=args.address, proxied=args.behind_proxy, workers=args.workers,
        ratings=args.ratings, patience=args.patience, config=args.config,
        migrating=args.migrate, sign_up=args.sign_up,
        metrics=None if args.metrics is None else _place(args.metrics),
        log_level=args.log_level, log_json=args.log_json, access_log=args.access_log,
        mail=_mail_settings(args),
    )  # fmt: skip
    if args.what in ("operator", "password", "invite"):  # the short forms of before
        args.words.insert(0, args.what)
        args.what = "user"
    if args.what == "user":
        return run_user(settings, args, lambda: _invite(settings, args))
    if args.what == "game":
        return run_game(settings, args)
    if args.what == "log":
        return run_log(settings, args)
    if args.what in OPERATION:
        return run_operation(settings, args)
    if args.words:
        raise CommandError(tr("{word!r}: nothing more is wanted", word=args.words[0]))
    if args.what == "check":
        return run_check(settings, args)
    return serve(settings)


INVITED = 30.0
"""Days that an invitation is good for, unless given."""


def _invite(settings: Any, args: argparse.Namespace) -> int:
    from boche.server.inviting import invite, listed, revoke

    if args.list:
        print("\n".join(listed(settings)) or tr("there are no invitations"))
    elif args.revoke is not None:
        revoke(settings, args.revoke)
    else:
        days = INVITED if args.days is None else args.days
        print(invite(settings, args.uses, days, args.note))
    return 0


def _database(args: argparse.Namespace) -> str | None:
    """Return the database's URL, or None for a file in the data folder."""
    if args.database_file is None:
        return args.database
    if args.database is not None:
        raise CommandError(tr("--database and --database-file exclude each other"))
    try:
        written = args.database_file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        cause = system_reason(error) if isinstance(error, OSError) else tr("it is no text")
        raise CommandError(
            tr("--database-file {file!r}: {cause}", file=str(args.database_file), cause=cause)
        ) from error
    if not written.startswith("postgres") or "\n" in written:
        raise CommandError(
            tr(
                "--database-file {file!r}: one line is wanted, postgresql://...",
                file=str(args.database_file),
            )
        )
    return written


def _place(written: str) -> Any:
    from boche.server.mail.service import place

    return place(written)


def _mail_settings(args: argparse.Namespace) -> Any:
    from boche.server.mail.service import MailSettings, place

    addresses = {name: getattr(args, name) for name in ("smtp", "smtp_listen", "lmtp_listen")}
    if args.mail_folder is not None and args.smtp is not None:
        raise CommandError(tr("--mail-folder and --smtp exclude each other"))
    return MailSettings(
        args.mail_host, args.mail_folder, maildir=args.maildir,
        **{name: place(text) for name, text in addresses.items() if text is not None},
    )  # fmt: skip


# -- remote

GAME = next(iter(GAMES))


def _add_remote(commands: Any) -> None:
    parser = add_command(
        commands,
        "remote",
        run_remote,
        tr("give a server a command: games with people who are far away"),
        f"{PROGRAM} remote --server https://play.example --sign-in ann\n"
        f"{PROGRAM} remote {GAME} challenge ann bob\n"
        f"{PROGRAM} remote {GAME} show 17\n"
        f"{PROGRAM} remote watch 17",
    )
    codes = tr(
        "exit codes: 0 done, 1 refused by the server, 2 not understood here, 3 no server reached, "
        "or none of ours"
    )
    parser.epilog = f"{parser.epilog}\n\n{codes}"
    parser.add_argument(
        "line", nargs=argparse.REMAINDER, metavar="COMMAND",
        help=tr(
            "the command and its words, after all options of ours; 'help' lists what there is; "
            "'watch 17' follows a board here until its game is over"
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
