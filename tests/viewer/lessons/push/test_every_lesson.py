"""Every lesson of every game, played at the table; a new file is tested automatically."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.engine.record import Node
from boche.viewer.games.registry import VIEWS, view_of
from boche.viewer.hud.model import Shower
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.lesson import Lesson, asks, marked
from boche.viewer.lessons.progress import load_progress
from boche.viewer.lessons.session import LessonSession
from boche.viewer.storage.settings import Settings
from boche.viewer.table import commands
from boche.viewer.table.input import Controller
from boche.viewer.window.drawing.board_picture import discs
from tests.viewer.hud.test_hud_layout import built
from tests.viewer.lessons.answers import NAMES

LEAST = {"boche": 8, "boku": 4, "che": 4, "octi": 4}

every_lesson = pytest.mark.parametrize("lesson", NAMES, ids="-".join, indirect=True)


class Pupil:
    """A user who takes a lesson, with a clock."""

    def __init__(self, lesson: Lesson, number: int = 0) -> None:
        session = LessonSession(lesson, number)
        self.controller = Controller(session, (640, 480), Settings(animation_speed=0.0))
        self.now = 0.0

    @property
    def session(self) -> LessonSession:
        lesson = self.controller.table.lesson
        assert lesson is not None
        return lesson

    def do(self, name: str) -> None:
        self.now += 0.1
        assert self.controller.command(name, self.now)

    def play(self, move: str | None) -> None:
        assert move is not None
        assert self.controller.submit("move", move), self.controller.view().status

    def wait(self) -> list[str]:
        """Let time pass until nothing more happens by itself; return the answers on the way."""
        said = []
        while (due := self.controller.next_wakeup()) is not None:
            self.now = max(self.now, due)
            self.controller.tick(self.now)
            said.append(self.session.state.answer)
        return said


def offered(pupil: Pupil) -> str:
    """Return the label of the button that continues."""
    session, settings = pupil.session, Settings()
    colours = discs(settings.palette, session.record.game)
    shown = Shower().data(pupil.controller.view(), session, settings, colours)
    texts = [text.text for text in built(shown, (1280, 800), 1.0).pages[0].texts]
    leaving = next(at for at, text in enumerate(texts) if text.startswith("Leave"))
    return texts[leaving + 1]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home folder of a user without any progress."""
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("game", VIEWS)
def test_every_file_of_a_game_is_a_lesson(game: str) -> None:
    shelf = catalogue_of(game)
    assert shelf.problems == ()
    assert len(shelf.lessons) == len(view_of(game).lessons()) >= LEAST[game]


@every_lesson
def test_a_lesson_is_played_right_to_its_end(lesson: Lesson) -> None:
    pupil = Pupil(lesson)
    for number in range(len(lesson.exercises)):
        assert pupil.session.state.number == number
        while not pupil.session.state.exercise_done:
            before = pupil.session.state
            pupil.do("lesson_show")
            assert pupil.session.state.good
            if pupil.session.state.phase == "asks":  # praise and the next task in one
                assert pupil.session.state.question is not before.question
            else:
                assert pupil.session.state.answer
            if not pupil.session.state.exercise_done:
                pupil.do("lesson_next")
        if number + 1 < len(lesson.exercises):
            pupil.do("lesson_next")
    assert pupil.session.state.done
    last = lesson is catalogue_of(lesson.game).lessons[-1]
    assert offered(pupil) == ("First game" if last else "Next lesson")
    assert load_progress()[0].of(lesson) == 0, "what was shown is not solved"


def questions(lesson: Lesson) -> Iterator[tuple[int, Node]]:
    for number, record in enumerate(lesson.exercises):
        for node in record.nodes():
            if asks(node):
                yield number, node


def brought_to(pupil: Pupil, asked: Node) -> None:
    """Play the right moves that lead to a question."""
    while pupil.session.state.question is not asked:
        way = asked.path()
        step = next(each for each in way if each.parent is pupil.session.state.question)
        if step.move is None:
            pupil.do("lesson_show")
        else:
            pupil.play(step.move)
        if pupil.session.state.phase == "right":
            pupil.do("lesson_next")


def check_tries(lesson: Lesson) -> None:
    for number, asked in questions(lesson):
        for known in marked(asked):
            pupil = Pupil(lesson, number)
            brought_to(pupil, asked)
            before = pupil.session.cursor.moves
            pupil.play(known.move)
            assert pupil.session.cursor.moves == [*before, known.move]
            state = pupil.session.state
            assert state.answer == known.comment
            assert state.good == bool(known.text("TE"))
            said = pupil.wait()
            if known.text("TE"):
                assert pupil.session.cursor.moves == [*before, known.move]
                continue
            refuted = [str(node.move) for node in known.line_from() if node.move is not None]
            position = pupil.session.record.start
            for move in (*before, *refuted):
                position = position.play(position.parse(move))
            assert pupil.session.position == position, "a move may be written in two ways"
            last = known.line_from()[-1]
            assert (said or [state.answer])[-1].endswith(last.comment)
            pupil.do("lesson_next")
            assert pupil.session.cursor.moves == before
            assert (pupil.session.state.phase, pupil.session.state.answer) == ("asks", "")


FIRST = [next(each for each in NAMES if each[0] == game) for game in VIEWS]
"""A lesson of each game."""


@pytest.mark.parametrize("lesson", FIRST, ids="-".join, indirect=True)
def test_each_try_is_answered_and_a_wrong_one_is_taken_back(lesson: Lesson) -> None:
    check_tries(lesson)


def check_takes_no_move(pupil: Pupil, move: str) -> None:
    """Where a command is asked for a move is refused in a line, and the board stays as it is."""
    before = pupil.session.cursor.moves
    assert not pupil.controller.submit("move", move)
    assert pupil.controller.view().status == "no move is asked for here: do what the task says"
    assert pupil.session.cursor.moves == before
    assert pupil.session.state.phase == "asks"


@every_lesson
def test_any_other_move_is_answered_too(lesson: Lesson) -> None:
    for number, asked in questions(lesson):
        pupil = Pupil(lesson, number)
        brought_to(pupil, asked)
        tries = {each.move for each in marked(asked)}
        position = pupil.session.position
        others = (str(move) for move in position.legal_moves() if str(move) not in tries)
        after = {position.play(position.parse(each)) for each in tries}
        other = next((m for m in others if position.play(position.parse(m)) not in after), None)
        if other is None:
            continue
        if asked.text("XD"):
            check_takes_no_move(pupil, other)
            continue
        before = pupil.session.cursor.moves
        pupil.play(other)
        pupil.wait()
        right = asked.text("XA")
        assert pupil.session.state.good == bool(right)
        assert pupil.session.state.answer
        if not right:
            pupil.do("lesson_next")
            assert not pupil.session.state.answer
        assert (pupil.session.cursor.moves == before) != bool(right)


@every_lesson
def test_commands_asked_for_are_there_and_can_be_done(lesson: Lesson) -> None:
    for number, asked in questions(lesson):
        if asked.text("XD"):
            command = commands.named(asked.text("XD"))
            assert command.keys
            pupil = Pupil(lesson, number)
            brought_to(pupil, asked)
            pupil.controller.key(command.keys[0], 1.0)
            assert pupil.session.state.good


@every_lesson
def test_what_cannot_be_played_is_refused_as_ever(lesson: Lesson) -> None:
    pupil = Pupil(lesson)
    before = pupil.session.state
    assert not pupil.controller.submit("move", "no such move")
    assert pupil.controller.view().tone == "refused"
    assert pupil.session.state is before
