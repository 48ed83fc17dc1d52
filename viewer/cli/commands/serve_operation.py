"""The parts of ``serve`` for who runs it: checks, backups, moving, lines for everybody, logs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import grouped
from boche.viewer.cli.errors import CommandError

OPERATION = ("migrate", "backup", "restore", "copy", "banner", "maintenance")
SIGN_UP = ("open", "invitation", "closed")
LEVELS = ("info", "warning", "error")


NONE = {
    "banner": tr_later("there is no banner"),
    "maintenance": tr_later("there is no maintenance"),
}


def add_operation(parser: argparse.ArgumentParser) -> None:
    """Add the options of operation."""
    group = parser.add_argument_group(tr("operation"))
    group.add_argument(
        "--sign-up", choices=SIGN_UP,
        help=tr(
            "who may make an account: anybody, people with an invitation, or nobody (open)"
        ),
    )  # fmt: skip
    group.add_argument(
        "--metrics", metavar="HOST:PORT", help=tr("serve metrics for Prometheus there (nowhere)")
    )
    group.add_argument(
        "--log-level", choices=LEVELS, default="warning", help=tr("what is logged (%(default)s)")
    )
    group.add_argument(
        "--log-json", action="store_true", help=tr("log JSON, one line for each record")
    )
    group.add_argument(
        "--access-log", action="store_true",
        help=tr(
            "log a line for each request, with the address and without secrets"
        ),
    )  # fmt: skip
    group.add_argument(
        "--overwrite", action="store_true", help=tr("restore and copy: replace what is there")
    )


def run_operation(settings: Any, args: argparse.Namespace) -> int:
    """Do what the words say, and print a line about it."""
    if args.what in ("banner", "maintenance"):
        return _announce(settings, args)
    from boche.server import moving

    if args.what == "migrate":
        if args.words:
            raise CommandError(tr("{word!r}: nothing more is wanted", word=args.words[0]))
        print(moving.migrate(settings))
        return 0
    if args.what == "copy":
        if args.words:
            raise CommandError(tr("serve copy: nothing more is wanted; see --data and --database"))
        counts = moving.copy_to_postgres(settings, overwrite=args.overwrite)
        rows = [f"{name:20} {grouped(number):>12}" for name, number in counts.items() if number]
        print("\n".join([*rows, tr("every table has as many rows as before")]))
        return 0
    if len(args.words) != 1:
        raise CommandError(tr("serve {action}: give a file", action=args.what))
    file = Path(args.words[0])
    if args.what == "backup":
        moving.back_up(settings, file)
    else:
        print(moving.restore(settings, file, overwrite=args.overwrite))
    return 0


def _announce(settings: Any, args: argparse.Namespace) -> int:
    """Show, change or end the banner or the maintenance."""
    from boche.server import administration as admin
    from boche.server.announcements import USUAL

    name, words = args.what, list(args.words)
    if not words and not args.off:
        shown = getattr(admin.announced(settings), name)
        print(shown or tr(NONE[name]))
        return 0
    if name == "maintenance":
        switch = "off" if args.off else words.pop(0)
        if switch not in ("on", "off") or (switch == "off" and words):
            raise CommandError(tr("serve maintenance: on [LINE] or off"))
        line = (" ".join(words) or USUAL) if switch == "on" else ""
    else:
        if args.off and words:
            raise CommandError(tr("serve banner: a line, or --off"))
        line = " ".join(words)
    admin.announce(settings, name, line)
    return 0


def run_check(settings: Any, args: argparse.Namespace) -> int:
    """Print a line for each thing; the exit code is 1 if something is wrong."""
    from boche.server.checking import NOTE, OK, WRONG, check

    code, wide = 0, max(len(tr(mark)) for mark in (OK, WRONG, NOTE))
    for finding in check(settings):
        mark, name = tr(finding.mark), tr(finding.name)
        print(f"{mark:{wide}} {name}: {finding.says}", flush=True)
        code |= finding.is_wrong
    return code
