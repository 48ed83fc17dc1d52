"""What operators do to people: warn, ban, delete; each act is logged in its transaction."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from sqlalchemy import delete, select, update

from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import speaking, tr
from boche.engine.languages.formats import grouped
from boche.engine.printable import printable
from boche.server.database.schema import plans, pushes, seats
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError, NotFoundError
from boche.server.events import record_event
from boche.server.people import (
    accounts,
    bans,
    moderation_log,
    operators,
    password_reset,
    reports,
    second_factor,
    vacation,
    warnings,
)
from boche.server.people.accounts import User
from boche.server.people.bans import Ban
from boche.server.people.moderation_log import COMMAND_LINE
from boche.server.play.account_deletion import leave
from boche.server.play.actor import Actor
from boche.server.play.arrival import withdraw
from boche.server.play.data_export import account_data
from boche.server.play.match import ACTIVE, OPEN
from boche.server.play.moves import wake_tournaments_of

MOST_REASON, MOST_WARNING = 300, 1000
NO_PAGE = "page not found"


@dataclass(frozen=True)
class Moderator:
    """An operator's account, or whoever uses the command line (``user`` is None)."""

    name: str
    user: int | None

    def check(self, transaction: Transaction, now: float) -> None:
        """Raise ``NotFoundError`` for an account that is no operator, or no longer.

        Raises ``NotAllowedError`` for one without a second factor, where operators need one.
        """
        if self.user is None:
            return
        banned = bans.of_user(transaction, self.user, now)
        if banned is not None or not operators.is_operator(transaction, self.user):
            raise NotFoundError(NO_PAGE)
        second_factor.check_operator(transaction, self.user)


AT_COMMAND_LINE = Moderator(COMMAND_LINE, None)


def reason_of(text: str, *, needed: bool = True) -> str:
    """Return a reason as one printable line. Raises ``BadRequestError``."""
    reason = printable(" ".join(text.split()))
    if needed and not reason:
        raise BadRequestError(tr("give a reason"))
    if len(reason) > MOST_REASON:
        raise BadRequestError(tr("a reason may have at most {most} characters", most=MOST_REASON))
    return reason


def _person(transaction: Transaction, by: Moderator, name: str, now: float) -> User:
    """Return the person named, after checking the moderator. Raises ``ServerError``."""
    by.check(transaction, now)
    user = accounts.named(transaction, name)
    if user.level is not None:
        raise BadRequestError(tr("{name} is a computer", name=user.name))
    return user


def _write(
    transaction: Transaction, by: Moderator, action: str, user: User, now: float, reason: str = ""
) -> None:
    moderation_log.write(
        transaction, by.name, action, now, user=user.id, subject=user.name, reason=reason
    )


def _check_not_operator(transaction: Transaction, user: User) -> None:
    if operators.is_operator(transaction, user.id):
        raise ConflictError(tr("{name} is an operator; end that first", name=user.name))


def warn(transaction: Transaction, by: Moderator, name: str, text: str, now: float) -> User:
    """Show somebody a text until they acknowledge it. Raises ``ServerError``."""
    user = _person(transaction, by, name, now)
    shown = printable(text.replace("\r\n", "\n"), block=True).strip()
    if not shown:
        raise BadRequestError(tr("say what the warning is about"))
    if len(shown) > MOST_WARNING:
        raise BadRequestError(
            tr("a warning may have at most {most} characters", most=grouped(MOST_WARNING))
        )
    warnings.warn(transaction, user.id, shown, now)
    _write(transaction, by, "warn", user, now, shown)
    return user


def ban(
    transaction: Transaction, by: Moderator, name: str, reason: str, until: float | None,
    now: float,
) -> User:  # fmt: skip
    """Ban somebody until a time, or for good. Raises ``ServerError``.

    Their sessions end, their games that have not begun are withdrawn, and nothing is played for
    them any longer. Running games go on, with their clocks: see ``server.play.claims``.
    """
    user = _person(transaction, by, name, now)
    reason = reason_of(reason)
    if by.user == user.id:
        raise ConflictError(tr("you cannot ban yourself"))
    _check_not_operator(transaction, user)
    if until is not None and not (isfinite(until) and now < until < now + MOST_BAN):
        raise BadRequestError(tr("a ban must end in the future, and within a hundred years"))
    new = Ban(until, reason)
    bans.write(transaction, user.id, new, now)
    accounts.sign_out_everywhere(transaction, user.id)
    transaction.connection.execute(delete(pushes).where(pushes.c.user_id == user.id))
    for number in _boards(transaction, user, OPEN):
        withdraw(transaction, Actor(user.id), number, now)
    if (vacation.away_until(transaction, user.id) or 0.0) > now:
        vacation.come_back(transaction, user.id, now)
    for number in _boards(transaction, user, ACTIVE):
        _stop_plans(transaction, number, user)
        record_event(transaction, number, "banned", {"name": user.name}, now)
    wake_tournaments_of(transaction, user.id, now)
    with speaking(ENGLISH):  # the log is for all operators
        end = new.end
    _write(transaction, by, moderation_log.BAN, user, now, f"{end}: {reason}")
    return user


MOST_BAN = 100 * 366 * 86_400.0


def _boards(transaction: Transaction, user: User, state: str) -> list[int]:
    statement = select(seats.c.board).where(seats.c.user_id == user.id, seats.c.state == state)
    numbers = transaction.connection.execute(statement.order_by(seats.c.board)).scalars()
    return list(dict.fromkeys(numbers))


def _stop_plans(transaction: Transaction, number: int, user: User) -> None:
    """Delete conditional moves, which would be played for a banned account."""
    own = select(seats.c.seat).where(seats.c.board == number, seats.c.user_id == user.id)
    transaction.connection.execute(
        delete(plans).where(plans.c.board == number, plans.c.seat.in_(own))
    )
    transaction.connection.execute(
        update(seats)
        .where(seats.c.board == number, seats.c.user_id == user.id)
        .values(submitted=None, submitted_ply=None)
    )


def lift(transaction: Transaction, by: Moderator, name: str, reason: str, now: float) -> User:
    """End a ban early. Raises ``ServerError``."""
    user = _person(transaction, by, name, now)
    if bans.of_user(transaction, user.id, now) is None:
        raise ConflictError(tr("{name} is not banned", name=user.name))
    bans.remove(transaction, user.id)
    for number in _boards(transaction, user, ACTIVE):
        record_event(transaction, number, "lifted", {"name": user.name}, now)
    _write(transaction, by, "unban", user, now, reason_of(reason, needed=False))
    return user


def appoint(transaction: Transaction, by: Moderator, name: str, now: float) -> User:
    """Make somebody an operator. Raises ``ServerError``."""
    user = _person(transaction, by, name, now)
    if bans.of_user(transaction, user.id, now) is not None:
        raise NotAllowedError(tr("{name} is banned and cannot be an operator", name=user.name))
    if not operators.is_operator(transaction, user.id):
        operators.appoint(transaction, user.id, now)
        _write(transaction, by, "operator", user, now)
    return user


def dismiss(transaction: Transaction, by: Moderator, name: str, now: float) -> User:
    """Make an operator an account like any other. Raises ``ServerError``.

    Only the command line can do so to the last one, as nobody could use the pages afterwards.
    """
    user = _person(transaction, by, name, now)
    others = operators.count(transaction) - 1
    if not operators.is_operator(transaction, user.id):
        raise ConflictError(tr("{name} is not an operator", name=user.name))
    if by.user is not None and others < 1:
        raise ConflictError(
            tr("{name} is the last operator; make somebody else an operator first", name=user.name)
        )
    operators.dismiss(transaction, user.id)
    _write(transaction, by, "no operator", user, now)
    return user


def password_token(transaction: Transaction, by: Moderator, name: str, now: float) -> str:
    """Return a token by which somebody can choose a new password. Raises ``ServerError``.

    An operator gets none for another one: that would be a way to act in their name.
    """
    user = _person(transaction, by, name, now)
    if by.user is not None and by.user != user.id:
        _check_not_operator(transaction, user)
    _write(transaction, by, "password link", user, now)
    return password_reset.token_for(transaction, user.id, now)


def turn_off_second_factor(transaction: Transaction, by: Moderator, name: str, now: float) -> User:
    """Let somebody in by the password alone who has lost phone and recovery codes.

    Raises ``ServerError``. An operator does so for no other operator, as with passwords.
    """
    user = _person(transaction, by, name, now)
    if by.user is not None and by.user != user.id:
        _check_not_operator(transaction, user)
    if second_factor.since(transaction, user.id) is None:
        raise ConflictError(tr("{name} has no second factor", name=user.name))
    second_factor.turn_off(transaction, user.id)
    _write(transaction, by, "no second factor", user, now)
    return user


def remove(transaction: Transaction, by: Moderator, name: str, reason: str, now: float) -> User:
    """Delete an account as its owner could: games are resigned and stay, without the name."""
    user = _person(transaction, by, name, now)
    _check_not_operator(transaction, user)
    reason = reason_of(reason, needed=by.user is not None)
    leave(transaction, user, now)
    _write(transaction, by, "delete", user, now, reason)
    return user


def export(transaction: Transaction, by: Moderator, name: str, now: float) -> dict[str, Any]:
    """Return somebody's archive, for whoever cannot get it from a page. Raises ``ServerError``.

    Reading what people have written to each other is logged.
    """
    user = _person(transaction, by, name, now)
    _write(transaction, by, "export", user, now)
    return account_data(transaction, user.id, now)


def add(
    transaction: Transaction, by: Moderator, name: str, hashed: str, mail: str | None, now: float
) -> User:
    """Create an account; no limits apply. Raises ``ServerError``."""
    by.check(transaction, now)
    user = accounts.sign_up(transaction, name, hashed, now, mail, by_operator=True)
    _write(transaction, by, "add", user, now)
    return user


def close_report(
    transaction: Transaction, by: Moderator, number: int, answer: str, now: float
) -> None:
    """Close a report with a note for the other operators. Raises ``ServerError``."""
    by.check(transaction, now)
    note = reason_of(answer, needed=False)
    report = reports.close(transaction, number, note, now)
    moderation_log.write(
        transaction, by.name, "close report", now, user=report.user, board=report.board,
        subject=report.name, reason=f"report {number}{note and f': {note}'}",
    )  # fmt: skip
