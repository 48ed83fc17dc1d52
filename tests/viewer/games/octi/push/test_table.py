"""Whole games by mouse and letters."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.viewer.games.octi.hand import Hand


def aimed_at(hand: Hand, move: str) -> tuple[str, np.ndarray]:
    """Return the next step towards a move, and the place in the world that chooses it."""
    picker, position = hand.table.picker, hand.table.position
    wanted = position.parse(move)
    steps = hand.table.selection.targets().values()
    assert picker.leads is not None, "moves of Octi are made in steps"
    step = next((s for s in steps if s.move == wanted or picker.leads(s.text, wanted)), None)
    assert step is not None, (move, hand.taken, sorted(hand.table.selection.targets()))
    place = picker.place(position, step.text, hand.table.display)
    if step.move is not None and wanted.is_bring:
        place = place + np.array([0.455, -0.455, 0.0])
    return step.text, place


def make(hand: Hand, move: str) -> None:
    """Make a move by pointer and letters, as a player would."""
    played = len(hand.table.session.cursor.moves)
    for _ in range(40):
        if len(hand.table.session.cursor.moves) > played:
            return
        square = hand.table.position.parse(move).square
        if not hand.taken and "+" in move:
            hand.open(square)
        text, place = aimed_at(hand, move)
        if text.endswith("+"):
            hand.move(place)
            letter, turned = move.partition("+")[2][0], "-" in move.partition("+")[2]
            for _ in range(2):
                if not hand.ghost.endswith(f"+{letter}-" if turned else f"+{letter}"):
                    hand.key(letter.upper())
            hand.click(place)
        elif text in dict(hand.controller.view().seconds):
            hand.controller.take(text, hand.t)
        else:
            if not hand.taken:
                hand.open(square)
                text, place = aimed_at(hand, move)
            hand.click(place)
    raise AssertionError(f"{move} cannot be made: {hand.status}")


@pytest.mark.parametrize("seed", range(1))
def test_any_game_can_be_played_by_mouse_and_letters(seed: int) -> None:
    hand, dice = Hand("", bases=1), random.Random(seed)
    while hand.table.session.outcome is None and len(hand.table.session.cursor.moves) < 60:
        position = hand.table.position
        moves = position.legal_moves()
        move = str(moves[dice.randrange(len(moves))])
        make(hand, move)
        assert position.parse(hand.last) == position.parse(move)
