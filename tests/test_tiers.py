"""The tiers of tests, and collecting: it decides what runs, and plays and searches nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.tiers import FAST, FAST_FOLDERS, FIRST, FULL, HERE, PUSH, TIERS, is_in, place_of, tier_of

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


@pytest.mark.parametrize(
    ("path", "tier"),
    [
        ("engine/games/boku/test_rules.py", FAST),
        ("engine/games/boche/full/test_prover.py", FULL),
        ("viewer/hud/push/test_pages.py", PUSH),
        ("server/web/test_api.py", PUSH),
        ("e2e/window/test_window.py", PUSH),
        ("e2e/window/full/test_window.py", FULL),
        ("test_tiers.py", PUSH),
    ],
)
def test_a_folder_decides(path: str, tier: str) -> None:
    assert tier_of(HERE / path) == tier
    assert [is_in(HERE / path, each) for each in TIERS] == [
        TIERS.index(each) >= TIERS.index(tier) for each in TIERS
    ]


def test_the_folders_are_there() -> None:
    assert [name for name in FAST_FOLDERS if not (HERE / name).is_dir()] == []
    for glob in FIRST:
        assert any(HERE.glob(glob)), glob


def test_the_rules_come_first() -> None:
    paths = ["e2e/cli/test_cli.py", "engine/record/test_sgf.py", "games/test_definitions.py",
             "engine/games/che/test_rules.py", "engine/games/che/test_search.py"]  # fmt: skip
    order = sorted(paths, key=lambda path: place_of(HERE / path))
    assert order == [paths[3], paths[2], paths[4], paths[1], paths[0]]


def test_collecting_plays_nothing_and_imports_nothing_dear() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NOTHING_IS_PLAYED], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_a_tier_leaves_out_the_later_ones(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "--tier", "fast",
         "-p", "no:anyio", "-p", "no:cacheprovider", "tests/games", "tests/gl"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "tests/games/" in done.stdout
    assert "tests/gl/" not in done.stdout
