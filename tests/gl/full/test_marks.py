"""Marks on the board in all palettes and themes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gl.full import test_marks_more as push
from tests.gl.full.test_marks_more import LOOKS, PLACES, draw

__all__ = ["draw"]


@pytest.mark.parametrize("game", PLACES)
@pytest.mark.parametrize(("name", "look"), [look for look in LOOKS if look != ("classic", "light")])
def test_what_is_drawn_is_seen_in_every_game(draw: Any, game: str, name: str, look: str) -> None:
    push.test_what_is_drawn_is_seen_in_every_game(draw, game, name, look)


@pytest.mark.parametrize("game", ["boche", "che", "boku", "octi"])
@pytest.mark.parametrize(("name", "look"), [look for look in LOOKS if look != ("safe", "light")])
def test_the_last_move_stands_out(draw: Any, game: str, name: str, look: str) -> None:
    push.test_the_last_move_stands_out(draw, game, name, look)


@pytest.mark.parametrize("game", [game for game in PLACES if game != "octi"])
def test_a_letter_is_written_over_all_from_every_side(draw: Any, game: str) -> None:
    push.test_a_letter_is_written_over_all_from_every_side(draw, game)
