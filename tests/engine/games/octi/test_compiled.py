"""Octi's rules: equal results interpreted and compiled."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from boche.engine.games.octi import rules
from boche.engine.games.octi.board import geometry_of, start_board
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.turns import MOST_STEPS
from boche.engine.native.arrays import as_arrays
from tests.engine.compiled import compiled_module
from tests.engine.games.octi.slow_rules import crowded

LONGEST = 150  # turns


@pytest.fixture(scope="module")
def compiled():
    return compiled_module("boche.engine.games.octi.rules")


def with_room(board: rules.Board) -> rules.Board:
    """Return the board with room for a history of many turns."""
    return board._replace(history=[*board.history, *[0] * LONGEST])


def play_both(compiled, rng, geometry, board, bases: int) -> int:
    """Play a random game on both sides; return its number of steps."""
    fast, fast_geometry = as_arrays(board, compiled.Board), as_arrays(geometry, compiled.Geometry)
    variant, fast_variant = rules.Variant(bases), compiled.Variant(bases)
    steps, fast_steps = [0] * MOST_STEPS, np.zeros(MOST_STEPS, np.int64)
    result, made = rules.UNDECIDED, 0
    while result == rules.UNDECIDED and board.info[rules.PLY] < LONGEST:
        count = rules.generate(geometry, board, variant, steps)
        assert count > 0
        assert compiled.generate(fast_geometry, fast, fast_variant, fast_steps) == count
        assert fast_steps[:count].tolist() == steps[:count]
        weights = [1 if step >> 16 < rules.MOVE_OF else 4 for step in steps[:count]]
        step = rng.choices(steps[:count], weights)[0]
        result = rules.play(geometry, board, variant, step)
        assert compiled.play(fast_geometry, fast, fast_variant, step) == result
        for slow_part, fast_part in zip(board, fast, strict=True):
            assert slow_part == fast_part.tolist()
        made += 1
    return made


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("bases", [1, 3])
def test_random_games_leave_the_same_arrays(compiled, bases: int, wrap: bool) -> None:
    rng, geometry = random.Random(bases), geometry_of(wrap)
    made = [
        play_both(compiled, rng, geometry, with_room(start_board(geometry)), bases)
        for _ in range(12)
    ]
    assert sum(made) > 200


def test_crowded_positions_leave_the_same_arrays(compiled) -> None:
    for seed in range(40):
        position = Position.set_up(*crowded(seed))
        geometry, board = position.geometry, with_room(position.board)
        play_both(compiled, random.Random(seed), geometry, board, int(position.options["bases"]))


def test_the_key_of_a_position_depends_on_the_position_alone() -> None:
    """Check that the incrementally updated key equals that of a new board."""
    for seed in range(30):
        rng, position = random.Random(seed), Position.set_up(*crowded(seed))
        for _ in range(12):
            if position.outcome is not None:
                break
            moves = position.legal_moves()
            position = position.play(moves[rng.randrange(len(moves))])
            pods = [tuple(pod) for pod in position.pods]
            stores = {colour: tuple(position.store(colour)) for colour in ("black", "white")}
            fresh = Position.set_up(position.options, pods, stores, position.turn)
            assert fresh.board.info[rules.KEY] == position.board.info[rules.KEY]
            assert fresh.board_key == position.board_key


def test_playing_imports_no_numpy() -> None:
    code = (
        "import sys; from boche.engine.games.octi import GAME;"
        "p = GAME.new().play('37+e').play('33+a').play('37-36');"
        "len(p.legal_moves()); p.steps(); p.text_board();"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
