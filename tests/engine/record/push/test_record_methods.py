"""Very long trees."""

from __future__ import annotations

import random

from boche.engine.record import Record


def test_a_long_tree_does_not_recurse() -> None:
    record = Record.new("octi")
    node, rng = record.root, random.Random(4)
    for _ in range(1200):
        position = record.position(node)
        if position.is_over:
            break
        node = node.add(position.random_move(rng))
    assert len(list(record.walk(variations=True))) == len(record.main_line())
