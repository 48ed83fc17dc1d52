"""Functions that show what the compiled subset means, for tests to compare with Python."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

STEPS = (3, -1, 4, -1, 5)
SHARES = (0.5, 0.25)
TABLE = np.array([[1, 2, 3], [4, 5, 6]], np.int8)
ONE = np.uint64(1)
TOP = 2**63 - 1


class Inner(NamedTuple):
    numbers: Any
    size: int


class Outer(NamedTuple):
    inner: Inner
    grid: Any
    share: float


def arithmetic(a: int, b: int, out: Any) -> None:
    out[0], out[1], out[2], out[3] = a + b, a - b, a * b, -a
    out[4], out[5] = a & b, a | b ^ 3
    out[6], out[7] = ~a, a << 3
    out[8], out[9], out[10] = a >> 2, a // 7, a % 7
    out[11], out[12], out[13] = a // 8, a % 8, a**2
    out[14], out[15] = abs(a), min(a, b, 5)
    out[16], out[17] = max(a, b), int(a < b)
    out[18], out[19] = int(1 < a <= b), int(a in (1, b, 7))
    out[20] = a if a > b else b


def divided(a: int, b: int) -> int:
    return (a // b) * 1000 + a % b


def words(a: Any, b: Any) -> Any:
    return (a * b ^ a >> np.uint64(7)) + (b << ONE)


def floats(x: float, n: int) -> float:
    return math.sqrt(x) + math.log(x) * SHARES[n] + math.exp(-x) + n / 3 - float(n)


def single(x: float) -> float:
    y = np.float32(x)
    return y * y / np.float32(3) + y


def rounded(x: float) -> int:
    return round(x)


def last(values: Any, back: int) -> int:
    return values[-back] + STEPS[-1] + TABLE[1, -1]


def parts(whole: Outer, row: int) -> int:
    inner, line = whole.inner, whole.grid[row]
    total = inner.size
    for i in range(len(line)):
        total += line[i] * inner.numbers[i]
    line[0] = 9
    return total


def sliced(values: Any, low: int, high: int) -> int:
    part, total = values[low:high], 0
    for i in range(len(part)):
        total = 10 * total + part[i]
    return total


def counted(first: int, last: int, step: int) -> int:
    total = 0
    for i in range(first, last, step):
        if i == 13:
            continue
        if total > 1000:
            break
        total += i
        i = 0
    return total


def changed(values: Any) -> int:
    values[0] += 1
    return values[0]


def in_order(values: Any) -> int:
    return values[0] + 10 * changed(values) + 100 * values[0] + 1000 * changed(values)


def either(values: Any, first: int) -> int:
    if first > 0 or changed(values) > 0:
        return values[0]
    return -1


def swapped(values: Any, i: int, j: int) -> None:
    values[i], values[j] = values[j], values[i]


def pair(a: int, b: int) -> tuple[int, float]:
    return a + b, a / b


def unpacked(a: int, b: int) -> float:
    whole, share = pair(a, b)
    return whole + share


def filled(grid: Any, row: int, value: float) -> None:
    grid[row] = value


def fails(values: Any, at: int) -> int:
    if at < 0:
        raise ValueError("below zero")
    return values[at]


def copied(values: Any, out: Any) -> None:
    for i in range(len(values)):
        out[i] = values[i]


def unassigned(values: Any, n: int) -> int:
    if n > 0:
        part = values[:n]
    return part[0]


def beyond(values: Any, n: int) -> int:
    part, last = values[len(values) + (n & TOP) : 9], 0
    for i in range(len(part)):
        last = part[i]
    return last


def written(n: int) -> int:
    TABLE[0, 0] = n
    return TABLE[0, 0]


def endless(values: Any) -> int:
    at = 0
    while values[at] != -1:
        at += 1
    return at


def over(a: int) -> int:
    total = 0
    for step in (1, a, -a):
        for more in STEPS:
            total = total * step + more
    return total
