"""The rules: equal results interpreted and compiled, and compiled only on request."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys

import numpy as np
import pytest

from boche.engine.games.boche import board as tables
from boche.engine.games.boche import rules
from boche.engine.native.arrays import as_arrays
from tests.engine.compiled import compiled_module

VARIANTS = [(4, 0, 0, 0, 0), (2, 0, 1, 1, 0), (0, 0, 0, 1, 1), (4, 1, 0, 0, 0)]


@pytest.fixture(scope="module")
def compiled():
    return compiled_module("boche.engine.games.boche.rules")


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_leave_the_same_arrays(compiled, size: int, options) -> None:
    variant, rng = rules.Variant(*options), random.Random(size)
    geometry, numbers = tables.geometry_of(size), [0] * (8 * len(tables.holes_of(size)) + 1)
    fast_geometry = as_arrays(geometry, compiled.Geometry)
    fast_variant, fast_numbers = compiled.Variant(*options), np.array(numbers)
    for _ in range(20):
        board = tables.empty_board(size)
        fast = as_arrays(board, compiled.Board)
        result = rules.UNDECIDED
        while result == rules.UNDECIDED:
            count = rules.generate(geometry, board, variant, numbers)
            assert compiled.generate(fast_geometry, fast, fast_variant, fast_numbers) == count
            assert fast_numbers[:count].tolist() == numbers[:count]
            for other in range(-1, 8 * geometry.columns + 2):
                legal = rules.check(geometry, board, variant, other)
                assert compiled.check(fast_geometry, fast, fast_variant, other) == legal
                assert (legal == rules.LEGAL) == (other in numbers[:count])
            move = rng.choice(numbers[:count])
            result = rules.play(geometry, board, variant, move)
            assert compiled.play(fast_geometry, fast, fast_variant, move) == result
            for slow_part, fast_part in zip(board, fast, strict=True):
                assert slow_part == fast_part.tolist()


def test_bulk_replay_stops_where_play_would(compiled) -> None:
    variant = rules.Variant(4, 0, 0, 0, 0)
    geometry, results = tables.geometry_of(4), [0, 0]
    fast_geometry, fast_results = as_arrays(geometry, compiled.Geometry), np.zeros(2, np.int64)
    rng = random.Random(5)
    stopped = 0
    for _ in range(200):
        moves = [rng.randrange(8 * 10 + 1) & ~4 for _ in range(12)]
        board = tables.empty_board(4)
        fast = as_arrays(board, compiled.Board)
        count = rules.replay(geometry, board, variant, moves, results)
        fast_count = compiled.replay(
            fast_geometry, fast, compiled.Variant(*variant), np.array(moves), fast_results
        )
        assert (fast_count, fast_results.tolist()) == (count, results)
        stopped += count < len(moves)
    assert stopped > 0


def test_many_games_replay_like_one(compiled) -> None:
    variant, rng = (4, 0, 0, 0, 0), random.Random(9)
    games = [[rng.randrange(80) & ~4 for _ in range(12)] for _ in range(50)]
    fresh = as_arrays(tables.empty_board(4), compiled.Board)
    board = as_arrays(tables.empty_board(4), compiled.Board)
    geometry, results = as_arrays(tables.geometry_of(4), compiled.Geometry), np.zeros(2, np.int64)
    counts = np.zeros(50, np.int64)
    total = compiled.replay_games(
        geometry, board, fresh, compiled.Variant(*variant), np.concatenate(games),
        np.arange(12, 612, 12), results, counts,
    )  # fmt: skip
    single = [
        rules.replay(
            tables.geometry_of(4), tables.empty_board(4), rules.Variant(*variant), game, [0, 0]
        )
        for game in games
    ]
    assert (counts.tolist(), total) == (single, sum(single))


def test_random_games_last_as_long_as_they_should() -> None:
    """Check the mean length of 35.6 and 84 % enclosures, from the issue that fixed the rules."""
    compiled = compiled_module("tests.engine.native.random_games")
    fresh = as_arrays(tables.empty_board(6), compiled.rules.Board)
    board = as_arrays(tables.empty_board(6), compiled.rules.Board)
    totals, moves = np.zeros(2, np.int64), np.zeros(8 * 21 + 1, np.int64)
    geometry = as_arrays(tables.geometry_of(6), compiled.rules.Geometry)
    variant, source = compiled.rules.Variant(4, 0, 0, 0, 0), np.ones(1, np.uint64)
    compiled.games(geometry, board, fresh, variant, 40_000, moves, totals, source)
    # Four standard errors of 40,000 games: 0.2 moves, 0.7 %.
    assert totals[0] / 40_000 == pytest.approx(35.6, abs=0.25)
    assert totals[1] / 40_000 == pytest.approx(0.845, abs=0.012)


def test_a_change_in_an_inner_module_is_noticed(tmp_path, monkeypatch) -> None:
    """Check a change in another file than the called function's."""
    monkeypatch.setenv("BOCHE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would not notice at once either
    monkeypatch.syspath_prepend(str(tmp_path))
    package = tmp_path / "two_files"
    package.mkdir()
    (package / "__init__.py").write_text("from two_files.outer import *")
    (package / "outer.py").write_text(
        "from two_files.inner import step\n\ndef twice(x):\n    return step(step(x))\n"
    )
    answers = []
    for by in (1, 2, 2):
        (package / "inner.py").write_text(f"def step(x):\n    return x + {by}\n")
        for name in [name for name in sys.modules if name.startswith("two_files")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        compiled_module.cache_clear()
        answers.append(compiled_module("two_files").twice(0))
    compiled_module.cache_clear()
    assert answers == [2, 4, 4]
    assert len(list((tmp_path / "cache").glob("**/*outer.twice-*.json"))) == 1


def test_playing_imports_no_numpy() -> None:
    code = (
        "import sys; from boche.engine import new;"
        "p = new('boche', size=4).play('c:a1').play('swap'); p.groups(); p.text_board();"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
