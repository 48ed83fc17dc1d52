"""The parts of ``serve`` that administer people and games: ``user``, ``game`` and ``log``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.languages.formats import moment
from boche.engine.printable import printable
from boche.server.recall import recalled
from boche.viewer.cli.arguments import add_json, positive, text
from boche.viewer.cli.errors import CommandError

USER = (
    "list", "add", "password", "invite", "warn", "ban", "unban", "export", "delete", "operator",
)  # fmt: skip
GAME = ("list", "adjudicate", "delete", "export")
VERDICTS = ("first", "second", "draw", "abort")
STATES = ("all", "open", "active", "inactive")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the administrative commands."""
    group = parser.add_argument_group(tr("user, game and log"))
    group.add_argument(
        "--reason", type=text, default="", help=tr("why: for the log, and the person")
    )
    group.add_argument("--until", type=_day, metavar="DATE", help=tr("end of a ban, as 2027-03-01"))
    group.add_argument("--off", action="store_true", help=tr("user operator: no longer one"))
    group.add_argument("--yes", action="store_true", help=tr("delete without asking"))
    group.add_argument("--mail", type=text, metavar="ADDRESS", help=tr("user add: where mail goes"))
    group.add_argument("--user", type=text, metavar="NAME", help=tr("game list: only theirs"))
    group.add_argument("--game", choices=tuple(GAMES), help=tr("game list: only this one"))
    group.add_argument("--state", choices=STATES, default="all", help=tr("game list (%(default)s)"))
    group.add_argument(
        "--most", type=positive, default=100, metavar="N",
        help=tr("game list and log: at most so many (%(default)s)"),
    )  # fmt: skip
    add_json(parser)


def _day(value: str) -> float:
    """Return the time of a day or a moment in UTC."""
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("{value!r}: give a day, as 2027-03-01", value=value)
        ) from None
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()


def run_user(settings: Any, args: argparse.Namespace, invite: Callable[[], int]) -> int:
    """Administer people; ``invite`` runs the older command of that name."""
    from boche.server import administration as admin

    action, words = _action(args, "user", USER)
    if action == "invite":
        _words(args, words, 0, tr("nothing more is wanted"))
        return invite()
    if action == "list":
        rows = admin.people(settings, words[0] if words else "")
        _print(args, rows, _person)
        return 0
    (name,) = _words(args, words, 1, tr("a name is wanted"))
    if action == "add":
        print(admin.add(settings, name, args.mail))
    elif action == "password":
        print(admin.password_link(settings, name))
    elif action == "warn":
        admin.warn(settings, name, args.reason)
    elif action == "ban":
        days = None if args.days is None else _number(args.days)
        before = admin.ban(settings, name, args.reason, args.until, days)
        if before is not None:
            print(tr("it replaces the ban {ban}", ban=before))
    elif action == "unban":
        admin.lift(settings, name, args.reason)
    elif action == "export":
        print(json.dumps(admin.export_person(settings, name), indent=1))
    elif action == "operator":
        admin.operator(settings, name, not args.off)
    else:
        shown = admin.check_person(settings, name)
        _confirm(args, tr("Delete the account {name} for good?", name=printable(shown)))
        admin.delete_person(settings, name, args.reason)
    return 0


def run_game(settings: Any, args: argparse.Namespace) -> int:
    """Administer games."""
    from boche.server import administration as admin

    action, words = _action(args, "game", GAME)
    if action == "list":
        _words(args, words, 0, tr("nothing more is wanted"))
        rows = admin.games(settings, args.user, args.game, args.state, args.most)
        _print(args, rows, _board)
        return 0
    verdicts = ", ".join(VERDICTS)
    wanted = tr("a number and a verdict: {verdicts} is wanted", verdicts=verdicts)
    if action == "adjudicate":
        word, verdict = _words(args, words, 2, wanted)
        print(admin.adjudicate(settings, _board_number(word), verdict, args.reason))
        return 0
    number = _board_number(*_words(args, words, 1, tr("the number of a board is wanted")))
    if action == "export":
        print(json.dumps(admin.export_game(settings, number), indent=1))
        return 0
    shown = admin.names_at(settings, number)
    _confirm(args, _on_board(number, printable(shown)))
    admin.delete_game(settings, number, args.reason)
    return 0


def _on_board(number: int, names: str) -> str:
    return tr("Delete board {number} ({names}) for good?", number=number, names=names)


def run_log(settings: Any, args: argparse.Namespace) -> int:
    """Print what operators have done."""
    from boche.server import administration as admin

    _words(args, args.words, 0, tr("nothing more is wanted"))
    _print(args, admin.log(settings, args.most), _entry)
    return 0


def _action(args: argparse.Namespace, what: str, actions: tuple[str, ...]) -> Any:
    action, *words = args.words or [""]
    if action not in actions:
        raise CommandError(
            tr("serve {what}: what? {actions}", what=what, actions=", ".join(actions))
        )
    return action, words


def _words(args: argparse.Namespace, words: list[str], count: int, wanted: str) -> list[str]:
    if len(words) != count:
        raise CommandError(f"serve {args.what}: {wanted}")
    return words


def _board_number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and 0 < int(word[:11]) < 2**31):
        raise CommandError(tr("{word!r}: give the number of a board", word=word))
    return int(word)


def _number(days: float) -> float:
    if not 0.0 < days <= 36_500.0:
        raise CommandError(tr("--days: more than 0, and up to 36,500"))
    return days


def _confirm(args: argparse.Namespace, question: str) -> None:
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


def _print(
    args: argparse.Namespace, rows: list[dict[str, Any]], line: Callable[[dict[str, Any]], str]
) -> None:
    if args.json:
        print(json.dumps(rows, indent=1))
    else:
        print("\n".join(map(line, rows)) or tr("none"))


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
