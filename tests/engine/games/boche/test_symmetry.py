"""The symmetries of Boche as properties of random games."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine import new
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.symmetry import SYMMETRIES, Symmetry

symmetries = st.sampled_from(SYMMETRIES)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    size = draw(st.integers(1, 5))
    options = {
        "kill": draw(st.integers(0, 4)),
        "adjacent": draw(st.booleans()),
        "immediate_win": draw(st.booleans()),
        "join_any": draw(st.booleans()),
    }
    rng = random.Random(draw(st.integers(0, 2**32)))
    position = new("boche", size=size, **options)
    for _ in range(draw(st.integers(0, 40))):
        if position.outcome is None:
            position = position.play(rng.choice(position.legal_moves()))
    return position  # type: ignore[return-value]


def level_of(position: Position, move) -> int:
    return 0 if move.c < 0 else position.next_cell(move.c, move.r).k


@settings(max_examples=150, deadline=None)
@given(positions(), symmetries)
def test_legal_moves_are_carried_over(position: Position, symmetry: Symmetry) -> None:
    image = position.transform(symmetry)
    carried = {
        symmetry.move(move, level_of(position, move), position.size)
        for move in position.legal_moves()
    }
    assert carried == set(image.legal_moves())


@settings(max_examples=100, deadline=None)
@given(positions(), symmetries, st.randoms(use_true_random=False))
def test_playing_commutes_with_symmetry(position, symmetry, rng) -> None:
    if position.outcome is not None:
        return
    move = rng.choice(position.legal_moves())
    carried = symmetry.move(move, level_of(position, move), position.size)
    one = position.play(move).transform(symmetry)
    two = position.transform(symmetry).play(carried)
    assert one.cubes == two.cubes
    assert one.turn == two.turn
    assert (one.outcome is None) == (two.outcome is None)
    if one.outcome and two.outcome:
        assert one.outcome == two.outcome


@settings(max_examples=100, deadline=None)
@given(positions(), symmetries)
def test_groups_are_carried_over(position: Position, symmetry: Symmetry) -> None:
    exchange = {"light": "dark", "dark": "light"}

    def shape(p: Position, flip: bool):
        return sorted(
            (exchange[g.colour] if flip else g.colour, g.blobs, g.enclosed, len(g.sides))
            for g in p.groups()
        )

    assert shape(position, symmetry.exchange) == shape(position.transform(symmetry), flip=False)


@settings(max_examples=100, deadline=None)
@given(positions(), symmetries)
def test_canonical_keys_are_invariant(position: Position, symmetry: Symmetry) -> None:
    key, way = position.canonical()
    image = position.transform(symmetry)
    assert image.canonical()[0] == key
    canonical = position.transform(way)
    assert canonical.turn == "light"
    assert canonical.canonical()[0] == key
    assert canonical.transform(way.inverse()).cubes == position.cubes


def test_the_openings_fall_into_their_classes() -> None:
    """Check size 2: three holes times eight rotations are a corner hole and 2 x 3 kinds of hub."""
    keys = {new("boche", size=2).play(m).canonical()[0] for m in new("boche", size=2).legal_moves()}
    # The hub is at the top, on the axis through the hole, or on one of the two mirrored axes.
    assert len(keys) == 6


def test_different_positions_have_different_keys() -> None:
    one = new("boche", size=3).play("a:a1")
    assert one.canonical()[0] != new("boche", size=3).play("a:b1").canonical()[0]
    assert one.canonical()[0] != one.play("swap").canonical()[0]


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_inverse(symmetry: Symmetry) -> None:
    position = new("boche", size=4).play("c:b2").play("b:a1")
    assert position.transform(symmetry).transform(symmetry.inverse()) == position
