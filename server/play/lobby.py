"""The lobby: whoever seeks a game is paired at once with somebody who fits, or waits."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sqlalchemy import exists, select

from boche.engine.languages.current import tr
from boche.server.database.schema import events, seats
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people.messages import kept_apart
from boche.server.people.standings import current_rating
from boche.server.play import seeks
from boche.server.play.actor import Actor
from boche.server.play.arrival import end_seek
from boche.server.play.match import ACTIVE, load
from boche.server.play.rated import check_rules
from boche.server.play.seeks import ME, OTHER, RANDOM, Seek, SeekPreferences
from boche.server.play.setup import SeatTaker, Terms, join, make

RESEND_WINDOW = 4.0
"""Seconds in which an account that seeks on the same terms again has sent its form twice."""

MAX_JUST_BEGUN = 5
"""Games that have just begun, among which the one of the same form is."""


@dataclass(frozen=True)
class SeekResult:
    """The board of whoever seeks, their seat, and a guest's secret.

    ``paired`` says that the game has begun; otherwise the board waits for somebody to join.
    """

    board: int
    own: int
    secret: str | None
    paired: bool


def seek(
    transaction: Transaction, taker: SeatTaker, terms: Terms, preferences: SeekPreferences,
    now: float, actor: Actor,
) -> SeekResult:  # fmt: skip
    """Join a game that fits, or set up one that waits for anybody.

    Whoever waits for a live game has to show signs of presence; a new one replaces their old one.
    An account that has just sought on the same terms gets the same board.
    Raises ``BadRequestError``, ``ConflictError`` and ``TooManyError``.
    """
    preferences.check(taker.user)
    if terms.rated and taker.user is None:
        raise BadRequestError(tr("a rated game is between two accounts: a guest's is not rated"))
    if terms.rated:
        check_rules(terms.game, terms.options)
    seeks.lock(transaction)
    if same := _just_found(transaction, taker, terms, preferences, now):
        return same
    for other in _fitting(transaction, taker, terms, preferences, now, actor):
        place = {ME: 0, OTHER: 1}.get(preferences.begins)
        try:
            board, secret = join(transaction, other.board, taker, now, actor, place)
        except (ConflictError, NotAllowedError):  # it ended, or is not for them
            continue
        joined = Actor(actor.user) if secret is None else Actor(None, secret_hash(secret))
        return SeekResult(board.number, joined.seats(board)[0].number, secret, True)
    if terms.clock.live:
        users = {taker.user.id} if taker.user else set()
        secrets = set() if actor.secret is None else {actor.secret}
        for number in seeks.live_of(transaction, users, secrets):
            end_seek(transaction, number, now)
    seeks.check_seek_count(transaction, actor.user, actor.maker)
    first = preferences.begins == ME or (preferences.begins == RANDOM and random.random() < 0.5)
    own = 0 if first else 1
    made = make(
        transaction, terms, (taker, None) if first else (None, taker), now, actor, own,
        preferences=preferences, seen=now if terms.clock.live else None,
    )  # fmt: skip
    return SeekResult(made.number, own, made.secrets[own], False)


def _just_found(
    transaction: Transaction,
    taker: SeatTaker,
    terms: Terms,
    preferences: SeekPreferences,
    now: float,
) -> SeekResult | None:
    """Return what an account got for the same form a moment ago: it was sent twice."""
    user = taker.user
    if user is None:
        return None
    for other in seeks.of_terms(transaction, terms.key, now):
        if (
            other.user == user.id
            and other.row.created > now - RESEND_WINDOW
            and other.preferences == preferences
        ):
            return SeekResult(other.board, other.row.seat, None, False)
    # A rematch or a challenge on the same terms is another matter: nobody took a free seat there.
    taken = exists().where(events.c.board == seats.c.board, events.c.kind == "join")
    begun = select(seats.c.board, seats.c.seat).where(
        seats.c.user_id == user.id,
        seats.c.state == ACTIVE,
        seats.c.came > now - RESEND_WINDOW,
        taken,
    )
    for number, seat in transaction.connection.execute(begun.limit(MAX_JUST_BEGUN)).all():
        board = load(transaction, number)
        own = Terms(board.row.game, board.options, board.clock, board.row.rated)
        if own.key == terms.key and board.seats[1 - seat].level is None:
            return SeekResult(number, seat, None, True)
    return None


def _fitting(
    transaction: Transaction,
    taker: SeatTaker,
    terms: Terms,
    preferences: SeekPreferences,
    now: float,
    actor: Actor,
) -> list[Seek]:
    """Return the seeks that fit: each player is what the other one wants."""
    found = [
        other
        for other in seeks.of_terms(transaction, terms.key, now)
        if (actor.maker is None or other.row.maker != actor.maker)
        and _agree(preferences.begins, other.preferences.begins)
    ]
    user = taker.user
    if user is not None:
        people = [other.user for other in found if other.user is not None]
        apart = kept_apart(transaction, user.id, people) | {user.id}
        found = [other for other in found if other.user not in apart]
    own = None if user is None else current_rating(transaction, user.id, terms.game)
    return [
        other
        for other in found
        if other.preferences.admits(own) and preferences.admits(_rating(transaction, other))
    ]


def _agree(begins: str, other: str) -> bool:
    return RANDOM in (begins, other) or {begins, other} == {ME, OTHER}


def _rating(transaction: Transaction, seek: Seek) -> float | None:
    return None if seek.user is None else current_rating(transaction, seek.user, seek.row.game)
