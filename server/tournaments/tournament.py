"""A tournament loaded from the database, and its changes announced."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Row, select, update

from boche.engine.game import OptionValue
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.message import Phrase
from boche.server.database.schema import blocks, pairings, tournament_players, tournaments, users
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.pairing import course
from boche.server.pairing.results import Entrant, Result
from boche.server.pairing.standings import Line
from boche.server.play.clocks import Clock
from boche.server.play.match import LADDER
from boche.server.play.stored_options import options_of_row

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"

ARENA = course.ARENA
KINDS = {course.SWISS: tr_later("Swiss"), course.ROUND_ROBIN: tr_later("Round robin"),
         course.ARENA: tr_later("Arena")}  # fmt: skip
"""Kinds of tournaments, in words."""

LEAST = {course.SWISS: 4, course.ROUND_ROBIN: 3, course.ARENA: 3}
MOST = {course.SWISS: 128, course.ROUND_ROBIN: 16, course.ARENA: 200}
"""Numbers of players."""

MOST_NAMED = 3
TOGETHER = Phrase("tournament.together", "{names:both}")
"""The winners who are named."""


@dataclass(frozen=True)
class Player:
    """A participant. ``gone`` says that the account is deleted.

    ``seen`` is when they last waited on an arena's page.
    """

    name: str
    entrant: Entrant
    gone: bool
    seen: float | None


@dataclass(frozen=True)
class Pairing:
    """A pairing, and the board it is played on, if any."""

    result: Result
    board: int | None


@dataclass(frozen=True)
class Tournament:
    """The current state of a tournament; ``row`` has the table's columns."""

    row: Row[Any]
    players: tuple[Player, ...]
    pairings: tuple[Pairing, ...]

    @property
    def number(self) -> int:
        return int(self.row.id)

    @property
    def options(self) -> dict[str, OptionValue]:
        """Complete options of its games. Raises ``OptionError`` for those of a newer version."""
        return options_of_row(self.row)

    @property
    def clock(self) -> Clock:
        return clock_of(self.row)

    @cached_property
    def by_id(self) -> dict[int, Player]:
        """The players by their accounts."""
        return {player.entrant.id: player for player in self.players}

    @property
    def entrants(self) -> list[Entrant]:
        return [player.entrant for player in self.players]

    @property
    def results(self) -> list[Result]:
        return [pairing.result for pairing in self.pairings]

    @property
    def pending(self) -> bool:
        """True while a game is under way."""
        return any(result.points is None for result in self.results)

    @property
    def lines(self) -> list[Line]:
        """The standings."""
        row = self.row
        return course.table(row.kind, self.entrants, self.results, row.round, row.rounds)

    @property
    def verdict(self) -> str:
        """Who won, or leads so far; empty if there were too few to win against."""
        best = [self.by_id[line.id].name for line in self.lines if line.place == 1]
        if len(self.players) < 2:
            return ""
        if len(best) > MOST_NAMED:
            return tr("{count} players won", count=len(best))
        names = translate(TOGETHER(names=tuple(best)))
        return tr("{names} won", names=names) if best[1:] else tr("{name} won", name=best[0])

    def next_round(self, apart: Collection[frozenset[int]] = ()) -> list[Result] | None:
        """Return the next round's pairings, after up to a second; None if there can be none.

        ``apart`` are the pairs that have blocked one another.
        """
        row = self.row
        return course.next_round(
            row.kind, self.entrants, self.results, row.round + 1, row.wanted, apart
        )

    def may_sit_out(self, user: int) -> list[int]:
        """Return the rounds that a player may still ask to sit out for half a point."""
        row, player = self.row, self.by_id.get(user)
        if row.kind != course.SWISS or row.state not in (OPEN, RUNNING) or not self.plays(user):
            return []
        assert player is not None
        bye = player.entrant.bye
        if bye is not None and bye <= row.round:
            return []
        first = max(row.round + 1, player.entrant.joined)
        return list(range(first, (row.rounds or row.wanted) + 1))

    def plays(self, user: int) -> bool:
        """Return whether an account takes part and has not left."""
        player = self.by_id.get(user)
        return player is not None and player.entrant.left is None

    def board_of(self, user: int) -> int | None:
        """Return the board of an account's game under way."""
        return next(
            (pairing.board for pairing in reversed(self.pairings)
             if user in pairing.result.players and pairing.result.points is None), None,
        )  # fmt: skip


def clock_of(row: Row[Any]) -> Clock:
    """Return the clock of a tournament's games."""
    return Clock(row.start, row.increment, row.most, nag=row.nag)


def load(transaction: Transaction, number: int, *, lock: bool = False) -> Tournament:
    """Load a tournament. With ``lock``, it stays locked until the transaction ends.

    Raises ``NotFoundError``.
    """
    own = select(tournaments).where(tournaments.c.id == number, tournaments.c.kind != LADDER)
    row = transaction.connection.execute(own.with_for_update() if lock else own).one_or_none()
    if row is None:
        raise missing(number)
    players = transaction.connection.execute(
        select(tournament_players, users.c.name, users.c.deleted)
        .join(users, users.c.id == tournament_players.c.user_id)
        .where(tournament_players.c.tournament == number)
        .order_by(tournament_players.c.at, tournament_players.c.user_id)
    )
    games = transaction.connection.execute(
        select(pairings).where(pairings.c.tournament == number).order_by(pairings.c.id)
    )
    return Tournament(
        row,
        tuple(
            Player(one.name, _entrant(one),
                   one.deleted is not None, one.seen)
            for one in players
        ),
        tuple(
            Pairing(Result(one.round, one.first, one.second, one.points, one.played), one.board)
            for one in games
        ),
    )  # fmt: skip


def _entrant(row: Row[Any]) -> Entrant:
    return Entrant(row.user_id, row.rating, row.joined, row.left, row.absent, row.bye)


def blocked_pairs(transaction: Transaction, people: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs of which one has blocked the other."""
    rows = transaction.connection.execute(
        select(blocks.c.user_id, blocks.c.blocked).where(
            blocks.c.user_id.in_(people), blocks.c.blocked.in_(people)
        )
    )
    return {frozenset((row.user_id, row.blocked)) for row in rows}


def missing(number: int) -> NotFoundError:
    """Return the error for a tournament that is not there, or that the reader may not know of."""
    return NotFoundError(tr("tournament {number} does not exist", number=number))


def topic_of(number: int) -> str:
    """Return the topic that the readers of a tournament's page listen to."""
    return f"tournament {number}"


def change(transaction: Transaction, number: int, **columns: Any) -> None:
    """Change columns of a tournament, and announce that it has changed."""
    transaction.connection.execute(
        update(tournaments)
        .where(tournaments.c.id == number)
        .values(changes=tournaments.c.changes + 1, **columns)
    )
    transaction.topics.add(topic_of(number))


def change_player(transaction: Transaction, number: int, user: int, **columns: Any) -> None:
    """Change columns of a participant."""
    transaction.connection.execute(
        update(tournament_players)
        .where(tournament_players.c.tournament == number, tournament_players.c.user_id == user)
        .values(**columns)
    )
