"""Che in records: samples that replay to their results, round trips, options, illegal moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record import check, dump_moves, dump_sgf, final_position, load, write_result
from tests import ROOT

FOLDER = ROOT / "assets" / "records"
SAMPLES = sorted(FOLDER.glob("che-*"))
ENDS = {
    "che-area.txt": ("W+Closure", 23, 45),
    "che-closed.sgf": ("B+Closure", 22, 43),
    "che-extent.sgf": ("W+Limit", 21, 41),
    "che-tiles-out.sgf": ("W+Largest", 25, 48),
}


def test_every_sample_is_known_here() -> None:
    assert [path.name for path in SAMPLES] == sorted(ENDS)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_replay_to_their_results(path: Path) -> None:
    record = load(path)
    assert record.game == "che"
    assert not record.problems
    assert check(record) == []
    end = final_position(record)
    result, moves, tiles = ENDS[path.name]
    assert end.outcome is not None
    assert write_result(record.form, end.outcome) == result
    assert record.result in (result, "")
    assert (len(record.moves()), len(end.tiles)) == (moves, tiles)
    assert all(record.players.values())
    assert any(node.comment for node in record.nodes())


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_come_back_from_both_formats(path: Path) -> None:
    record = load(path)
    again = load(dump_sgf(record))
    assert (again.moves(), again.options) == (record.moves(), record.options)
    listed = load(dump_moves(record).encode())
    assert (listed.moves(), listed.options) == (record.moves(), record.options)


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
    from engine.record import play

    record = load(b"(;FF[4]GM[Che]CA[UTF-8];W[fr:0,0])")
    last = record.main_line()[-1]
    one = play(record, last, "fl:1,0+br:0,1")
    assert play(record, last, "br:0,1+fl:1,0") is one


@pytest.mark.parametrize("path", sorted(FOLDER.glob("che-*.sgf")), ids=lambda path: path.name)
def test_samples_are_written_as_they_lie(path: Path) -> None:
    assert dump_sgf(load(path)) == path.read_bytes()
