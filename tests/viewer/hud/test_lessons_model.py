"""The list of lessons: which are finished, and which one is chosen at first."""

from __future__ import annotations

from boche.viewer.hud.dialogs.lessons_model import LessonLine, lessons_form


def lesson(name: str, done: int) -> LessonLine:
    return LessonLine(name, name.title(), "", done, 3)


def test_a_lesson_is_finished_when_all_its_tasks_are_done() -> None:
    assert [lesson("first", done).finished for done in range(4)] == [False, False, False, True]


def test_the_first_lesson_that_is_not_finished_is_chosen() -> None:
    for done, chosen in (([0, 0], "first"), ([3, 1], "second"), ([3, 3], "first")):
        lines = [lesson(*each) for each in zip(("first", "second"), done, strict=True)]
        form = lessons_form("boku", ["boku"], lambda _, lines=lines: lines, lambda *_: None)
        assert form.fields[0].value.name == chosen
