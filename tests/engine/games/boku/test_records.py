"""Boku in records: the shipped ones replay to what they declare, and others round-trip."""

from __future__ import annotations

import random

import pytest

from engine.games.boku import GAME
from engine.record import (
    Record,
    check,
    dump_moves,
    dump_sgf,
    final_position,
    load,
    play,
    write_result,
)
from tests import ROOT

FOLDER = ROOT / "assets" / "records"

ENDS = {
    "boku-draw.sgf": ("Draw", 83, 11),
    "boku-resignation.txt": ("B+R", 17, 4),
    "boku-row.sgf": ("B+Row", 21, 3),
    "boku-sandwiches.sgf": ("W+Row", 24, 4),
}
"""Result, plies, and moves that take a marble."""


def test_every_sample_is_known_here() -> None:
    assert sorted(path.name for path in FOLDER.glob("boku-*")) == sorted(ENDS)


@pytest.mark.parametrize("name", ENDS)
def test_a_sample_replays_to_its_result(name: str) -> None:
    result, plies, takes = ENDS[name]
    record = load(FOLDER / name, strict=True)
    assert check(record) == []
    end = final_position(record)
    assert end.outcome is not None
    assert record.result == result == write_result(record.form, end.outcome)
    assert len(record.moves()) == plies
    assert sum("x" in move for move in record.moves()) == takes
    assert all(record.players.values())
    assert any(node.comment for node in record.nodes())


@pytest.mark.parametrize("name", [n for n in ENDS if n.endswith(".sgf")])
def test_a_sample_is_written_as_it_lies(name: str) -> None:
    assert dump_sgf(load(FOLDER / name)) == (FOLDER / name).read_bytes()
    assert load(FOLDER / name).date


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


@pytest.mark.parametrize("seed", range(3))
def test_random_games_go_through_both_formats(seed: int) -> None:
    rng, record, position = random.Random(seed), Record.new("boku"), GAME.new()
    node = record.root
    while position.outcome is None:
        move = str(rng.choice(position.legal_moves()))
        node = play(record, node, move, position)
        position = position.play(move)
    record.result = write_result(record.form, position.outcome)
    again = load(dump_sgf(record), strict=True)
    assert again == record
    assert final_position(again) == position
    listed = load(dump_moves(record).encode(), strict=True)
    assert listed.moves() == record.moves()
    assert final_position(listed) == position


def test_a_wrong_result_is_a_problem() -> None:
    record = load(FOLDER / "boku-row.sgf")
    record.result = "W+Row"
    assert [str(p) for p in check(record)] == [
        "result 'W+Row' does not fit the moves: black has 5 in a row, g3 to g7"
    ]
