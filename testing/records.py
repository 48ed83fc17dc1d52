"""Checks of a game's records: what is written can be read again."""

from __future__ import annotations

from collections.abc import Sequence

from boche.engine.games.registry import GameName
from boche.engine.record import (
    Record,
    check,
    dump_moves,
    dump_sgf,
    final_position,
    load,
    play,
    write_result,
)
from boche.testing.problem import at, require
from boche.testing.samples import Sample


def check_records(samples: Sequence[Sample]) -> None:
    """Check that random games survive both formats. Raises ``ContractError``."""
    for sample in samples:
        with at(f"the record of {sample.place(len(sample.moves))}"):
            _check_record(_record_of(sample), sample)


def _record_of(sample: Sample) -> Record:
    record = Record.new(GameName(sample.game.name), **sample.options)
    node = record.root
    for position, move in zip(sample.positions, sample.moves, strict=False):
        node = play(record, node, move, position)
    outcome = sample.positions[-1].outcome
    if outcome is not None:
        record.result = write_result(record.form, outcome)
    return record


def _check_record(record: Record, sample: Sample) -> None:
    problems = check(record)
    require(not problems, f"check finds {problems[:1]}")
    again = load(dump_sgf(record), strict=True)
    require(again == record, "written as SGF and read again, it is another record")
    require(final_position(again) == sample.positions[-1], "SGF leads to another position")
    listed = load(dump_moves(record).encode(), strict=True)
    require(
        (listed.game, listed.options, listed.moves())
        == (record.game, record.options, record.moves()),
        "written as a list of moves and read again, it is another record",
    )
