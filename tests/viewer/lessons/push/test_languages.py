"""Lessons in other languages: the same exercises, and every text translated."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import speaking, tr
from boche.engine.message import Phrase
from boche.engine.puzzles.puzzle import read_puzzles
from boche.viewer.lessons import words
from boche.viewer.lessons.lesson import Lesson, right_tries, texts_of
from boche.viewer.lessons.replay import state_after
from boche.viewer.lessons.session import LessonSession
from boche.viewer.lessons.state import right_move, went_on
from boche.viewer.lessons.texts import entry_of, in_language
from boche.viewer.session import SessionError
from tests import ROOT
from tests.viewer.lessons.answers import Task, lesson_of
from tests.viewer.lessons.push.test_every_lesson import every_lesson

COUNTED = Phrase("counted", "{colour} has {count} more", many="{colour} has {count} more")


@pytest.mark.parametrize(
    ("text", "entry", "values"),
    [
        ("Five, from f3 to f7.", "Five, from {a} to {b}.", "f3 f7"),
        ("It (57+e) wins: 57e-56,57e-56!", "It ({a}) wins: {b}!", "57+e 57e-56,57e-56"),
        ("Lay bl on -1,0: -2,1 is full", "Lay bl on {a}: {b} is full", "-1,0 -2,1"),
        ("Prong a in place of c: a pod", "Prong {a} in place of {b}: a pod", "a c"),
        ("rotations a to d; rotation a", "rotations a to {a}; rotation {b}", "d a"),
        ("I'd play Dark's d-file", "I'd play Dark's d-file", ""),
    ],
)
def test_what_is_a_gap(text: str, entry: str, values: str) -> None:
    assert entry_of(text) == (entry, dict(zip("abcdefgh", values.split(), strict=False)))


def test_braces_and_many_values_of_a_foreign_lesson_do_no_harm() -> None:
    many = " ".join(map(str, range(40)))
    with speaking("de"):
        assert in_language(many) == many
        assert in_language("{} {who} {0} in f3") == "{} {who} {0} in f3"
        assert in_language("") == ""


@every_lesson
def test_german_has_the_same_moves_and_numbers(lesson: Lesson) -> None:
    for text in texts_of(lesson.exercises):
        with speaking("de"):
            german = in_language(text)
        assert german != text
        for paragraph, there in zip(text.split("\n\n"), german.split("\n\n"), strict=True):
            _, values = entry_of(paragraph)
            short = [value for value in values.values() if value in there]
            assert len(short) == len(values), paragraph


def assert_accented(text: str) -> None:
    assert not [line for line in text.split("\n") if line and line.isascii()], text


@every_lesson
def test_titles_come_from_the_catalogue(lesson: Lesson) -> None:
    with speaking(PSEUDO):
        assert_accented(lesson.title)
        assert_accented(lesson.about)


@every_lesson
def test_a_task_judges_alike_and_speaks_each_language(tasks: list[Task]) -> None:
    for task in tasks:
        assert_alike_in_each_language(task)


def assert_alike_in_each_language(task: Task) -> None:
    right = [each.move for each in right_tries(task.asked) if each.move]
    moves = dict.fromkeys([*right[:1], *task.moves[:: max(len(task.moves) // 3, 1)]])
    for move in moves:
        english = task.answer(move)
        while english.ahead:
            english = went_on(english)
        with speaking(PSEUDO):
            there = task.answer(move)
            while there.ahead:
                there = went_on(there)
            assert_accented(there.task)
            assert_accented(there.answer)
        assert there == english, f"{task}: {move}"
        assert there.answer == english.answer


def test_an_answer_kept_in_one_language_is_said_in_another() -> None:
    lesson = lesson_of("boku", "1-five-in-a-row")
    english = state_after(lesson, 0, [], "a2").answer
    with speaking("de"):
        assert state_after(lesson, 0, [], "a2").answer.startswith("Dieses Feld liegt nicht")
    assert state_after(lesson, 0, [], "a2").answer == english


def test_a_reason_begins_as_a_sentence_in_each_language() -> None:
    loses = words.LOSES(reason=COUNTED(colour="black", count=2))
    assert in_language(loses) == "That loses at once. Black has 2 more."
    with speaking(PSEUDO):
        assert ". Bl" in in_language(loses)
        assert_accented(in_language(loses))


def test_what_a_lesson_refuses_is_translated() -> None:
    session = LessonSession(lesson_of("boku", "1-five-in-a-row"))
    with speaking("de"), pytest.raises(SessionError, match="werden die Züge einzeln gespielt"):
        session.paste(right_move(session.state))


@pytest.mark.parametrize("game", GAMES)
def test_the_goals_of_all_puzzles_are_translated(game: str) -> None:
    puzzles = read_puzzles((ROOT / "assets" / "puzzles" / f"{game}.sgf").read_bytes())
    goals = {puzzle.goal for puzzle in puzzles}
    with speaking("de"):
        assert not goals & {tr(goal) for goal in goals}
