"""Octi in records: the shipped ones replay to what they declare, and others round-trip."""

from __future__ import annotations

import random

import pytest

from engine.record import (
    Record,
    check,
    dump_moves,
    dump_sgf,
    final_position,
    load,
    loads,
    play,
    write_result,
)
from tests import ROOT

FOLDER = ROOT / "assets" / "records"

ENDS = {
    "octi-fast-torus.sgf": ("B+Homes", 39, 1),
    "octi-resignation.txt": ("B+R", 55, 2),
    "octi-south.sgf": ("W+", 80, 3),
    "octi-three-bases.sgf": ("B+Homes", 53, 4),
}
"""Result, plies, and moves that capture."""


def test_every_sample_is_known_here() -> None:
    assert sorted(path.name for path in FOLDER.glob("octi-*")) == sorted(ENDS)


@pytest.mark.parametrize("name", ENDS)
def test_a_sample_replays_to_its_result(name: str) -> None:
    result, plies, captures = ENDS[name]
    record = load(FOLDER / name, strict=True)
    assert check(record) == []
    end = final_position(record)
    assert end.outcome is not None
    assert record.result == result
    assert write_result(record.form, end.outcome).startswith(result)
    assert len(record.moves()) == plies
    assert sum("x" in move for move in record.moves()) == captures
    assert all(record.players.values())
    assert any(node.comment for node in record.nodes())


@pytest.mark.parametrize("name", ["octi-fast-torus.sgf", "octi-three-bases.sgf"])
def test_a_sample_is_written_as_it_lies(name: str) -> None:
    assert dump_sgf(load(FOLDER / name)) == (FOLDER / name).read_bytes()
    assert load(FOLDER / name).date


def test_a_record_with_black_in_the_south_is_turned_and_written_our_way() -> None:
    record = load(FOLDER / "octi-south.sgf", strict=True)
    assert record.moves()[:9] == ["57", "33", "57", "33", "77", "33", "37", "73", "37+d"]
    text = dump_sgf(record).decode()
    assert "BO[37][57][77]WO[33][53][73]NP[25]NR[4]" in text
    assert ";B[37+D]" in text
    assert loads(text) == record
    bare = "(;FF[4]GM[19];B[53+A]C[north];W[57+E];B[53-54]CR[54])"
    turned = loads(bare, strict=True)
    assert turned.moves() == ["57+e", "53+a", "57-56"]
    assert check(turned) == []
    assert "CR[56]" in dump_sgf(turned).decode()


def test_problems_of_the_header_have_their_place() -> None:
    text = "(;FF[4]GM[19]\nRU[kids]BO[37][57][77];B[37+A];W[44-45])"
    record = loads(text)
    assert [str(p) for p in record.problems] == [
        "line 2, column 1: RU: 'kids' is not played here "
        "(there are: full, fast, and edgeless behind a colon)"
    ]
    assert [str(p) for p in check(record)] == [
        "line 2, column 32: ply 2: 44-45: there is no pod on 44"
    ]


def random_record(seed: int) -> Record:
    rng = random.Random(seed)
    record = Record.new("octi", bases=rng.choice([1, 3]), wrap=rng.random() < 0.5)
    node, position = record.root, record.rules.start(record.options)
    while position.outcome is None and position.ply < 60:
        moves = position.legal_moves()
        move = str(moves[rng.randrange(len(moves))])
        node = play(record, node, move, position)
        position = position.play(move)
    if position.outcome is not None:
        record.result = write_result(record.form, position.outcome)
    return record


@pytest.mark.parametrize("seed", range(6))
def test_random_games_survive_both_formats(seed: int) -> None:
    record = random_record(seed)
    assert check(record) == []
    again = load(dump_sgf(record), strict=True)
    assert again == record
    listed = load(dump_moves(record).encode(), strict=True)
    assert (listed.moves(), listed.options) == (record.moves(), record.options)


def test_a_move_is_kept_as_it_is_named_in_full() -> None:
    record = Record.new("octi")
    node = play(record, record.root, " 37+A ")
    assert play(record, record.root, "37+a") is node
    assert record.moves() == ["37+a"]
