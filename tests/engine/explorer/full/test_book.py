"""The opening books that ship with the program, and what is known of a position by them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import permutations
from typing import Any

import pytest

from boche.engine import GAMES, new
from boche.engine.errors import BocheError
from boche.engine.explorer.book import book_moves, searched
from boche.engine.explorer.keys import place_of
from boche.engine.record import Record, book_files, check, dump_sgf, load

MOST_BYTES = 150_000
BOOKS = {name.removesuffix("-book.sgf"): data for name, data in book_files().items()}

of_each = pytest.mark.parametrize("game", BOOKS)


def book(game: str) -> Record:
    return load(BOOKS[game], strict=True)


def same_chance(position: Any, after: Any, chance: float) -> float:
    """Return the chance of the player to move behind a move, from the mover's."""
    return chance if after.player == position.player else 1.0 - chance


def test_every_game_has_a_book() -> None:
    assert set(BOOKS) == set(GAMES)


@of_each
def test_a_book_is_a_record_of_legal_moves(game: str) -> None:
    record = book(game)
    assert record.game_name == game
    assert record.event == "Opening book"
    assert check(record) == []
    assert len(BOOKS[game]) < MOST_BYTES
    assert dump_sgf(record) == BOOKS[game]
    count = 0
    for node, position, evaluation in searched(record):
        count += 1
        moves = [line.moves[0] for line in evaluation.lines]
        assert [child.move for child in node.children] == moves
        assert all(position.is_legal(position.parse(move)) for move in moves)
        assert "%: " in node.comment
    assert count > 50
    assert count == sum(bool(node.texts("EVAL")) for node in record.nodes()), "one cannot be read"


@of_each
def test_a_chance_is_that_of_the_best_move_and_of_the_position_behind_it(game: str) -> None:
    record = book(game)
    chances = {}
    for _, position, evaluation in searched(record):
        first = evaluation.lines[0]
        assert evaluation.win[position.turn] == first.win
        assert [line.win for line in evaluation.lines] == sorted(
            (line.win for line in evaluation.lines), reverse=True
        )
        key = place_of(position).key
        assert key not in chances, "a position was searched twice"
        chances[key] = first.win
    checked = 0
    for _, position, evaluation in searched(record):
        for line in evaluation.lines:
            after = position.play(line.moves[0])
            key = place_of(after).key
            if key in chances:
                checked += 1
                assert same_chance(position, after, line.win) == pytest.approx(
                    chances[key], abs=1e-6
                )
    assert checked >= len(chances) - 1


@of_each
def test_the_book_answers_for_every_image_of_a_position(game: str) -> None:
    rng = random.Random(3)
    turned = 0
    for node, position, evaluation in searched(book(game)):
        twin = new(game)
        at = twin
        for before in node.path()[1:]:
            place = place_of(at)
            move = rng.choice(place_of(twin).moves(place.move(at.parse(before.move))))
            at, twin = at.play(before.move), twin.play(move)
        assert at == position
        turned += twin != position
        found = book_moves(place_of(twin))
        assert [move.chance for move in found] == [line.win for line in evaluation.lines]
        for move, line in zip(found, evaluation.lines, strict=True):
            expected = position.play(line.moves[0]).canonical_key()
            assert {twin.play(text).canonical_key() for text in move.moves} == {expected}
    assert turned > 10


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


def test_a_position_beyond_the_book_or_with_other_options_has_no_answer() -> None:
    far = new("boku")
    for move in ("a1", "k6", "a5", "k10"):
        far = far.play(move)
    assert book_moves(place_of(far)) == ()
    assert book_moves(place_of(new("boche", size=3))) == ()
    assert book_moves(place_of(new("boku").resign())) == ()
