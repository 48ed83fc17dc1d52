"""Comparison of rendering with PyVista: both run in turn, with medians and ratios.

    python -m benchmarks.bench_render [--peer PYTHON_WITH_PYVISTA] [--runs 7]

For a full board of size 6 at 1920x1080 with 4 samples, prints the wall time of the whole process
from start to PNG, and the time of one frame read back; also the frame time of size 20.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import machine_line

HERE = Path(__file__).parent


def run(command: list[str]) -> tuple[float, str]:
    """Run a command. Return its wall time in seconds and its output."""
    start = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - start, done.stdout


def frame(command: list[str]) -> float:
    """Return the time of one frame in seconds, as the command reports it."""
    return float(json.loads(run([*command, "--frames"])[1].splitlines()[-1])["frame"])


def show(name: str, own: list[float], peer: list[float], goal: str) -> None:
    """Print the medians of two lists of seconds and their ratio."""
    a, b = statistics.median(own), statistics.median(peer)
    print(f"{name}: {a * 1e3:.0f} ms against {b * 1e3:.0f} ms, ratio {a / b:.2f} ({goal})")


def main() -> None:
    """Run both programs in turn and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--peer", default=sys.executable, help="a Python with pyvista (default: this)"
    )
    parser.add_argument("--runs", type=int, default=7)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        picture = str(Path(folder) / "out.png")
        own = [sys.executable, str(HERE / "render_boche.py"), picture]
        peer = [given.peer, str(HERE / "render_pyvista.py"), picture]
        print(machine_line())
        print("own: ", *own, "\npeer:", *peer)
        for command in (own, peer):  # fills the file and shader caches
            run(command)
        times = [(run(own)[0], run(peer)[0]) for _ in range(given.runs)]
        frames = [(frame(own), frame(peer), frame([*own, "--size", "20"])) for _ in range(3)]
    first, second = zip(*times, strict=True)
    show("start to PNG, this program against PyVista", list(first), list(second), "goal 0.45")
    six, other, twenty = zip(*frames, strict=True)
    show("a frame read back, this program against PyVista", list(six), list(other), "goal 1, 0.5")
    show("a frame of size 20 against one of size 6", list(twenty), list(six), "goal 2")


if __name__ == "__main__":
    main()
