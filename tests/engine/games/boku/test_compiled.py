"""Boku's rules: equal results interpreted and compiled."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from boche.engine.games.boku import rules
from boche.engine.games.boku.board import empty_board
from boche.engine.native.arrays import as_arrays
from tests.engine.compiled import compiled_module


@pytest.fixture(scope="module")
def compiled():
    return compiled_module("boche.engine.games.boku.rules")


@pytest.mark.parametrize("taking", [False, True])
def test_random_games_leave_the_same_arrays(compiled, taking: bool) -> None:
    rng = random.Random(7)
    numbers, fast_numbers = [0] * rules.MOST_MOVES, np.zeros(rules.MOST_MOVES, np.int64)
    for _ in range(8):
        board = empty_board()
        fast = as_arrays(board, compiled.Board)
        result, plies = rules.UNDECIDED, 0
        while result == rules.UNDECIDED and plies < 200:
            count = rules.generate(board, numbers)
            assert compiled.generate(fast, fast_numbers) == count
            legal = numbers[:count]
            assert fast_numbers[:count].tolist() == legal
            check_all(compiled, board, fast, legal, rng)
            takes = [move for move in legal if move & 15]
            move = rng.choice(takes if taking and takes else legal)
            assert compiled.probe(fast, move) == rules.probe(board, move)
            result = rules.play(board, move)
            assert compiled.play(fast, move) == result
            for slow_part, fast_part in zip(board, fast, strict=True):
                assert slow_part == fast_part.tolist()
            plies += 1


def check_all(compiled, board, fast, legal: list[int], rng: random.Random) -> None:
    for move in [*legal, *(rng.randrange(-1, 16 * rules.PLACES + 20) for _ in range(40))]:
        why = rules.check(board, move)
        assert compiled.check(fast, move) == why
        assert (why == rules.LEGAL) == (move in legal)


def test_probing_changes_nothing(compiled) -> None:
    rng, numbers, board = random.Random(3), [0] * rules.MOST_MOVES, empty_board()
    for _ in range(40):
        count = rules.generate(board, numbers)
        before = [part[:] for part in board]
        results = [rules.probe(board, move) for move in numbers[:count]]
        assert [part[:] for part in board] == before
        move = rng.randrange(count)
        assert rules.play(board, numbers[move]) == results[move]
        if results[move] != rules.UNDECIDED:
            break


def test_the_list_of_open_cells_is_kept() -> None:
    rng, numbers, board = random.Random(5), [0] * rules.MOST_MOVES, empty_board()
    result = rules.UNDECIDED
    while result == rules.UNDECIDED:
        result = rules.play(board, rng.choice(numbers[: rules.generate(board, numbers)]))
        count = board.info[rules.OPEN]
        empty = [place for place in range(rules.PLACES) if board.cells[place] == rules.EMPTY]
        assert sorted(board.open[:count]) == empty
        assert all(board.slot[place] == i for i, place in enumerate(board.open[:count]))


def test_playing_imports_no_numpy() -> None:
    code = (
        "import sys; from boche.engine.games.boku import GAME;"
        "p = GAME.new().play('e5').play('e6'); p.legal_moves(); p.text_board(); p.facts();"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
