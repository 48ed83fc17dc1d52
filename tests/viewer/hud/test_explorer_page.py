"""The explorer's tab without moves to list: what it says, each line in a place of its own."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from boche.engine.explorer.answers import Answer
from boche.engine.explorer.book import BookMove
from boche.viewer.assistant.display import AnalysisView
from boche.viewer.explorer.view import ExplorerView
from boche.viewer.hud.pages.explorer import PLAY
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Box
from boche.viewer.session import Session
from tests.viewer.hud.test_hud_layout import boxes_of, built, shown_of

SIZES = [((1280, 720), 1.0), ((1920, 1200), 1.5), ((2560, 1440), 2.0)]
UNEXPLORED = "No game reached this position"


def page_of(view: ExplorerView, size: tuple[int, int], scale: float) -> list[tuple[Rect, str]]:
    """Return the texts of the panel with their rectangles."""
    shown = replace(shown_of(Session.new("boku"), panel_tab="explorer"), explorer=view)
    return [box for page in built(shown, size, scale).pages for box in boxes_of(page)]


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("status", ["", "the folder is gone"])
def test_no_line_is_printed_over_another(size: tuple[int, int], scale: float, status: str) -> None:
    boxes = page_of(ExplorerView(Answer(), status), size, scale)
    first = next(i for i, (_, text) in enumerate(boxes) if text.startswith(UNEXPLORED[:12]))
    lines = boxes[first : first + 3]
    assert len({text for _, text in lines}) == 3
    for (one, _), (two, _) in pairwise(lines):
        assert two.y >= one.y + one.h - 1.0


def test_a_position_at_the_end_of_a_game_was_reached_by_it() -> None:
    texts = [text for _, text in page_of(ExplorerView(Answer(games=1)), *SIZES[0])]
    assert "1 game reached this" in texts
    assert not any(text.startswith(UNEXPLORED[:12]) for text in texts)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({"answer": Answer(book=(BookMove(("a1",), 0.62, 90), BookMove(("b2",), 0.4, 9)))},
         "opening book: black 62%"),
        ({"answer": Answer(), "proven": {"a1": True, "b2": False}}, "solved: black wins"),
        ({"answer": Answer(), "proven": {"a1": False}}, "solved: white wins"),
    ],
)  # fmt: skip
def test_no_chance_stands_beside_not_analysed(known: dict[str, Any], said: str) -> None:
    """Expect the bar of an engine that knows nothing to say what the explorer knows, and whence."""
    for tab, expected in (("explorer", said), ("moves", "not analysed")):
        shown = replace(shown_of(Session.new("boku"), panel_tab=tab),
                        explorer=ExplorerView(**known),
                        analysis=AnalysisView(evaluating=True))  # fmt: skip
        page = built(shown, (1280, 720), 1.0).pages[0]
        texts = [text for _, text in boxes_of(page)]
        assert {said, "not analysed"} & set(texts) == {expected}


def test_the_columns_of_the_book_say_whose_chances_they_are() -> None:
    book = (BookMove(("a1",), 0.62, 90),)
    view = ExplorerView(Answer(book=book, games=1), place="Your library")
    assert "Opening book: chance for black" in [text for _, text in page_of(view, *SIZES[0])]


@pytest.mark.parametrize("before", [(), ("a1",)])
def test_the_first_colour_has_the_left_of_each_bar_whoever_moves(before: tuple[str, ...]) -> None:
    session = Session.new("boku")
    for move in before:
        session.play(move)
    shown = shown_of(session, panel_tab="explorer")
    book = (BookMove(("b2",), 0.75, 90),)
    shown = replace(shown, explorer=ExplorerView(Answer(book=book, games=1)))
    page = built(shown, (1280, 720), 1.0).pages[0]
    row = next(hit for hit in page.hits if hit.action and hit.action.name == PLAY).rect
    first, second = (shown.discs[colour] for colour in session.record.game.colours)
    bars = {
        box.fill: box.rect for box in page.boxes
        if isinstance(box, Box) and box.fill in (first, second)
        and row.y <= box.rect.middle[1] <= row.bottom
    }  # fmt: skip
    assert bars[first].right <= bars[second].x + 1.0
    mover, other = (second, first) if before else (first, second)
    assert bars[mover].w > 2 * bars[other].w
