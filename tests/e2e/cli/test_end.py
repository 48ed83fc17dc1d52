"""The end of a process: pending work is done, and nothing is waited for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import ROOT

CODE = """
import atexit, os, sys, threading
from boche.viewer.cli import main

class Heavy:
    def __del__(self, write=os.write):
        write(1, b"taken apart")

heavy = Heavy()
atexit.register(print, "and done")
threading.Thread(target=threading.Event().wait, daemon=True).start()
sys.argv = ["boche", *sys.argv[1:]]
sys.exit(main())
"""


@pytest.mark.parametrize(("argument", "code"), [("--version", 0), ("show", 2)])
def test_it_does_what_is_to_be_done_and_is_not_taken_apart(argument: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, argument],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == code
    assert "and done" in done.stdout
    assert "taken apart" not in done.stdout
