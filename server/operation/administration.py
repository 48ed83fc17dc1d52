"""Commands of whoever runs the machine: people, games and the log, in the server's database.

They work while a server runs, and while none does. Each act is logged as by the command line.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, TypeVar

from boche.server import announcements
from boche.server.commands.accounts import check_address
from boche.server.database.connect import open_store
from boche.server.database.store import Store, Transaction
from boche.server.infrastructure.tokens import new_secret
from boche.server.operation.links import link
from boche.server.operation.settings import Settings, existing
from boche.server.people import bans, directory, moderation_log
from boche.server.people.accounts import hash_of, named
from boche.server.people.bans import Ban
from boche.server.people.moderation_log import COMMAND_LINE
from boche.server.people.names import check_name
from boche.server.play import adjudication, lists, moderation
from boche.server.play.match import load
from boche.server.play.moderation import AT_COMMAND_LINE

T = TypeVar("T")

STATES = lists.STATES


@contextmanager
def _store(settings: Settings) -> Iterator[Store]:
    store = open_store(existing(settings))
    try:
        yield store
    finally:
        store.close()


def _write(settings: Settings, work: Callable[[Transaction, float], T]) -> T:
    with _store(settings) as store:
        return store.write(lambda transaction: work(transaction, time.time()))


def _by_command(act: Callable[..., T]) -> Callable[..., T]:
    """Return what an operator may do, done from the command line. It raises ``ServerError``."""

    def act_by_command(settings: Settings, *arguments: Any) -> T:
        return _write(
            settings, lambda transaction, now: act(transaction, AT_COMMAND_LINE, *arguments, now)
        )

    return act_by_command


# -- people

warn = _by_command(moderation.warn)
lift = _by_command(moderation.lift)
turn_off_second_factor = _by_command(moderation.turn_off_second_factor)
delete_person = _by_command(moderation.remove)
export_person = _by_command(moderation.export)


def people(settings: Settings, beginning: str) -> list[dict[str, Any]]:
    """Return the accounts of people whose names begin so, in order, as JSON data."""
    with _store(settings) as store:
        return [
            asdict(person)
            for person in store.read(
                lambda transaction: directory.everybody(transaction, beginning, time.time())
            )
        ]


def add(settings: Settings, name: str, mail: str | None) -> str:
    """Create an account; return the link by which its owner chooses a password."""
    check_name(name)
    if mail is not None:
        check_address(mail)
    hashed = hash_of(new_secret())

    def work(transaction: Transaction, now: float) -> str:
        user = moderation.add(transaction, AT_COMMAND_LINE, name, hashed, mail, now)
        return _password_link(transaction, settings, user.name, now)

    return _write(settings, work)


def password_link(settings: Settings, name: str) -> str:
    """Return a link by which an account's owner can choose a new password, once, within an hour.

    Raises ``ServerError``.
    """
    return _write(
        settings, lambda transaction, now: _password_link(transaction, settings, name, now)
    )


def _password_link(transaction: Transaction, settings: Settings, name: str, now: float) -> str:
    token = moderation.password_token(transaction, AT_COMMAND_LINE, name, now)
    return link(transaction, settings, f"/mail/password/{token}")


def ban(settings: Settings, name: str, reason: str, until: float | None) -> Ban | None:
    """Ban somebody until a time, or for good. Raises ``ServerError``.

    Return the ban that stood until now, which it replaces.
    """

    def work(transaction: Transaction, now: float) -> Ban | None:
        before = bans.of_user(transaction, named(transaction, name).id, now)
        moderation.ban(transaction, AT_COMMAND_LINE, name, reason, until, now)
        return before

    return _write(settings, work)


def operator(settings: Settings, name: str, is_one: bool) -> None:
    """Make somebody an operator, or an operator somebody. Raises ``ServerError``."""
    _by_command(moderation.appoint if is_one else moderation.dismiss)(settings, name)


def check_person(settings: Settings, name: str) -> str:
    """Return somebody's name as they write it. Raises ``NotFoundError``."""
    with _store(settings) as store:
        return store.read(lambda transaction: named(transaction, name)).name


# -- games

delete_game = _by_command(adjudication.remove)
export_game = _by_command(adjudication.export)


def games(
    settings: Settings, name: str | None, game: str | None, state: str, limit: int
) -> list[dict[str, Any]]:
    """Return boards, also private ones, the newest first, as JSON data. Raises ``ServerError``."""

    def work(transaction: Transaction) -> list[dict[str, Any]]:
        boards = directory_of_games(transaction, name, game, STATES[state], limit)
        return [
            {
                "board": board.row.id, "game": board.row.game, "state": board.row.state,
                "names": list(board.names), "rated": board.row.rated,
                "private": board.row.private, "moves": board.row.ply,
                "created": board.row.created, "reason": board.row.reason,
            }
            for board in boards
        ]  # fmt: skip

    with _store(settings) as store:
        return store.read(work)


def directory_of_games(
    transaction: Transaction, name: str | None, game: str | None, state: str | None, limit: int
) -> list[lists.Listed]:
    """Return boards of somebody or of all, also private ones."""
    if name is None:
        return lists.all_boards(transaction, game=game, state=state, limit=limit, private=True)
    user = named(transaction, name).id
    return lists.boards_of(
        transaction, user, user, game=game, state=state, limit=limit, turns_first=False
    )


def adjudicate(settings: Settings, number: int, verdict: str, reason: str) -> str:
    """Decide a game; return how it ended. Raises ``ServerError``."""

    board = _by_command(adjudication.adjudicate)(settings, number, verdict, reason)
    return str(board.row.reason)


def names_at(settings: Settings, number: int) -> str:
    """Return who sits at a board, in words. Raises ``NotFoundError``."""
    with _store(settings) as store:
        board = store.read(lambda transaction: load(transaction, number))
    return f"{board.game.title}, {' - '.join(name or 'nobody' for name in board.names)}"


# -- lines for everybody


def announce(settings: Settings, name: str, line: str) -> None:
    """Show a banner, or begin a maintenance; without a line, end it. Raises ``ServerError``."""

    def work(transaction: Transaction, now: float) -> None:
        announcements.announce(transaction, name, line)
        moderation_log.write(
            transaction, COMMAND_LINE, name if line else f"no {name}", now, subject="", reason=line
        )

    _write(settings, work)


def announced(settings: Settings) -> announcements.Announcements:
    """Return the lines shown now."""
    with _store(settings) as store:
        return store.read(announcements.current)


# -- the log


def log(settings: Settings, limit: int) -> list[dict[str, Any]]:
    """Return the latest acts of operators, the latest first, as JSON data."""
    with _store(settings) as store:
        rows = store.read(lambda transaction: moderation_log.entries(transaction, limit=limit))
    return [asdict(row) for row in rows]
