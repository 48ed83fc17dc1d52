"""Windows that write at once."""

from __future__ import annotations

import subprocess
import sys

from boche.viewer.training.courses import load_results
from tests.viewer.training.test_store import home

__all__ = ["home"]

WRITER = """
import sys
from dataclasses import replace
from datetime import date, timedelta
from boche.viewer.training.courses import change_results
first = int(sys.argv[1])
for number in range(first, first + 20):
    day = date(2026, 1, 1) + timedelta(days=number)
    _, problems = change_results(lambda results: replace(results, days=results.days | {day}))
    assert not problems, problems
"""


def test_windows_that_write_at_once_lose_nothing() -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(20 * number)])
               for number in range(4)]  # fmt: skip
    assert [writer.wait(60) for writer in writers] == [0] * 4
    results, problems = load_results()
    assert problems == []
    assert len(results.days) == 80
