"""The arguments of ``serve``: each is described once, for all subcommands that use it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.system import system_reason
from boche.viewer.cli.arguments import folder_path, text, typed
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.numbers import Number, positive, real


class Option(NamedTuple):
    """An argument: its name, the text of its help, and what else ``add_argument`` is told."""

    name: str
    about: str
    more: dict[str, Any]


Options = Sequence["Option | tuple[Option, Option]"]
"""Arguments; two in a pair exclude each other."""


def _option(name: str, value: str, about: str, kind: Any = None, **more: Any) -> Option:
    return Option(name, about, {"metavar": value, "type": kind, **more})


def _switch(name: str, about: str, **more: Any) -> Option:
    return Option(name, about, {"action": "store_true", **more})


def add_options(parser: Any, options: Options) -> None:
    """Add arguments to a parser, or to a group of one."""
    for each in options:
        if isinstance(each, Option):
            parser.add_argument(each.name, help=tr(each.about), **each.more)
        else:
            add_options(parser.add_mutually_exclusive_group(), each)


def each_of(options: Options) -> Iterator[Option]:
    """Yield arguments one by one."""
    for each in options:
        yield from [each] if isinstance(each, Option) else each


# -- types of arguments


@typed
def _url_in(file: str) -> str:
    """Return the URL of a database that a file has."""
    try:
        written = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        cause = system_reason(error) if isinstance(error, OSError) else tr("it is not text")
        raise CommandError(f"{file!r}: {cause}") from error
    if not written.startswith("postgres") or "\n" in written:
        raise CommandError(tr("{file!r}: expected one line, postgresql://...", file=file))
    return written


@typed
def _place(written: str) -> tuple[str, int]:
    """Return a host and a port."""
    host, _, port = written.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port[:6]) > 65535:
        raise CommandError(tr("{text!r}: expected HOST:PORT, such as 127.0.0.1:25", text=written))
    return host.strip("[]"), int(port)


def _day(value: str) -> float:
    """Return the time of a day or a moment in UTC."""
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("{value!r}: expected a day, such as 2027-03-01", value=value)
        ) from None
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()


# -- where the database is

WHERE: Options = (
    _option("--data", "FOLDER", tr_later("where the database lies"), folder_path),
    (
        _option("--database", "URL", tr_later("postgresql://... instead of a file in the folder")),
        _option("--database-file", "FILE", tr_later("a file with that URL, which keeps it secret"),
                _url_in, dest="database"),
    ),
)  # fmt: skip

# -- a server

ADDRESS = _option(
    "--address", "URL", tr_later("how it is reached from outside, such as https://play.example")
)
LOG_LEVEL = _option(
    "--log-level", "LEVEL", tr_later("what is logged: info, warning or error (%(default)s)"),
    choices=("info", "warning", "error"), default="warning",
)  # fmt: skip
LOG_JSON = _switch("--log-json", tr_later("log JSON, one line for each record"))
SERVER: Options = (
    _option("--host", "HOST", tr_later("address to listen on (%(default)s)"), default="127.0.0.1"),
    _option("--port", "N", tr_later("port, 0: any free (%(default)s)"), Number(0, 65535),
            default=8321),
    *WHERE,
    ADDRESS,
    _switch("--behind-proxy", tr_later("believe X-Forwarded-For: only behind a proxy of your own"),
            dest="proxied"),
    _option("--workers", "N", tr_later("processes in which the computer thinks (%(default)s)"),
            Number(0, 256), default=1),
    _option("--ratings", "FORMULA",
            tr_later("glicko2 or pbmserv, before the first rated game (glicko2)"),
            choices=("glicko2", "pbmserv")),
    _option("--patience", "SECONDS",
            tr_later("how long a request or an answer may take (%(default)g)"),
            real(0, 3600, tr_later("seconds"), above=True), default=30.0),
    _option("--config", "FILE", tr_later("limits (serve.toml in the data folder, if it is there)"),
            Path),
    _option("--sign-up", "WHO", tr_later("who may sign up: open, invitation or closed (open)"),
            choices=("open", "invitation", "closed")),
    _option("--metrics", "HOST:PORT", tr_later("serve metrics for Prometheus there (nowhere)"),
            _place),
    LOG_LEVEL,
    LOG_JSON,
    _switch("--access-log", tr_later("log a line for each request, without secrets")),
)  # fmt: skip
MIGRATE = _switch(
    "--migrate", tr_later("bring an older database on first, after a backup"), dest="migrating"
)
MAIL: Options = (
    _option("--mail-host", "HOST", tr_later("what stands behind the @ of the server's addresses")),
    (
        _option("--mail-folder", "FOLDER",
                tr_later("write mails to files there instead of sending them"), folder_path),
        _option("--smtp", "HOST:PORT", tr_later("the mail server that mails go out by"),
                _place, dest="mail_smtp"),
    ),
    _option("--smtp-listen", "HOST:PORT", tr_later("take mail by SMTP from your own mail server"),
            _place, dest="mail_smtp_listen"),
    _option("--lmtp-listen", "HOST:PORT", tr_later("take mail by LMTP from your own mail server"),
            _place, dest="mail_lmtp_listen"),
    _option("--maildir", "FOLDER", tr_later("take mail that is delivered to a maildir"),
            folder_path, dest="mail_maildir"),
)  # fmt: skip

# -- its database, and lines for everybody

FILE = _option("file", "FILE", tr_later("the backup"), Path)
OVERWRITE = _switch("--overwrite", tr_later("replace what is there"))
LINE = _option("line", "LINE", tr_later("what people read"), text, nargs="*")
OFF = _switch("--off", tr_later("end the banner"))
SWITCH = _option("switch", "on|off", tr_later("begin or end it"), nargs="?", choices=("on", "off"))

# -- people, games, invitations and the log

NAME = _option("name", "NAME", tr_later("of the account"), text)
BEGINNING = _option(
    "beginning", "BEGINNING", tr_later("of their names"), text, nargs="?", default=""
)
MAIL_TO = _option("--mail", "ADDRESS", tr_later("where mail goes"), text, dest="to")
REASON = _option(
    "--reason", "REASON", tr_later("why: for the log, and the person"), text, default=""
)
DAYS = _option(
    "--days", "D", tr_later("for so many days"), real(0, 36_500, tr_later("days"), above=True)
)
UNTIL = _option("--until", "DATE", tr_later("end of the ban, such as 2027-03-01"), _day)
NO_OPERATOR = _switch("--off", tr_later("no longer"))
YES = _switch("--yes", tr_later("delete without asking"))
USER = _option("--user", "NAME", tr_later("only theirs"), text)
GAME = _option("--game", "GAME", tr_later("only this one"), choices=tuple(GAMES))
STATE = _option(
    "--state", "STATE", tr_later("all, open, active or inactive (%(default)s)"),
    choices=("all", "open", "active", "inactive"), default="all",
)  # fmt: skip
MOST = _option("--most", "N", tr_later("at most so many (%(default)s)"), positive, default=100)
JSON = _switch("--json", tr_later("print JSON, for a program to read"))
NUMBER = _option(
    "number", "NUMBER", tr_later("of the board"),
    Number(1, 2**31 - 1, tr_later("the number of a board")),
)  # fmt: skip
VERDICT = _option(
    "verdict", "VERDICT", tr_later("first, second, draw, or abort: it counts for nobody"),
    choices=("first", "second", "draw", "abort"),
)  # fmt: skip
USES = _option(
    "--uses", "N", tr_later("how many can sign up (%(default)s)"), Number(1, 10_000), default=1
)
GOOD = _option(
    "--days", "D", tr_later("how long it is good (%(default)g)"),
    real(0, 3650, tr_later("days"), above=True), default=30.0,
)  # fmt: skip
NOTE = _option("--note", "NOTE", tr_later("what it is for"), text, default="")
INVITATION = _option("name", "NAME", tr_later("as invite list has it"), text)
