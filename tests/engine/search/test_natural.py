"""Natural moves: whole, legal, in order of their learned chances."""

from __future__ import annotations

import random

import pytest

from boche.engine import new
from boche.engine.games.registry import GAMES
from boche.engine.search.natural import NaturalMoves


@pytest.mark.parametrize("game", GAMES)
def test_natural_moves_are_legal_and_likeliest_first(game: str) -> None:
    position, rng = new(game), random.Random(3)
    for _ in range(5):
        position = position.play(position.random_move(rng))
    found = NaturalMoves(position).best(20)
    chances = [chance for _, chance in found]
    assert len({str(move) for move, _ in found}) == 20
    assert chances == sorted(chances, reverse=True)
    assert 0.1 < sum(chances) < 1.1  # they are blurred by a few percent
    for move, _ in found:
        position.play(move)


def test_all_moves_have_all_the_chance() -> None:
    position = new("boku").play("e5").play("f6")
    found = NaturalMoves(position).best(1000)
    assert {str(move) for move, _ in found} == set(map(str, position.legal_moves()))
    assert sum(chance for _, chance in found) == pytest.approx(1.0, abs=0.1)


def test_nothing_is_natural_where_nothing_was_learned() -> None:
    assert NaturalMoves(new("boche", fill_board=True)).best(20) == []
