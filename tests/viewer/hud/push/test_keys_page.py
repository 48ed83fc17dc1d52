"""The page of all keys: full-size letters in any window, no key broken, opened at once."""

from __future__ import annotations

import pytest

from boche.viewer.hud.hud import Hud
from boche.viewer.hud.pages.help import set_help
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Page
from boche.viewer.hud.widgets.theme import LIGHT
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.session import Session
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.commands import COMMANDS
from tests import ROOT
from tests.viewer.hud.test_hud_layout import (
    ENDS,
    SIZES,
    check_page,
    laid_out,
    shown_of,
    wide,
)
from tests.viewer.hud.typesetting import Plain


class Reader:
    """A reader who looks up all keys in a window."""

    def __init__(self, size: tuple[int, int], scale: float, game: str = "boche") -> None:
        self.measured = 0
        self.hud = Hud(self.measure, Plain(), lambda action: None)
        self.shown = shown_of(Session.new(game))
        self.areas = laid_out(self.shown, size, scale)
        self.look()
        self.hud.show_help()
        self.hud.key("2")

    def measure(self, text: str, size: float, bold: bool) -> float:
        self.measured += 1
        return wide(text, size, bold)

    def look(self) -> Page:
        return self.hud.build(self.shown, self.areas).pages[-1]

    @property
    def next_button(self) -> tuple[float, float]:
        found = next(text for text in self.look().texts if text.text == "Next")
        return found.x, found.y

    def pages(self) -> list[Page]:
        """Return all pages, as PageDown shows them."""
        found = [self.look()]
        while True:
            self.hud.key("PageDown")
            page = self.look()
            if page.texts == found[-1].texts:
                return found
            found.append(page)


NOT_IN_BOCHE = {"step_back"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", ENDS)
def test_the_keys_are_legible_and_whole(size: tuple[int, int], scale: float) -> None:
    reader = Reader(size, scale)
    pages, metrics = reader.pages(), reader.areas.metrics
    texts = [text for page in pages for text in page.texts]
    for page in pages:
        check_page(page, reader.areas.window)
    assert min(text.size for text in texts) >= metrics.small
    assert [text.text for text in texts if text.text.endswith("…")] == []
    words = {word for text in texts for word in text.text.split()}
    for command in [each for each in COMMANDS if each.name not in NOT_IN_BOCHE]:
        assert set(keys_of(command.name)[:3]) <= words, command.name
    assert {"Play", "Look", "Replay"} <= {text.text for text in texts}


ONLY_SOME = {
    "boche": {"swap", "explode", "peel", "unpeel", "xray", "level_up", "level_down"},
    "che": {"step_back"},
    "boku": {"step_back"},
    "octi": {"explode", "step_back"},
}
"""Commands that only some games have, for each game."""


@pytest.mark.parametrize("size", SIZES)
def test_no_heading_stands_alone_at_the_foot_of_a_column(size: tuple[int, int]) -> None:
    layout = laid_out(shown_of(Session.new("boche")), size)
    pen = Pen(layout.metrics, LIGHT, wide, Plain())
    for height in range(size[1] // 2, size[1], 11):  # how much fits depends on a machine's fonts
        setting = set_help(pen, Rect(0, 0, size[0] - 40, height), shown_of(Session.new("boche")))
        for column in (column for page in setting.pages for column in page):
            assert column[-1][0].keys, column[-1][0].text


@pytest.mark.parametrize("game", ONLY_SOME)
def test_the_keys_are_those_of_the_game_at_hand(game: str) -> None:
    pages = Reader((3840, 2160), 1.0, game).pages()
    words = {word for page in pages for text in page.texts for word in text.text.split()}
    every = set().union(*ONLY_SOME.values())
    shown = {c.name for c in COMMANDS if set(keys_of(c.name)[:3]) <= words}
    assert shown & every == ONLY_SOME[game]
    assert {c.name for c in COMMANDS} - shown == every - ONLY_SOME[game]


def test_larger_panels_have_larger_letters() -> None:
    sizes = []
    for scale in (1.0, 2.0, 3.0):
        page = Reader((3840, 2160), scale).look()
        sizes.append(next(text.size for text in page.texts if text.text == "Play"))
    assert sizes[1] >= 1.7 * sizes[0]
    assert sizes[2] >= 2.5 * sizes[0]


def test_pages_are_turned_by_keys_wheel_and_buttons() -> None:
    reader = Reader((1024, 640), 1.4)
    first = reader.look().texts
    assert any(text.text.startswith("Page 1 of ") for text in first)
    reader.hud.wheel(-1.0, 500, 300, 0.0)
    second = reader.look().texts
    assert second != first
    reader.hud.key("PageUp")
    assert reader.look().texts == first
    place = reader.next_button
    reader.hud.pressed("left", *place, 1.0)
    reader.hud.released("left", *place, 1.0)
    assert reader.look().texts == second
    reader.hud.key("Escape")
    reader.hud.show_help()
    assert reader.look().texts == first, "it opens at its beginning"


@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_it_opens_at_once(scale: float) -> None:
    """Count measured texts: only a few sizes are tried, and later frames break no lines anew."""
    reader = Reader((3840, 2160), scale)
    reader.measured = 0
    reader.look()
    opened, reader.measured = reader.measured, 0
    reader.look()
    files = (ROOT / "assets" / folder / "boche.md" for folder in ("rules", "strategy"))
    words = sum(len(file.read_text().split()) for file in files)
    assert opened < 3000 + 4 * words, "the rules are laid out as well"
    assert reader.measured < 1200
