"""Collecting the tests plays, searches and imports nothing that takes time."""

from __future__ import annotations

import subprocess
import sys

from tests import ROOT

DEAR = ("jax", "mypy", "playwright", "pgx", "pyspiel", "torch")
"""What no test module imports at its top: each takes a second or more."""

NOTHING_IS_PLAYED = f"""
import sys
import pytest
from boche.engine.games.boche.position import Position as Boche
from boche.engine.games.boku.position import Position as Boku
from boche.engine.games.che.position import Position as Che
from boche.engine.games.octi.position import Position as Octi

def refuse(self, move):
    raise RuntimeError("a move is played while tests are collected")

for kind in (Boche, Boku, Che, Octi):
    kind.play = refuse
code = pytest.main(["--collect-only", "-qq", "-p", "no:anyio", "-p", "no:cacheprovider"])
found = [name for name in {DEAR!r} if name in sys.modules]
sys.exit(code or f"imported: {{found}}" if found else code)
"""


def test_collecting_plays_nothing_and_imports_nothing_dear() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NOTHING_IS_PLAYED], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
