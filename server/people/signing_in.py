"""Passwords checked: a few at once, the guesser slowed, the owner never locked out.

A check takes memory and time on purpose. So those that come together stand in a queue, and who
finds it full is told at once: a crowd at the door keeps nobody waiting who is inside, and one from
a single address keeps out nobody else (see ``server.people.turns``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from server import limits
from server.database.store import Store, Unit
from server.errors import BusyError, NotSignedInError
from server.people import invitations
from server.people.accounts import User, by_number, check_free, hash_of, matches, password_of
from server.people.turns import FullError, Turns

T = TypeVar("T")

AT_ONCE = 4
"""Passwords worked on at a time: each takes 19 MB and some 30 ms of a processor, on purpose."""

QUEUE = 96
"""Passwords worked on or waiting: the last of them waits a few seconds."""

WAIT = 3.0
"""Seconds after which who found the queue full may try again."""

_turns = Turns(AT_ONCE, QUEUE)


def _in_turn(address: str, work: Callable[[], T]) -> T:
    """Do it when its turn comes; waits for that. Raises ``BusyError`` where there is no place."""
    try:
        return _turns.in_turn(address, work)
    except FullError:
        raise BusyError(
            "too many are signing in at this moment; try again in a few seconds", WAIT
        ) from None


def hashed(password: str, address: str) -> str:
    """What to keep of a password. Raises ``BadRequestError``, and ``BusyError``."""
    return _in_turn(address, lambda: hash_of(password))


def hashed_for_new(
    store: Store, name: str, password: str, address: str, invitation: str | None, now: float
) -> str:
    """As ``hashed``, for somebody who signs up; who may not is told before it is done.

    Raises ``ConflictError`` where the name is taken, ``TooManyError``, or ``NotAllowedError`` for
    an invitation that is not good.
    """

    def look(unit: Unit) -> None:
        check_free(unit, name)
        if invitation is not None:
            invitations.check(unit, invitation, now)
        else:
            limits.check(unit, limits.ACCOUNTS, address, now)

    store.read(look)
    return hashed(password, address)


def user_of(store: Store, name: str, password: str, address: str, now: float) -> User:
    """The account of a name and its password.

    Raises ``NotSignedInError`` for a wrong one, ``TooManyError`` after too many from this address,
    ``BusyError`` where too many others are at it.
    """
    whose = f"{address} {name.casefold()}"

    def look(unit: Unit) -> tuple[int | None, str | None]:
        limits.check(unit, limits.PASSWORDS, address, now)
        limits.check(unit, limits.PASSWORDS_OF_NAME, whose, now)
        return password_of(unit, name)

    def count(unit: Unit) -> None:
        limits.take(unit, limits.PASSWORDS, address, now)
        limits.take(unit, limits.PASSWORDS_OF_NAME, whose, now)

    def work() -> User | None:
        number, kept = store.read(look)
        if matches(kept, password) and number is not None:
            user = store.read(lambda unit: by_number(unit, number))
            if user is not None:
                return user
        store.write(count)
        return None

    # The counting, too, in its turn: many guesses at once must not all find room for one more.
    user = _in_turn(address, work)
    if user is None:
        raise NotSignedInError("that name and password do not belong together")
    return user
