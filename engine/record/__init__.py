"""Game records: trees of moves with variations, comments and results; SGF and lists of moves.

>>> from boche.engine.games.registry import DEFAULT
>>> from boche.engine.record import check, loads
>>> record = loads(f"(;FF[4]GM[{DEFAULT.sgf.gm}]SZ[4];W[c:a1];B[swap])")
>>> record.moves(), check(record)
(['c:a1', 'swap'], [])
"""

from __future__ import annotations

from boche.engine.game import SgfForm
from boche.engine.record.dialect import read_result, say_result, write_result
from boche.engine.record.files import check_records, data_for, is_list, save_all
from boche.engine.record.move_list_writer import dump_moves, list_name
from boche.engine.record.reading import load, load_all, loads
from boche.engine.record.replay import (
    check,
    final_position,
    node_text,
    play,
    play_at,
    position_after,
    positions_along,
    prune,
)
from boche.engine.record.samples import book_file, book_files, sample_files, sample_records
from boche.engine.record.sgf_writer import dump_sgf
from boche.engine.record.source import read_stream
from boche.engine.record.tree import Node, Property, Record

__all__ = [
    "Node",
    "Property",
    "Record",
    "SgfForm",
    "book_file",
    "book_files",
    "check",
    "check_records",
    "data_for",
    "dump_moves",
    "dump_sgf",
    "final_position",
    "is_list",
    "list_name",
    "load",
    "load_all",
    "loads",
    "node_text",
    "play",
    "play_at",
    "position_after",
    "positions_along",
    "prune",
    "read_result",
    "read_stream",
    "sample_files",
    "sample_records",
    "save_all",
    "say_result",
    "write_result",
]
