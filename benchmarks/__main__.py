"""The benchmarks, one after another: ``make bench``."""

from __future__ import annotations

import subprocess
import sys

MEASUREMENTS = (
    "imports",
    "replay",
    "explorer",
    "playouts",
    "learning",
    "positions",
    "search",
    "bench_render",
    "window_bench",
    "pages",
)


def main() -> int:
    """Run each benchmark in a process of its own; return 1 if one failed."""
    failed = 0
    for name in MEASUREMENTS:
        print(f"\n== benchmarks/{name}.py", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"benchmarks.{name}"]).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
