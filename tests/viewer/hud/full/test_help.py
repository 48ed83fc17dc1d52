"""The help's pages in windows of several sizes: all is seen, and nothing is cut."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.renderer.style import palette_names
from tests.viewer.hud import test_help
from tests.viewer.hud.push import test_help as push
from tests.viewer.hud.push.test_help import WINDOWS


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "scale"), WINDOWS[1::2])
def test_all_of_the_rules_are_seen_and_nothing_is_cut(
    game: str, size: tuple[int, int], scale: float
) -> None:
    push.test_all_of_the_rules_are_seen_and_nothing_is_cut(game, size, scale)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("palette", palette_names()[1:])
def test_the_marks_are_those_of_the_board_in_words_and_colours(game: str, palette: str) -> None:
    push.test_the_marks_are_those_of_the_board_in_words_and_colours(game, palette)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(500, 850), (1280, 720)])
def test_every_page_of_the_rules_has_words_of_its_own_to_read(
    game: str, size: tuple[int, int]
) -> None:
    test_help.test_every_page_of_the_rules_has_words_of_its_own_to_read(game, size)
