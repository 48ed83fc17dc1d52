"""The compiled subset: it means what Python means, and anything else is refused with its place."""

from __future__ import annotations

import importlib
import itertools
import math
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.engine.native.kernels import compiled_module
from boche.engine.native.sources import UntranslatableError
from tests.engine.native import sample

NUMBERS = (0, 1, -1, 2, 5, 7, -7, 8, 100, -1000, 12345678901, -(2**40))


@pytest.fixture(scope="module")
def compiled() -> Any:
    return compiled_module("tests.engine.native.sample")


def test_arithmetic_of_integers(compiled: Any) -> None:
    ours, theirs = np.zeros(21, np.int64), np.zeros(21, np.int64)
    for a, b in itertools.product(NUMBERS, repeat=2):
        if abs(a * b) >= 2**63 or a * a >= 2**63:
            continue
        compiled.arithmetic(a, b, ours)
        sample.arithmetic(a, b, theirs)
        assert ours.tolist() == theirs.tolist(), (a, b)


def test_division_rounds_down_and_by_nothing_gives_nothing(compiled: Any) -> None:
    for a, b in itertools.product(NUMBERS, repeat=2):
        assert compiled.divided(a, b) == (sample.divided(a, b) if b else 0)
    assert compiled.divided(-(2**63), -1) == -(2**63) * 1000 % 2**64 - 0


def test_integers_wrap_around(compiled: Any) -> None:
    out = np.zeros(21, np.int64)
    compiled.arithmetic(2**63 - 1, 1, out)
    assert out[0] == -(2**63)


def test_words_of_64_bits(compiled: Any) -> None:
    rng = random.Random(3)
    for _ in range(50):
        a, b = rng.getrandbits(64), rng.getrandbits(64)
        wanted = ((a * b % 2**64 ^ a >> 7) + (b << 1)) % 2**64
        assert compiled.words(np.uint64(a), np.uint64(b)) == wanted


@pytest.mark.parametrize("x", [1e-300, 0.001, 0.5, 1.0, 1.5, 2.0, 12345.678, 1e300, 5e-324])
def test_roots_logarithms_and_exponentials(compiled: Any, x: float) -> None:
    for n in range(2):
        assert compiled.floats(x, n) == pytest.approx(sample.floats(x, n), rel=1e-15, abs=1e-15)


def test_the_edges_of_functions(compiled: Any) -> None:
    assert compiled.floats(math.inf, 0) == math.inf
    assert math.isnan(compiled.floats(-1.0, 0))
    assert math.isnan(compiled.floats(math.nan, 0))


def test_single_precision_stays_single(compiled: Any) -> None:
    for x in (0.1, 3.7, 1e10):
        assert compiled.single(x) == float(sample.single(x))


@pytest.mark.parametrize("x", [0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, 2.0**52 + 1, 7.7])
def test_rounding_halves_to_even(compiled: Any, x: float) -> None:
    assert compiled.rounded(x) == sample.rounded(x)


def test_negative_indices_count_from_the_end(compiled: Any) -> None:
    values = np.arange(10)
    assert [compiled.last(values, n) for n in range(1, 4)] == [
        sample.last(values, n) for n in range(1, 4)
    ]


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "uint16", "float32"])
def test_tuples_of_arrays_of_all_kinds(compiled: Any, kind: str) -> None:
    def made(module: Any) -> Any:
        inner = module.Inner(np.arange(3, dtype=np.int64), 7)
        return module.Outer(inner, np.arange(6).reshape(2, 3).astype(kind), 0.5)

    ours, theirs = made(compiled), made(sample)
    for row in (0, 1, -1):
        assert compiled.parts(ours, row) == sample.parts(theirs, row)
    assert np.array_equal(ours.grid, theirs.grid)


def test_slices_out_of_range_are_shorter(compiled: Any) -> None:
    values = np.arange(1, 8)
    for low, high in itertools.product(range(-9, 10), repeat=2):
        assert compiled.sliced(values, low, high) == sample.sliced(values, low, high), (low, high)


def test_loops_count_up_and_down(compiled: Any) -> None:
    for bounds in ((0, 20, 1), (20, 0, -1), (5, 5, 1), (0, 900, 7), (3, 0, 1), (-5, 5, 3)):
        assert compiled.counted(*bounds) == sample.counted(*bounds)


def test_a_loop_over_a_tuple(compiled: Any) -> None:
    assert compiled.over(5) == sample.over(5)


def test_all_is_done_in_pythons_order(compiled: Any) -> None:
    for name, more in (("in_order", ()), ("either", (0,)), ("either", (1,))):
        ours, theirs = np.array([3]), np.array([3])
        result = getattr(compiled, name)(ours, *more)
        assert (result, *ours) == (getattr(sample, name)(theirs, *more), *theirs)


def test_tuples_as_values(compiled: Any) -> None:
    values = np.arange(4)
    compiled.swapped(values, 0, -1)
    assert values.tolist() == [3, 1, 2, 0]
    assert compiled.unpacked(3, 4) == sample.unpacked(3, 4)


def test_a_row_is_filled(compiled: Any) -> None:
    grid = np.zeros((2, 2, 3), np.float32)
    compiled.filled(grid, 1, 0.1)
    assert grid[0].tolist() == np.zeros((2, 3)).tolist()
    assert (grid[1] == np.float32(0.1)).all()


def test_raise_becomes_an_exception(compiled: Any) -> None:
    with pytest.raises(ValueError, match="below zero"):
        compiled.fails(np.zeros(3, np.int64), -1)
    assert compiled.fails(np.ones(3, np.int64), 1) == 1


@pytest.fixture
def checked(monkeypatch) -> Any:
    monkeypatch.setenv("BOCHE_CHECKED", "1")
    compiled_module.cache_clear()
    module = compiled_module("tests.engine.native.sample")
    compiled_module.cache_clear()
    return module


def test_with_checks_no_index_is_out_of_range(checked: Any) -> None:
    assert checked.endless(np.array([4, 2, -1])) == 2
    with pytest.raises(IndexError, match=r"native\.sample, line \d+: index out of range"):
        checked.endless(np.zeros(5, np.int64))
    with pytest.raises(IndexError, match="out of range"):
        checked.last(np.arange(3), 4)
    with pytest.raises(IndexError, match="out of range"):
        checked.filled(np.zeros((2, 2, 3), np.float32), 2, 1.0)


def test_with_checks_no_number_is_cut_off(checked: Any) -> None:
    out = np.zeros(2, np.int8)
    checked.copied(np.array([-128, 127]), out)
    assert out.tolist() == [-128, 127]
    for number in (-129, 128, 2**40):
        with pytest.raises(OverflowError, match=r"native\.sample, line \d+"):
            checked.copied(np.array([number]), out)
    with pytest.raises(OverflowError):
        checked.copied(np.array([-1]), np.zeros(1, np.uint16))


def test_with_checks_mistakes_of_other_kinds_reach_no_other_memory(checked: Any) -> None:
    with pytest.raises(IndexError):
        checked.unassigned(np.ones(3, np.int64), 0)
    assert checked.beyond(np.arange(4), 2**63 - 1) == 3  # the sum wraps around, to far below 0
    assert checked.written(7) == 7


# -- what is passed


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ((np.zeros(4, np.complex128), 1), TypeError, "array of complex128"),
        ((np.zeros(8, np.int64)[::2], 1), TypeError, "contiguous"),
        ((np.zeros(4, ">i8"), 1), TypeError, "array of >i8"),
        ((np.frombuffer(bytes(32), np.int64), 1), TypeError, "must be writable"),
        ((np.zeros(4, np.int64), 2**63), OverflowError, "not an int64"),
        ((np.zeros(4, np.int64), "1"), TypeError, "str cannot be passed"),
        ((np.zeros(4, np.int64), None), TypeError, "NoneType cannot be passed"),
        ((np.zeros(4, np.int64),), TypeError, "takes 2 arguments, not 1"),
        (([1, 2], 1), TypeError, "list cannot be passed"),
    ],
    ids=str,
)
def test_what_cannot_be_passed_is_refused(
    compiled: Any, arguments: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        compiled.last(*arguments)


def test_a_tuple_with_too_few_fields_or_other_arrays_is_refused(compiled: Any) -> None:
    inner = compiled.Inner(np.zeros(3, np.int64), 7)
    with pytest.raises(UntranslatableError, match="no attribute 'inner'"):
        compiled.parts(inner, 0)
    with pytest.raises(UntranslatableError, match="where a number is needed"):
        compiled.parts(compiled.Outer(inner, np.zeros((2, 2, 2)), 0.5), 0)


def test_copies_of_tuples_have_memory_of_their_own(compiled: Any) -> None:
    from copy import copy, deepcopy

    one = compiled.Outer(compiled.Inner(np.ones(3, np.int64), 0), np.ones((1, 3)), 0.5)
    assert compiled.parts(one, 0) == 3.0
    two, three = deepcopy(one), copy(one)._replace(grid=np.full((1, 3), 5.0))
    assert (compiled.parts(two, 0), compiled.parts(three, 0)) == (11.0, 15.0)
    two.grid[:] = 0.0
    assert compiled.parts(one, 0) == 11.0


# -- what is refused


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("    return [x]", "2: in f: List is not in the compiled subset"),
        ("    for i in x:\n        pass", "2: in f: a loop over something other than range"),
        ("    return open(x)", "2: in f: the name 'open' is unknown"),
        ("    y = 1\n    y.z = 2", "3: in f: an assignment to y.z"),
        ("    with x:\n        pass", "2: in f: With is not in the compiled subset"),
        ("    return f(x)", "1: in f: a function that calls itself"),
        ("    return x + 18446744073709551616", "2: in f: 18446744073709551616 is not an int64"),
        ("    return x + W", "2: in f: uint64 with another integer"),
        ("    return x < W", "2: in f: uint64 compared with another number"),
        ("    y = x\n    y = W\n    return y", "3: in f: 'y' is i64 and then u64"),
        ("    if x:\n        return 1\n    return W", "4: in f: it returns i64 and u64"),
        ("    return x[0]", "2: in f: an index of i64"),
        ("    return x and 3", "2: in f: 'and' or 'or' of numbers"),
        ("    return x ** x", "2: in f: a power other than"),
        ("    return lambda: x", "2: in f: Lambda is not"),
        ("    return f'{x}'", "2: in f: JoinedStr is not"),
        ("    while x:\n        x -= 1\n    else:\n        x = 2", "2: in f: else after a loop"),
    ],
)
def test_anything_else_is_refused_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, said: str
) -> None:
    assert said in refused(tmp_path, monkeypatch, lines, 1)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("    x[1:] = x[:1]", "2: in f: i64[] as an element; copy an array by a loop: for i in"),
        ("    y = x[0]\n    x[0] = x", "3: in f: i64[] as an element; copy an array by a loop"),
        ("    return len(x[::2])", "2: in f: a slice with a step; loop over range("),
        ("    return x[:2] == x[1:]", "2: in f: i64[] where a number is needed; do it for each"),
        ("    return T[1:2][0]", "2: in f: a slice of a tuple; take its items by their indices"),
        ("    return len(G[1:2])", "2: in f: a slice of i64[,]; loop over range(...), and index"),
        ("    return len(G[0, 1:2])", "2: in f: a slice beside an index; write a[i][j:k]"),
        (
            "    for y in x:\n        pass",
            "2: in f: a loop over something other than range(...) or a tuple; over",
        ),
        ("    for a, b in T:\n        pass", "2: in f: a loop over several variables; loop over"),
        ("    return sum(x)", "2: in f: the name 'sum' is unknown; Python's functions here are"),
    ],
)
def test_what_arrays_cannot_do_is_refused_with_what_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, said: str
) -> None:
    assert said in refused(tmp_path, monkeypatch, lines, np.arange(6))


def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, argument: Any) -> str:
    """Return why a function with these lines is not compiled, which is one line."""
    name = f"odd_{abs(hash(lines))}"
    (tmp_path / f"{name}.py").write_text(
        f"def f(x):\n{lines}\n\nimport numpy as np\nW = np.uint64(3)\n"
        "T = ((1, 2), (3, 4))\nG = np.ones((2, 3), np.int64)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    with pytest.raises(UntranslatableError) as caught:
        compiled_module(name).f(argument)
    del sys.modules[name]
    said = str(caught.value)
    assert "\n" not in said
    return said
