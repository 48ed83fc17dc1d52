"""The series of exercises: a game's mistakes, the cards that are due, and puzzles."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.languages.formats import number
from boche.engine.message import Phrase, capitalized
from boche.engine.puzzles import Puzzle, judge, right_moves
from boche.engine.puzzles.judging import listed, reaches, shared_refutation
from boche.engine.puzzles.standing import Score, Standing, chosen, counts
from boche.engine.record import Node, Record
from boche.viewer.storage.shared_file import SharedFile
from boche.viewer.training import words
from boche.viewer.training.exercise import Answer, Exercise
from boche.viewer.training.mistakes import LONGEST, MistakeExercise, path_record
from boche.viewer.training.results import Card, Results, as_data, from_data

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

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
        return tr("your puzzle rating {value}", value=number(rating))

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


# Puzzles as exercises: find the right move, against the best defence, to the end.


@dataclass(frozen=True)
class PuzzleExercise:
    """A puzzle as an exercise; its places are the nodes that ask for a move.

    ``title`` is its heading, such as ``Today's puzzle``.
    """

    puzzle: Puzzle
    title: str = field(default_factory=lambda: tr("Puzzle"))

    @cached_property
    def record(self) -> Record:
        """The record that leads to the position. Raises ``BocheError`` for a damaged puzzle."""
        return path_record(self.puzzle.record, self.puzzle.node)

    @property
    def place(self) -> Node:
        return self.puzzle.node

    @property
    def colour(self) -> str:
        return self.puzzle.colour

    @property
    def task(self) -> str:
        return f"{capitalized(tr(self.puzzle.goal.rstrip('.')))}."

    @property
    def source(self) -> str:
        return tr("{puzzle}, rated {rating}", puzzle=self.puzzle.id, rating=self.puzzle.rating)

    @property
    def stake(self) -> str:
        return tr(words.STAKE)

    @property
    def strict(self) -> bool:
        return True

    def meanwhile(self, move: str) -> str:
        """Return that the move is wrong: all right ones are listed."""
        return words.REFUTING(move=move)

    def judge(self, place: Node, position: Position, move: str) -> Answer | None:
        """Return the answer to a legal move; None for a wrong one without a known refutation."""
        if not self._is_known(place, position, move):
            return None
        verdict = judge(self.puzzle, place, move)
        if verdict.right and verdict.done:
            return Answer("right", words.SOLVED(move=move), verdict.line)
        if verdict.right:
            return Answer("right", words.RIGHT_SO_FAR(move=move), verdict.line, verdict.node)
        return Answer("wrong", self._refuted(position, move, verdict.line), verdict.line)

    def _refuted(self, position: Position, move: str, line: tuple[str, ...]) -> str:
        """Return the answer to a wrong move."""
        after = position.play(position.parse(move))
        if after.outcome is not None and after.outcome.winner == after.turn:
            return words.LOSES(move=move)
        wrong = translate(words.NOT_RIGHT(move=move))
        return f"{wrong} {translate(words.FOLLOWS())}" if line else wrong

    def _is_known(self, place: Node, position: Position, move: str) -> bool:
        """Return whether the record has the answer, so that no solver need run here."""
        after, aim = position.play(position.parse(move)), self.puzzle.aim
        if listed(place, position, move, after) or reaches(after, position.turn, aim):
            return True
        return shared_refutation(place, after, position.turn, aim) is not None

    def searched(self, position: Position, move: str, result: SearchResult) -> Answer:
        """Return the answer to a wrong move, with what a search found against it."""
        line = tuple(result.line[:LONGEST])
        return Answer("wrong", self._refuted(position, move, line), line)

    def solution(self, place: Node) -> tuple[str, ...]:
        """Return the right moves, and the best defence, to the end."""
        first = right_moves(place)[0]
        child = next(child for child in place.children if child.move == first)
        return tuple(node.move for node in child.line_from() if node.move is not None)


# What is kept of training: cards, puzzle ratings and days, in one file of the user's data.

STORE = SharedFile(
    "training.json",
    tr_later("training"),
    tr_later("your results are not being saved"),
    Results(),
    from_data,
    as_data,
)

load_results, change_results = STORE.load, STORE.change


def training_file() -> Path:
    """Return the path of the file."""
    return STORE.path


# The schedule of cards: when a mistake is asked about again, by FSRS.


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
