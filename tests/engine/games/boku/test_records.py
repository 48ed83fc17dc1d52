"""Boku-specific parts of records: captures, the marble put back, a wrong result."""

from __future__ import annotations

import pytest

from boche.engine.games.boku import GAME
from boche.engine.record import (
    check,
    final_position,
    load,
)
from tests import ROOT

FOLDER = ROOT / "assets" / "records"

TAKES = {
    "boku-draw.sgf": 11,
    "boku-resignation.txt": 4,
    "boku-row.sgf": 3,
    "boku-sandwiches.sgf": 4,
}
"""Number of moves that capture a marble."""


@pytest.mark.parametrize("name", TAKES)
def test_a_sample_takes_marbles(name: str) -> None:
    assert sum("x" in move for move in load(FOLDER / name).moves()) == TAKES[name]


def test_the_marble_put_back_is_what_decides_the_resigned_game() -> None:
    end = final_position(load(FOLDER / "boku-resignation.txt"))
    assert end.facts()["forbidden"] == "f4"
    record = load(FOLDER / "boku-resignation.txt")
    before = GAME.new()
    for move in record.moves():
        before = before.play(move)
    for answer in before.legal_moves():
        after = before.play(answer)
        assert after.outcome is None
        threats = [m for m in after.legal_moves() if after.play(m).outcome is not None]
        assert threats or answer.taken is not None


def test_a_wrong_result_is_a_problem() -> None:
    record = load(FOLDER / "boku-row.sgf")
    record.result = "W+Row"
    assert [str(p) for p in check(record)] == [
        "result 'W+Row' does not fit the moves: black wins with 5 in a row, g3 to g7"
    ]
