"""The places of a record's nodes in a drawn tree: a row for each ply, a lane for each line."""

from __future__ import annotations

from dataclasses import dataclass, field

from boche.engine.record import Node


@dataclass(frozen=True, slots=True)
class Spot:
    """A node: its lane, that of its parent, and its number of moves from the start."""

    node: Node = field(compare=False)
    lane: int
    above: int
    number: int


@dataclass(frozen=True, eq=False)
class TreeLayout:
    """All nodes by rows and lanes, and each node's row and lane. The main line is lane 0."""

    rows: list[list[Spot]]
    places: dict[Node, tuple[int, int]]


NO_TREE = TreeLayout([], {})


def laid_out(root: Node) -> TreeLayout:
    """Return the layout of a tree, in a time that grows with its nodes alone; nothing recurses.

    A variation lies to the right of all that begins below its first move, so no lines cross.
    """
    layout = TreeLayout([], {})
    taken: list[int] = []  # the last lane in use, by rows
    waiting: list[tuple[Node, int, int, int]] = [(root, 0, 0, 0)]
    while waiting:
        first, row, above, number = waiting.pop()
        line = first.line_from()
        taken += [-1] * (row + len(line) - len(taken))
        lane = 1 + max(taken[max(row - 1, 0) : row + len(line)])
        if row:
            taken[row - 1] = lane  # by the line to its parent
        for node in line:
            number += node.move is not None
            _add(layout, Spot(node, lane, above, number), row)
            taken[row] = lane
            for other in reversed(node.children[1:]):
                waiting.append((other, row + 1, lane, number))
            row, above = row + 1, lane
    for spots in layout.rows:
        spots.sort(key=lane_of)
    return layout


def lane_of(spot: Spot) -> int:
    """Return the lane of a spot."""
    return spot.lane


def _add(layout: TreeLayout, spot: Spot, row: int) -> None:
    if row == len(layout.rows):
        layout.rows.append([])
    layout.rows[row].append(spot)
    layout.places[spot.node] = (row, spot.lane)
