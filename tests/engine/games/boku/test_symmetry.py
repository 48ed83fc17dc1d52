"""The symmetries of the Boku board, and the canonical form of equivalent positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.games.boku import GAME
from boche.engine.games.boku.geometry import CELLS
from boche.engine.games.boku.notation import Move
from boche.engine.games.boku.position import Position
from boche.engine.games.boku.symmetry import SYMMETRIES, Symmetry
from tests.engine.games.boku.slow_rules import FIVES

symmetries = st.sampled_from(SYMMETRIES)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    position = GAME.new()
    for pick in draw(st.lists(st.integers(0, 10**6), max_size=50)):
        moves = position.legal_moves()
        takes = [m for m in moves if m.taken]
        moves = takes or moves
        if moves:
            position = position.play(moves[pick % len(moves)])
    return position


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_a_symmetry_keeps_the_lines_and_undoes_itself(symmetry: Symmetry) -> None:
    images = [symmetry.cell(cell) for cell in CELLS]
    assert sorted(images) == list(CELLS)
    assert [symmetry.cell(image) for image in images] == list(CELLS)
    name = {cell.name: symmetry.cell(cell).name for cell in CELLS}
    lines = {frozenset(row) for row in FIVES}
    assert {frozenset(name[cell] for cell in row) for row in FIVES} == lines


def test_there_are_no_others_among_the_colours() -> None:
    images = {tuple(s.cell(cell) for cell in CELLS) for s in SYMMETRIES}
    assert len(images) == 4


@given(positions(), symmetries)
def test_moves_and_ends_are_carried_over(position: Position, symmetry: Symmetry) -> None:
    image = position.transform(symmetry)
    wanted = {
        str(Move(symmetry.cell(m.cell), symmetry.cell(m.taken) if m.taken else None))
        for m in position.legal_moves()
    }
    assert {str(m) for m in image.legal_moves()} == wanted
    assert image.transform(symmetry) == position
    assert image.ply == position.ply
    assert (image.turn == position.turn) != symmetry.exchange
    assert (image.outcome is None) == (position.outcome is None)
    if image.outcome and position.outcome and position.outcome.winner:
        assert (image.outcome.winner == position.outcome.winner) != symmetry.exchange
        assert image.outcome.kind == position.outcome.kind
    exchange = {"black": "white", "white": "black"} if symmetry.exchange else {}
    for colour in ("black", "white"):
        assert image.left(exchange.get(colour, colour)) == position.left(colour)


def test_the_openings_fall_into_their_classes() -> None:
    """Check the count of classes.

    Of 80 cells only the ten of the middle column and the four of the other axis lie on mirror
    lines.
    """
    keys = {GAME.new().play(m).canonical()[0] for m in GAME.new().legal_moves()}
    fixed = [sum(s.cell(cell) == cell for cell in CELLS) for s in SYMMETRIES[:4]]
    assert len(keys) == sum(fixed) / 4  # Burnside


def test_a_resignation_is_carried_over() -> None:
    position = GAME.new().play("e5").resign()
    image = position.transform(Symmetry(exchange=True))
    assert position.outcome is not None
    assert image.outcome is not None
    assert image.outcome.reason == "black resigned"
    assert position.outcome.reason == "white resigned"


def test_different_positions_have_different_keys() -> None:
    one = GAME.new().play("e5")
    assert one.canonical()[0] != GAME.new().play("e6").canonical()[0]
    taken = GAME.new()
    for move in ["e4", "e5", "a1", "e6", "e7xe6"]:
        taken = taken.play(move)
    later = GAME.new()
    for move in ["e4", "e5", "a1"]:
        later = later.play(move)
    assert taken.canonical()[0] != later.canonical()[0]
