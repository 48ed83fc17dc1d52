"""Build the libraries of games, each beside the game's own sources, two at a time.

    python -m boche.engine.native [--checked] [--everywhere] [--force] [GAME ...]

Without names it builds those of all games. What is up to date is left alone. Ctrl+C ends it with
exit code 130; what is built by then stays.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES, find
from boche.engine.interrupt import block_interrupt
from boche.engine.native import compiler
from boche.engine.native.kernels import code_of, is_current, searches, target
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
    parser.add_argument("--within", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.checked:
        os.environ[compiler.VARIANT] = "1"
    names = given.games or [name for name, game in GAMES.items() if searches(game)]
    try:
        if given.within:  # whoever started this blocks Ctrl+C until it is answered in one line
            block_interrupt(False)
        if len(names) == 1:
            return _build(names[0], given.everywhere, given.force)
        more = [f"--{word}" for word in ("everywhere", "force") if vars(given)[word]]
        return _build_in_processes(names, more)
    except KeyboardInterrupt:
        if not given.within:  # else whoever started this says so
            print(f"{PROGRAM}: stopped; the same command compiles the rest", file=sys.stderr)
        return STOPPED


STOPPED = 130
"""The exit code after Ctrl+C."""


def _build_in_processes(names: Sequence[str], more: Sequence[str]) -> int:
    """Build the libraries of several games; return the highest exit code."""
    if more or not all(is_current(find(name)) for name in names):
        titles = ", ".join(find(name).title for name in names)
        often = " for every system (minutes)" if "--everywhere" in more else " (up to a minute)"
        print(f"{PROGRAM}: compiling the rules of {titles}{often}", flush=True)
    deaf = ThreadPoolExecutor(2, initializer=block_interrupt, initargs=(True,))
    with contextlib.ExitStack() as started, deaf as pool:

        def run(name: str) -> int:
            command = [sys.executable, "-m", f"{PROGRAM}.engine.native", "--within", name, *more]
            # Ctrl+C comes to this process alone, which hands it on once: a second one would break
            # into what the first has them tidy up.
            process = subprocess.Popen(command, start_new_session=True)
            started.callback(_interrupt, process)
            return process.wait()

        try:
            return max(pool.map(run, names), default=0)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            started.close()
            raise


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    """Hand Ctrl+C on to a process and its compiler, unless they have ended."""
    if process.poll() is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "win32":  # there the console has told them
            process.wait()
        else:
            os.killpg(process.pid, signal.SIGINT)


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
