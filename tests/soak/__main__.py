"""The soak tests in turn, for some minutes: ``python -m tests.soak [--minutes N] [NAME ...]``."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from itertools import count

from tests.leftovers import end_with_us

# A run of about half a minute for each; its events depend on the seed.
GOES = {
    "rules": ["--games", "0", "--seconds", "10"],
    "records": ["--seconds", "30"],
    "gtp": ["--count", "4000"],
    "command_lines": ["--count", "300", "--processes", "20", "--interrupts", "5"],
    "files": ["--seconds", "20"],
    "disk": ["--count", "200", "--full", "50"],
    "puzzles": ["--seconds", "30"],
    "kills": ["--count", "40", "--windows", "5"],
    "logins": ["--count", "300"],
    "crowd": ["--minutes", "0.5"],
    "mails": ["--read", "5000", "--count", "1000", "--forged", "1000"],
    "servers": ["--count", "20", "--postgresql", "10"],
    "operating": ["--seconds", "5", "--streams", "50"],
    "desks": ["--count", "10"],
    "attacks": ["--seconds", "10"],
    "browsers": ["--count", "1"],
    "tournaments": ["--count", "60"],
}


def main() -> int:
    """Run the command."""
    end_with_us()
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(GOES)}; else all")
    parser.add_argument("--minutes", type=float, default=10.0, help="for all together")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the first one")
    args = parser.parse_args()
    names = args.names or list(GOES)
    for name in names:
        if name not in GOES:
            parser.error(f"no {name!r}; there is: {', '.join(GOES)}")
    end = time.monotonic() + 60 * args.minutes
    failed = []
    for turn in count():
        for name in names:
            if turn and time.monotonic() > end:
                return report(failed)
            seed = str(args.seed + turn)
            command = [sys.executable, "-m", f"tests.soak.{name}", *GOES[name], "--seed", seed]
            if subprocess.run(command).returncode:
                failed.append(" ".join(command[1:]))
    return 1


def report(failed: list[str]) -> int:
    """Print the failures. Return the exit code."""
    print("\n".join(f"failed: python {line}" for line in failed) or "nothing failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
