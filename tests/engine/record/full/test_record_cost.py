"""Cost of reading: bounded memory and time, whatever a large file contains."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boche.engine.errors import RecordError
from boche.engine.record import load, loads
from boche.engine.record.source import MAX_PIECES, Places
from tests import ROOT

N = 2**20
HEAD = b"(;FF[4]GM[Boche]CA[UTF-8]SZ[4]"
FLOODS = {
    "nodes": (HEAD + b";" * N, True),
    "moves": (HEAD + b";W[c:a1]" * (N // 8) + b")", True),
    "values": (HEAD + b";C" + b"[]" * (N // 2) + b")", True),
    "variations": (HEAD + b"(;)" * (N // 3) + b")", True),
    "nested": (HEAD + b"(;W[c:a1]" * (N // 9), True),
    "games": (b"(;GM[Boche])" * (N // 12), True),
    "list": (b"c:a1 a:b2\n" * (N // 10), True),
    "list in a line": (b"c:a1 a:b2 " * (N // 10), True),
    "numbers": (b"1. " * (N // 3), False),
    "empty lines": (b"\n" * N + b"c:a1", False),
    "comments": (b"#\n" * (N // 2), False),
    "wide value": (HEAD + b";C[" + "\U0001f600".encode() + b"x" * N + b"])", False),
    "rules of Octi": (b"(;GM[19]RU[" + b"a," * (N // 2) + b"])", True),
    "marks of Octi": (b"(;GM[19];CR[" + b"37" * (N // 2) + b"])", False),
}

PROGRAM = """
import sys, time
from boche.engine.errors import RecordError
from boche.engine.record import load_all

def highest():
    status = open("/proc/self/status").read()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024

data = sys.stdin.buffer.read()
open("/proc/self/clear_refs", "w").write("5")  # forget the highest so far
before, start, refused = highest(), time.process_time(), 0
try:
    load_all(data)
except RecordError:
    refused = 1
print(highest() - before, time.process_time() - start, refused)
"""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("name", FLOODS)
def test_reading_takes_little_memory_and_time(name: str) -> None:
    data, refused = FLOODS[name]
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=data,
        capture_output=True,
        cwd=ROOT,
        timeout=300,
        check=True,
    )
    memory, seconds, was_refused = map(float, run.stdout.split())
    assert memory < 10 * N + 64 * 2**20
    assert seconds < 4  # twice what docs/records.md says, for a busy machine
    assert was_refused == refused


def test_too_many_pieces_are_refused_with_their_place() -> None:
    count = MAX_PIECES // 2
    assert len(loads("c:a1 a:b2 " * count).moves()) == MAX_PIECES
    with pytest.raises(RecordError, match=r"^line 1, column \d+: more than 200,000 moves, prop"):
        loads("c:a1 a:b2 " * count + "c:a1")
    with pytest.raises(RecordError, match="more than 200,000 moves, properties and values"):
        load(HEAD + b";" * MAX_PIECES + b")")


def test_a_place_is_the_same_from_either_side() -> None:
    data = "\ufeffab\ncdé\n\nöf\r\ng".encode()
    offsets = [i for i in range(3, len(data) + 1) if i == len(data) or data[i] & 0xC0 != 0x80]
    fresh = [Places(data).at(offset) for offset in offsets]
    for first, at_first in zip(offsets, fresh, strict=True):
        places = Places(data)
        for offset, expected in zip(offsets[::-1], fresh[::-1], strict=True):
            assert places.at(first) == at_first
            assert places.at(offset) == expected
