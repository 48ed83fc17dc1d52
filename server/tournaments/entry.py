"""Making a tournament, joining it, and leaving."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update

from boche.engine.durations import DAY, MINUTE
from boche.engine.glicko2 import MIDDLE
from boche.engine.languages.current import tr, tr_later
from boche.engine.printable import printable
from boche.server import limits
from boche.server.database.schema import pairings, tournament_players, tournaments
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError
from boche.server.pairing import course
from boche.server.people.accounts import User
from boche.server.people.standings import of_user
from boche.server.play.actor import Actor
from boche.server.play.match import OVER as BOARD_OVER
from boche.server.play.match import load as load_board
from boche.server.play.moves import resign, wake_tournament
from boche.server.play.rated import check_rules
from boche.server.play.setup import Terms
from boche.server.tournaments.tournament import (
    KINDS,
    LEAST,
    MOST,
    OPEN,
    RUNNING,
    Tournament,
    change,
    change_player,
    load,
    missing,
)

LEAST_TITLE, MOST_TITLE = 3, 60
MOST_ROUNDS, MOST_CYCLES = 15, 2
SOONEST, LATEST = MINUTE, 60 * DAY
"""How long before its start a tournament is announced."""
WAITS = 30 * DAY
"""How long one waits that begins when enough have come."""
SHORTEST_ROUND, LONGEST_ROUND = DAY, 180 * DAY
SHORTEST_ARENA, LONGEST_ARENA, LONGEST_CLOCK = 10 * MINUTE, 240 * MINUTE, 30 * MINUTE
MOST_MADE, MOST_JOINED = 5, 20
"""Tournaments at a time that one account has made, and that it takes part in."""
LOWEST, HIGHEST = 0, 4000


MANY_ROUNDS = tr_later("rounds: 1 to {most} rounds")
FEW_ROUNDS = tr_later(
    "rounds: at most {most} with {players} players, as nobody meets the same player twice"
)
MANY_GAMES = tr_later("rounds: 1 to {most} games of each pair")


@dataclass(frozen=True)
class Plan:
    """A tournament to be made.

    ``wanted`` are the rounds of a Swiss, or the games of each pair in a round robin. It begins at
    the time ``starts``, or when ``size`` players have come. ``limit`` is the time for a round, in
    games of days a move, or how long an arena lasts; ``low`` and ``high`` are the ratings that may
    join.
    """

    title: str
    kind: str
    terms: Terms
    wanted: int
    starts: float | None = None
    size: int | None = None
    limit: float | None = None
    low: int | None = None
    high: int | None = None
    private: bool = False

    def check(self, now: float) -> None:
        """Raise ``BadRequestError`` for a tournament that cannot be."""
        check_title(self.title)
        if self.kind not in KINDS:
            raise BadRequestError(tr("kind: choose from {choices}", choices=" or ".join(KINDS)))
        most = MOST_CYCLES if self.kind == course.ROUND_ROBIN else MOST_ROUNDS
        if not 1 <= self.wanted <= most:
            text = MANY_ROUNDS if self.kind == course.SWISS else MANY_GAMES
            raise BadRequestError(tr(text, most=most))
        if self.terms.rated:
            check_rules(self.terms.game, self.terms.options)
        clock = self.terms.clock
        if clock.start is None:
            raise BadRequestError(tr("clock: a tournament's games need one, or it may never end"))
        if (self.starts is None) == (self.size is None):
            raise BadRequestError(tr("a tournament begins at a time, or when so many have come"))
        if self.starts is not None:
            check_start(self.starts, now)
        least, capacity = LEAST[self.kind], MOST[self.kind]
        if self.size is not None and not least <= self.size <= capacity:
            raise BadRequestError(
                tr("size: {least} to {capacity} players", least=least, capacity=capacity)
            )
        if self.kind == course.SWISS and self.size is not None:
            possible = course.most_rounds(self.size)
            if self.wanted > possible:
                raise BadRequestError(tr(FEW_ROUNDS, most=possible, players=self.size))
        if self.kind == course.ARENA:
            if not clock.live or clock.start > LONGEST_CLOCK:
                raise BadRequestError(tr("clock: at most 30 minutes each side in an arena"))
            if self.limit is None or not SHORTEST_ARENA <= self.limit <= LONGEST_ARENA:
                raise BadRequestError(tr("limit: an arena must last 10 minutes to 4 hours"))
        elif self.limit is not None and clock.live:
            raise BadRequestError(
                tr("a time limit for rounds needs a clock of a day a move or more")
            )
        elif self.limit is not None and not SHORTEST_ROUND <= self.limit <= LONGEST_ROUND:
            raise BadRequestError(tr("a round may last 1 to 180 days"))
        range_ = (self.low or LOWEST, self.high or HIGHEST)
        if not LOWEST <= range_[0] < range_[1] <= HIGHEST:
            raise BadRequestError(
                tr("ratings: from a lower to a higher one, at most {highest}", highest=HIGHEST)
            )


def check_title(title: str) -> None:
    """Raise ``BadRequestError`` for a text that is no title of a tournament."""
    if not LEAST_TITLE <= len(title) <= MOST_TITLE or printable(title) != title:
        raise BadRequestError(
            tr(
                "title: expected {least} to {most} printable characters",
                least=LEAST_TITLE,
                most=MOST_TITLE,
            )
        )


def check_start(starts: float, now: float) -> None:
    """Raise ``BadRequestError`` for a time at which no tournament can begin."""
    if not SOONEST <= starts - now <= LATEST:
        raise BadRequestError(tr("starts: expected a time between one minute and 60 days from now"))


def make(
    transaction: Transaction, user: User, plan: Plan, now: float, payers: limits.Payers = ()
) -> int:
    """Make a tournament; return its number. Its maker may join it, or not.

    Raises ``BadRequestError``, ``TooManyError``, and ``ConflictError`` for too many at a time.
    """
    plan.check(now)
    own = select(func.count()).where(
        tournaments.c.maker == user.id, tournaments.c.state.in_((OPEN, RUNNING))
    )
    if transaction.connection.execute(own).scalar_one() >= MOST_MADE:
        raise ConflictError(
            tr("you already have {most} tournaments that are not over", most=MOST_MADE)
        )
    limits.charge(transaction, limits.TOURNAMENTS, payers, now)
    terms, clock = plan.terms, plan.terms.clock
    return int(
        transaction.connection.execute(
            insert(tournaments).values(
                title=plan.title, game=terms.game, options=dict(terms.options), kind=plan.kind,
                state=OPEN, start=clock.start, increment=clock.increment, most=clock.most,
                nag=clock.nag, rated=terms.rated, wanted=plan.wanted, rounds=0, round=0,
                limit=plan.limit, starts=plan.starts, size=plan.size, least=LEAST[plan.kind],
                capacity=MOST[plan.kind], postponed=0, low=plan.low, high=plan.high,
                private=plan.private, secret=secrets.token_urlsafe(12), maker=user.id,
                created=now, reason="", changes=0, due=plan.starts or now + WAITS,
            ).returning(tournaments.c.id)
        ).scalar_one()
    )  # fmt: skip


def visible(
    transaction: Transaction, number: int, user: int | None, secret: str = ""
) -> Tournament:
    """Return a tournament that the reader may know of: a private one by its link, or a part in it.

    Raises ``NotFoundError``.
    """
    tournament = load(transaction, number)
    check_visible(tournament, user, secret)
    return tournament


def check_visible(tournament: Tournament, user: int | None, secret: str) -> None:
    """Raise ``NotFoundError`` for a private tournament that the reader may not know of."""
    row = tournament.row
    known = user is not None and (user == row.maker or user in tournament.by_id)
    if row.private and not known and not secrets.compare_digest(
        row.secret.encode(), secret.encode()
    ):  # fmt: skip
        raise missing(tournament.number)


def rating_of(transaction: Transaction, user: int, game: str) -> float:
    """Return the rating that seeds a player: a beginner's without rated games."""
    place = of_user(transaction, user).get(game)
    return place.rating if place is not None and place.games else MIDDLE


def refusal(tournament: Tournament, user: int, rating: float) -> str | None:
    """Return why an account cannot join, or None if it can."""
    row, player = tournament.row, tournament.by_id.get(user)
    if row.state != OPEN and not (
        row.state == RUNNING and course.takes_late(row.kind, row.round, row.rounds)
    ):
        return tr("it accepts no more players")
    if tournament.plays(user):
        return tr("you already take part")
    if player is not None and player.entrant.absent >= course.MOST_ABSENCES:
        return tr("you missed two games")
    if player is None and len(tournament.players) >= row.capacity:
        return tr("it is full")
    if not (row.low or LOWEST) <= rating <= (row.high or HIGHEST):
        return tr("it is for ratings {range}, and yours is {rating}",
                  range=words_for(row.low, row.high), rating=f"{rating:.0f}")  # fmt: skip
    return None


def words_for(low: int | None, high: int | None) -> str:
    """Return a range of ratings in words."""
    if low and high:
        return tr("from {low} to {high}", low=low, high=high)
    return tr("from {low}", low=low) if low else tr("up to {high}", high=high)


def join(
    transaction: Transaction, number: int, user: User, now: float,
    secret: str = "", payers: limits.Payers = (),
) -> None:  # fmt: skip
    """Take part, or again after leaving. Who joins a Swiss late begins with the next round.

    Raises ``NotFoundError``, ``NotAllowedError`` and ``ConflictError``.
    """
    tournament = load(transaction, number, lock=True)
    check_visible(tournament, user.id, secret)
    row = tournament.row
    rating = rating_of(transaction, user.id, row.game)
    reason = refusal(tournament, user.id, rating)
    if reason is not None:
        raise NotAllowedError(tr("{title}: {reason}", title=row.title, reason=reason))
    current = select(func.count()).where(
        tournament_players.c.user_id == user.id, tournament_players.c.left.is_(None),
        tournament_players.c.tournament.in_(
            select(tournaments.c.id).where(tournaments.c.state.in_((OPEN, RUNNING)))
        ),
    )  # fmt: skip
    if transaction.connection.execute(current).scalar_one() >= MOST_JOINED:
        raise ConflictError(tr("you take part in {most} tournaments already", most=MOST_JOINED))
    limits.charge(transaction, limits.ENTRIES, payers, now)
    first_round = row.round + 1
    if user.id in tournament.by_id:
        change_player(transaction, number, user.id, joined=first_round, left=None, seen=now)
    else:
        transaction.connection.execute(
            insert(tournament_players).values(
                tournament=number, user_id=user.id, at=now, rating=rating, joined=first_round,
                absent=0, seen=now,
            )
        )  # fmt: skip
    if row.round and row.kind == course.SWISS:
        for bye in course.late(user.id, row.round, tournament.results):
            transaction.connection.execute(
                insert(pairings).values(
                    tournament=number, round=bye.round, first=bye.first, points=bye.points,
                    played=False,
                )
            )  # fmt: skip
    full = row.state == OPEN and row.size is not None and len(tournament.players) + 1 >= row.size
    change(transaction, number)
    if full:
        wake_tournament(transaction, number, now)


def leave(transaction: Transaction, number: int, user: User, now: float) -> None:
    """Leave: before the start without a trace; afterwards games under way are given up.

    Raises ``NotFoundError`` and ``ConflictError``.
    """
    before = load(transaction, number)
    if not before.plays(user.id):
        raise ConflictError(tr("{title}: you do not take part", title=before.row.title))
    if before.row.state not in (OPEN, RUNNING):
        raise ConflictError(tr("{title}: it is over", title=before.row.title))
    # Boards are locked before tournaments, as at the end of a game.
    for pairing in before.pairings:
        if user.id in pairing.result.players and pairing.result.points is None and pairing.board:
            board = load_board(transaction, pairing.board, lock=True)
            if board.row.state != BOARD_OVER:
                resign(transaction, Actor(user.id), pairing.board, now)
    tournament = load(transaction, number, lock=True)
    row = tournament.row
    if row.state == OPEN:
        transaction.connection.execute(
            delete(tournament_players).where(
                tournament_players.c.tournament == number, tournament_players.c.user_id == user.id
            )
        )
    else:
        change_player(transaction, number, user.id, left=row.round + 1)
    change(transaction, number)


def sit_out(transaction: Transaction, number: int, user: User, round_: int | None = None) -> None:
    """Ask for a coming round of a Swiss to be sat out for half a point; None takes that back.

    Raises ``NotFoundError`` and ``ConflictError``.
    """
    tournament = load(transaction, number, lock=True)
    title = tournament.row.title
    if not tournament.plays(user.id):
        raise ConflictError(tr("{title}: you do not take part", title=title))
    rounds = tournament.may_sit_out(user.id)
    if not rounds:
        raise ConflictError(tr("{title}: there is no round that you can sit out", title=title))
    if round_ is not None and round_ not in rounds:
        raise ConflictError(
            tr(
                "{title}: choose a round from {first} to {last}",
                title=title,
                first=rounds[0],
                last=rounds[-1],
            )
        )
    change_player(transaction, number, user.id, bye=round_)
    change(transaction, number)


def wait(transaction: Transaction, number: int, user: User, now: float) -> None:
    """Note that a player is on an arena's page and waits for a game.

    Raises ``NotFoundError``, and ``ConflictError`` for who takes no part.
    """
    row = transaction.connection.execute(
        select(tournaments.c.kind, tournaments.c.state).where(tournaments.c.id == number)
    ).one_or_none()
    if row is None:
        raise missing(number)
    own = update(tournament_players).where(
        tournament_players.c.tournament == number, tournament_players.c.user_id == user.id,
        tournament_players.c.left.is_(None),
    ).values(seen=now)  # fmt: skip
    if row.kind != course.ARENA or row.state not in (OPEN, RUNNING):
        raise ConflictError(tr("nobody is waiting there for a game"))
    if not transaction.connection.execute(own).rowcount:
        raise ConflictError(tr("you do not take part"))
