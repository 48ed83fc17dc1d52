"""Entry points through which separate packages add games and views."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_SUFFIXES = (".dist-info", ".egg-info")


def entry_points(group: str) -> list[EntryPoint]:
    """Return the entry points of a group, sorted by name.

    ``importlib.metadata`` takes longer to load and to run than all games together, so it is used
    only if something on the path mentions the group.
    """
    if not any(_speaks_of(group, folder or os.curdir) for folder in sys.path):
        return []
    from importlib import metadata

    return sorted(metadata.entry_points(group=group), key=lambda entry: entry.name)


def _speaks_of(group: str, folder: str) -> bool:
    """Return whether a package in a folder may have the group; any in an archive may."""
    try:
        names = os.listdir(folder)
    except OSError:
        return os.path.isfile(folder)
    if any(name.endswith(".egg") for name in names):
        return True
    found = (os.path.join(folder, name) for name in names if name.endswith(_SUFFIXES))
    return any(_mentions(group, os.path.join(path, "entry_points.txt")) for path in found)


def _mentions(group: str, path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return group.encode() in file.read()
    except OSError:  # most packages have none
        return False
