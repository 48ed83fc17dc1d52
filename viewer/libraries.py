"""System libraries that are loaded by name, and the packages that provide them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.resources import asset_text

DRIVERS = "dri"
"""A folder of drivers rather than a library: GL itself loads what it needs from it."""


class MissingLibraryError(BocheError):
    """A library missing from the system; the message is one line that names it and its package."""


def packages(needed_for: str = "") -> dict[str, str]:
    """Return the Debian package of each library by name.

    Return all of them, or only those required for one feature (``window``, ``picture``).
    """
    lines = (line.split() for line in asset_text("libraries.txt").splitlines())
    listed = [words for words in lines if words[0] != "#"]
    return {each[0]: each[1] for each in listed if not needed_for or needed_for in each[2:]}


def to_install(names: Iterable[str]) -> str:
    """Return the command that installs these packages."""
    command = f"sudo apt-get install {' '.join(names)}"
    return tr("on Debian or Ubuntu: {command}", command=command)


@contextmanager
def window_libraries() -> Iterator[None]:
    """Raise ``MissingLibraryError`` for a failure in the body that a missing library causes.

    Libraries are not looked up before a failure: each lookup starts a process, and some libraries
    are loaded only when the first text is drawn.
    """
    try:
        yield
    except (ImportError, AttributeError) as error:
        lacking = _lacking(packages("window"))
        if not lacking:
            raise
        names = " and ".join(f"lib{name}" for name in lacking)
        raise MissingLibraryError(
            tr(
                "the window needs {names}, which this system lacks; {install}",
                names=names,
                install=to_install(lacking.values()),
            )
        ) from error


def _lacking(listed: dict[str, str]) -> dict[str, str]:
    if not sys.platform.startswith("linux"):
        return {}
    return {name: package for name, package in listed.items() if not _loads(name)}


def _loads(name: str) -> bool:
    import ctypes
    from ctypes.util import find_library

    try:
        ctypes.CDLL(find_library(name) or f"lib{name}.so")
    except OSError:
        return False
    return True
