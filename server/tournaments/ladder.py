"""Ladders as they are read: places, whom one can challenge, and the last changes.

A ladder is a row of ``tournaments``, so that its games are those of a tournament: without abort,
and with a call when they end. It is made when the first one joins.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row, func, or_, select

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.schema import (
    ladder_changes,
    ladder_games,
    ladder_places,
    tournaments,
    users,
)
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.pairing import ladder as rules
from boche.server.pairing.ladder import Rung
from boche.server.people.messages import kept_apart
from boche.server.people.standings import Figure, figures_now
from boche.server.play.match import LADDER

WON, HELD, VOID = "won", "held", "void"
JOINED, LEFT, IDLE, GONE = "joined", "left", "idle", "gone"
"""Kinds of changes: ends of a challenge, and comings and goings."""
PAGE = 50
"""Places on a page."""
LAST = 20
"""Changes on a page."""


@dataclass(frozen=True)
class Game:
    """A game under way: who challenged whom, and since when."""

    board: int
    challenger: int
    challenged: int
    at: float


@dataclass(frozen=True)
class Place:
    """A place as its reader sees it. ``refusal`` is why they cannot challenge its holder.

    Both ``can`` and ``refusal`` are empty for who has no place, and for one's own.
    """

    rung: Rung
    name: str
    figure: Figure | None
    games: tuple[Game, ...]
    can: bool = False
    refusal: str = ""


@dataclass(frozen=True)
class Change:
    """A change; ``gone`` are those whose accounts are deleted, by name."""

    at: float
    kind: str
    name: str
    other: str | None
    board: int | None
    before: int | None
    after: int | None
    gone: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Ladder:
    """A part of a ladder, from the place ``first`` on. ``own`` is the reader's place."""

    game: str
    size: int
    first: int = 1
    places: tuple[Place, ...] = ()
    names: dict[int, str] = field(default_factory=dict)
    own: Rung | None = None
    changes: tuple[Change, ...] = ()


def number_of(transaction: Transaction, game: str, *, lock: bool = False) -> int | None:
    """Return the number of a game's ladder, or None if nobody has ever joined it.

    Raises ``NotFoundError`` for no game.
    """
    if game not in GAMES:
        raise NotFoundError(tr("unknown game (choose from {choices})", choices=", ".join(GAMES)))
    own = select(tournaments.c.id).where(tournaments.c.kind == LADDER, tournaments.c.game == game)
    found = transaction.connection.execute(own.with_for_update() if lock else own)
    return found.scalar_one_or_none()


def sizes(transaction: Transaction) -> dict[str, int]:
    """Return how many have a place on each game's ladder."""
    last = (
        select(func.max(ladder_places.c.place))
        .where(ladder_places.c.ladder == tournaments.c.id)
        .scalar_subquery()
    )
    rows = transaction.connection.execute(
        select(tournaments.c.game, last.label("size")).where(
            tournaments.c.kind == LADDER, tournaments.c.game.in_(GAMES)
        )
    )
    counts: dict[str, int] = {row.game: row.size or 0 for row in rows}
    return {game: counts.get(game, 0) for game in GAMES}


def places_of(transaction: Transaction, user: int) -> dict[str, int]:
    """Return an account's places by game."""
    rows = transaction.connection.execute(
        select(tournaments.c.game, ladder_places.c.place)
        .join(ladder_places, ladder_places.c.ladder == tournaments.c.id)
        .where(ladder_places.c.user_id == user)
    )
    return {row.game: row.place for row in rows}


def size_of(transaction: Transaction, number: int) -> int:
    """Return how many have a place."""
    most = select(func.max(ladder_places.c.place)).where(ladder_places.c.ladder == number)
    return int(transaction.connection.execute(most).scalar() or 0)


def games_of(transaction: Transaction, number: int, people: Collection[int]) -> list[Game]:
    """Return the games under way of these people."""
    own = or_(ladder_games.c.challenger.in_(people), ladder_games.c.challenged.in_(people))
    rows = transaction.connection.execute(
        select(ladder_games).where(ladder_games.c.ladder == number, own).order_by(ladder_games.c.at)
    )
    return [Game(row.board, row.challenger, row.challenged, row.at) for row in rows]


def rungs(
    transaction: Transaction, number: int, now: float, *where: Any
) -> tuple[list[Rung], list[Row[Any]], list[Game]]:
    """Return places that meet conditions, with their rows and their games, the first first."""
    rows = transaction.connection.execute(
        select(ladder_places, users.c.name, users.c.away_until)
        .join(users, users.c.id == ladder_places.c.user_id)
        .where(ladder_places.c.ladder == number, *where)
        .order_by(ladder_places.c.place)
    ).all()
    games = games_of(transaction, number, [row.user_id for row in rows])
    challenges = {game.challenger: game.challenged for game in games}
    challenged_by = {game.challenged: game.challenger for game in games}
    found = [
        Rung(row.user_id, row.place, challenges.get(row.user_id), challenged_by.get(row.user_id),
             (row.away_until or 0.0) > now, row.active)
        for row in rows
    ]  # fmt: skip
    return found, list(rows), games


def rung_of(transaction: Transaction, number: int, user: int, now: float) -> Rung | None:
    """Return somebody's place, or None."""
    found, _, _ = rungs(transaction, number, now, ladder_places.c.user_id == user)
    return found[0] if found else None


def failures(
    transaction: Transaction, number: int, challenger: int, now: float
) -> dict[int, float]:
    """Return when somebody has lately challenged others without winning."""
    rows = transaction.connection.execute(
        select(ladder_changes.c.other, func.max(ladder_changes.c.at).label("at"))
        .where(
            ladder_changes.c.ladder == number, ladder_changes.c.user_id == challenger,
            ladder_changes.c.kind == HELD, ladder_changes.c.at > now - rules.AGAIN,
        )
        .group_by(ladder_changes.c.other)
    )  # fmt: skip
    return {row.other: row.at for row in rows}


def read(
    transaction: Transaction, game: str, reader: int | None, now: float, first: int = 1
) -> Ladder:
    """Return a page of a game's ladder. Raises ``NotFoundError``."""
    number = number_of(transaction, game)
    if number is None:
        return Ladder(game, 0)
    size, own = size_of(transaction, number), None
    if reader is not None:
        own = rung_of(transaction, number, reader, now)
    found, rows, games = rungs(
        transaction, number, now, ladder_places.c.place.between(first, first + PAGE - 1)
    )
    people = {rung.id for rung in found}
    names = _names(transaction, people | {
        player for one in games for player in (one.challenger, one.challenged)
    })  # fmt: skip
    figures = figures_now(transaction, people)
    failed, apart = dict[int, float](), set[int]()
    if own is not None:
        failed = failures(transaction, number, own.id, now)
        apart = kept_apart(transaction, own.id, people)
    places = []
    for rung, row in zip(found, rows, strict=True):
        theirs = tuple(one for one in games if rung.id in (one.challenger, one.challenged))
        reason = None
        if own is not None and own.id != rung.id:
            reason = rules.refusal(
                own, rung, size, now, failed.get(rung.id), apart=rung.id in apart
            )
        is_other = own is not None and own.id != rung.id
        places.append(Place(rung, row.name, figures.get((rung.id, game)), theirs,
                            is_other and reason is None, reason or ""))  # fmt: skip
    changes = changes_of(transaction, number) if first == 1 else ()
    return Ladder(
        game=game,
        size=size,
        first=first,
        places=tuple(places),
        names=names,
        own=own,
        changes=tuple(changes),
    )


def _names(transaction: Transaction, people: Collection[int]) -> dict[int, str]:
    rows = transaction.connection.execute(
        select(users.c.id, users.c.name).where(users.c.id.in_(people))
    )
    return {row.id: row.name for row in rows}


def changes_of(transaction: Transaction, number: int, limit: int = LAST) -> Sequence[Change]:
    """Return the last changes, the newest first."""
    user, other = users.alias(), users.alias()
    rows = transaction.connection.execute(
        select(ladder_changes, user.c.name, user.c.deleted,
               other.c.name.label("other_name"), other.c.deleted.label("other_deleted"))
        .join(user, user.c.id == ladder_changes.c.user_id)
        .outerjoin(other, other.c.id == ladder_changes.c.other)
        .where(ladder_changes.c.ladder == number)
        .order_by(ladder_changes.c.id.desc())
        .limit(limit)
    )  # fmt: skip
    return [
        Change(
            at=row.at,
            kind=row.kind,
            name=row.name,
            other=row.other_name,
            board=row.board,
            before=row.before,
            after=row.after,
            gone=frozenset(
                name
                for name, deleted in ((row.name, row.deleted), (row.other_name, row.other_deleted))
                if deleted is not None
            ),
        )
        for row in rows
    ]
