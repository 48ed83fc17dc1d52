"""Players in whole games."""

from __future__ import annotations

import random

import pytest

from boche.engine import new
from boche.engine.games.octi.position import Position as OctiPosition
from boche.engine.games.registry import GAMES
from boche.engine.players import registry as players
from boche.engine.players.baselines import some_moves
from boche.engine.players.registry import make_player
from tests.engine.games.octi.slow_rules import crowded


def test_of_many_moves_some_are_drawn() -> None:
    rng = random.Random(3)
    position = OctiPosition.set_up(*crowded(59))
    assert len(position.legal_moves()) > 5_000
    moves = some_moves(position, rng)
    assert len(moves) == len(set(moves)) <= players.MOST_LOOKED_AT
    assert len(moves) > 50
    for move in moves[:20]:
        position.play(move)
    few = new("octi")
    assert list(some_moves(few, rng)) == list(few.legal_moves())


@pytest.mark.parametrize("game", GAMES)
def test_players_play_every_game(game: str) -> None:
    for name in ("random", "greedy", "uct:30", "uct:time", "1", "4", "8"):
        position, history = new(game), []
        made = make_player(name, position, seed=1, seconds=0.02)
        for _ in range(3):
            move = made.choose(position, history)
            history.append((position.turn, str(move)))
            position = position.play(move)
        made.close()
        assert position.ply == 3
