"""Large hostile inputs: a result or one clear error, soon, and never a recursion error."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from tests import ROOT

N = 300_000
HEAD = b"(;FF[4]GM[Boche]CA[UTF-8]SZ[4]"
SECONDS = 60  # then it is taken for hanging; measured: 0.3

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

PROGRAM = """
import json, sys
from boche.engine.errors import RecordError
from boche.engine.record import check, dump_sgf, load

def read(data):
    try:
        record = load(data)
    except RecordError as error:
        text = str(error)
        assert error.problems and "\\n" not in text and len(text) < 300, text[:500]
        return "refused"
    messages = [problem.message for problem in (*record.problems, *check(record))]
    assert all(len(m) < 300 and "\\n" not in m for m in messages), max(messages, key=len)[:500]
    again = load(dump_sgf(record))
    assert record == again or record.problems
    return "read"

for line in iter(sys.stdin.buffer.readline, b""):
    size = int(line)
    try:
        told = read(sys.stdin.buffer.read(size))
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
    print(json.dumps(told[:600]), flush=True)
"""


class Reader:
    """A process that reads one input after another; it is restarted if it dies."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def read(self, data: bytes) -> str:
        """Return its output for an input, or an empty string if it died or was killed."""
        if self.process is None:
            command = [sys.executable, "-c", PROGRAM]
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        guard = threading.Timer(SECONDS, self.process.kill)
        guard.start()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(b"%d\n" % len(data) + data)
            self.process.stdin.flush()
        told = self.process.stdout.readline()
        guard.cancel()
        if not told:
            self.close()
        return str(json.loads(told)) if told else ""

    def close(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            with self.process as process, contextlib.suppress(BrokenPipeError):
                process.kill()
        self.process = None


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    made = Reader()
    yield made
    made.close()


def check_flood(reader: Reader, name: str) -> None:
    told = reader.read(FLOODS[name])
    assert told in ("read", "refused"), told or "it hangs or dies"


SOME = list(FLOODS)[::4]


@pytest.mark.parametrize("name", SOME)
def test_a_flood_ends_soon(reader: Reader, name: str) -> None:
    check_flood(reader, name)
