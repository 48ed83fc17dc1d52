"""Tooltips: whatever their length, they show all their words and their key."""

from __future__ import annotations

import pytest

from boche.viewer.hud.dialogs.dialogs import tooltip_page
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Box, Page
from boche.viewer.hud.widgets.theme import LIGHT, metrics
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.session import Session
from tests import ROOT
from tests.viewer.hud.test_hud_layout import ENDS, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain

RECORD = ROOT / "assets" / "records" / "boche-enclosure.sgf"


def uneven(text: str, size: float, bold: bool) -> float:
    """Return a text's width with fractional letter widths, like a font's at most sizes."""
    return wide(text, size, bold) * 0.9137


def check(page: Page, window: Rect) -> None:
    """Check that the card lies in the window, and its words on the card."""
    (card,) = (box.rect for box in page.boxes if isinstance(box, Box))
    assert card.inside(window)
    for text in page.texts:
        width = uneven(text.text, text.size, text.bold)
        assert Rect(text.x, text.y - text.size / 2, width, text.size).inside(card)


@pytest.mark.parametrize("size", [(1280, 720), (1283, 801), (3840, 2160)])
@pytest.mark.parametrize("scale", ENDS)
def test_every_tooltip_is_whole(size: tuple[int, int], scale: float) -> None:
    shown = shown_of(Session.open(RECORD))
    areas = laid_out(shown, size, scale)
    hud = Hud(uneven, Plain(), lambda action: None)
    tips = {hit.tip: hit.rect.middle for hit in hud.build(shown, areas).pages[0].hits if hit.tip}
    assert any("Ctrl+" in tip for tip in tips)
    for tip, place in tips.items():
        hud.pointer_left()
        hud.pointer_moved(*place, 0.0)
        hud.tick(1.0)
        page: Page = hud.build(shown, areas).pages[-1]
        words = " ".join(text.text for text in page.texts)
        assert words.split() == tip.split()
        check(page, areas.window)


def test_a_long_tooltip_keeps_its_key() -> None:

    window = Rect(0, 0, 640, 400)
    for tip in ("put the piece on the table " * 9 + "(Ctrl+Shift+PageDown)", "word " * 60 + "(K)"):
        pen = Pen(metrics(1.0, 13), LIGHT, uneven, Plain())
        tooltip_page(pen, window, Rect(10, 10, 30, 30), tip)
        assert " ".join(text.text for text in pen.page.texts).split() == tip.split()
        check(pen.page, window)
