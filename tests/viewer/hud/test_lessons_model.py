"""The list of lessons, and the keys that a lesson names in the panel."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.hud.dialogs.lessons_model import LessonLine, lessons_form
from boche.viewer.hud.dialogs.model import Form, nothing
from boche.viewer.hud.dialogs.puzzles_model import puzzles_form
from boche.viewer.hud.hud import Hud
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.session import LessonSession
from tests.viewer.hud.test_hud_layout import built, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.window.user import User


def lesson(name: str, done: int) -> LessonLine:
    return LessonLine(name, name.title(), "", done, 3)


def test_a_lesson_is_finished_when_all_its_tasks_are_done() -> None:
    assert [lesson("first", done).finished for done in range(4)] == [False, False, False, True]


def test_the_first_lesson_that_is_not_finished_is_chosen() -> None:
    for done, chosen in (([0, 0], "first"), ([3, 1], "second"), ([3, 3], "first")):
        lines = [lesson(*each) for each in zip(("first", "second"), done, strict=True)]
        form = lessons_form("boku", ["boku"], lambda _, lines=lines: lines, nothing, nothing)
        assert form.fields[1].value.name == chosen


def test_the_lesson_just_left_stays_chosen_until_it_is_finished() -> None:
    for done, chosen in (([0, 1], "second"), ([0, 3], "first")):
        lines = [lesson(*each) for each in zip(("first", "second"), done, strict=True)]
        form = lessons_form(
            "boku", ["boku"], lambda _, lines=lines: lines, nothing, nothing, "second"
        )
        assert form.fields[1].value.name == chosen


def test_the_chosen_lesson_is_marked_more_quietly_once_the_list_has_lost_the_focus() -> None:
    lines = [lesson("first", 0), lesson("second", 0), lesson("third", 0)]
    form = lessons_form("boku", ["boku"], lambda _: lines, nothing, nothing)
    form.key("Down")
    hud, shown = Hud(wide, Plain(), print), shown_of(LessonSession(catalogue_of("boku").lessons[0]))
    hud.open(form)
    marks = []
    for _ in range(2):
        page = hud.build(shown, laid_out(shown, (1280, 720))).pages[-1]
        taken = [(1, line) for line in lines]
        rows = [hit.rect for hit in page.hits if hit.action and hit.action.value in taken]
        marks.append([next((box for box in page.boxes if row.holds(*box.rect.middle)
                            and abs(box.rect.w - row.w) < 1), None) for row in rows])  # fmt: skip
        form.key("Tab")
    for first, second, third in marks:
        assert (first, third) == (None, None)
        assert second is not None
    assert marks[0][1] != marks[1][1]


def to_button(form: Form, label: str) -> None:
    """Go on by Tab until a button has the focus, and press it by Enter."""
    for _ in range(9):
        form.key("Tab")
        if form.focused_button >= 0 and form.buttons[form.focused_button].label == label:
            break
    form.key("Enter")


def test_the_lesson_chosen_by_keys_is_the_one_that_the_button_starts() -> None:
    begun: list[str] = []
    lines = [lesson("first", 0), lesson("second", 0)]
    form = lessons_form(
        "boku", ["boku"], lambda _: lines, lambda _, name: begun.append(name), nothing
    )
    form.key("Down")
    to_button(form, "Start")
    assert begun == ["second"]


def test_the_puzzle_chosen_by_keys_is_the_one_that_the_button_gives() -> None:
    begun: list[str] = []
    form = puzzles_form(
        "boku",
        ["boku"],
        lambda _: [("next", "Puzzle"), ("today", "Today's puzzle")],
        lambda _: "",
        lambda _, which: begun.append(which),
    )
    form.key("Down")
    to_button(form, "Solve")
    assert begun == ["today"]


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_names_its_keys_and_how_to_answer_by_keys(game: str) -> None:
    shown = shown_of(LessonSession(catalogue_of(game).lessons[0]))
    hud = Hud(wide, Plain(), lambda action: None)
    page = hud.build(shown, laid_out(shown)).pages[0]
    words = [each.text for each in page.texts]
    assert f"You play {GAMES[game].colours[0].capitalize()}." in words
    assert {"Start over (R)", "Show me (I)", "Leave (Escape)", "Next (Enter)"} <= {*words}
    said = " ".join(words)
    assert said.count("By keys:") == 1, "in the task, or else below it"
    if "By keys:" not in catalogue_of(game).lessons[0].exercises[0].root.comment:
        assert "By keys: arrows choose a place, Enter plays there; F1 lists all keys." in said


def test_a_lesson_on_closing_regions_lists_no_cells_that_close_one() -> None:
    """Expect so in each of its tasks, whose answer they would be."""
    [lesson] = [each for each in catalogue_of("che").lessons if each.key.endswith("closing")]
    for number in range(len(lesson.exercises)):
        shown = shown_of(LessonSession(lesson, number))
        page = built(shown, (1280, 800), 1.0).pages[0]
        told = {each.text for each in page.texts}
        assert "Largest region" in told
        assert not [text for text in told if "close" in text and "can" in text], number


def test_the_button_to_leave_names_escape_only_where_that_leaves() -> None:
    user = User(LessonSession(catalogue_of("che").lessons[1]))
    hud, controller = Hud(wide, Plain(), print), user.desk.controller

    def words() -> set[str]:
        shown = replace(shown_of(user.session), view=controller.view())
        page = hud.build(shown, laid_out(shown)).pages[0]
        return {each.text for each in page.texts}

    assert "Leave (Escape)" in words()
    for pressed in ("Left", "Enter"):
        controller.key(pressed, user.desk.now)
    assert controller.view().display.taken, "one tile lies there"
    assert {"Leave", "Cancel the move (Escape)"} <= words()
    assert "Leave (Escape)" not in words()
    controller.key("Escape", user.desk.now)
    assert not controller.view().display.taken
    assert "Leave (Escape)" in words()
