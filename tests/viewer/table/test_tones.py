"""Tones of the status line: said, refused, waiting and over; each is visible."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, get_args

import pytest

from boche.engine.game import Outcome
from boche.viewer.hud.widgets.items import Stroke
from boche.viewer.session import Session
from boche.viewer.table.shown import Tone
from tests.viewer.hud.test_hud_layout import built, shown_of
from tests.viewer.table.user import Cell, User


class Thinker:
    """An assistant whose computer seat may be thinking."""

    analysing = analysed = False
    mistakes: ClassVar[dict[Any, Any]] = {}
    candidates = ()
    words = "Dark, level 3, is thinking…"

    def waiting_for(self) -> str:
        return self.words

    def hold(self) -> None: ...
    def keep_still(self) -> None: ...
    def hint(self) -> None: ...
    def evaluate(self) -> None: ...
    def analyse(self) -> None: ...
    def pause(self) -> None: ...


def test_a_refused_click_is_told_from_what_the_pointer_is_on() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.key("Escape")
    place = user.on_face(Cell(1, 0, 0), 1)
    user.controller.pointer_moved(*place, user.later())
    hover = user.view
    user.click(*place)
    assert (hover.status, hover.tone, hover.beside) == (user.view.status, "said", False)
    assert (user.view.tone, user.view.beside) == ("refused", True)


def test_a_computer_that_thinks_is_waited_for_and_no_longer() -> None:
    user, thinker = User(size=3), Thinker()
    quiet = (user.view.status, user.view.tone)
    user.controller.join(thinker)
    user.key("Enter")
    assert (user.view.status, user.view.tone) == (thinker.words, "waiting")
    user.controller.submit("move", "c:a1")
    assert user.view.tone == "waiting"
    thinker.words = ""
    assert (user.view.status, user.view.tone) == quiet


def test_an_end_is_said_as_long_as_it_stands() -> None:
    user = User(size=3)
    user.session.play("c:a1")
    user.session.resign()
    for do in (lambda: user.key("Enter"), lambda: user.key("R"),
               lambda: user.controller.submit("move", "c:b1")):  # fmt: skip
        do()
        assert user.view.tone == "over"
        assert "resigned" in user.view.status
    user.session.edits.undo()
    assert isinstance(user.session.outcome, Outcome | None)
    assert user.session.outcome is None
    assert user.view.tone == "noted", "Dark may swap now"
    assert "resigned" not in user.view.status


def test_the_letter_that_a_key_types_does_not_wipe_out_what_the_key_said() -> None:
    user = User(size=3)
    user.session.play("c:a1")
    user.session.resign()
    user.key("R")
    user.controller.text("r", user.later(0.0))
    assert user.view.tone == "over"
    assert "the game is over" in user.view.status


def test_an_end_that_the_pointer_tells_of_looks_like_one() -> None:
    user = User(size=3)
    user.session.play("c:a1")
    place = user.on_face(Cell(0, 0, 0), 2)
    user.session.resign()
    user.controller.pointer_moved(*place, user.later())
    assert user.session.outcome is not None
    assert (user.view.status, user.view.tone) == (user.session.outcome.reason, "over")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_kind_has_a_look_that_is_more_than_a_colour(theme: str) -> None:
    shown = shown_of(Session.new("boche"), theme=theme)
    looks, signs = set(), set()
    for tone in get_args(Tone):
        view = replace(shown.view, status="something is said", tone=tone)
        frame = built(replace(shown, view=view), (1280, 800), 1.0)
        page, rect = frame.pages[0], frame.areas.status
        strokes = tuple(each for each in page.boxes if isinstance(each, Stroke)
                        and rect.holds(each.x0, each.y0))  # fmt: skip
        (text,) = (each for each in page.texts if each.text == "Something is said")
        signs.add(tuple((s.x0, s.y0, s.x1, s.y1) for s in strokes))
        looks.add((text.colour, text.bold, text.x))
    assert len(signs) == 5, "four signs, and none for what is only said"
    assert len(looks) == 4, "a note and what is waited for differ by their signs"
