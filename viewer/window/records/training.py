"""Training in the window: one's mistakes, the cards that are due, and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr, tr_count, tr_later, tr_word, translate
from boche.engine.languages.formats import number
from boche.engine.message import capitalized
from boche.engine.puzzles import Puzzle, daily, puzzles
from boche.engine.puzzles.standing import nearest, streak
from boche.viewer.assistant.assistant import Assistant
from boche.viewer.hud.dialogs.model import nothing
from boche.viewer.hud.dialogs.puzzles_model import NEXT, TODAY, puzzles_form
from boche.viewer.session import SessionError
from boche.viewer.table.question import CANCEL, Answer
from boche.viewer.training.courses import (
    MistakeCourse,
    PuzzleCourse,
    change_results,
    end_of_day,
    load_results,
    standing_of,
    utc_now,
    with_cards,
)
from boche.viewer.training.exercise import Course
from boche.viewer.training.mistakes import exercises_of, people_of
from boche.viewer.training.results import Results
from boche.viewer.training.session import TrainingSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.interrupted import Interrupted

NOTHING_DUE = tr_later("no mistake is due today")
NO_PUZZLES = tr_later("there are no puzzles")
REVIEW = tr_later("Mistakes due today")


class Training:
    """The exercises that one desk offers."""

    def __init__(self, desk: Desk, assistant: Assistant, interrupted: Interrupted) -> None:
        self._desk, self._assistant, self._interrupted = desk, assistant, interrupted
        self._evaluated = False

    # -- mistakes

    def retry(self) -> None:
        """Set up the mistakes in the game on the table; there is one at least.

        If both players are persons who made mistakes, ask whose.
        """
        people = people_of(self._desk.session, self._assistant.mistakes)
        if len(people) > 1:
            self._ask_whose(people)
        else:
            self._retry(people)

    def _ask_whose(self, people: Sequence[int]) -> None:
        record = self._desk.session.record
        answers = []
        for person in people:
            name = record.names[person] or capitalized(tr_word(record.game.colours[person]))
            answers.append((Answer(str(person), name), partial(self._retry, [person])))
        both = Answer("both", tr("Both"), "B"), partial(self._retry, people)
        self._desk.ask(tr("Whose mistakes?"), "", *answers, both, (CANCEL, nothing))

    def _retry(self, people: Sequence[int]) -> None:
        session = self._desk.session
        exercises = exercises_of(session, self._assistant.mistakes, people)
        now = utc_now()
        _, problems = change_results(lambda results: with_cards(results, exercises, now))
        self._desk.say_all(problems)
        self._begin(MistakeCourse(tr("Retry your mistakes"), exercises, self._desk.say_all))

    def due(self) -> int:
        """Return how many cards of all games are due today."""
        return len(self._results().due(end_of_day(utc_now())))

    def review(self) -> None:
        """Set up the cards of all games that are due today. Raises ``SessionError`` if none is."""
        due = self._results().due(end_of_day(utc_now()))
        exercises = [card.exercise for _, card in due]
        if not exercises:
            raise SessionError(tr(NOTHING_DUE))
        self._begin(MistakeCourse(tr(REVIEW), exercises, self._desk.say_all))

    # -- puzzles

    def ask(self) -> None:
        """Show the page of puzzles for the current game. Raises ``SessionError``."""
        self.show(self._desk.session.record.game_name)

    def show(self, game: str, back: Callable[[], object] | None = None) -> None:
        """Show the page of puzzles with a game chosen; ``back`` is called if the user closes it.

        Raises ``SessionError`` without any puzzles.
        """
        games = [name for name in GAMES if puzzles(name)]
        if not games:
            raise SessionError(tr(NO_PUZZLES))
        results = self._results()
        lacking = tr("There are no puzzles for {game} yet.", game=find(game).title)
        lacking = "" if game in games else f"{lacking} "
        form = puzzles_form(
            game if game in games else games[0], games, partial(_puzzle_choices, results),
            lambda chosen: f"{lacking}{_puzzle_line(results, chosen)}", self._solve,
        )  # fmt: skip
        form.back = back
        self._desk.hud.open(form)

    def solve_todays(self, game: str = "") -> None:
        """Set up today's puzzle of a game, by default the one on the table.

        Raises ``SessionError`` if the game has no puzzles.
        """
        self._solve(game or self._desk.session.record.game_name, TODAY)

    def _solve(self, game: str, which: str) -> None:
        offered = puzzles(game)
        if not offered:
            raise SessionError(tr("there are no puzzles for {game} yet", game=find(game).title))
        first = daily(date.today(), game) if which == TODAY else None
        self._begin(PuzzleCourse(game, _others(game), self._desk.say_all, first=first))

    def todays(self, game: str) -> str:
        """Return a label for today's puzzle of a game; empty if it has none."""
        if not puzzles(game):
            return ""
        return dict(_puzzle_choices(self._results(), game))[TODAY]

    # -- coming and going

    def _begin(self, course: Course) -> None:
        if not isinstance(self._desk.session, TrainingSession):
            self._evaluated = self._assistant.evaluating
        exercise = course.next()
        if exercise is not None:
            self._interrupted.replace_with(TrainingSession(course, exercise))

    def leave(self) -> None:
        """Put back the interrupted game, its computer waiting, and say how it went."""
        session = self._desk.session
        summary = session.course.summary if isinstance(session, TrainingSession) else ""
        self._interrupted.put_back()
        self._assistant.hold()
        if self._evaluated:
            self._assistant.evaluate_on()
        if summary:
            self._desk.say(capitalized(translate(summary)), tone="noted")

    def _results(self) -> Results:
        results, problems = load_results()
        self._desk.say_all(problems)
        return results


def _puzzle_choices(results: Results, game: str) -> list[tuple[str, str]]:
    """Return the puzzles to choose from, with their labels."""
    rating = standing_of(results, game).rating.value
    today = daily(date.today(), game)
    near = sorted(one.rating for one in nearest(_others(game), rating, results.seen))
    todays = tr("Today's puzzle")
    if today is not None and results.seen.get(today.id) == date.today():
        solved = today.id in results.solved
        todays = tr("Today's puzzle (solved)") if solved else tr("Today's puzzle (tried)")
    return [(NEXT, _next(near)), (TODAY, todays)]


def _next(near: Sequence[int]) -> str:
    """Return the label of the next puzzle, which is one of those with these ratings."""
    if not near:
        return tr("Next puzzle, one that you have seen")
    if len(near) == 1:
        return tr("Next puzzle, rated {rating}", rating=near[0])
    return tr("Next puzzle, rated {low} to {high}", low=near[0], high=near[-1])


def _others(game: str) -> Sequence[Puzzle]:
    """Return the puzzles of a game without today's, which is offered by itself."""
    today, offered = daily(date.today(), game), puzzles(game)
    return [one for one in offered if today is None or one.id != today.id] or offered


def _puzzle_line(results: Results, game: str) -> str:
    """Return a line on one's puzzles: the rating of a game, and the streak."""
    standing, days = standing_of(results, game), streak(results.days, date.today())
    solved = tr("none tried yet")
    if standing.tried:
        solved = tr("{solved} of {tried} solved", solved=standing.solved, tried=standing.tried)
    return tr_count(
        "Your puzzle rating: {value} ± {margin}, {solved}. Streak: {count} day.",
        "Your puzzle rating: {value} ± {margin}, {solved}. Streak: {count} days.", days,
        solved=solved, value=number(standing.rating.value),
        margin=number(2 * standing.rating.deviation),
    )  # fmt: skip
