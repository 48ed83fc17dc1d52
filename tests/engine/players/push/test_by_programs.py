"""Whole games by other programs."""

from __future__ import annotations

import random

import pytest

from boche.engine.players.errors import PlayerError
from boche.engine.players.play import player
from boche.engine.record import Record
from tests.engine.players.test_play import ENGINE, games

# -- other programs


@games
def test_another_program_needs_the_moves(game: str) -> None:
    record, rng = Record.new(game), random.Random(2)
    with player(f"{ENGINE} --game {game}", game) as made:
        move = made.choose(record.position())
        node = record.root.add(move)
        with pytest.raises(
            PlayerError, match="needs the moves that led here; pass them as history"
        ):
            made.choose(record.position())
        for _ in range(2):
            node = node.add(made.choose(record.position(node), node))
            node = node.add(record.position(node).random_move(rng))
        earlier = record.main_line()[2]
        move = made.choose(record.position(earlier), record)
        record.position(earlier).play(move)
