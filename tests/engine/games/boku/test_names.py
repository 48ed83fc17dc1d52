"""Boku's moves as text and as steps: parsing, formatting and refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.errors import BocheError, IllegalMoveError, NotationError
from boche.engine.games.boku.board import cells_of, number_of
from boche.engine.games.boku.geometry import CELLS, Cell, is_cell
from boche.engine.games.boku.notation import Move, parse_move
from tests.positions import played


def test_steps_are_the_cell_then_the_marble_taken() -> None:
    position = played("boku", "e4 e5 a1 e6")
    first = position.steps()
    assert [s.text for s in first] == [
        c.name for c in CELLS if c.name not in ["e4", "e5", "a1", "e6"]
    ]
    whole = {s.text: s.move for s in first}
    assert whole["e7"] is None
    assert str(whole["e8"]) == "e8"
    assert [s.text for s in position.steps("e7")] == ["e7xe5", "e7xe6"]
    assert [str(s.move) for s in position.steps("e7")] == ["e7xe5", "e7xe6"]
    assert position.steps("e8") == ()
    reached = [str(s.move) for f in first for s in ([f] if f.move else position.steps(f.text))]
    assert reached == [str(m) for m in position.legal_moves()]


cells = st.sampled_from(CELLS)


@given(cells, st.none() | cells)
def test_notation_round_trip(cell: Cell, taken: Cell | None) -> None:
    move = Move(cell, taken)
    assert parse_move(str(move)) == move
    assert parse_move(f"  {str(move).upper()} ") == move
    number = number_of(cell, taken)
    assert number == -1 or cells_of(number) == (cell, taken)


@given(st.text(max_size=12))
def test_text_that_is_no_move_is_refused(text: str) -> None:
    move, error = read(text)
    assert (move is None) == bool(error)
    assert "\n" not in error
    if move is not None:
        assert is_cell(move.cell)
        assert parse_move(str(move)) == move


def read(text: str) -> tuple[Move | None, str]:
    try:
        return parse_move(text), ""
    except BocheError as error:
        return None, str(error)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("", NotationError, "'': not a move; write a cell, such as e5, or e5xf6"),
        ("e", NotationError, "'e': not a move"),
        ("5e", NotationError, "'5e': not a move"),
        ("swap", NotationError, "'swap': not a move"),
        ("e5x", NotationError, "'e5x': not a move"),
        ("e5xf6xg7", NotationError, "not a move"),
        ("x" * 99, NotationError, "'xxxxx"),
        ("l3", IllegalMoveError, "l3: column l is outside the board (a to k)"),
        ("a0", IllegalMoveError, "a0: a0 is outside the board; line a goes from a1 to a5"),
        ("k5", IllegalMoveError, "line k goes from k6 to k10"),
        ("e5xl1", IllegalMoveError, "e5xl1: column l is outside"),
        ("e5", IllegalMoveError, "e5: the marble on e5 is white"),
        ("e7", IllegalMoveError, "e7: e7 makes a sandwich and must take a marble: e7xe5 or e7xe6"),
        (
            "e7xe4",
            IllegalMoveError,
            "e7xe4: e4 holds no marble caught in a sandwich; it can be e7xe5",
        ),
        ("e7xk6", IllegalMoveError, "e7xk6: k6 holds no marble caught in a sandwich"),
        ("e8xe6", IllegalMoveError, "e8xe6: e6 holds no marble caught in a sandwich"),
    ],
)
def test_illegal_input_is_named_with_its_reason(text: str, kind: type, words: str) -> None:
    position = played("boku", "e4 e5 a1 e6")
    with pytest.raises(kind) as caught:
        position.play(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 150


def test_the_forbidden_cell_is_named() -> None:
    with pytest.raises(
        IllegalMoveError,
        match="e6: white has just lost a marble on e6, and may not play there this turn",
    ):
        played("boku", "e4 e5 a1 e6 e7xe6 e6")
