"""The boards of the opening."""

from __future__ import annotations

from tests.engine.games.che.tactics import forcing, holding, lost
from tests.viewer.rules.test_strategy_che import apart, plays


def test_the_boards_of_the_opening() -> None:
    light_band, sound, dark_band = plays("opening")
    surrounded = light_band[2]
    assert (len(surrounded.legal_moves()), len(list(holding(surrounded)))) == (148, 8)
    assert lost(light_band[4])
    assert light_band[-1].outcome is not None
    assert light_band[-1].outcome.winner == "dark"
    assert {tile.colour for tile in sound[-1].tiles[::2]} == {"light"}
    assert next(forcing(sound[-1]), None) is None
    assert apart(dark_band[3], "light") == 2
    assert len(list(holding(dark_band[3]))) == 4
    assert lost(dark_band[-1])
