"""The rules: equal results interpreted and compiled, and compiled only on request."""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from boche.engine.games.boche import board as tables
from boche.engine.games.boche import rules
from boche.engine.jit.compile import TRIED, Entries, as_arrays, compiled_copy, untried
from tests import ROOT
from tests.engine.compiled import compiled_module

VARIANTS = [(4, 0, 0, 0, 0), (2, 0, 1, 1, 0), (0, 0, 0, 1, 1), (4, 1, 0, 0, 0)]


@pytest.fixture(scope="module")
def compiled():
    return compiled_module("boche.engine.games.boche.rules")


@pytest.mark.parametrize("size", [1, 2, 4, 6])
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


def test_random_games_last_as_long_as_they_should(compiled) -> None:
    """Check the mean length of 35.6 and 84 % enclosures, from the issue that fixed the rules."""
    import numba

    play, generate, reset = compiled.play, compiled.generate, compiled.reset

    @numba.njit(_nrt=False)
    def games(geometry, board, fresh, variant, count, moves, totals):
        for _ in range(count):
            reset(board, fresh)
            result = -1
            while result < 0:
                number = generate(geometry, board, variant, moves)
                if board.info[0] == 1:
                    number -= 1  # the swap would not change the game
                result = play(geometry, board, variant, moves[np.random.randint(number)])
                totals[0] += 1
            totals[1] += result < 2

    fresh = as_arrays(tables.empty_board(6), compiled.Board)
    board = as_arrays(tables.empty_board(6), compiled.Board)
    totals, moves = np.zeros(2, np.int64), np.zeros(8 * 21 + 1, np.int64)
    geometry = as_arrays(tables.geometry_of(6), compiled.Geometry)
    games(geometry, board, fresh, compiled.Variant(4, 0, 0, 0, 0), 40_000, moves, totals)
    # Four standard errors of 40,000 games: 0.2 moves, 0.7 %.
    assert totals[0] / 40_000 == pytest.approx(35.6, abs=0.25)
    assert totals[1] / 40_000 == pytest.approx(0.845, abs=0.012)


def test_what_compiled_code_calls_has_no_way_in_from_python(compiled, tmp_path) -> None:
    """Check that only functions called from Python have entry points, which cost compile time."""
    rules_twin = compiled_copy("boche.engine.games.boche.rules")
    entries = Entries(rules_twin, tmp_path)
    board = as_arrays(tables.empty_board(2), entries.Board)
    geometry = as_arrays(tables.geometry_of(2), entries.Geometry)
    assert entries.is_open(geometry, board, 0)
    assert entries.first_rotation(board, 0) == -1
    assert entries.is_open is entries.is_open
    assert entries.FULL == rules.FULL
    kept = {path.name.split("-")[0] for path in tmp_path.glob("**/*.nbc")}
    assert kept == {"board.is_open", "moves.first_rotation"}
    inner = [function.targetoptions for function in functions_of(rules_twin)]
    assert all(options.get("no_cpython_wrapper") for options in inner)


def functions_of(module: ModuleType) -> list[Any]:
    """Return the compiled functions in a copy and in the modules inside it."""
    names = {id(vars(module)): vars(module)}
    waiting = [vars(module)]
    while waiting:
        for value in waiting.pop().values():
            inner = value.py_func.__globals__ if hasattr(value, "py_func") else vars(module)
            if id(inner) not in names:
                names[id(inner)] = inner
                waiting.append(inner)
    assert len(names) == 5
    found = [value for inner in names.values() for value in inner.values()]
    plain = [value for value in found if isinstance(value, FunctionType)]
    assert not [value for value in plain if value.__module__.startswith("engine.")]
    return [value for value in found if hasattr(value, "py_func")]


def test_a_change_in_an_inner_module_is_noticed(tmp_path, monkeypatch) -> None:
    """Check a change that numba misses, since it checks only the file of the called function."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
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
    assert len(list((tmp_path / "cache").glob("**/outer.twice-*.nbc"))) == 1


def test_playing_imports_no_numba() -> None:
    code = (
        "import sys; from boche.engine import new;"
        "p = new('boche', size=4).play('c:a1').play('swap'); p.groups(); p.text_board();"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


# -- private parts of numba


UNTRIED = "0.99.1"


@pytest.fixture
def untried_numba(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which numba claims to have another version."""
    (tmp_path / f"numba-{UNTRIED}.dist-info").mkdir()
    (tmp_path / f"numba-{UNTRIED}.dist-info" / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: numba\nVersion: {UNTRIED}\n"
    )
    return {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}


@pytest.mark.parametrize(
    "code",
    [
        "from boche.engine.jit.kernels import kernels\n"
        "from boche.engine.games.registry import GAMES\n"
        "for game in GAMES.values(): kernels(game)",
        "from boche.engine.jit.compile import compiled_copy\n"
        "from boche.engine.tasks.worker_pool import WorkerPool\n"
        "with WorkerPool(2) as pool:\n"
        "    for n in range(2): pool.begin(n, compiled_copy, 'boche.engine.search.rng')\n"
        "    pool.finished(), pool.finished()",
    ],
    ids=["loaded twice", "with workers"],
)
def test_an_untried_numba_is_reported_once(untried_numba: dict[str, str], code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=untried_numba, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    lines = [line for line in done.stderr.splitlines() if "numba" in line]
    assert lines == [f"boche: {untried(UNTRIED)}"], done.stderr


def test_the_tried_numba_is_not_reported() -> None:
    assert [untried(f"{version}.{n}") for version in TRIED for n in range(3)] == [""] * 3


def test_reference_counts_are_off_and_what_is_kept_can_be_guarded(compiled) -> None:
    """Check the private parts of numba that are used, each by its effect."""
    import numba

    from boche.engine.jit.compile import ENTRY

    @numba.njit(**ENTRY)
    def made(n):
        return np.zeros(n)

    with pytest.raises(numba.core.errors.NumbaError, match="Only accept returning of array passed"):
        made(3)  # without reference counts there are no new arrays
    cache = compiled.is_open._cache
    assert [
        name for name in ("load_overload", "save_overload", "flush") if not hasattr(cache, name)
    ] == []
