"""The shipped records of every game are correct and survive both formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record import (
    check,
    dump_moves,
    dump_sgf,
    final_position,
    load,
    write_result,
)
from tests import ROOT

FOLDER = ROOT / "assets" / "records"
SAMPLES = sorted(path for path in FOLDER.iterdir() if path.suffix in (".sgf", ".txt"))
ENDS = {
    "boche-enclosure.sgf": ("B+Enclosure", 28),
    "boche-figure-size-4.sgf": ("B+Path", 20),
    "boche-path.sgf": ("W+Path", 56),
    "boche-resignation.txt": ("W+R", 27),
    "boche-swap.sgf": ("W+Enclosure", 34),
    "boku-draw.sgf": ("Draw", 83),
    "boku-resignation.txt": ("B+R", 17),
    "boku-row.sgf": ("B+Row", 21),
    "boku-sandwiches.sgf": ("W+Row", 24),
    "che-area.txt": ("W+Closure", 23),
    "che-closed.sgf": ("B+Closure", 22),
    "che-extent.sgf": ("W+Limit", 21),
    "che-tiles-out.sgf": ("W+Largest", 25),
    "octi-fast-torus.sgf": ("B+Homes", 39),
    "octi-resignation.txt": ("B+R", 55),
    "octi-south.sgf": ("W+", 80),
    "octi-three-bases.sgf": ("B+Homes", 53),
}
"""Result and plies. ``W+`` is written with its reason here, unlike in the original files."""

FOREIGN = "octi-south.sgf"
"""A rotated record in another program's form, which is not written back identically."""

of_each = pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)


def test_every_sample_is_known_here_and_every_game_has_some() -> None:
    assert [path.name for path in SAMPLES] == sorted(ENDS)
    assert {path.name.partition("-")[0] for path in SAMPLES} == set(GAMES)


@of_each
def test_a_sample_replays_to_its_result(path: Path) -> None:
    result, plies = ENDS[path.name]
    record = load(path, strict=True)
    assert record.game_name == path.name.partition("-")[0]
    assert check(record) == []
    end = final_position(record)
    assert end.outcome is not None
    reached = write_result(record.form, end.outcome)
    assert reached == result or (result.endswith("+") and reached.startswith(result))
    # A list of moves declares no result but a resignation.
    lists_moves = path.suffix == ".txt" and not result.endswith("+R")
    assert record.result == ("" if lists_moves else result)
    assert len(record.moves()) == plies
    assert all(record.players.values())
    assert any(node.comment for node in record.nodes())


@of_each
def test_a_sample_survives_both_formats(path: Path) -> None:
    record = load(path, strict=True)
    assert load(dump_sgf(record), strict=True) == record
    listed = load(dump_moves(record).encode(), strict=True)
    assert (listed.game, listed.moves()) == (record.game, record.moves())
    assert listed.options == record.options


@pytest.mark.parametrize(
    "path",
    [path for path in SAMPLES if path.suffix == ".sgf" and path.name != FOREIGN],
    ids=lambda path: path.name,
)
def test_a_sample_is_written_as_it_lies(path: Path) -> None:
    record = load(path)
    assert dump_sgf(record) == path.read_bytes()
    assert record.date
