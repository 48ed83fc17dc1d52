"""The banner in windows of many sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import picture_size, to_picture
from boche.viewer.hud.model import Shower
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.table.shown import Banner
from boche.viewer.window.drawing.board_picture import discs
from tests.viewer.hud.test_banner import END, SWAP, over, pages_of, words
from tests.viewer.hud.test_hud_layout import ENDS, SIZES, check_page, laid_out, wide
from tests.viewer.hud.typesetting import Plain

LONGEST = Banner(
    "Point at an empty hole of your pod and click to put a prong there. Click the middle "
    "of a pod to move it, the wood of a home square to bring a pod on.",
    "first",
    "octi.first",
)


@pytest.mark.parametrize("size", [*SIZES[::5], (640, 400)])
@pytest.mark.parametrize("scale", ENDS)
@pytest.mark.parametrize("panel", [True, False])
@pytest.mark.parametrize("banner", [LONGEST, SWAP, END])
def test_it_lies_in_its_place_and_is_whole(
    size: tuple[int, int], scale: float, panel: bool, banner: Banner
) -> None:
    shown = over(banner, right_panel=panel)
    hud, pages = pages_of(shown, size, scale)
    page, areas = pages[1], hud.areas
    check_page(page, areas.window)
    said = words(page).casefold()
    assert all(word.casefold() in said for word in banner.text.split())
    assert "…" not in said
    hint = banner is LONGEST
    taken = max((hit.rect for hit in page.hits), key=lambda rect: rect.w * rect.h)
    lowest = areas.status.y if banner is END else areas.window.bottom
    below = lowest - areas.board.bottom - areas.metrics.gap / 2
    for hit in page.hits:  # it lies below the board, whose letters are seen, if there is room
        assert hit.rect.inside(areas.window)
        assert not hit.rect.overlaps(areas.board, 1.0) or (not hint and taken.h > below)
    buttons = ("Rematch", "Review", "Share")
    large = [text for text in page.texts if text.text not in buttons]
    assert all(text.size > areas.metrics.text - hint for text in large)
    assert taken.h < 0.6 * areas.board.h


@pytest.mark.parametrize("size", [(1024, 640)])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_told_where_a_move_can_be_pointed_at(game: str, size: tuple[int, int]) -> None:
    session = Session.new(game)
    controller = Controller(session, (800, 600), Settings())
    hud = Hud(wide, Plain(), lambda action: None, hints=True)
    colours = discs(Settings().palette, session.record.game)
    shown = Shower().data(controller.view(), session, Settings(), colours)
    areas = laid_out(shown, size)
    controller.resized(*picture_size(areas), 0.0)
    targets = set()
    assert shown.view.first_turn is not None
    for banner in (Banner(shown.view.first_turn.text, "hint"), None, END):
        told = replace(shown, view=replace(shown.view, banner=banner, first_turn=None))
        card = hud.build(told, areas).pages[-1].hits[0].rect
        for x in range(round(card.x), round(card.right), 8):
            for y in range(round(card.y), round(card.bottom), 8):
                controller.pointer_moved(*to_picture(areas.board, x, y), 0.0)
                targets.add(controller.table.pointing.target)
    assert targets == {None}
