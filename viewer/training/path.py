"""The way to a position, as a record of its own."""

from __future__ import annotations

from boche.engine.record import Node, Record

DROPPED = ("C", "GC", "GN", "RE", "EVAL", "TM", "OT", "BL", "WL")
"""Properties of a record's root that say something about the game and nothing about its start.

An exercise has no clock.
"""


def path_record(record: Record, node: Node) -> Record:
    """Return a record with only the moves that lead to a node."""
    kept = [(name, values) for name, values in record.root.properties if name not in DROPPED]
    way = Record(record.game_name, record.options, Node(properties=kept), record.charset,
                 reading=record.reading, setup=record.setup)  # fmt: skip
    last = way.root
    for step in node.path():
        if step.move is not None:
            last = Node(step.move, step.colour, parent=last)
    return way
