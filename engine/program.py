"""The program's name, and the names derived from it for other programs and for files."""

from __future__ import annotations

PROGRAM = "boche"
"""The command, the name reported in GTP, and the name of the user's folders and files.

The game of the same name is a game like the others and unrelated to this.
"""

GAMES_GROUP = f"{PROGRAM}.games"
"""Group of the entry points by which a separate package registers a game: each names a ``Game``."""

PLAYERS_GROUP = f"{PROGRAM}.players"
"""Group of the entry points by which a separate package adds a computer player."""

SERVER_MARK = f"{PROGRAM.title()}-Server"
"""Header of every answer of our server: it tells clients that nothing else has answered."""


def version() -> str:
    """Return the installed version, or an empty string if the program is not installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed_version

    try:
        return installed_version(PROGRAM)
    except PackageNotFoundError:
        return ""
