"""The three tiers of tests: which one a test belongs to follows from the folder that it lies in.

``make fast`` runs FAST, ``make test`` FAST and PUSH, ``make test-all`` everything. A folder named
``push`` or ``full`` decides for all that is below it; elsewhere a test is FAST below the folders
of ``FAST_FOLDERS``, and PUSH in all others.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent

FAST, PUSH, FULL = TIERS = ("fast", "push", "full")

FAST_FOLDERS = (
    "engine",
    "games",
    "plugins",
    "server/commands",
    "server/database",
    "server/pairing",
    "server/people",
    "server/play",
    "testing",
    "viewer",
    "wording",
)

FIRST = (
    "engine/games/*/test_rules*.py",
    "games/test_definitions.py",
    "engine/games/**/*.py",
    "games/*.py",
    "engine/**/*.py",
)
"""What is run first, in this order: a wrong rule fails here, with its reason, before all else."""


def tier_of(path: Path) -> str:
    """Return the tier of a test's file."""
    where = path.relative_to(HERE)
    named = [part for part in where.parts[:-1] if part in (PUSH, FULL)]
    if named:
        return named[-1]
    fast = any(where.is_relative_to(folder) for folder in FAST_FOLDERS)
    return FAST if fast else PUSH


def runs(tier: str, other: str) -> bool:
    """Return whether a tier runs what belongs to another: each runs that of the ones before it."""
    return TIERS.index(other) <= TIERS.index(tier)


def is_in(path: Path, tier: str) -> bool:
    """Return whether a tier runs the tests of a file."""
    return runs(tier, tier_of(path))


def place_of(path: Path) -> int:
    """Return a number by which files are sorted: what says most about a fault runs first."""
    where = path.relative_to(HERE)
    return next((at for at, glob in enumerate(FIRST) if _matches(where, glob)), len(FIRST))


def _matches(where: Path, glob: str) -> bool:
    """Return whether a path is of a form in which ``**`` stands for any folders, or none."""
    folder, deep, name = glob.partition("**/")
    if not deep:
        return where.match(glob) and len(where.parts) == glob.count("/") + 1
    return where.match(name) and where.is_relative_to(folder)
