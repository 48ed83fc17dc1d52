"""What weak levels look at: wins at hand, what is near, and moves that look natural."""

from __future__ import annotations

from tests.engine.players.push.test_attention import after, chosen


def test_the_first_level_sees_a_threat_beside_the_last_move_more_often() -> None:
    position, history = after("e2 e1 e3 a1 e4 j10 e5")
    near = chosen("1", position, history, 12)
    far = chosen("1", position, [("white", "j10"), ("black", "k10")], 12)
    assert 12 > near.count("e6") > far.count("e6")
