"""What the strategy of Boku says of attacks, by search."""

from __future__ import annotations

from tests.viewer.lessons.boku_force import (
    holding,
    winning,
)
from tests.viewer.rules.test_strategy_boku import boards, is_lost, won_by


def test_the_boards_of_attack_win() -> None:
    asleep, fork, gains = boards("attack")
    assert won_by(asleep[1]) == "black"
    assert holding(asleep[0], 2) == {"f4", "f8"}
    assert is_lost(asleep[1][1], 1)
    assert winning(fork[0], 3) == {"f7"}
    assert {cell.name for cell in fork[1][0].fives("black")} == {"f8", "h7"}
    assert won_by(fork[1]) == "black"
    assert winning(gains[0], 3) == {"g7"}
    assert holding(gains[1][0], 1) == {"g8"}
    assert won_by(gains[1]) == "black"
