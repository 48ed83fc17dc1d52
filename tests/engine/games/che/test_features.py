"""What Che's learned play looks at: within bounds, the same for mirror images, and as defined."""

from __future__ import annotations

from boche.engine.games import che
from boche.engine.games.che import encoding


def test_only_the_usual_number_of_tiles_is_learned() -> None:
    named = [
        encoding.weights(che.GAME.new(**options))
        for options in ({}, {"num_tiles": 24}, {"num_tiles": -1}, {"group_area": 16})
    ]
    assert named == ["che", "", "", ""]
