"""The HUD's pages in windows of many sizes: nothing overlaps, leaves them or is cut off."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.viewer.hud import test_form_place as places
from tests.viewer.hud.push import test_hud_layout as push
from tests.viewer.hud.test_hud_layout import SCALES, SIZES


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("record", ["boche-path.sgf", "boche-enclosure.sgf"])
def test_nothing_overlaps_or_leaves(size: tuple[int, int], scale: float, record: str) -> None:
    push.test_nothing_overlaps_or_leaves(size, scale, record)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_dialogs_fit_uncut(size: tuple[int, int], scale: float) -> None:
    push.test_dialogs_fit_uncut(size, scale)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_questions_fit_uncut(size: tuple[int, int], scale: float) -> None:
    push.test_questions_fit_uncut(size, scale)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_words_of_the_panel_are_uncut(size: tuple[int, int], scale: float) -> None:
    push.test_words_of_the_panel_are_uncut(size, scale)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", [(1280, 800), *places.SIZES])
@pytest.mark.parametrize("game", GAMES)
def test_time_stays_under_the_pointer_while_its_button_is_clicked(
    game: str, size: tuple[int, int], language: str
) -> None:
    places.click_at_time(game, size, language)
