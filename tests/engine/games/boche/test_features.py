"""What Boche's learned weights look at: in range, unmoved by symmetries, as the rules say."""

from __future__ import annotations

import pytest

from boche.engine import new
from boche.engine.games.boche.encoding import ENCODING


@pytest.mark.parametrize(
    "options",
    [
        {"size": 5},
        {"size": 7},
        {"kill": 3},
        {"fill_board": True},
        {"immediate_win": True},
        {"adjacent": True},
    ],
    ids=lambda options: ", ".join(options),
)
def test_other_sizes_and_ends_have_no_learned_play(options) -> None:
    assert ENCODING.weights(new("boche", **options)) == ""
    assert ENCODING.weights(new("boche")) == "boche"
