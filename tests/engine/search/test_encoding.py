"""Optional parts of a game's encoding."""

from __future__ import annotations

from boche.engine.games.boche.encoding import ENCODING as BOCHE
from boche.engine.games.registry import GAMES
from boche.engine.search.encoding import Encoding

PLAIN = Encoding(longest=lambda position: 100)


def test_without_symmetry_each_move_is_like_no_other() -> None:
    start = GAMES["boche"].new(size=3)
    numbered = PLAIN.numbered(start)
    assert [PLAIN.move_of(start, number) for number in numbered] == list(start.legal_moves())
    assert numbered == {number: number for number in numbered}
    assert len(set(BOCHE.numbered(start).values())) < len(numbered)
    assert list(BOCHE.numbered(start)) == list(numbered)


def test_moves_are_numbered_as_the_position_says() -> None:
    start = GAMES["boche"].new(size=3)
    number = PLAIN.number_of(start, "c:b2")
    assert str(PLAIN.move_of(start, number)) == "c:b2"


def test_moves_that_nobody_told_are_not_guessed() -> None:
    start = GAMES["boche"].new(size=3)
    after = start.play("c:b2")
    assert PLAIN.moves_between(start, after) == []
    assert [str(move) for move in BOCHE.moves_between(start, after)] == ["c:b2"]
    assert PLAIN.games_at_once(start) == 1
