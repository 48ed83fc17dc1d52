"""The entry points by which packages of their own bring games and views along."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_SUFFIXES = (".dist-info", ".egg-info")


def entry_points(group: str) -> list[EntryPoint]:
    """The entry points of a group by name.

    ``importlib.metadata`` takes longer to load, and then to read, than all games together; so it is
    asked only where something on the path speaks of the group.
    """
    if not any(_speaks_of(group, folder or os.curdir) for folder in sys.path):
        return []
    from importlib import metadata

    return sorted(metadata.entry_points(group=group), key=lambda entry: entry.name)


def _speaks_of(group: str, folder: str) -> bool:
    """Whether a package installed in a folder may have the group; so may any in an archive."""
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
