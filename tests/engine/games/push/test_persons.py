"""Persons and results in random games."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from boche.engine.game import Game
from tests.engine.games.test_persons import games


@games
@given(seed=st.integers(0, 2**32))
def test_persons_alternate_and_results_fit(game: Game, seed: int) -> None:
    rng, position = random.Random(seed), game.new()
    for ply in range(12):
        assert position.player == ply % 2
        assert position.turn == game.colours[position.player ^ position.swapped]
        assert position.is_over == (position.outcome is not None)
        assert sum(position.returns()) == 0
        if position.is_over:
            assert position.winner == position.outcome.winner
            return
        move = position.random_move(rng)
        assert position.play(str(move)) == position.play(move)
        position = position.play(move)
