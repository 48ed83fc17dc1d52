"""Very many hostile bytes: a result or one clear error, soon, and never a recursion error."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import ROOT

N = 300_000
HEAD = b"(;FF[4]GM[Boche]CA[UTF-8]SZ[4]"
SECONDS = 10  # to read; far above what is measured (0.3), so that a busy machine passes

FLOODS = {
    "nested variations": HEAD + b"(;W[c:a1](;B[a:b1]" * 5_000 + b")" * 10_001,
    "nested and unclosed": HEAD + b"(;" * (N // 2),
    "variations": HEAD + b"(;)" * (N // 3) + b")",
    "nodes": HEAD + b";" * N + b")",
    "moves": HEAD + b";W[c:a1]" * (N // 8) + b")",
    "opening": HEAD + b"(" * N,
    "closing": HEAD + b")" * N,
    "only opening": b"(" * N,
    "endless value": HEAD + b";C[" + b"x" * N,
    "endless escapes": HEAD + b";C[" + b"\\]" * (N // 2),
    "endless after values": HEAD + b";C" + b"[]" * (N // 2) + b"[",
    "values": HEAD + b";C" + b"[]" * (N // 2) + b")",
    "long value": HEAD + b";C[" + b"x\n" * (N // 2) + b"])",
    "same property": HEAD + b";" + b"C[]" * (N // 3) + b")",
    "brackets": HEAD + b"[" * N,
    "closing brackets": HEAD + b"]" * N,
    "names": HEAD + b"A " * (N // 2) + b")",
    "one name": HEAD + b"A" * N,
    "spaces": HEAD + b" " * N + b")",
    "name and spaces": HEAD + b"A" + b" " * N + b")",
    "lines": HEAD + b"\n" * N + b"]",
    "bad bytes": HEAD + b";C[\xff]" * (N // 5) + b")",
    "games": b"(;GM[Boche])" * (N // 12),
    "nameless games": b"(;)" * (N // 3),
    "opened and spaces": b"(" + b" " * N,
    "junk then a game": b"x(\n" * (N // 3) + b"\n(;GM[Boche])",
    "words": b"hello w " * (N // 8),
    "numbers": b"1. " * (N // 3),
    "move list": b"c:a1 a:b2\n" * (N // 10),
    "one word": b"c" * N,
    "resignations": b"resign " * (N // 7),
    "comments": b"#\n" * (N // 2),
    "empty lines": b"\n" * N + b"x",
    "flags": b"boche challenge" + b" -x" * (N // 3),
    "options": b"(;GM[Boche]RU[" + b"-x " * (N // 3) + b"])",
    "size": b"(;GM[Boche]SZ[" + b"9" * N + b"])",
    "mark": b"(;GM[" + b"9" * N + b"])",
    "result": HEAD + b"RE[" + b"W+" * (N // 2) + b"];W[c:a1])",
    "zeros": b"\0" * N,
    "high bytes": b"\xff" * N,
}

PROGRAM = f"""
import sys, time
from engine.errors import RecordError
from engine.record import check, dump_sgf, load
data = sys.stdin.buffer.read()
start = time.perf_counter()
try:
    record = load(data)
    assert time.perf_counter() - start < {SECONDS}
except RecordError as error:
    assert time.perf_counter() - start < {SECONDS}
    text = str(error)
    assert error.problems and "\\n" not in text and len(text) < 300, text[:500]
    print("refused")
else:
    messages = [problem.message for problem in (*record.problems, *check(record))]
    assert all(len(m) < 300 and "\\n" not in m for m in messages), max(messages, key=len)[:500]
    again = load(dump_sgf(record))
    assert record == again or record.problems
    print("read")
"""


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_ends_soon(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=FLOODS[name],
        capture_output=True,
        cwd=ROOT,
        timeout=6 * SECONDS,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()[-600:]
    assert run.stdout.strip() in (b"read", b"refused")
