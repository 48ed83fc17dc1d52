"""Scrollbars: pressed and dragged, with a lesson's text scrolled by keys as well."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import COMMENT, LIST
from boche.viewer.hud.widgets.items import Slide
from boche.viewer.lessons.lesson import read_lesson
from boche.viewer.lessons.session import LessonSession
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.commands import LESSON_TEXT_BACK, LESSON_TEXT_ON
from boche.viewer.table.input import Controller
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain

LINES = [f"line number {number}" for number in range(60)]


class Student:
    """A reader of a text that is too long for a panel."""

    def __init__(self, session: Session) -> None:
        self.hud = Hud(wide, Plain(), lambda action: None)
        self.controller = Controller(session, (800, 600), Settings())
        self.controller.join(window={
            LESSON_TEXT_BACK: lambda: self.hud.turn_page(LIST, -1),
            LESSON_TEXT_ON: lambda: self.hud.turn_page(LIST, 1),
        })  # fmt: skip
        self.look()

    def look(self) -> list[str]:
        """Return the visible numbered lines."""
        shown = replace(shown_of(self.controller.table.session), view=self.controller.view())
        page = self.hud.build(shown, laid_out(shown)).pages[0]
        return [text.text for text in page.texts if text.text in LINES]

    def bar(self, name: str) -> Slide:
        hits = [hit for hit in self.hud.frame.pages[0].hits if hit.scroll == name]
        return next(hit.slide for hit in hits if hit.slide is not None)

    def drag(self, name: str, *heights: float) -> list[list[str]]:
        """Drag a bar through some heights and return the visible lines at each."""
        x = self.bar(name).thumb.middle[0]
        seen = []
        assert self.hud.pressed("left", x, heights[0], 0.0)
        for at in heights:
            assert self.hud.dragged(x, at, 0.0)
            seen.append(self.look())
        self.hud.released("left", x, heights[-1], 0.0)
        return seen


def in_lesson() -> Student:
    """Return a student whose lesson has a very long text."""
    task = "\n".join(LINES)
    text = f"(;GM[Boku]GN[Title]GC[About]C[{task}]XA[Yes.])"
    return Student(LessonSession(read_lesson("boku", "1-title", text.encode())))


def commented() -> Student:
    session = Session.new("boche", size=3)
    session.play("c:a1")
    session.edits.set_comment("\n".join(LINES))
    return Student(session)


def test_a_lesson_is_read_by_keys() -> None:
    student = in_lesson()
    seen = [student.look()]
    for _ in range(8):
        assert student.controller.key("PageDown", 0.0)
        seen.append(student.look())
    assert {line for lines in seen for line in lines} == set(LINES)
    assert seen[-1][-1] == LINES[-1]
    for _ in range(8):
        student.controller.key("PageUp", 0.0)
        student.look()
    assert student.look() == seen[0]


def test_the_wheel_turns_back_from_the_end_at_once() -> None:
    student = in_lesson()
    bar = student.bar(LIST).rect
    for now in range(90):
        student.hud.wheel(-1.0, bar.x + 9, bar.middle[1], float(now))
        end = student.look()
    assert end[-1] == LINES[-1]
    student.hud.wheel(1.0, bar.x + 9, bar.middle[1], 99.0)
    assert student.look() != end


@pytest.mark.parametrize("name", [LIST, COMMENT])
def test_bars_are_dragged_and_pressed(name: str) -> None:
    student = in_lesson() if name == LIST else commented()
    first, bar = student.look(), student.bar(name)
    grip = bar.thumb.y + 1
    held, end, back = student.drag(name, grip, bar.rect.bottom + 50, grip)
    assert held == first, "a press on the thumb moves nothing"
    assert end[-1] == LINES[-1]
    assert back == first
    middle = student.drag(name, bar.rect.middle[1])[0]
    assert middle[0] < LINES[30] < middle[-1]
    assert student.hud.wheel(-1.0, *bar.rect.middle, 0.0)


def test_several_moves_between_two_frames_count_once() -> None:
    student = commented()
    bar = student.bar(COMMENT)
    x, y = bar.thumb.middle
    student.hud.pressed("left", x, y, 0.0)
    for at in (y + 5, y + 10, y + 15, y):
        student.hud.dragged(x, at, 0.0)
    assert student.look()[0] == LINES[0]


def test_parts_of_a_notch_scroll_as_many_lines_as_whole_ones() -> None:
    tops = []
    for turns in ([-2.0], [-0.1] * 20, [-0.02] * 100):
        student = commented()
        place = student.bar(COMMENT).rect.middle
        for number, dy in enumerate(turns):
            student.hud.wheel(dy, *place, 0.01 * number)
            student.hud.wheel(0.0, *place, 0.01 * number)  # sideways only
        tops.append(student.look()[0])
    assert tops[0] != LINES[0]
    assert LINES.index(tops[1]) in (LINES.index(tops[0]), LINES.index(tops[0]) - 1)
    assert LINES.index(tops[2]) in (LINES.index(tops[0]), LINES.index(tops[0]) - 1)
