"""The time that importing the library takes, beside the standard library and its peers.

    python -m benchmarks.imports

Each program runs in a process of its own, in turn with the others; that of ``pass`` is subtracted.
"""

from __future__ import annotations

import importlib.util
import statistics
import subprocess
import sys
import time

from benchmarks.machine import machine_line

ROUNDS = 21
PROGRAMS = {
    "pass": "pass",
    "import json, dataclasses, pathlib": "import json, dataclasses, pathlib",
    "import boche": "import boche",
    "boche.new(), played and printed": (
        "import boche; p = boche.new('boche', size=4).play('c:a1'); str(p), p.legal_moves()"
    ),
    "import numpy": "import numpy",
    "import pyspiel": "import pyspiel",
}


def took(code: str) -> float:
    """Return the seconds that a program takes."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    chosen = dict(PROGRAMS)
    if importlib.util.find_spec("pyspiel") is None:
        del chosen["import pyspiel"]
    times: dict[str, list[float]] = {name: [] for name in chosen}
    for _ in range(ROUNDS):
        for name, code in chosen.items():
            times[name].append(took(code))
    medians = {name: statistics.median(values) for name, values in times.items()}
    bare = medians.pop("pass")
    unit = medians["import json, dataclasses, pathlib"] - bare
    print(machine_line())
    print(f"{'python -c pass':40} {1000 * bare:8.1f} ms")
    for name, median in medians.items():
        print(f"{name:40} {1000 * (median - bare):8.1f} ms {(median - bare) / unit:8.2f}")


if __name__ == "__main__":
    main()
