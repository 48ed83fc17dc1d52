"""The series of exercises: a game's mistakes, the cards that are due, and puzzles."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.languages.formats import number
from boche.engine.message import Phrase
from boche.engine.puzzles import Puzzle
from boche.engine.puzzles.standing import Score, Standing, chosen, counts
from boche.viewer.training import words
from boche.viewer.training.exercise import Exercise
from boche.viewer.training.mistakes import MistakeExercise
from boche.viewer.training.puzzles import PuzzleExercise
from boche.viewer.training.results import Card, Results
from boche.viewer.training.schedule import days_until, end_of_day, reviewed
from boche.viewer.training.store import change_results, load_results

Report = Callable[[Sequence[str]], object]
"""Takes lines on what could not be read or kept."""


def utc_now() -> datetime:
    """Return the present time."""
    return datetime.now(UTC)


class _Tally:
    """The count of the answers of a course, and what they are told with."""

    def __init__(self, told: Phrase) -> None:
        self.answered = self.right = 0
        self._told = told

    def add(self, score: Score) -> None:
        self.answered += 1
        self.right += score.is_found

    @property
    def summary(self) -> str:
        """How it went, in one line; empty if nothing was answered."""
        return self._told(right=self.right, count=self.answered) if self.answered else ""


class MistakeCourse:
    """Mistakes in order: of one game, or those due from all games."""

    def __init__(
        self,
        name: str,
        exercises: Sequence[MistakeExercise],
        report: Report,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self.name = name
        self._exercises, self._report, self._now = exercises, report, now
        self._at, self._tally = -1, _Tally(words.DONE)

    @property
    def heading(self) -> str:
        """The place in the series."""
        return tr("{number} of {count}", number=self._at + 1, count=len(self._exercises))

    @property
    def summary(self) -> str:
        return self._tally.summary

    def next(self) -> Exercise | None:
        """Go on to the next exercise whose record can be read."""
        while self._at + 1 < len(self._exercises):
            self._at += 1
            exercise = self._exercises[self._at]
            try:
                assert exercise.position
            except BocheError as error:
                self._report([tr("training: a mistake cannot be shown: {error}", error=error)])
                continue
            return exercise
        return None

    def note(self, exercise: Exercise, score: Score) -> str:
        """Schedule the card of an exercise, if it is due."""
        assert isinstance(exercise, MistakeExercise)
        self._tally.add(score)
        now, key = self._now(), exercise.key
        due = True

        def change(results: Results) -> Results:
            nonlocal due
            card = results.cards.get(key, Card(exercise, now))
            due = card.due < end_of_day(now)
            after = reviewed(card, score, now) if due else card
            return replace(results, cards={**results.cards, key: after})

        results, problems = change_results(change)
        self._report(problems)
        text = words.COMES_BACK if due else words.NOT_DUE
        return text(count=days_until(results.cards[key].due, now))


def with_cards(results: Results, exercises: Sequence[MistakeExercise], now: datetime) -> Results:
    """Return results with a card for each exercise; those known keep their schedule."""
    fresh = {exercise.key: Card(exercise, now) for exercise in exercises}
    return replace(results, cards={**fresh, **results.cards})


class PuzzleCourse:
    """The puzzles of a game near one's rating, one after the other."""

    def __init__(
        self,
        game: str,
        puzzles: Sequence[Puzzle],
        report: Report,
        *,
        first: Puzzle | None = None,
        now: Callable[[], datetime] = utc_now,
        rng: random.Random | None = None,
    ) -> None:
        """Begin with ``first``, the puzzle of the day, or with one near the rating."""
        self.name, self._game = tr("Puzzles"), game
        self._puzzles, self._report, self._first, self._now = puzzles, report, first, now
        self._rng = rng or random.Random()
        self._tally = _Tally(words.SOLVED_OF)

    @property
    def heading(self) -> str:
        """One's rating."""
        rating = standing_of(load_results()[0], self._game).rating.value
        return tr("rating {value}", value=number(rating))

    @property
    def summary(self) -> str:
        return self._tally.summary

    def next(self) -> Exercise | None:
        """Return the puzzle to solve next."""
        results, problems = load_results()
        self._report(problems)
        first, self._first = self._first, None
        if first is not None:
            return PuzzleExercise(first, tr("Today's puzzle"))
        rating = standing_of(results, self._game).rating.value
        return PuzzleExercise(chosen(self._puzzles, rating, results.seen, self._rng))

    def note(self, exercise: Exercise, score: Score) -> str:
        """Rate an answer, and note the day."""
        assert isinstance(exercise, PuzzleExercise)
        self._tally.add(score)
        puzzle, now = exercise.puzzle, self._now()
        before = after = Standing()

        def change(results: Results) -> Results:
            nonlocal before, after
            before = standing_of(results, self._game)
            changed = with_answer(results, self._game, puzzle, score, now)
            after = standing_of(changed, self._game)
            return changed

        _, problems = change_results(change)
        self._report(problems)
        if after.tried == before.tried:
            return words.PRACTICE()
        value, old = round(after.rating.value), round(before.rating.value)
        by = f"{value - old:+}".replace("-", "\N{MINUS SIGN}")
        return words.RATED(value=value, change=by)


def standing_of(results: Results, game: str) -> Standing:
    """Return one's standing at the puzzles of a game."""
    return results.standings.get(game, Standing())


def with_answer(
    results: Results, game: str, puzzle: Puzzle, score: Score, now: datetime
) -> Results:
    """Return results after an answer; a puzzle answered lately does not count again."""
    today, old = now.astimezone().date(), standing_of(results, game)
    last = results.seen.get(puzzle.id)
    results = replace(results, seen={**results.seen, puzzle.id: today})
    if score.is_found:
        results = replace(results, days=results.days | {today}, solved=results.solved | {puzzle.id})
    if not counts(last, today):
        return results
    new = old.after(puzzle.rating, score, now)
    return replace(results, standings={**results.standings, game: new})
