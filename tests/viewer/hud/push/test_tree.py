"""Very deep trees."""

from __future__ import annotations

from boche.engine.record import Node
from boche.viewer.hud.pages.tree_layout import laid_out


def test_a_deep_tree_is_no_trouble() -> None:
    nodes = [Node()]
    for number in range(60_000):
        nodes.append(Node("e4", "black", (), nodes[-1 - (number % 7 == 6)]))
    layout = laid_out(nodes[0])
    assert len(layout.places) == len(nodes)
