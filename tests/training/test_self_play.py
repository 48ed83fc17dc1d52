"""What self-play makes of a search whose result is a sure draw."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from boche.engine.search import tree
from boche.engine.search.interface import DRAW
from boche.engine.search.worker import new_tree
from training import self_play


def searched(root: int, *children: tuple[int, int]) -> Any:
    """Return a tree with a root and children, each by its proof and its visits."""
    nodes = new_tree(tree.Tree, 1 + len(children))
    nodes.first[0], nodes.count[0], nodes.proof[0] = 1, len(children), root
    for child, (proof, visits) in enumerate(children, 1):
        nodes.proof[child], nodes.visits[child] = proof, visits
    return nodes


@pytest.mark.parametrize("drawn", [False, True])
def test_a_sure_draw_is_played_and_noted_whatever_was_visited(drawn: bool) -> None:
    nodes = searched(DRAW + 1, (tree.OPEN, 90), (DRAW + 1, 5), (2, 40))
    work: Any = SimpleNamespace(rng=np.array([7], np.uint64))
    assert self_play.choose(nodes, work, drawn) == 2
    game: Any = SimpleNamespace(visits=np.zeros(3, np.int64))
    self_play.note(nodes, game, 0)
    assert game.visits.tolist() == [0, 10_000, 0]
    assert self_play.value_of(nodes) == 0.5
