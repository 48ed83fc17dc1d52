"""Octi-specific parts of records: captures, rotated records, problems of the header."""

from __future__ import annotations

import pytest

from boche.engine.record import (
    Record,
    check,
    dump_sgf,
    load,
    loads,
    play,
)
from tests import ROOT

FOLDER = ROOT / "assets" / "records"

CAPTURES = {
    "octi-fast-torus.sgf": 1,
    "octi-resignation.txt": 2,
    "octi-south.sgf": 3,
    "octi-three-bases.sgf": 4,
}
"""Number of moves that capture."""


@pytest.mark.parametrize("name", CAPTURES)
def test_a_sample_captures(name: str) -> None:
    assert sum("x" in move for move in load(FOLDER / name).moves()) == CAPTURES[name]


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
        "line 2, column 1: RU: 'kids' is not supported "
        "(choose from full, fast, and edgeless after a colon)"
    ]
    assert [str(p) for p in check(record)] == [
        "line 2, column 32: ply 2: 44-45: there is no pod on 44"
    ]


def test_a_move_is_kept_as_it_is_named_in_full() -> None:
    record = Record.new("octi")
    node = play(record, record.root, " 37+A ")
    assert play(record, record.root, "37+a") is node
    assert record.moves() == ["37+a"]
