"""Octi under its symmetries: the moves are mapped, and the canonical key does not change."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.games.octi import GAME
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.symmetry import SYMMETRIES, move_under
from tests.engine.games.octi.slow_rules import crowded


@given(st.integers(0, 10**6), st.sampled_from(SYMMETRIES))
@settings(max_examples=25)
def test_moves_go_along_with_the_board(seed: int, symmetry) -> None:
    position = Position.set_up(*crowded(seed))
    turned = position.transform(symmetry)
    assert len(turned.legal_moves()) == len(position.legal_moves())
    assert turned.transform(symmetry) == position
    assert turned.canonical_key() == position.canonical_key()
    for i in range(0, len(position.legal_moves()), max(1, len(position.legal_moves()) // 8)):
        move = position.legal_moves()[i]
        after, other = position.play(move), turned.play(move_under(symmetry, move))
        assert (after.outcome is None) == (other.outcome is None)
        if after.outcome is None:
            assert after.transform(symmetry).board_key == other.board_key


def test_the_start_is_its_own_mirror_image() -> None:
    start = GAME.new()
    assert start.transform(SYMMETRIES[1]) == start
    left, right = start.play("37+b"), start.play("77+h")
    assert left.canonical_key() == right.canonical_key()
    assert left.canonical_key() != start.play("37+h").canonical_key()
