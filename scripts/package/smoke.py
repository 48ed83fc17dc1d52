"""Try a packaged program: version, a picture, a game of each kind, and a window for five seconds.

    python scripts/package/smoke.py dist/boche-VERSION-linux-MACHINE/boche
    python scripts/package/smoke.py PYTHON -I -m boche

A display with OpenGL 3.3 is needed; Mesa's is enough.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = ("boche", "che", "boku", "octi")
STARTING, OPEN = 20.0, 5.0
"""Seconds that a window may take to come, and for which it then has to stay."""


def run(words: list[str], *more: str, folder: str) -> str:
    """Run the program in a folder; return its output."""
    began = time.monotonic()
    # The rules are inside, compiled: what would compile them anew fails.
    environment = {**os.environ, "BOCHE_CC": "no-compiler", "BOCHE_CACHE_DIR": f"{folder}/cache"}
    done = subprocess.run(
        [*words, *more], cwd=folder, env=environment, capture_output=True, text=True, timeout=600,
        check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"boche: {' '.join(more)}: exit code {done.returncode}\n{done.stderr}")
    print(f"{time.monotonic() - began:6.1f} s  {' '.join(more)}", flush=True)
    return done.stdout


def open_window(words: list[str], folder: str) -> None:
    """Open the table and close it again."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([*words, "play", GAMES[0]], cwd=folder, stderr=said)
        try:
            process.wait(STARTING + OPEN)
        except subprocess.TimeoutExpired:
            process.terminate()
            process.wait(STARTING)
            print(f"{STARTING + OPEN:6.1f} s  play {GAMES[0]}: the window stays", flush=True)
            return
        said.seek(0)
        raise SystemExit(f"boche: the window has closed\n{said.read().decode(errors='replace')}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Try a packaged program.")
    parser.add_argument("--no-window", action="store_true", help="draw pictures only")
    parser.add_argument("--no-picture", action="store_true", help="there is no OpenGL either")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="how it is started")
    arguments = parser.parse_args()
    words = [str(Path(arguments.words[0]).resolve()), *arguments.words[1:]]
    with tempfile.TemporaryDirectory() as folder:
        told = run(words, "--version", folder=folder).strip()
        print(f"{told} on {platform.system()}, {platform.machine()}")
        run(words, "new", "-o", "game.sgf", folder=folder)
        if not arguments.no_picture:
            run(words, "shot", "game.sgf", "--pixels", "320x180", "-o", "game.png", folder=folder)
            if (Path(folder) / "game.png").read_bytes()[:4] != b"\x89PNG":
                raise SystemExit("boche: the picture is not a PNG")
        for game in GAMES:
            run(words, "match", "2", "1", "--games", "1", "--game", game, folder=folder)
        print("its compiled rules have searched in every game", flush=True)
        if not (arguments.no_window or arguments.no_picture):
            open_window(words, folder)


if __name__ == "__main__":
    sys.exit(main())
