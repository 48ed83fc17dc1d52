"""The tree of a search: scores of children, and the part that is reused between moves."""

from __future__ import annotations

import pytest

from boche.engine import new
from boche.engine.games.boche import encoding as boche_encoding
from boche.engine.games.registry import find
from boche.engine.native.kernels import kernels
from boche.engine.search import tree as slots
from boche.engine.search.interface import NO_KEY
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.worker import new_tree, new_work
from tests.engine.search.boards import SMALL, game_of


def test_a_move_without_a_key_is_never_counted_as_made() -> None:
    """Check that it shares no slot of ``seen`` with a move, including the last ones."""
    position, compiled = new("boche", size=3), kernels(find("boche"))
    tree = new_tree(compiled.tree.Tree, 3)
    work = new_work(compiled, boche_encoding.ENCODING, position, SearchParams(), 1, 0)
    last = boche_encoding.key_count(position) - 1
    tree.first[0], tree.count[0], tree.info[slots.STAMP] = 1, 2, 5
    tree.key[1:] = NO_KEY, last
    work.trail[:3] = 2, 2 * last, 2 * last + 1
    compiled.tree.mark_trail(work, 5)
    for seat in (0, 1):
        tree.turn[0] = seat
        compiled.tree.count_amaf(tree, work, 0, 1.0)
    assert tree.amaf_visits.tolist() == [0, 0, 2]
    assert tree.amaf_wins.tolist() == [0, 0, 1]


# -- between moves


def test_the_tree_is_kept_when_the_game_goes_on() -> None:
    searcher = Searcher(new("boche", size=4).play("a:b1").play("b:a2"), SMALL, seed=4)
    answer = searcher.search(Budget(simulations=5_000))
    best = answer.moves[0]
    searcher.advance(best.move)
    kept = searcher.result()
    assert kept.position == answer.position.play(best.move)
    assert kept.simulations == best.visits > 500
    assert sum(move.visits for move in kept.moves) == pytest.approx(best.visits, abs=10)
    assert kept.win[answer.position.turn] == pytest.approx(best.value, abs=0.1)
    assert 0 < kept.nodes < answer.nodes
    assert searcher.search(Budget(simulations=100)).simulations == best.visits + 100


def test_it_follows_a_game_two_moves_at_a_time_or_any_other() -> None:
    positions = game_of(3, size=5)
    searcher = Searcher(positions[0], SMALL)
    for position in [*positions[1:-1:2], positions[4], positions[9], positions[1]]:
        searcher.go_to(position)
        answer = searcher.search(Budget(simulations=200))
        assert answer.position == position
        assert {str(m.move) for m in answer.moves} == {str(m) for m in position.legal_moves()}


def test_a_kept_tree_holds_what_the_old_one_held() -> None:
    """Compare every node of the reused part by walking both trees."""
    searcher = Searcher(new("boche", size=3).play("a:b1").play("b:a2"), SMALL)
    searcher.search(Budget(simulations=3_000))
    worker = searcher.first.workers[0]
    node = worker.node_at([max(worker.root_moves(), key=lambda move: move[1])[0]])
    new_one, old_one = worker.spare, worker.tree
    worker.kernels.tree.take_over(new_one, old_one, node, 0)
    pairs, seen = [(0, node)], 0
    while pairs:
        new_node, old_node = pairs.pop()
        seen += 1
        for part in ("move", "key", "count", "proof", "visits", "wins", "amaf_visits"):
            assert getattr(new_one, part)[new_node] == getattr(old_one, part)[old_node]
        for i in range(int(old_one.count[old_node])):
            pairs.append((int(new_one.first[new_node]) + i, int(old_one.first[old_node]) + i))
    assert seen == new_one.info[slots.USED]
