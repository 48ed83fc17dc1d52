"""The end of the input while ``boche gtp`` is thinking."""

from __future__ import annotations

import subprocess
import sys
import time

from tests import ROOT

LONG = 120.0


def test_it_does_not_think_on_for_nobody() -> None:
    command = [
        sys.executable,
        "-m",
        "boche",
        "gtp",
        "--game",
        "boku",
        "--player",
        "8",
        "--seconds",
        "600",
    ]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("clear_board\ngenmove B\n")
        process.stdin.flush()
        assert process.stdout.readline() == "=\n"
        time.sleep(1.0)  # it thinks: what comes together with the end is answered in full
        try:
            out, _ = process.communicate(timeout=LONG)
        finally:
            process.kill()
    assert process.returncode == 0
    assert out.split("\n\n")[0].strip().startswith("= "), "the best move so far"
