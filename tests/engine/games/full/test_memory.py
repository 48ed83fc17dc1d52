"""Positions that are kept take little memory, and lose nothing by that."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import threading
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boche
from boche.engine import recent
from boche.engine.games.boku.rules import Board
from boche.engine.games.octi import past
from boche.engine.games.registry import GAMES
from boche.engine.learning import actions
from tests.engine.search.noughts.position import Position as Noughts

KILOBYTE = 1_000
MOST = {"octi": 2 * KILOBYTE}
"""Bytes that a position may take, if not one kilobyte."""

games = pytest.mark.parametrize("name", list(GAMES))


def played(name: str, seed: int, **options: Any) -> Iterator[Any]:
    """Yield the positions of random games, one game after another."""
    rng, position = random.Random(seed), boche.new(name, **options)
    while True:
        yield position
        over = position.is_over
        position = boche.new(name, **options) if over else position.play(position.random_move(rng))


@games
def test_a_kept_position_takes_little_memory(name: str) -> None:
    positions, kept = played(name, 1), list[Any]()
    for _ in range(recent.PATIENCE):
        next(positions)  # loads and makes what is made once
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        while len(kept) < 500:
            kept.append(next(positions))
            assert kept[-1].turn
            hash(kept[-1])
        gc.collect()
        size = (tracemalloc.get_traced_memory()[0] - before) / len(kept)
    finally:
        tracemalloc.stop()
    assert size < MOST.get(name, KILOBYTE)


@games
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 1000))
def test_a_position_that_was_put_away_is_the_same(name: str, seed: int) -> None:
    for position, _ in zip(played(name, seed), range(40), strict=False):
        seen = everything(position)
        position.put_away()
        assert position.ply == seen["ply"]
        assert everything(position) == seen
        bare = position.bare()
        assert bare == position
        assert everything(bare) == seen


def everything(position: Any) -> dict[str, Any]:
    moves = position.legal_moves()
    return {
        "ply": position.ply,
        "turn": position.turn,
        "swapped": position.swapped,
        "text": position.to_text(),
        "hash": hash(position),
        "repr": repr(position),
        "board": position.text_board(),
        "facts": position.facts(),
        "outcome": position.outcome,
        "moves": [str(move) for move, _ in zip(moves, range(500), strict=False)],
    }


@games
def test_positions_by_interpreted_actions_take_little_memory(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "desk_for", lambda whole: None)
    rng, position, kept = random.Random(2), boche.new(name), list[Any]()
    position.apply(position.legal_actions()[0])
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        while len(kept) < 300:
            legal = position.legal_actions()
            position = position.apply(rng.choice(legal)) if legal else boche.new(name)
            kept.append(position)
        gc.collect()
        size = (tracemalloc.get_traced_memory()[0] - before) / len(kept)
    finally:
        tracemalloc.stop()
    assert size < MOST.get(name, KILOBYTE)
    again = [copy.copy(each).legal_actions() for each in kept[-40:]]
    assert again == [each.legal_actions() for each in kept[-40:]]


def test_a_board_of_any_lists_is_packed_and_others_are_kept() -> None:
    assert recent.pack([0, 1]) is None
    assert recent.pack(([0], {})) is None
    assert recent.pack(([0.5],)) is None
    position = Noughts({})
    position = position.play(position.legal_moves()[0])
    text, board = repr(position), position.board
    position.put_away()
    assert (repr(position), position.board) == (text, board)


@given(st.lists(st.lists(st.integers(-(2**63), 2**63 - 1)), min_size=4, max_size=4))
def test_what_is_packed_is_unpacked(parts: list[list[int]]) -> None:
    packed = recent.pack(Board(*parts))
    assert packed is not None
    assert recent.unpack(packed) == Board(*parts)


def test_a_thread_that_ends_leaves_no_boards() -> None:
    found = list[Any]()

    def play() -> None:
        for position, _ in zip(played("boku", 3), range(5), strict=False):
            found.append(position)

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    gc.collect()
    assert [position.is_packed for position in found] == [True] * 5


# -- the earlier positions of Octi


@given(st.lists(st.integers(0, 5), max_size=400))
def test_a_past_counts_its_keys(keys: list[int]) -> None:
    found = past.past_of([])
    for key in keys:
        found = past.followed(found, key << 40)
    assert past.keys_in(found) == [key << 40 for key in keys]
    assert past.length(found) == len(keys)
    assert [past.count(found, key << 40) for key in range(6)] == [keys.count(k) for k in range(6)]


def test_a_key_is_not_found_across_two_others() -> None:
    found = past.past_of([0x0102030405060708, 0x0102030405060708])
    assert past.count(found, 0x0807060504030201) == 0
    assert past.count(found, 0x0506070801020304) == 0
    assert past.count(found, 0x0102030405060708) == 2


def test_a_position_of_octi_recurs_however_long_ago_it_was() -> None:
    start = boche.new("octi").play("37+e").play("33+a")
    position, shuffles = start, [("37-36", "33-34"), ("36+a-e", "34+e-a"), ("36-37", "34-33")]
    for _ in range(2):
        for black, white in (*shuffles, ("37+e-a", "33+a-e")):
            assert not position.is_over
            position = position.play(black).play(white)
    assert position.repetitions == 3
    assert position.outcome is not None
    assert position.outcome.kind == "repetition"
    assert boche.Position.from_text(position.to_text()) == position


@games
def test_pickled_positions_are_as_small_and_lose_nothing(name: str) -> None:
    found = list(islice(played(name, 6), 200))
    data = pickle.dumps(found)
    assert len(data) < KILOBYTE * len(found)
    restored = pickle.loads(data)
    for one, other in zip(found, restored, strict=True):
        assert (one, one.outcome, one.to_text()) == (other, other.outcome, other.to_text())
        assert str(one) == str(other)
    for one, other in zip(found[::20], restored[::20], strict=True):
        assert list(map(str, one.legal_moves())) == list(map(str, other.legal_moves()))
