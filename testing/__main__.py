"""Begin a game of one's own: ``python -m boche.testing new NAME`` writes the tutorial's package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.program import PROGRAM
from boche.testing.tutorial import write_package


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what is asked for; return the exit code."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {PROGRAM}.testing",
        description="Begin a game of your own: writes tic-tac-toe as a package with that name.",
    )
    parser.add_argument("command", choices=["new"])
    parser.add_argument("name", metavar="NAME", help="name of the game, of its package and folder")
    given = parser.parse_args(arguments)
    try:
        folder = write_package(given.name, Path())
    except (BocheError, OSError) as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 2
    print(f"{folder}: a game to change; next: pip install -e {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
