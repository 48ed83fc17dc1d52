"""An account's results at puzzles: a rating for each game, the puzzles answered, and the days.

What counts, and for how much, is decided by ``boche.engine.puzzles.standing``, as at the desk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import insert, select, update

from boche.engine.glicko2 import Rating
from boche.engine.puzzles import Puzzle
from boche.engine.puzzles.standing import Score, Standing, counts, streak
from boche.server.database.schema import puzzle_answers, puzzle_days, puzzle_ratings
from boche.server.database.store import Transaction
from boche.server.people.accounts import lock


@dataclass(frozen=True)
class Past:
    """What an account has done at a puzzle before.

    ``counts`` is True if the next answer changes the rating. ``hints`` is the most taken for that.
    ``before`` and ``after`` are the ratings around an answer that counted today; else None.
    """

    counts: bool = True
    hints: int = 0
    before: float | None = None
    after: float | None = None

    @property
    def change(self) -> str:
        """The change of the rating today, such as ``+12``; empty without any."""
        if self.before is None or self.after is None:
            return ""
        return f"{round(self.after) - round(self.before):+}".replace("-", "\u2212")


def day_of(now: float) -> date:
    """Return a time's day: in UTC, as the puzzle of the day."""
    return datetime.fromtimestamp(now, UTC).date()


def past(transaction: Transaction, user: int, puzzle: Puzzle, now: float) -> Past:
    """Return what an account has done at a puzzle."""
    row = transaction.connection.execute(
        select(puzzle_answers).where(_answers_to(user, puzzle))
    ).first()
    if row is None:
        return Past()
    today = day_of(now)
    answered = None if row.answered is None else day_of(row.answered)
    fresh = row.rated is not None and day_of(row.rated) == today
    return Past(counts(answered, today), row.hints, *((row.before, row.after) if fresh else ()))


def take_hint(transaction: Transaction, user: int, puzzle: Puzzle, number: int, now: float) -> None:
    """Count a hint, the first or the second one, against an answer that is still to come."""
    lock(transaction, user)
    before = past(transaction, user, puzzle, now)
    if before.counts and number > before.hints:
        _store(transaction, user, puzzle, hints=number)


def answer(transaction: Transaction, user: int, puzzle: Puzzle, missed: bool, now: float) -> None:
    """Note an answer, and its day if it is right, and rate it if it counts."""
    lock(transaction, user)
    before = past(transaction, user, puzzle, now)
    values: dict[str, Any] = {"answered": now, "hints": 0}
    score, at = Score(before.hints, missed), datetime.fromtimestamp(now, UTC)
    if before.counts:
        old = standings(transaction, user).get(puzzle.game_name, Standing())
        new = old.after(puzzle.rating, score, at)
        _keep(transaction, user, puzzle.game_name, new, now)
        values |= {"rated": now, "before": old.rating.value, "after": new.rating.value}
    _store(transaction, user, puzzle, **values)
    if not score.is_found:
        return
    day = day_of(now).toordinal()
    own = (puzzle_days.c.user_id == user, puzzle_days.c.day == day)
    if not transaction.connection.execute(select(puzzle_days).where(*own)).first():
        transaction.connection.execute(insert(puzzle_days).values(user_id=user, day=day))


def standings(transaction: Transaction, user: int) -> Mapping[str, Standing]:
    """Return an account's standings by game."""
    rows = transaction.connection.execute(
        select(puzzle_ratings).where(puzzle_ratings.c.user_id == user)
    )
    return {
        row.game: Standing(
            Rating(row.rating, row.deviation, row.volatility),
            datetime.fromtimestamp(row.at, UTC), row.solved, row.tried,
        )
        for row in rows
    }  # fmt: skip


def last_answer_days(transaction: Transaction, user: int) -> Mapping[str, date]:
    """Return the day on which an account last answered each puzzle, by its id."""
    rows = transaction.connection.execute(
        select(puzzle_answers.c.puzzle, puzzle_answers.c.answered)
        .where(puzzle_answers.c.user_id == user, puzzle_answers.c.answered.is_not(None))
    )  # fmt: skip
    return {puzzle: day_of(answered) for puzzle, answered in rows}


def days_in_a_row(transaction: Transaction, user: int, now: float) -> int:
    """Return an account's streak, up to today or yesterday."""
    days = transaction.connection.execute(
        select(puzzle_days.c.day).where(puzzle_days.c.user_id == user)
    ).scalars()
    return streak({date.fromordinal(day) for day in days}, day_of(now))


def puzzle_data(transaction: Transaction, user: int) -> dict[str, Any]:
    """Return all that is kept about an account's puzzles, as JSON data."""
    answers = transaction.connection.execute(
        select(puzzle_answers)
        .where(puzzle_answers.c.user_id == user)
        .order_by(puzzle_answers.c.puzzle)
    ).mappings()
    days = transaction.connection.execute(
        select(puzzle_days.c.day).where(puzzle_days.c.user_id == user).order_by(puzzle_days.c.day)
    ).scalars()
    return {
        "ratings": {
            game: {"rating": it.rating.value, "deviation": it.rating.deviation,
                   "solved": it.solved, "tried": it.tried}
            for game, it in standings(transaction, user).items()
        },
        "answers": [
            {name: value for name, value in row.items() if name != "user_id"} for row in answers
        ],
        "days": [date.fromordinal(day).isoformat() for day in days],
    }  # fmt: skip


def _answers_to(user: int, puzzle: Puzzle) -> Any:
    return (puzzle_answers.c.user_id == user) & (puzzle_answers.c.puzzle == puzzle.id)


def _store(transaction: Transaction, user: int, puzzle: Puzzle, **values: Any) -> None:
    changed = update(puzzle_answers).where(_answers_to(user, puzzle)).values(**values)
    if not transaction.connection.execute(changed).rowcount:
        transaction.connection.execute(
            insert(puzzle_answers).values(user_id=user, puzzle=puzzle.id, **values)
        )


def _keep(transaction: Transaction, user: int, game: str, standing: Standing, now: float) -> None:
    rating = standing.rating
    values = {
        "rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility,
        "solved": standing.solved, "tried": standing.tried, "at": now,
    }  # fmt: skip
    own = (puzzle_ratings.c.user_id == user) & (puzzle_ratings.c.game == game)
    changed = update(puzzle_ratings).where(own).values(**values)
    if not transaction.connection.execute(changed).rowcount:
        transaction.connection.execute(
            insert(puzzle_ratings).values(user_id=user, game=game, **values)
        )
