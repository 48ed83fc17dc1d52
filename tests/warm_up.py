"""Compile what the tests need, once; what is compiled already takes no time.

    python -m tests.warm_up

Each process that runs tests, and each program that a test starts, would else compile it for itself.
"""

from __future__ import annotations

import subprocess
import sys

from tests import ROOT


def warm_up() -> None:
    """Build the checked libraries of all games beside their sources. Raises ``SystemExit``."""
    command = [sys.executable, "-m", "boche.engine.native", "--checked"]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SystemExit("boche: a game's search cannot be compiled")


if __name__ == "__main__":
    warm_up()
