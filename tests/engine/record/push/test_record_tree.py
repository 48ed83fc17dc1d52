"""Very deep trees."""

from __future__ import annotations

import copy
import gc
import pickle

from boche.engine.record import Node, Record

DEEP = 100_000


def deep() -> Record:
    record = Record.new("boche")
    node = record.root
    for _ in range(DEEP):
        node = Node("c:a1", "light", parent=node)
    return record


def test_nothing_recurses_on_a_deep_tree() -> None:
    record = deep()
    other = copy.deepcopy(record)
    assert record == other
    assert pickle.loads(pickle.dumps(record)) == record
    assert len(list(record.nodes())) == DEEP + 1
    assert len(record.main_line()[-1].path()) == DEEP + 1
    record.main_line()[-1].promote_to_main()
    assert len(repr(record)) < 200
    assert len(repr(record.root)) < 200
    del record, other
    gc.collect()
