"""Cached positions: never those of other moves, never more than there is room for."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from boche.engine.games.registry import find
from boche.server.infrastructure.byte_cache import ByteCache
from boche.server.play import position_cache
from boche.server.play.position_cache import AT_ONCE, ColdError, hurried, position_of
from tests.server.long_games import endless

OPTIONS = find("octi").complete({})


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> ByteCache[Any]:
    made = ByteCache[Any](2**20, position_cache.size_of)
    monkeypatch.setattr(position_cache, "_cache", made)
    return made


def test_a_position_is_that_of_its_moves() -> None:
    start, other = find("octi").new(), find("octi").complete({"bases": 1})
    first = position_of("octi", OPTIONS, ("57+a", "53+a"))
    assert first == start.play("57+a").play("53+a")
    assert position_of("octi", OPTIONS, ("57+a", "53+b")) == start.play("57+a").play("53+b")
    assert position_of("octi", other, ("57+a", "53+a")) != first
    assert position_of("octi", OPTIONS, ()) == start
    # An invalid move is refused, whatever was cached before it.
    for wrong in (("57+a\n53+a",), ("57+a", "53+a\n53+a"), ("57+a53+a",)):
        with pytest.raises(Exception, match="53"):
            position_of("octi", OPTIONS, wrong)


def test_a_long_game_costs_no_more_room_than_its_board(kept: ByteCache[Any]) -> None:
    for seed in range(3):
        moves = tuple(islice(endless(seed), 500))
        for ply in range(100, len(moves)):
            position_of("octi", OPTIONS, moves[:ply])
        assert kept.bytes <= 2**20
    assert len(kept) > 50
    assert max(map(len, (repr(key) for key in kept))) < 120


def test_who_must_not_wait_is_told_to_have_it_worked_out_before() -> None:
    moves = tuple(islice(endless(), 4 * AT_ONCE))
    with hurried():
        assert position_of("octi", OPTIONS, moves[:AT_ONCE]).ply == AT_ONCE
        with pytest.raises(ColdError) as cold:
            position_of("octi", OPTIONS, moves)
    cold.value.warm()
    with hurried():
        assert position_of("octi", OPTIONS, moves).ply == len(moves)
        # Any other of its positions is near one cached on the way.
        assert position_of("octi", OPTIONS, moves[:-AT_ONCE]).ply == 3 * AT_ONCE
