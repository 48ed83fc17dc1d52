"""What two machines need to have in common to do the same tasks with the same results."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from boche.engine.jit.cache import hash_of
from boche.engine.program import PROGRAM, version

ENGINE = Path(__file__).parents[1]

Build = tuple[tuple[str, str], ...]


@cache
def build() -> Build:
    """Return the versions of this process, by what they are the versions of."""
    return (
        (PROGRAM, version()),
        (f"{PROGRAM}'s engine", hash_of(ENGINE.rglob("*.py"))),
        ("Python", f"{sys.version_info.major}.{sys.version_info.minor}"),
    )


def difference(there: Build, here: Build) -> str:
    """Return the first difference in words, or an empty string if there is none."""
    known = dict(there)
    for name, own in here:
        if known.get(name) != own:
            return f"has {name} {known.get(name) or '(none)'}, not {own or '(none)'} as here"
    return ""
