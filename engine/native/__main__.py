"""Build the libraries of games, each beside the game's own sources, two at a time.

    python -m boche.engine.native [--checked] [--everywhere] [--force] [GAME ...]

Without names it builds those of all games. What is up to date is left alone.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES, find
from boche.engine.native import compiler
from boche.engine.native.kernels import code_of, searches, target
from boche.engine.native.library import BESIDE
from boche.engine.program import PROGRAM


def main(arguments: Sequence[str] | None = None) -> int:
    """Build what is asked for; return the exit code."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {PROGRAM}.engine.native",
        description="Compile the rules and searches of games, beside their sources.",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="games; by default all")
    parser.add_argument("--checked", action="store_true", help="code that checks every index")
    parser.add_argument(
        "--everywhere", action="store_true", help="for every system, by the package ziglang"
    )
    parser.add_argument("--force", action="store_true", help="build what is up to date as well")
    given = parser.parse_args(arguments)
    if given.checked:
        os.environ[compiler.VARIANT] = "1"
    names = given.games or [name for name, game in GAMES.items() if searches(game)]
    if len(names) == 1:
        return _build(names[0], given.everywhere, given.force)
    more = [f"--{word}" for word in ("everywhere", "force") if vars(given)[word]]
    with ThreadPoolExecutor(2) as pool:
        return max(pool.map(lambda name: _in_process([name, *more]), names), default=0)


def _in_process(arguments: Sequence[str]) -> int:
    command = [sys.executable, "-m", f"{PROGRAM}.engine.native", *arguments]
    return subprocess.run(command, check=False).returncode


def _build(name: str, everywhere: bool, force: bool) -> int:
    start = time.perf_counter()
    try:
        code = code_of(find(name))
        folder = Path(str(sys.modules[code.game.room].__file__)).parent / BESIDE
        if everywhere:
            targets = [t for t in compiler.EVERYWHERE if force or not code.shelf.has(t, folder)]
        else:
            targets = [target()] if force or code.shelf.load() is None else []
        if not targets:
            return 0
        folder.mkdir(exist_ok=True)
        code.build_for(targets, folder)
    except (BocheError, OSError) as error:
        print(f"{PROGRAM}: {name}: {error}", file=sys.stderr)
        return 1
    print(f"{PROGRAM}: {code.game.title} is compiled ({time.perf_counter() - start:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
