"""Password checks: a few at once; guessers are slowed down, owners never locked out.

A check takes memory and time on purpose. So concurrent checks form a queue, and a request that
finds it full is refused at once: a crowd at sign-in delays no one who is signed in, and one from a
single address shuts out no one else (see ``server.people.turns``).

Guesses at one name from many addresses count against the name. That alone would let anybody lock
its owner out, so it does not apply where the owner is known: by an open session, or by an address
they have signed in from before. They also go first in the queue. A guesser is never known at an
address of their choice, as that takes the right password once; and an owner elsewhere can have a
link mailed, which makes that address known. The waits after wrong passwords grow, per address, per
account, and per account at an address; the owner is told by mail, once for each wave of guesses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.database.store import Store, Transaction
from boche.server.errors import (
    BusyError,
    NotAllowedError,
    NotSignedInError,
    SecondFactorError,
    TooManyError,
)
from boche.server.infrastructure.tally import TALLY
from boche.server.limits import Limit
from boche.server.people import bans, invitations, known_addresses, second_factor
from boche.server.people.accounts import (
    User,
    by_number,
    check_free,
    check_may_sign_up,
    hash_of,
    matches,
    password_of,
)
from boche.server.people.names import key_of
from boche.server.people.turns import FullError, Turns

T = TypeVar("T")

GUESSED = "guessed "
"""Start of the topic that has an account's owner told of guesses; its number follows."""

TOLD = Limit("told-of-passwords", limits.PASSWORDS_OF_NAME.burst, limits.PASSWORDS_OF_NAME.every)
"""Wrong passwords for an account, from anywhere, after which its owner is told of them."""

AT_ONCE = 4
"""Passwords processed at a time: each takes 19 MB and some 30 ms of CPU time, on purpose."""

QUEUE = 96
"""Passwords in process or waiting: the last one waits a few seconds."""

WAIT = 3.0
"""Seconds after which a request refused by a full queue may be retried."""

_turns = Turns(AT_ONCE, QUEUE)


def _in_turn(address: str, work: Callable[[], T], *, first: bool = False) -> T:
    """Run work when its turn comes and wait for it. Raises ``BusyError`` if the queue is full."""
    try:
        return _turns.in_turn(address, work, first=first)
    except FullError:
        raise BusyError(
            tr("too many people are signing in right now; try again in a few seconds"), WAIT
        ) from None


def hashed(password: str, address: str, name: str) -> str:
    """Return the hash of a password for that name. Raises ``BadRequestError``, ``BusyError``."""
    return _in_turn(address, lambda: hash_of(password, name))


def hashed_for_new(
    store: Store, name: str, password: str, address: str, invitation: str | None, now: float
) -> str:
    """Return a new user's password hash, after a check that they may sign up.

    Raises ``ConflictError`` if the name is taken, ``TooManyError``, or ``NotAllowedError`` for an
    invalid invitation, or if people may not sign up by themselves.
    """

    def look(transaction: Transaction) -> None:
        check_may_sign_up(invitation)
        check_free(transaction, name)
        if invitation is not None:
            invitations.check(transaction, invitation, now)
        else:
            limits.check(transaction, limits.ACCOUNTS, address, now)

    try:
        store.read(look)
    except TooManyError:
        TALLY.refused("sign-up refused: too many accounts", address)
        raise
    except NotAllowedError:
        TALLY.refused("sign-up refused: not allowed, or no valid invitation", address)
        raise
    return hashed(password, address, name)


def user_of(
    store: Store, name: str, password: str | None, address: str, now: float, *,
    own: int | None = None, code: str = "",
) -> User:  # fmt: skip
    """Return the account of a name and password. ``own`` is the account of an open session.

    ``code`` is that of a second factor; the password is None if it was given before.

    Raises ``NotSignedInError`` if they are wrong, its ``SecondFactorError`` if only the code is
    missing, ``BannedError`` if they are right but banned, ``TooManyError`` after too many wrong
    ones from this address or for this name, and ``BusyError`` if the queue is full.
    """
    guess = _Guess(store, name, address, now, own, code)
    try:
        first = store.read(guess.look).known
        # Counting happens in the queue, too: many simultaneous guesses must not all see room for
        # one more.
        user = _in_turn(address, lambda: guess.user_of(password), first=first)
    except BusyError:
        raise
    except TooManyError:
        TALLY.refused("sign-in refused: too many wrong passwords", address)
        raise
    if user is None:
        TALLY.refused("sign-in refused: wrong password", address)
        raise NotSignedInError(tr("wrong name or password"))
    return user


def at_address(name: str, address: str) -> str:
    """Return the party that wrong passwords for a name from an address count against."""
    return f"{address} {key_of(name)}"


@dataclass(frozen=True)
class _Credentials:
    """An account's number and hash, or None for both; and whether its owner is known.

    ``failed`` is whether there were wrong passwords for it at this address before.
    """

    number: int | None
    password_hash: str | None
    known: bool
    fresh: bool
    failed: bool


@dataclass(frozen=True)
class _Guess:
    """A name for which someone at an address gives a password."""

    store: Store
    name: str
    address: str
    now: float
    own: int | None
    code: str

    def look(self, transaction: Transaction) -> _Credentials:
        """Look the name up. Raises ``TooManyError``."""
        failed = limits.check_failures(
            transaction, limits.PASSWORDS_OF_NAME, self._address_key, self.now
        )
        number, password_hash = password_of(transaction, self.name)
        is_known = number is not None and known_addresses.is_known(
            transaction, number, self.address, self.now
        )
        seen = is_known or (number is not None and number == self.own)
        if not seen:
            limits.check_failures(transaction, limits.PASSWORDS, self.address, self.now)
            limits.check_failures(transaction, limits.WRONG_PASSWORDS, self._name_key, self.now)
        fresh = number is not None and known_addresses.is_fresh(
            transaction, number, self.address, self.now
        )
        return _Credentials(number, password_hash, seen, fresh, failed)

    def user_of(self, password: str | None) -> User | None:
        """Return the account, whose address is known from now on; count what is wrong."""
        seen = self.store.read(self.look)
        right = password is None or matches(seen.password_hash, password)
        if not right or (number := seen.number) is None:
            self.store.write(lambda transaction: self._count(transaction, seen))
            return None
        self._check_code(seen, number)
        user = self.store.read(lambda transaction: by_number(transaction, number))
        if user is None:
            return None
        self.store.read(lambda transaction: bans.check(transaction, number, self.now))
        if seen.failed:
            self.store.write(
                lambda transaction: limits.forgive(
                    transaction, limits.PASSWORDS_OF_NAME, self._address_key
                )
            )
        if not seen.fresh:
            self.store.write(
                lambda transaction: known_addresses.remember(
                    transaction, number, self.address, self.now
                )
            )
        return user

    def _check_code(self, seen: _Credentials, number: int) -> None:
        """Check the code of an account with a second factor; an open session has had one."""
        if number == self.own:
            return
        if self.store.read(lambda transaction: second_factor.since(transaction, number)) is None:
            return
        if not self.code:
            raise SecondFactorError(number)

        def check(transaction: Transaction) -> bool:
            right = second_factor.check(transaction, number, self.code, self.now)
            if not right:
                self._count(transaction, seen)
            return right

        if not self.store.write(check):
            TALLY.refused("sign-in refused: wrong code", self.address)
            raise NotSignedInError(tr("wrong code; each is good only once"))

    def _count(self, transaction: Transaction, seen: _Credentials) -> None:
        charge = limits.charge_failure
        charge(transaction, limits.PASSWORDS_OF_NAME, self._address_key, self.now)
        charge(transaction, limits.PASSWORDS, self.address, self.now)
        if not seen.known:
            charge(transaction, limits.WRONG_PASSWORDS, self._name_key, self.now)
        if seen.number is not None:
            told = charge(transaction, TOLD, f"account {seen.number}", self.now)
            if told == TOLD.burst:
                transaction.topics.add(f"{GUESSED}{seen.number}")

    @property
    def _address_key(self) -> str:
        return at_address(self.name, self.address)

    @property
    def _name_key(self) -> str:
        return f"name {key_of(self.name)}"  # a name may be written like an address
