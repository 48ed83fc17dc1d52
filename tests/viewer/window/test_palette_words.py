"""Names of colours: under a palette that shows black marbles as blue, all texts call them so."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from boche.engine.search.analysis import Evaluation
from boche.viewer.assistant.display import NO_ANALYSIS, AnalysisView, chance_text
from boche.viewer.hud.dialogs import seats as seatforms
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import Shower
from boche.viewer.renderer.style import palette
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.window.drawing.board_picture import discs
from tests.viewer.hud.test_hud_layout import laid_out, wide
from tests.viewer.hud.typesetting import Plain

SETTINGS = Settings(palette="blue", animation_speed=0.0)


class Window:
    """A game of Boku with all the texts that its window shows."""

    def __init__(self, *moves: str) -> None:
        seats = {"black": Seat("", "3"), "white": Seat()}
        self.session = Session.new("boku", seats=seats)
        for move in moves:
            self.session.play(move)
        self.controller = Controller(self.session, (800, 600), SETTINGS)
        self.hud = Hud(wide, Plain(), lambda action: None)
        self.analysis = NO_ANALYSIS

    def key(self, *names: str) -> None:
        for name in names:
            self.controller.key(name, 1.0)

    def said(self) -> str:
        """Return every text and every tip, line by line."""
        colours = discs("blue", self.session.record.game)
        shown = Shower().data(self.controller.view(), self.session, SETTINGS, colours,
                               self.analysis, palette("blue").names)  # fmt: skip
        pages = self.hud.build(shown, laid_out(shown)).pages
        texts = [text.text for page in pages for text in page.texts]
        return "\n".join(texts + [hit.tip for page in pages for hit in page.hits])


def known(win: dict[str, float], proven: str | None = None) -> Evaluation:
    return Evaluation(1, "f5", win, win["black"], proven, None)


def check(window: Window, expected: str) -> None:
    said = window.said()
    assert expected in said
    assert not re.search(r"(?<!\()\bblack\b", said, re.IGNORECASE), said


def test_players_and_the_end() -> None:
    window = Window("f5")
    check(window, "Blue (Black), level 3")
    window.session.seats.seat("black", Seat("Anna"))
    check(window, "Anna, Blue (Black)")
    window.session.resign("black")
    check(window, "Blue (Black) resigned")


def test_what_is_asked() -> None:
    window = Window()
    window.session.seats.seat("black", Seat())
    window.key("R")
    check(window, "Resign for Blue (Black)?")


@pytest.mark.parametrize("text", ["f5", "e5xf5"])
def test_what_is_refused(text: str) -> None:
    window = Window("f5")
    window.controller.submit("move", text)
    window.controller.table.writing.entry = None
    if text == "f5":
        check(window, "f5: the marble on f5 is Blue (Black)")
    assert window.controller.view().tone == "refused"


def test_what_the_computer_thinks() -> None:
    window = Window("f5")
    win = {"black": 0.25, "white": 0.75}
    window.analysis = AnalysisView(evaluating=True, evaluation=known(win))
    check(window, "Blue (Black) 25%, white 75%")
    window.analysis = replace(
        window.analysis, evaluation=known({"black": 1.0, "white": 0.0}, "black")
    )
    check(window, "Blue (Black) wins for certain")
    window.controller.table.say(chance_text("black", win, None))
    check(window, "Blue (Black) wins 25%")


def test_who_sits_where() -> None:
    window = Window()
    window.hud.open(seatforms.players(window.session.seats, lambda seats: None))
    check(window, "Blue (Black)")
