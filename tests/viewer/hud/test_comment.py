"""A comment in the panel: a long one scrolls by the wheel and shows that there is more."""

from __future__ import annotations

import pytest

from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.items import Action, Page
from boche.viewer.session import Session
from tests.viewer.hud.test_hud_layout import (
    SCALES,
    SIZES,
    check_page,
    laid_out,
    shown_of,
    wide,
)
from tests.viewer.hud.typesetting import Plain

LINES = [f"line number {number}" for number in range(60)]


class Reader:
    """A reader of the comment on a move."""

    def __init__(self, comment: str) -> None:
        self.session = Session.new("boche", size=3)
        self.session.play("c:a1")
        self.session.edits.set_comment(comment)
        self.hud = Hud(wide, Plain(), lambda action: None)

    def look(self, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> Page:
        shown = shown_of(self.session)
        self.areas = laid_out(shown, size, scale)
        return self.hud.build(shown, self.areas).pages[0]

    def read(self) -> list[str]:
        return [text.text for text in self.look().texts if text.text in LINES]

    def wheel(self, dy: float) -> None:
        write = Action("command", "comment")
        places = [hit.rect for hit in self.look().hits if hit.action == write]
        place = max(places, key=lambda rect: rect.w).middle  # the others are buttons
        assert self.hud.wheel(dy, *place, 0.0)


def test_all_lines_of_a_long_comment_can_be_read() -> None:
    reader = Reader("\n".join(LINES))
    seen = reader.read()
    assert seen == LINES[: len(seen)]
    assert len(seen) >= 4
    for _ in range(40):
        reader.wheel(-1.0)
        seen += [line for line in reader.read() if line not in seen]
    assert seen == LINES
    assert reader.read()[-1] == LINES[-1]
    reader.wheel(100.0)
    assert reader.read()[0] == LINES[0]


def test_a_bar_says_that_there_is_more() -> None:
    boxes = [len(Reader("\n".join(LINES[:count])).look().boxes) for count in (1, 3, 60)]
    assert boxes[0] == boxes[1] == boxes[2] - 1


def test_another_move_shows_its_comment_from_the_start() -> None:
    reader = Reader("\n".join(LINES))
    reader.wheel(-20.0)
    assert reader.read()[0] != LINES[0]
    reader.session.cursor.first()
    reader.look()
    reader.session.cursor.last()
    assert reader.read()[0] == LINES[0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_it_leaves_room_for_the_moves(size: tuple[int, int], scale: float) -> None:
    page = Reader("\n".join(LINES)).look(size, scale)
    check_page(page, laid_out(shown_of(Session.new("boche")), size, scale).window)
    assert {"c:a1", "Moves"} <= {text.text for text in page.texts}
