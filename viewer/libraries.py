"""The system's libraries that are loaded by name, and the packages that have them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.errors import BocheError
from viewer.resources import asset_text

DRIVERS = "dri"
"""A folder of drivers and no library: GL itself looks for what it needs of it."""


class MissingLibraryError(BocheError):
    """The system lacks a library; one line that names it and its package."""


def packages(needed_for: str = "") -> dict[str, str]:
    """Debian's package of each library, by name: of all, or of those that something cannot do
    without (``window``, ``picture``)."""
    lines = (line.split() for line in asset_text("libraries.txt").splitlines())
    listed = [words for words in lines if words[0] != "#"]
    return {each[0]: each[1] for each in listed if not needed_for or needed_for in each[2:]}


def to_install(names: Iterable[str]) -> str:
    """Tell how to install these packages."""
    return f"on Debian or Ubuntu: sudo apt-get install {' '.join(names)}"


@contextmanager
def window_libraries() -> Iterator[None]:
    """Raise ``MissingLibraryError`` for what fails in here because the system lacks a library.

    Nothing is looked for before that: each look costs a process, and some are loaded as late as
    the first text is drawn.
    """
    try:
        yield
    except (ImportError, AttributeError) as error:
        lacking = _lacking(packages("window"))
        if not lacking:
            raise
        names = " and ".join(f"lib{name}" for name in lacking)
        raise MissingLibraryError(
            f"the window needs {names} of the system; {to_install(lacking.values())}"
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
