"""Programs that do not behave."""

from __future__ import annotations

import time

import pytest

from tests.engine.gtp.test_gtp import GOOD, outcome_of

ANSWERING = "import sys, time\nfor line in sys.stdin:\n    "
BAD = {
    "dies at once": ("raise SystemExit(3)", "exited"),
    "dies at the move": (ANSWERING + "print('=\\n') if 'gen' not in line else sys.exit(4)\n"
                         "    sys.stdout.flush()", "exited (exit code 4)"),
    "hangs": ("import time; time.sleep(600)", "no answer to"),
    "hangs deaf": ("import signal, time\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(600)",
                   "no answer to"),
    "hangs at the move": (ANSWERING + "'gen' in line and time.sleep(600)\n"
                          "    print('=\\n', flush=True)", "no answer to 'genmove W'"),
    "half an answer": ("print('= ', end='', flush=True); import time; time.sleep(600)",
                       "no answer to"),
    "never ends": ("while True: print('= and on')",
                   "its answer to 'protocol_version' does not end"),
    "one endless line": ("import sys\nwhile True: sys.stdout.write('x' * 1000)",
                         "its answer to 'protocol_version' does not end"),
    "nonsense": ("print('hello\\n', flush=True); import time; time.sleep(600)", "invalid answer"),
    "bytes": ("import sys, time; sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n\\n');"
              "sys.stdout.flush(); time.sleep(600)", "invalid answer"),
    "illegal move": (GOOD.replace("a:a1", "a:c3"), "chose an invalid move"),
    "no move": (GOOD.replace("a:a1", ""), "chose an invalid move"),
    "resigns": (GOOD.replace("a:a1", "resign"), "resigns"),
    "refuses": (GOOD.replace('"= "', '"? no"'), "refuses"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_program_is_found_out(kind: str, monkeypatch) -> None:
    code, complaint = BAD[kind]
    start = time.monotonic()
    assert complaint in outcome_of(code, monkeypatch)
    assert time.monotonic() - start < 60, "it waits for the program's end"
