"""Che-specific parts of records: tiles at the end, options, illegal moves, the order of tiles."""

from __future__ import annotations

import pytest

from boche.engine.record import check, dump_sgf, final_position, load
from tests import ROOT

FOLDER = ROOT / "assets" / "records"
TILES = {"che-area.txt": 45, "che-closed.sgf": 43, "che-extent.sgf": 41, "che-tiles-out.sgf": 48}
"""Number of tiles on the table at the end."""


@pytest.mark.parametrize("name", TILES)
def test_a_sample_ends_with_so_many_tiles(name: str) -> None:
    assert len(final_position(load(FOLDER / name)).tiles) == TILES[name]


def test_one_sample_has_a_variation() -> None:
    record = load(FOLDER / "che-closed.sgf")
    assert any(len(node.children) > 1 for node in record.nodes())


def test_options_stand_in_the_rules_property() -> None:
    data = dump_sgf(load(FOLDER / "che-area.txt"))
    assert b"RU[-num_tiles=-1 -group_area=16]" in data
    assert b"SZ[" not in data


def test_an_illegal_move_is_named_with_its_place() -> None:
    record = load(b"(;FF[4]GM[Che]CA[UTF-8];W[fl:0,0];B[fl:1,0+fr:0,1])")
    (problem,) = check(record)
    assert str(problem) == (
        "line 1, column 35: ply 2: fr:0,1+fl:1,0: the edges do not match: "
        "1,0 takes fr or bl, not fl"
    )


def test_a_draw_is_a_result() -> None:
    record = load(b"(;FF[4]GM[Che]CA[UTF-8]RU[-num_tiles=2]RE[Draw];W[fl:0,0];B[bl:1,0])")
    assert check(record) == []
    assert final_position(record).outcome.winner is None  # type: ignore[union-attr]


def test_the_order_of_the_tiles_makes_no_new_variation() -> None:
    from boche.engine.record import play

    record = load(b"(;FF[4]GM[Che]CA[UTF-8];W[fr:0,0])")
    last = record.main_line()[-1]
    one = play(record, last, "fl:1,0+br:0,1")
    assert play(record, last, "br:0,1+fl:1,0") is one
