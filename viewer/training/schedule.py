"""The schedule of cards: when a mistake is asked about again, by FSRS."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from boche.engine.puzzles.standing import Score
from boche.viewer.training.results import Card


def end_of_day(now: datetime) -> datetime:
    """Return the end of the day that ``now`` lies in, in its time zone."""
    day = now.astimezone()
    return day.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def days_until(due: datetime, now: datetime) -> int:
    """Return in how many days a card comes back, at least 1."""
    return max((due.astimezone().date() - now.astimezone().date()).days, 1)


def reviewed(card: Card, score: Score, now: datetime) -> Card:
    """Return a card after an answer: right, right with a hint, or not right at first.

    There are no steps of minutes: a card is asked about once a day at most.
    """
    # Imported with the first answer: nothing else needs it.
    from fsrs import Card as Memory
    from fsrs import Rating, Scheduler, State

    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    rating = Rating.Good if score.hints == 0 else Rating.Hard
    rating = rating if score.is_found else Rating.Again
    state = State.Learning if card.reviewed is None else State.Review
    memory = Memory(1, state, None, card.stability, card.difficulty, card.due, card.reviewed)
    after, _ = scheduler.review_card(memory, rating, now)
    return replace(card, due=after.due, stability=after.stability, difficulty=after.difficulty,
                   reviewed=now)  # fmt: skip
