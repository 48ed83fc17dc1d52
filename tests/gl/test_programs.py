"""Compilation of shader programs."""

from __future__ import annotations

import subprocess
import sys

from tests import ROOT

BREAKING_OFF = """
import signal
from boche.viewer.renderer.offscreen import create_context
from boche.viewer.renderer.programs import Programs

context = create_context()
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
broken_off = 0
for attempt in range(60):
    programs = Programs(context, f"ATTEMPT_{attempt}")  # the driver has not seen it
    signal.setitimer(signal.ITIMER_REAL, 0.0002 * (attempt % 30 + 1))
    try:
        programs.get("solid", "depth")
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        broken_off += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    programs.release()
print(broken_off)
"""


def test_ctrl_c_while_a_program_is_compiled_is_an_exception_and_no_crash() -> None:
    """Check Ctrl+C in the Python callback that moderngl calls from C without an error check."""
    command = [sys.executable, "-c", BREAKING_OFF]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
