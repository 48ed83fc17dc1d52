"""Ratings per account and game, updated after every rated game between two accounts.

With Glicko-2, each game is a rating period of its own, and time between games makes a rating less
certain: by as much in ``PERIOD`` as in a period without games. A database may keep the play-by-mail
server's ratings instead (``server.people.old_ratings``); it stores which of the two, so that all
its processes count alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from boche.engine import glicko2
from boche.engine.durations import DAY
from boche.engine.glicko2 import Rating, aged
from boche.engine.languages.current import tr
from boche.server.database.schema import rating_changes, ratings, settings
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError

PERIOD = 30 * DAY
PROVISIONAL = 110.0
"""Deviation above which a rating by Glicko-2 is provisional."""

GLICKO2, OLD = "glicko2", "pbmserv"
FORMULAS = (GLICKO2, OLD)
"""Names of the formulas; the first is the default."""

_SETTING = "ratings"

_NOTHING_YET = dict.fromkeys(
    ("rating", "deviation", "volatility", "games", "won", "lost", "drawn", "at"), 0
)
"""Placeholder row for a first game, until the same transaction counts the game."""


def formula_of(transaction: Transaction) -> str:
    """Return this database's rating formula, one of ``FORMULAS``."""
    formula = transaction.connection.execute(
        select(settings.c.value).where(settings.c.name == _SETTING)
    ).scalar_one_or_none()
    return GLICKO2 if formula is None else str(formula)


def choose(transaction: Transaction, formula: str) -> None:
    """Choose the rating formula from now on.

    Raises ``BadRequestError`` for an unknown name, and ``ConflictError`` if games were rated by the
    other formula.
    """
    if formula not in FORMULAS:
        raise BadRequestError(tr("ratings: choose {choices}", choices=" or ".join(FORMULAS)))
    old = formula_of(transaction)
    if formula == old:
        return
    if transaction.connection.execute(select(ratings.c.user_id).limit(1)).first() is not None:
        raise ConflictError(
            tr(
                "this database's games are rated by {old}; for {formula} start a new one",
                old=old,
                formula=formula,
            )
        )
    is_formula = settings.c.name == _SETTING
    if not transaction.connection.execute(
        update(settings).where(is_formula).values(value=formula)
    ).rowcount:
        transaction.connection.execute(insert(settings).values(name=_SETTING, value=formula))


def rate(
    transaction: Transaction, board: int, game: str, people: tuple[int | None, int | None],
    winner: int | None, now: float,
) -> list[dict[str, Any]] | None:  # fmt: skip
    """Rate a finished game; return both players' changes as JSON data, or None if unrated."""
    first, second = people
    if first is None or second is None or first == second:
        return None
    count = _by_old if formula_of(transaction) == OLD else _by_glicko2
    rows = {
        user: _row(transaction, user, game) for user in sorted((first, second))
    }  # one order: no deadlocks
    pair = (rows[first], rows[second])
    changes = []
    for seat, user in enumerate((first, second)):
        score = 0.5 if winner is None else float(winner == seat)
        before, after = count(pair[seat], pair[1 - seat], score, now)
        _save(transaction, user, game, after, score, now)
        transaction.connection.execute(
            insert(rating_changes).values(
                board=board, seat=seat, user_id=user, game=game, rating=after.value,
                deviation=after.deviation, at=now,
            )
        )  # fmt: skip
        # Rounded twice, 1462.52 would be 1462 here and 1463 where it is rounded once.
        changes.append({"before": round(before, 4), "after": round(after.value, 4)})
    return changes


def take_back(transaction: Transaction, board: int, winner: int | None) -> None:
    """Take back what a rated game brought both players; ``winner`` is the winning seat, or None.

    Their ratings, and those recorded after later games, move by the points of this game; what the
    later games brought stays as it was, and so does the deviation. Does nothing if the game was
    not rated.
    """
    changed = rating_changes
    rows = transaction.connection.execute(
        select(changed).where(changed.c.board == board).order_by(changed.c.user_id)
    ).all()
    for row in rows:  # in the order of ``rate``: no deadlocks
        place = tuple_(changed.c.at, changed.c.board)
        own = (changed.c.user_id == row.user_id) & (changed.c.game == row.game)
        now_rated = _row(transaction, row.user_id, row.game)
        previous = transaction.connection.execute(
            select(changed.c.rating)
            .where(own, place < tuple_(row.at, row.board))
            .order_by(changed.c.at.desc(), changed.c.board.desc())
            .limit(1)
        ).scalar_one_or_none()
        before = beginning(transaction) if previous is None else previous
        gain = row.rating - before
        transaction.connection.execute(
            update(changed)
            .where(own, place > tuple_(row.at, row.board))
            .values(rating=changed.c.rating - gain)
        )
        if now_rated is not None:
            score = "drawn" if winner is None else "won" if winner == row.seat else "lost"
            _uncount(transaction, now_rated, gain, score)
    transaction.connection.execute(delete(changed).where(changed.c.board == board))


def _uncount(transaction: Transaction, row: Any, gain: float, score: str) -> None:
    """Count one game less in a locked row; without any game there is no rating."""
    own = (ratings.c.user_id == row.user_id) & (ratings.c.game == row.game)
    if row.games <= 1:
        transaction.connection.execute(delete(ratings).where(own))
        return
    fewer = {score: ratings.c[score] - 1, "games": ratings.c.games - 1}
    transaction.connection.execute(
        update(ratings).where(own).values(rating=ratings.c.rating - gain, **fewer)
    )


def beginning(transaction: Transaction) -> float:
    """Return the rating that everybody begins with."""
    return OldRating().value if formula_of(transaction) == OLD else Rating().value


def _by_glicko2(own: Any, other: Any, score: float, now: float) -> tuple[float, Rating]:
    """Return the value before a game, and the rating after it."""
    before, against = (_aged(row, now) for row in (own, other))
    return before.value, glicko2.updated(before, [(against, score)])


def _aged(row: Any, now: float) -> Rating:
    if row is None:
        return Rating()
    rating = Rating(row.rating, row.deviation, row.volatility)
    return aged(rating, max(now - row.at, 0.0) / PERIOD)


def _by_old(own: Any, other: Any, score: float, now: float) -> tuple[float, Rating]:
    """Return the same by the old formula, which has no deviation."""
    before, against = (
        OldRating() if row is None else OldRating(row.rating, row.games) for row in (own, other)
    )
    return before.value, Rating(updated(before, against, score).value, 0.0, 0.0)


def provisional(formula: str, deviation: float, games: int) -> bool:
    """Return whether a rating is not reliable yet."""
    if formula == OLD:
        return OldRating(games=games).provisional
    return deviation > PROVISIONAL


def _row(transaction: Transaction, user: int, game: str) -> Any:
    """Return and lock the row of a user's rating; None before the first game.

    It stays locked until the transaction ends. For the first game a row is created to lock: another
    transaction that creates it too waits here, and then finds it.
    """
    held = (
        select(ratings).where(ratings.c.user_id == user, ratings.c.game == game).with_for_update()
    )
    row = transaction.connection.execute(held).one_or_none()
    if row is None:
        try:
            with transaction.connection.begin_nested():
                first = insert(ratings).values(user_id=user, game=game, **_NOTHING_YET)
                transaction.connection.execute(first)
        except IntegrityError:
            row = transaction.connection.execute(held).one_or_none()
            if row is None:  # then the account itself is missing
                raise
    return row if row is not None and row.games else None


def _save(
    transaction: Transaction, user: int, game: str, after: Rating, score: float, now: float
) -> None:
    own = (ratings.c.user_id == user) & (ratings.c.game == game)
    counted = {"won": score == 1.0, "lost": score == 0.0, "drawn": score == 0.5}
    transaction.connection.execute(
        update(ratings).where(own).values(
            rating=after.value, deviation=after.deviation, volatility=after.volatility, at=now,
            games=ratings.c.games + 1,
            **{name: ratings.c[name] + int(increment) for name, increment in counted.items()},
        )
    )  # fmt: skip


# The play-by-mail server's ratings: a mean of the first games, then Elo with K = 32.
#
# Everybody begins at 1600. A rating is provisional for 20 games: it is the mean of each game's
# value, which is the opponent's rating plus 400 for a win or minus 400 for a loss; against a
# provisional opponent it is the mean of both ratings plus or minus 200. After that, a game against
# an established player changes the rating by 32 times the difference between score and expectation,
# and one against a provisional player of n games by n/20 of that.
#
# Pure arithmetic; ``server.people.ratings`` decides what is rated and when.

BEGINNER = 1600.0
PROVISIONAL_GAMES = 20
K = 32.0
SPREAD = 400.0
"""Lead at which one wins ten games per loss; offset of a provisional game's value."""


@dataclass(frozen=True)
class OldRating:
    """A rating, and the number of games behind it."""

    value: float = BEGINNER
    games: int = 0

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL_GAMES


def expected(one: float, other: float) -> float:
    """Return the expected score of a rating against another, 0 to 1."""
    return float(1.0 / (1.0 + 10.0 ** ((other - one) / SPREAD)))


def updated(old: OldRating, other: OldRating, score: float) -> OldRating:
    """Return a rating after a game against ``other``, both as before it; score 1, 1/2 or 0."""
    games = old.games + 1
    if old.provisional:
        worth = _game_value(old, other, score)
        return OldRating((old.value * old.games + worth) / games, games)
    scale = other.games / PROVISIONAL_GAMES if other.provisional else 1.0
    return OldRating(old.value + K * scale * (score - expected(old.value, other.value)), games)


def _game_value(old: OldRating, other: OldRating, score: float) -> float:
    """Return the value of a game for a provisional player's rating."""
    lead = SPREAD * (2.0 * score - 1.0)
    if other.provisional:
        return (old.value + other.value) / 2.0 + lead / 2.0
    return other.value + lead
