"""Random games, every position checked against the slow restatement, for all kinds of options."""

from __future__ import annotations

import random

import pytest

from engine import new
from engine.games.boche.position import Position
from tests.engine.games.boche.slow_rules import Slow

OPTIONS = [
    {},
    {"size": 1},
    {"size": 2, "immediate_win": True},
    {"size": 3, "kill": 1},
    {"size": 3, "kill": 2, "adjacent": True},
    {"size": 4, "kill": 0, "immediate_win": True},
    {"size": 4, "kill": 0, "immediate_win": True, "join_any": True},
    {"size": 4, "kill": 2},
    {"size": 4, "fill_board": True},
    {"size": 5, "kill": 3, "adjacent": True, "immediate_win": True},
    {"size": 5, "fill_board": True, "immediate_win": True},
    {"size": 6, "kill": 6},
    {"size": 6, "fill_board": True, "immediate_win": True, "join_any": True},
]


def compare(position: Position, slow: Slow) -> None:
    outcome = position.outcome
    assert (outcome.winner if outcome else None) == slow.winner
    assert (outcome.kind if outcome else "") == slow.kind
    assert [str(m) for m in position.legal_moves()] == slow.legal()
    assert position.turn == slow.turn
    assert {tuple(c.cell): c.rotation for c in position.cubes} == slow.cubes
    faces = {(tuple(f.cell), f.axis, f.colour, frozenset(f.joined + f.apart))
             for f in position.surface().faces}  # fmt: skip
    assert faces == set(slow.faces())
    for face in position.surface().faces:
        assert {slow.colour(p) for p in face.joined} == {face.colour}
    groups = {(g.colour, frozenset(g.corners)): g for g in position.groups()}
    assert set(groups) == set(slow.groups())
    for (_, corners), group in groups.items():
        assert group.blobs == len(corners)
        assert group.enclosed == slow.enclosed(corners)
        assert set(group.sides) == set().union(*(slow.sides(p) for p in corners))


def check_path(position: Position, slow: Slow) -> None:
    path = position.winning_path()
    owners = [c for c in ("light", "dark") if slow.cubes and slow.owns_path(c)]
    assert bool(path) == bool(owners)
    if path:
        assert {f.colour for f in path} == set(owners)
        ends = [slow.sides(p) for f in path for p in f.joined]
        assert set().union(*ends) == {"x", "y", "z"}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_the_slow_rules(options: dict, seed: int) -> None:
    rng = random.Random(f"{options}{seed}")
    position, slow = new("boche", **options), Slow(**options)
    while position.outcome is None:
        if not position.cubes or rng.random() < 0.3:
            compare(position, slow)
            check_path(position, slow)
        move = rng.choice(position.legal_moves())
        position = position.play(move)
        slow.play(str(move))
        assert [str(m) for m in position.legal_moves()] == slow.legal()
    compare(position, slow)
    check_path(position, slow)


def test_join_face_and_join_any_do_differ() -> None:
    """The option matters: among random games some end earlier when any join will do."""
    lengths = {False: 0, True: 0}
    for seed in range(30):
        for join_any in lengths:
            rng = random.Random(seed)
            position = new("boche", size=4, kill=0, immediate_win=True, join_any=join_any)
            while position.outcome is None:
                position = position.play(rng.choice(position.legal_moves()))
                lengths[join_any] += 1
    assert lengths[True] < lengths[False]
