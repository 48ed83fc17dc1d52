"""What two machines need to have in common to do the same tasks with the same results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from boche.engine.languages.current import tr
from boche.engine.native.cache import hash_of
from boche.engine.program import PROGRAM, version

ENGINE = Path(__file__).parents[1]

LEARNED = ("weights", "solved")
"""Folders of assets that players go by."""

Build = tuple[tuple[str, str], ...]


@cache
def build() -> Build:
    """Return the versions of this process, by what they are the versions of."""
    return (
        (PROGRAM, version()),
        (f"{PROGRAM}'s engine", hash_of([*ENGINE.rglob("*.py"), *_learned()])),
        ("Python", f"{sys.version_info.major}.{sys.version_info.minor}"),
    )


def _learned() -> Iterator[Path]:
    for name in LEARNED:
        yield from (path for path in (ENGINE.parent / "assets" / name).glob("*") if path.is_file())


def difference(there: Build, here: Build) -> str:
    """Return the first difference in words, or an empty string if there is none."""
    known = dict(there)
    for name, own in here:
        if known.get(name) != own:
            return tr(
                "has {name} {value}, not {own} as here",
                name=name,
                value=known.get(name) or "(none)",
                own=own or "(none)",
            )
    return ""
