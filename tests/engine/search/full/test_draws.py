"""What a search proves where games end in draws, against brute force."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import boche
from boche.engine.search.params import PLAIN, Budget, SearchParams
from boche.engine.search.searcher import Searcher
from tests.engine.search.noughts import GAME

SMALL = SearchParams(nodes=20_000)


@cache
def value(position: Any) -> float:
    """Return the value of a position to the side to move with best play: 1, 0, or 0.5."""
    if position.outcome is not None:
        if position.outcome.winner is None:
            return 0.5
        return 1.0 if position.outcome.winner == position.turn else 0.0
    return max(after(position, move) for move in position.legal_moves())


def after(position: Any, move: Any) -> float:
    """Return the value of a move to the one who makes it."""
    reached = position.play(move)
    return value(reached) if reached.turn == position.turn else 1.0 - value(reached)


def positions_of_noughts() -> list[Any]:
    """Return each unfinished position that a game can come to, once."""
    found, waiting = {GAME.new()}, [GAME.new()]
    while waiting:
        position = waiting.pop()
        for reached in map(position.play, position.legal_moves()):
            if reached.outcome is None and reached not in found:
                found.add(reached)
                waiting.append(reached)
    return sorted(found, key=lambda position: position.board)


def told(position: Any, proven: str | None) -> float | None:
    """Return a proven result as a value to the side to move."""
    return {None: None, "draw": 0.5, position.turn: 1.0}.get(proven, 0.0)


def wrong_in(result: Any) -> list[str]:
    """Return what a search claims that is not so."""
    position = result.position
    wrong = []
    proven = told(position, result.proven)
    if proven is not None and proven != value(position):
        wrong.append(f"{position!r} {position.board}: {result.proven}")
    if proven is not None and after(position, result.best) != proven:
        wrong.append(f"{position!r} {position.board}: {result.best} is not {proven}")
    return wrong


@pytest.mark.parametrize("params", [SMALL, PLAIN], ids=["usual", "plain"])
def test_every_position_of_noughts_is_proven_and_right(params: SearchParams) -> None:
    positions = positions_of_noughts()
    assert len(positions) == 4520
    missed, wrong = [], []
    searcher = Searcher(positions[0], params)
    for position in positions:
        searcher.set_position(position)
        result = searcher.search(Budget(simulations=20_000))
        missed += [position.board] if result.proven is None else []
        wrong += wrong_in(result)
        for move in result.moves:
            if move.proven is not None and move.proven != after(position, move.move):
                wrong.append(f"{position.board}: {move}")
    assert (missed, wrong) == ([], [])


def end_of_che(tiles: int, seed: int) -> Any:
    """Return the position before the last move of a random game of Che."""
    rng, position = random.Random(seed), boche.new("che", num_tiles=tiles, group_area=0)
    while 1 + 2 * position.ply < tiles:
        position = position.play(position.random_move(rng))
    return position


@pytest.mark.parametrize(("tiles", "seed", "draws"), [(7, 48, 23), (9, 45, 1), (17, 45, 2)])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_draw_at_the_end_of_ches_pool_is_proven(
    tiles: int, seed: int, draws: int, threads: int
) -> None:
    position = end_of_che(tiles, seed)
    values = {str(move): after(position, move) for move in position.legal_moves()}
    assert sorted(set(values.values())) == [0.0, 0.5]
    assert list(values.values()).count(0.5) == draws
    found = boche.search(position, 50_000, threads=threads)
    assert found.proven == "draw"
    assert found.value(position.player) == 0.5
    assert values[str(found.best)] == 0.5
    assert found.candidates[0].proven == 0.5
    assert all(values[move] == 0.0 for move in found.lost)


def test_a_search_with_a_draw_in_hand_uses_all_its_playouts() -> None:
    found = boche.search(end_of_che(17, 45), 300)
    assert found.proven is None
    assert found.playouts == 300


@pytest.mark.parametrize("nodes", [60, 20_000])
def test_nothing_false_is_proven_whatever_is_kept_or_forgotten(nodes: int) -> None:
    """Play games with short searches, whose trees go from move to move or are too small."""
    wrong, proven, rng = [], 0, random.Random(nodes)
    for seed in range(150):
        position = GAME.new()
        searcher = Searcher(position, SearchParams(nodes=nodes), seed=seed, threads=1 + seed % 2)
        while position.outcome is None:
            result = searcher.search(Budget(simulations=rng.choice((1, 7, 40, 300, 2_000))))
            wrong += wrong_in(result)
            proven += result.proven is not None
            wrong += [
                f"{position.board}: {move}"
                for move in result.moves
                if move.proven not in (None, after(position, move.move))
            ]
            move = rng.choice(position.legal_moves())
            position = position.play(move)
            if position.outcome is None:
                searcher.advance(move)
    assert wrong == []
    assert proven > 300
