"""The tiers of tests: which one runs what."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.tiers import FAST, FAST_FOLDERS, FIRST, FULL, HERE, PUSH, TIERS, is_in, place_of, tier_of


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


def test_a_tier_leaves_out_the_later_ones(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "--tier", "fast",
         "-p", "no:anyio", "-p", "no:cacheprovider", "tests/games", "tests/gl"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "tests/games/" in done.stdout
    assert "tests/gl/" not in done.stdout
