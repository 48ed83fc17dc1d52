"""Passwords checked: a few at once, the guesser slowed, the owner never locked out."""

from __future__ import annotations

import threading

from server import limits
from server.database.store import Store, Unit
from server.errors import NotSignedInError
from server.people.accounts import User, by_number, hash_of, matches, password_of

AT_ONCE = threading.BoundedSemaphore(4)
"""Each takes 19 MB and some 30 ms of a processor, on purpose."""


def hashed(password: str) -> str:
    """What to keep of a password. Raises ``BadRequestError``."""
    with AT_ONCE:
        return hash_of(password)


def user_of(store: Store, name: str, password: str, address: str, now: float) -> User:
    """The account of a name and its password.

    Raises ``NotSignedInError`` for a wrong one, ``TooManyError`` after too many from this address.
    """
    whose = f"{address} {name.casefold()}"

    def look(unit: Unit) -> tuple[int | None, str | None]:
        limits.check(unit, limits.PASSWORDS, address, now)
        limits.check(unit, limits.PASSWORDS_OF_NAME, whose, now)
        return password_of(unit, name)

    def count(unit: Unit) -> None:
        limits.take(unit, limits.PASSWORDS, address, now)
        limits.take(unit, limits.PASSWORDS_OF_NAME, whose, now)

    with AT_ONCE:  # the counting, too: many guesses at once must not all find room for one more
        number, kept = store.read(look)
        if matches(kept, password) and number is not None:
            user = store.read(lambda unit: by_number(unit, number))
            if user is not None:
                return user
        store.write(count)
    raise NotSignedInError("that name and password do not belong together")
