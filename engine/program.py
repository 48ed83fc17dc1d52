"""The program's own name, and the words that are made of it for other programs and for files."""

from __future__ import annotations

PROGRAM = "boche"
"""The command, the name that GTP asks for, and what folders and files of the user's are named by.

A game of the same name is a game like the others and has nothing to do with it.
"""

GAMES_GROUP = f"{PROGRAM}.games"
"""The entry points by which a package of its own registers a game: each names a ``Game``."""


def version() -> str:
    """The installed version; empty where the program runs without having been installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed_version

    try:
        return installed_version(PROGRAM)
    except PackageNotFoundError:
        return ""
