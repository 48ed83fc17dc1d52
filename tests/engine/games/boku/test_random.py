"""Random games of Boku, every position checked against the slow restatement."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import IllegalMoveError
from engine.games.boku import GAME
from engine.games.boku.geometry import CELLS
from engine.games.boku.position import Position
from tests.engine.games.boku.slow_rules import SPOTS, Slow

MANNERS = ("any", "taking", "clustered", "peaceful")


def compare(position: Position, slow: Slow) -> None:
    assert [str(m) for m in position.legal_moves()] == slow.legal()
    assert (position.outcome is not None) == slow.over
    assert (position.outcome.winner if position.outcome else None) == slow.winner
    assert position.turn == slow.turn
    assert {m.cell.name: m.colour for m in position.marbles} == slow.marbles
    assert {c: position.left(c) for c in ("black", "white")} == slow.left
    assert (position.forbidden.name if position.forbidden else None) == slow.forbidden


def choose(rng: random.Random, position: Position, manner: str):
    """A legal move, of a kind that leads to many captures, long rows or long games."""
    moves = list(position.legal_moves())
    if manner == "taking":
        moves = [m for m in moves if m.taken] or moves
    if manner == "clustered":
        near = [m for m in moves if m.cell.c in (4, 5, 6) and m.cell.n in range(3, 9)]
        moves = near or moves
    if manner == "peaceful":
        quiet = [m for m in moves if position.play(m).outcome is None]
        moves = [m for m in quiet if not m.taken] or quiet or moves
    return rng.choice(moves)


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("seed", range(6))
def test_random_games_agree_with_the_slow_rules(manner: str, seed: int) -> None:
    rng = random.Random(f"{manner}{seed}")
    position, slow = GAME.new(), Slow()
    compare(position, slow)
    while position.outcome is None and position.ply < 300:
        move = choose(rng, position, manner)
        position = position.play(move)
        slow.play(str(move))
        compare(position, slow)
    assert position.outcome is not None


def test_peaceful_games_reach_the_draw() -> None:
    """The random games above do end in every way there is."""
    rng = random.Random("draw")
    ends = set()
    for _ in range(2):
        position = GAME.new()
        while position.outcome is None:
            position = position.play(choose(rng, position, "peaceful"))
        ends.add(position.outcome.kind)
    assert ends == {"draw", "row"}


@given(st.lists(st.integers(0, 10**6), max_size=60), st.data())
def test_whatever_is_not_in_the_list_is_refused(picks: list[int], data: st.DataObject) -> None:
    position = GAME.new()
    for pick in picks:
        moves = position.legal_moves()
        if moves:
            position = position.play(moves[pick % len(moves)])
    cell = data.draw(st.sampled_from(sorted(SPOTS)))
    taken = data.draw(st.sampled_from(["", *sorted(SPOTS)]))
    text = f"{cell}x{taken}" if taken else cell
    if text in [str(m) for m in position.legal_moves()]:
        assert position.play(text).ply == position.ply + 1
    else:
        with pytest.raises(IllegalMoveError, match=f"^{text}: ") as caught:
            position.play(text)
        assert "\n" not in str(caught.value)


@given(st.lists(st.integers(0, 10**6), max_size=90))
def test_marbles_are_never_lost(picks: list[int]) -> None:
    position = GAME.new()
    for pick in picks:
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[pick % len(moves)])
        for colour in ("black", "white"):
            on_board = sum(m.colour == colour for m in position.marbles)
            assert on_board + position.left(colour) == 36
        assert position.forbidden is None or position.marble_at(position.forbidden) is None
        assert len(set(position.legal_moves())) == len(position.legal_moves())
        assert all(m.cell != position.forbidden for m in position.legal_moves())
    assert len(CELLS) == 80
