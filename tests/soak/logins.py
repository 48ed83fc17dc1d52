"""A crowd that signs in at once: other users are not affected, and memory is bounded.

``python -m tests.soak.logins [--count N] [--seed S]``
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.e2e.server.crowd import all_at_once, sign_up
from tests.e2e.server.served import Served

MOST = 400  # MB; eight passwords more at a time would show


def most_memory(pid: int) -> float:
    """Return the peak memory of a process in MB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Many sign in at once.")
    parser.add_argument("--count", type=int, default=1000, help="logins, half of them wrong")
    parser.add_argument("--seed", type=int, default=0, help="for nothing: they are all alike")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        served = Served("--data", folder, "--behind-proxy")
        try:
            names = sign_up(served)
            before = most_memory(served.process.pid)
            crowd = all_at_once(served, names, args.count)
            crowd.check()
            after = most_memory(served.process.pid)
            again = all_at_once(served, names, 2)
            again.check()
        finally:
            errors = served.end()[1]
    assert "Traceback" not in errors, errors
    assert after < MOST, f"{after:.0f} MB"
    page = sorted(crowd.page)
    print(
        f"logins: {args.count} at once: right {dict(crowd.right)}, wrong {dict(crowd.wrong)}, the "
        f"last answered after {max(crowd.seconds):.1f} s; the front page meanwhile {len(page)} "
        f"times, {page[len(page) // 2] * 1e3:.0f} ms in the median, {page[-1] * 1e3:.0f} ms at "
        f"most; memory {before:.0f} MB before, {after:.0f} MB at most"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
