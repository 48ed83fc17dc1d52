"""Other orders of moves through the whole books."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any

from boche.engine import new
from boche.engine.errors import BocheError
from boche.engine.explorer.book import book_moves, searched
from boche.engine.explorer.keys import place_of
from tests.engine.explorer.full.test_book_more import BOOKS, book


def test_another_order_of_moves_has_the_same_answer() -> None:
    others = 0
    for game in BOOKS:
        for node, position, _ in searched(book(game)):
            usual = [str(one.move) for one in node.path()[1:]]
            for line in permutations(usual) if len(usual) in (3, 4) else ():
                other = played(game, line)
                if other is not None and other.canonical_key() == position.canonical_key():
                    others += list(line) != usual
                    answers = [book_moves(place_of(at)) for at in (other, position)]
                    assert len({tuple(m.chance for m in answer) for answer in answers}) == 1
                    assert answers[0]
    assert others > 20


def played(game: str, line: Iterable[str]) -> Any:
    """Return the position after some moves, or None if one is illegal."""
    position = new(game)
    try:
        for move in line:
            position = position.play(move)
    except BocheError:
        return None
    return position
