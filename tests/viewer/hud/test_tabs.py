"""The tabs of the panel: one is open, and a click opens another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.viewer.hud.pages.tabs import TABS
from boche.viewer.session import Session
from tests import ROOT
from tests.viewer.hud.test_hud_layout import built, shown_of

RECORD = ROOT / "assets" / "records" / "boku-sandwiches.sgf"


@pytest.mark.parametrize("name", TABS)
@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
def test_the_titles_of_all_tabs_are_whole_and_can_be_clicked(
    name: str, size: tuple[int, int]
) -> None:
    shown = shown_of(Session.open(RECORD))
    shown = replace(shown, settings=replace(shown.settings, panel_tab=name))
    page = built(shown, size, size[1] / 720).pages[0]
    assert [text.bold for text in page.texts if text.text == TABS[name].title] == [True]
    actions = [hit.action for hit in page.hits if hit.action is not None]
    commands = {action.value for action in actions if action.name == "command"}
    assert {tab.command for tab in TABS.values()} <= commands
    assert {tab.title for tab in TABS.values()} <= {text.text for text in page.texts}
