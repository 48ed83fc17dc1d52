"""Boku: properties of any position reached by random moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.errors import IllegalMoveError
from boche.engine.games.boku import GAME
from boche.engine.games.boku.geometry import CELLS
from tests.engine.games.boku.slow_rules import SPOTS


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
