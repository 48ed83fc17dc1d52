"""Rate limits, kept in the database and shared by all processes.

Each is a leaky bucket (GCRA): a burst at once, then a steady rate. Refused attempts are not
counted, so that waiting helps. An action counts once, where it is done, whichever interface it came
by; it counts against the account and against the address, since neither can be had by the thousand.

Failed sign-ins are counted otherwise: after a burst of them each wait is twice the one before,
until there were none for an hour.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NoReturn

from sqlalchemy import delete, insert, select, update

from boche.engine.durations import HOUR, MINUTE, in_words
from boche.engine.languages.current import tr, tr_word, word_later
from boche.server.database.schema import limits
from boche.server.database.store import Transaction
from boche.server.errors import TooManyError
from boche.server.policy import Policy

Network = IPv4Network | IPv6Network
Payers = tuple[str, ...]
"""The parties that an action counts against: an account, an address, both, or nobody."""


@dataclass(frozen=True)
class Limit:
    """A limit of ``burst`` at once, and one more every ``every`` seconds."""

    name: str
    burst: int
    every: float


COMMANDS = Limit("commands", 600, 0.05)
"""Commands of an address: twenty a second continuously, six hundred at once."""
BOARDS = Limit("boards", 60, 20.0)
"""Boards made (including challenges and rematches), and free seats taken."""
ACCOUNTS = Limit("accounts", 10, 600.0)
"""New accounts of an address."""
KEPT_PAGES = Limit("pages", 10, 10.0)
"""Finished games as pages: each takes a second of CPU time or more."""
ANIMATIONS = Limit("animations", 6, 30.0)
"""Games as moving pictures: each takes up to half a minute of CPU time."""
DRAWINGS = Limit("drawings", 60, 2.0)
"""Drawings of new positions: each takes half a second of CPU time."""
PUZZLES = Limit("puzzles", 120, 2.0)
"""Moves and hints at puzzles: a wrong move may take a second of CPU time to be refuted."""
LESSONS = Limit("lessons", 120, 2.0)
"""Answers in lessons, which are judged as those at puzzles."""
HINTS = Limit("hints", 20, 10.0)
"""Hints in games with the computer: each takes a search."""
TOURNAMENTS = Limit("tournaments", 4, 6 * HOUR)
"""Tournaments made."""
CHANGES = Limit("tournament-changes", 6, 10 * MINUTE)
"""Changes of a tournament that has not begun: its players are told of each."""
ENTRIES = Limit("tournament-entries", 30, 60.0)
"""Tournaments joined."""
ANALYSES = Limit("analyses", 20, 4320.0)
"""Finished games to be analysed: twenty at once, then twenty a day; each takes up to a minute."""
POSITIONS = Limit("positions", 60, 60.0)
"""Positions that the computer is asked about on an analysis board: each takes half a second."""
CHATS = Limit("chat", 10, 3.0)
"""Lines of chat: ten at once, then one every three seconds."""
MESSAGES = Limit("messages", 40, 4.0)
"""Messages, counted once per recipient."""
BROADCASTS = Limit("broadcasts", 3, HOUR)
OFFERS = Limit("offers", 30, 10.0)
"""Offers of draws, undos and the like."""
NOTES = Limit("notes", 60, 5.0)
PLANS = Limit("conditional-moves", 200, 5.0)
GIFTS = Limit("gifts-of-time", 30, 20.0)
WATCHED = Limit("watched-boards", 60, 10.0)
BLOCKED = Limit("blocked-people", 60, 10.0)
FOLLOWED = Limit("followed-people", 60, 10.0)
REPORTS = Limit("reports", 10, 300.0)
"""Reports of people and what they wrote."""
ADDRESSES = Limit("mail-addresses", 10, 600.0)
"""Mail addresses added: each is sent a mail for confirmation."""
VACATIONS = Limit("vacations", 20, 600.0)
"""Starts and ends of vacations: each is announced on all the user's boards."""
SESSIONS = Limit("sessions", 100, 10.0)
"""Sign-ins."""
LONGEST_WAIT = 15 * MINUTE
"""Longest wait after a failed sign-in: whoever knows the password gets in, if a little later."""
WAVE = HOUR
"""Time without a failed sign-in, and without a wait, after which they are counted from 0 again."""
PASSWORDS = Limit("passwords", 20, 5.0)
"""Wrong passwords from an address where their accounts have not signed in before."""
PASSWORDS_OF_NAME = Limit("passwords-of", 10, 2.0)
"""Wrong passwords for one account from one address: a guesser slows down only themselves."""
WRONG_PASSWORDS = Limit("wrong-passwords-of", 100, 10.0)
"""Wrong passwords from all addresses the account has not signed in from (see ``signing_in``)."""

COMPUTER_GAMES = 20
"""Maximum number of active games against computers of an account, or of a guest's address."""

CONNECTIONS = 1000
"""Concurrent connections of an address: enough for a club with a browser or two per member."""


@dataclass(frozen=True)
class Rules:
    """The operator's choices: limits by name, and networks whose addresses are not counted.

    ``computer_games`` and ``connections`` are as ``COMPUTER_GAMES`` and ``CONNECTIONS``; ``policy``
    is what is chosen besides limits.
    """

    limits: Mapping[str, Limit] = field(default_factory=dict)
    excepted: tuple[Network, ...] = ()
    computer_games: int = COMPUTER_GAMES
    connections: int = CONNECTIONS
    policy: Policy = field(default_factory=Policy)


_chosen = [Rules()]


def set_rules(rules: Rules) -> None:
    """Apply these rules in this process from now on."""
    _chosen[0] = rules
    is_exempt.cache_clear()


def rules() -> Rules:
    """Return the current rules."""
    return _chosen[0]


def payers(user: int | None, address: str) -> Payers:
    """Return the parties charged for an action of an account or a guest, at an address if known."""
    account = () if user is None else (f"account {user}",)
    return (*account, address) if address else account


def charge_one(
    transaction: Transaction, limit: Limit, payer: str, now: float, times: int = 1
) -> None:
    """Charge a party for an action, once or several times. Raises ``TooManyError``."""
    if is_exempt(payer):
        return
    limit = _chosen[0].limits.get(limit.name, limit)
    key = _key(limit, payer)
    paid = _paid(transaction, key, lock=True)
    start = max(paid or 0.0, now)
    _check(limit, start - now, times)
    after = start + limit.every * times
    if paid is None:
        transaction.connection.execute(insert(limits).values(key=key, paid=after))
    else:
        transaction.connection.execute(update(limits).where(limits.c.key == key).values(paid=after))


def charge(
    transaction: Transaction, limit: Limit, payers: Payers, now: float, times: int = 1
) -> None:
    """Charge all these parties for an action. Raises ``TooManyError`` if that is too many."""
    for payer in payers:
        charge_one(transaction, limit, payer, now, times)


def check(transaction: Transaction, limit: Limit, payer: str, now: float) -> None:
    """Raise ``TooManyError`` if one more would be too many; counts nothing."""
    if is_exempt(payer):
        return
    limit = _chosen[0].limits.get(limit.name, limit)
    _check(limit, (_paid(transaction, _key(limit, payer)) or 0.0) - now, 1)


def check_failures(transaction: Transaction, limit: Limit, payer: str, now: float) -> bool:
    """Return whether failed sign-ins are counted; raise ``TooManyError`` while it has to wait."""
    if is_exempt(payer):
        return False
    row = transaction.connection.execute(
        select(limits.c.paid).where(
            limits.c.key == _key(limit, payer), limits.c.failures.is_not(None)
        )
    ).one_or_none()
    if row is not None and row.paid > now:
        _refuse(limit, row.paid - now)
    return row is not None


def charge_failure(transaction: Transaction, limit: Limit, payer: str, now: float) -> int:
    """Count a failed sign-in; return how many there were since this wave of them began.

    ``limit`` has the number of them after which there are waits, and the first wait. Each other is
    twice as long, up to ``LONGEST_WAIT``.
    """
    if is_exempt(payer):
        return 0
    limit = _chosen[0].limits.get(limit.name, limit)
    key = _key(limit, payer)
    row = transaction.connection.execute(
        select(limits).where(limits.c.key == key).with_for_update()
    ).one_or_none()
    goes_on = row is not None and row.failures is not None and row.paid + WAVE > now
    failures = 1 + (row.failures if row is not None and goes_on else 0)
    wait = 0.0
    if failures >= limit.burst:
        grown = limit.every * 2.0 ** min(failures - limit.burst, 30)
        wait = max(limit.every, min(grown, LONGEST_WAIT))
    values = {"paid": now + wait, "failures": failures}
    if row is None:
        transaction.connection.execute(insert(limits).values(key=key, **values))
    else:
        transaction.connection.execute(update(limits).where(limits.c.key == key).values(**values))
    return failures


def forgive(transaction: Transaction, limit: Limit, payer: str) -> None:
    """Forget the failed sign-ins of a party."""
    transaction.connection.execute(delete(limits).where(limits.c.key == _key(limit, payer)))


def give_back(transaction: Transaction, limit: Limit, payer: str) -> None:
    """Count one less."""
    transaction.connection.execute(
        update(limits)
        .where(limits.c.key == _key(limit, payer))
        .values(paid=limits.c.paid - limit.every)
    )


def forget_old(transaction: Transaction, now: float) -> None:
    """Delete entries that were paid off over an hour ago."""
    transaction.connection.execute(delete(limits).where(limits.c.paid < now - HOUR))


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the unit that an address counts as: for IPv6 its /64, which one customer has.

    An IPv4 address written as IPv6 counts as IPv4; a port, which some proxies add, is dropped.
    """
    bare = address.removeprefix("[").partition("]")[0].partition("%")[0]
    try:
        ip = ip_address(bare.partition(":")[0] if bare.count(":") == 1 else bare)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is None:
            return str(IPv6Network((ip, 64), strict=False))
        ip = ip.ipv4_mapped
    return str(ip)


@lru_cache(4096)
def is_exempt(payer: str) -> bool:
    """Return whether this is an address that the operator has exempted."""
    networks = _chosen[0].excepted
    if not networks:
        return False
    try:
        network = ip_network(payer)
    except ValueError:
        return False  # not an address
    return any(
        other.version == network.version and network.subnet_of(other)  # type: ignore[arg-type]
        for other in networks
    )


def _check(limit: Limit, ahead: float, times: int) -> None:
    wait = ahead - limit.every * (limit.burst - times)
    if wait > 0.0:
        _refuse(limit, wait)


def _refuse(limit: Limit, wait: float) -> NoReturn:
    action = limit.name.removesuffix("-of").replace("-", " ")
    action = NOT_COUNTED.get(action, action)
    raise TooManyError(
        tr("too many {action}; wait {wait}", action=tr_word(action), wait=in_words(wait)),
        wait,
        limit.name,
    )


ACTIONS = (
    word_later("commands"),
    word_later("boards"),
    word_later("accounts"),
    word_later("pages"),
    word_later("animations"),
    word_later("drawings"),
    word_later("puzzles"),
    word_later("lessons"),
    word_later("hints"),
    word_later("tournaments"),
    word_later("tournament changes"),
    word_later("tournament entries"),
    word_later("analyses"),
    word_later("positions"),
    word_later("lines of chat"),
    word_later("messages"),
    word_later("broadcasts"),
    word_later("offers"),
    word_later("notes"),
    word_later("conditional moves"),
    word_later("gifts of time"),
    word_later("watched boards"),
    word_later("blocked people"),
    word_later("followed people"),
    word_later("reports"),
    word_later("mail addresses"),
    word_later("vacations"),
    word_later("sessions"),
    word_later("passwords"),
    word_later("wrong passwords"),
    word_later("forgotten"),
    word_later("subscriptions"),
    word_later("mails from elsewhere"),
)
"""What is limited, in words made of the limits' names."""

NOT_COUNTED = {"chat": "lines of chat"}
"""Those of them that cannot be counted, and what can be."""


def _paid(transaction: Transaction, key: str, *, lock: bool = False) -> float | None:
    statement = select(limits.c.paid).where(limits.c.key == key)
    paid = transaction.connection.execute(
        statement.with_for_update() if lock else statement
    ).scalar_one_or_none()
    return None if paid is None else float(paid)


def _key(limit: Limit, payer: str) -> str:
    # A hash, as text typed into a name field may be long, or a password.
    return f"{limit.name} {hashlib.sha256(payer.encode('utf-8', 'replace')).hexdigest()[:32]}"
