"""What the subcommands of ``serve`` do: a function for each, of its name.

It returns what there is to print, if anything, or an exit code. This file is loaded when one runs,
since it needs the server's libraries.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from boche.engine.durations import DAY
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import grouped, moment
from boche.engine.printable import printable
from boche.server.announcements import USUAL
from boche.server.mail.service import MailSettings
from boche.server.operation import administration, checking, inviting, moving
from boche.server.operation.settings import Settings
from boche.server.recall import recalled
from boche.viewer.cli.errors import CommandError

NONE = {
    "banner": tr_later("there is no banner"),
    "maintenance": tr_later("there is no maintenance"),
}


def settings_of(args: Namespace) -> Settings:
    """Return the server's settings; what a subcommand does not take is as usual."""
    given = vars(args)
    names = [field.name for field in fields(Settings) if field.name in given]
    mail = {name[5:]: value for name, value in given.items() if name.startswith("mail_")}
    return Settings(**{name: given[name] for name in names}, mail=MailSettings(**mail))


# -- the server and its database


def run(settings: Settings, args: Namespace) -> int:
    """Serve until stopped."""
    from boche.server.operation.startup import serve  # which takes a while to load

    return serve(settings)


def check(settings: Settings, args: Namespace) -> int:
    """Print a line for each thing; the exit code is 1 if something is wrong."""
    code, marks = 0, (checking.OK, checking.WRONG, checking.NOTE)
    wide = max(len(tr(mark)) for mark in marks)
    for finding in checking.check(settings):
        mark, name = tr(finding.mark), tr(finding.name)
        print(f"{mark:{wide}} {name}: {finding.says}", flush=True)
        code |= finding.is_wrong
    return code


def migrate(settings: Settings, args: Namespace) -> str:
    """Migrate the database."""
    return moving.migrate(settings)


def backup(settings: Settings, args: Namespace) -> None:
    """Copy the database to a file."""
    moving.back_up(settings, args.file)


def restore(settings: Settings, args: Namespace) -> str:
    """Restore a backup."""
    return moving.restore(settings, args.file, overwrite=args.overwrite)


def copy(settings: Settings, args: Namespace) -> str:
    """Copy a file to PostgreSQL; return the number of rows of each table."""
    counts = moving.copy_to_postgres(settings, overwrite=args.overwrite)
    rows = [f"{name:20} {grouped(number):>12}" for name, number in counts.items() if number]
    return "\n".join([*rows, tr("every table has as many rows as before")])


def banner(settings: Settings, args: Namespace) -> str | None:
    """Show, change or end the banner."""
    if args.off and args.line:
        raise CommandError(tr("serve banner: a line, or --off"))
    return _announced(settings, args, " ".join(args.line) if args.line or args.off else None)


def maintenance(settings: Settings, args: Namespace) -> str | None:
    """Show, begin or end the maintenance."""
    if args.switch == "off" and args.line:
        raise CommandError(tr("serve maintenance: on [LINE] or off"))
    lines = {None: None, "on": " ".join(args.line) or USUAL, "off": ""}
    return _announced(settings, args, lines[args.switch])


def _announced(settings: Settings, args: Namespace, line: str | None) -> str | None:
    """Show everybody a line, or none if it is empty; without a line, return the one shown."""
    if line is None:
        return getattr(administration.announced(settings), args.what) or tr(NONE[args.what])
    administration.announce(settings, args.what, line)
    return None


# -- people


def user_list(settings: Settings, args: Namespace) -> str:
    """List the accounts of people."""
    return _listed(args, administration.people(settings, args.beginning), _person)


def user_add(settings: Settings, args: Namespace) -> str:
    """Make an account; return the link for its password."""
    return administration.add(settings, args.name, args.to)


def user_password(settings: Settings, args: Namespace) -> str:
    """Return a link by which a new password is chosen."""
    return administration.password_link(settings, args.name)


def user_warn(settings: Settings, args: Namespace) -> None:
    """Show somebody a warning."""
    administration.warn(settings, args.name, args.reason)


def user_ban(settings: Settings, args: Namespace) -> str | None:
    """Ban somebody; return the ban that it replaces."""
    until = args.until if args.days is None else time.time() + args.days * DAY
    before = administration.ban(settings, args.name, args.reason, until)
    return None if before is None else tr("it replaces the ban {ban}", ban=before)


def user_unban(settings: Settings, args: Namespace) -> None:
    """End a ban."""
    administration.lift(settings, args.name, args.reason)


def user_export(settings: Settings, args: Namespace) -> str:
    """Return all that is kept about somebody."""
    return json.dumps(administration.export_person(settings, args.name), indent=1)


def user_operator(settings: Settings, args: Namespace) -> None:
    """Make somebody an operator, or an operator somebody."""
    administration.operator(settings, args.name, not args.off)


def user_no_second_factor(settings: Settings, args: Namespace) -> None:
    """Let somebody in by the password alone."""
    administration.turn_off_second_factor(settings, args.name)


def user_delete(settings: Settings, args: Namespace) -> None:
    """Delete an account, if whoever asks for it is sure."""
    shown = administration.check_person(settings, args.name)
    _confirm(args, tr("Delete the account {name} for good?", name=printable(shown)))
    administration.delete_person(settings, args.name, args.reason)


# -- games


def game_list(settings: Settings, args: Namespace) -> str:
    """List boards."""
    rows = administration.games(settings, args.user, args.game, args.state, args.most)
    return _listed(args, rows, _board)


def game_adjudicate(settings: Settings, args: Namespace) -> str:
    """Decide a game; return how it ended."""
    return administration.adjudicate(settings, args.number, args.verdict, args.reason)


def game_export(settings: Settings, args: Namespace) -> str:
    """Return all that is kept about a game."""
    return json.dumps(administration.export_game(settings, args.number), indent=1)


def game_delete(settings: Settings, args: Namespace) -> None:
    """Delete a game, if whoever asks for it is sure."""
    names = printable(administration.names_at(settings, args.number))
    question = tr("Delete board {number} ({names}) for good?", number=args.number, names=names)
    _confirm(args, question)
    administration.delete_game(settings, args.number, args.reason)


# -- invitations and the log


def invite_add(settings: Settings, args: Namespace) -> str:
    """Make an invitation; return its link."""
    return inviting.invite(settings, args.uses, args.days, args.note)


def invite_list(settings: Settings, args: Namespace) -> str:
    """List the invitations that there are."""
    return "\n".join(inviting.listed(settings)) or tr("there are no invitations")


def invite_revoke(settings: Settings, args: Namespace) -> None:
    """Take an invitation back."""
    inviting.revoke(settings, args.name)


def log(settings: Settings, args: Namespace) -> str:
    """List what operators have done."""
    return _listed(args, administration.log(settings, args.most), _entry)


# -- what is asked and told


def _confirm(args: Namespace, question: str) -> None:
    """Ask before something is deleted. Raises ``CommandError`` unless the answer is yes."""
    if args.yes:
        return
    if not sys.stdin.isatty():
        raise CommandError(tr("to delete without being asked, give --yes"))
    print(question, tr("[y/N]"), end=" ", flush=True)
    if not _is_yes(sys.stdin.readline().strip().casefold()):
        raise CommandError(tr("nothing was deleted"))


def _is_yes(answer: str) -> bool:
    # Translators: the answers that mean yes, one of them in "[y/N]".
    return answer in ("y", "yes", *tr("y yes").casefold().split())


def _listed(
    args: Namespace, rows: list[dict[str, Any]], line: Callable[[dict[str, Any]], str]
) -> str:
    return json.dumps(rows, indent=1) if args.json else "\n".join(map(line, rows)) or tr("none")


def _date(at: float) -> str:
    return moment(datetime.fromtimestamp(at, UTC))


def _person(row: dict[str, Any]) -> str:
    marks = [
        row["operator"] and tr("operator"),
        row["ban"] and tr("banned {until}", until=row["ban"]),
    ]
    return "  ".join([_date(row["created"]), row["name"], *filter(None, marks)])


def _board(row: dict[str, Any]) -> str:
    names = " - ".join(printable(name) or tr("(free)") for name in row["names"])
    state = recalled(row["reason"]) if row["state"] == "over" else row["state"]
    return f"{row['board']}  {_date(row['created'])}  {row['game']}  {names}  {state}"


def _entry(row: dict[str, Any]) -> str:
    reason = printable(row["reason"])
    return "  ".join(
        filter(None, [_date(row["at"]), row["actor"], row["action"], row["subject"], reason])
    )
