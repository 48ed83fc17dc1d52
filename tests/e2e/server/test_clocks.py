"""The system clock is set during play and before restarts: no game clock is affected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.server.served import Served

SET = """
import os, sys, time
real, set_by = time.time, os.environ["SET_BY"]
time.time = lambda: real() + float(open(set_by).read())
from boche.viewer.cli import main
sys.exit(main())
"""
"""The program on a machine whose clock is offset by the number in a file."""


def set_clock(file: Path, seconds: float) -> None:
    """Set the machine's clock ahead of the real time by so many seconds."""
    new = file.with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(file)


HOUR, BANK, SLOW = 3600.0, 600.0, 100.0
NEW = {"game": "boche", "options": {"size": 4}, "clock": {"start": BANK}}


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_clock_set_ahead_and_back(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    arguments = ("--data", str(tmp_path / "data"))
    if kind == "postgresql":
        arguments = ("--database", request.getfixturevalue("cluster").database("set"))
    clock = tmp_path / "clock"
    set_clock(clock, 0.0)
    environment = {"SET_BY": str(clock)}
    served = Served(*arguments, code=SET, environment=environment)
    made = served.board(NEW)
    path = f"/api/boards/{made['board']}"

    def left() -> list[float]:
        """Return the remaining times by seat; that of the side to move is up to date."""
        board = served.ask("GET", path)[1]
        times = [each["bank"] for each in board["seats"]]
        times[board["turn"]] = board["deadline"] - board["now"]
        return times

    def play(move: str) -> None:
        secret = made["secrets"][served.ask("GET", path)[1]["turn"]]
        assert served.ask("POST", f"{path}/moves", {"move": move}, secret)[0] == 200

    for first in ("c:a1", "c:a2"):  # after these moves the clocks run
        play(first)
    found = [left()]
    for move, at, kill in (("c:b1", HOUR, False), ("c:c1", HOUR, True), ("c:d1", 0.0, True)):
        set_clock(clock, at)
        if kill:
            served.kill()
            served = Served(*arguments, code=SET, environment=environment)
        found.append(left())
        play(move)
        found.append(left())
    errors = served.end()[1]
    assert all(BANK - SLOW < each <= BANK for times in found for each in times), found
    assert "set back" in errors
    assert len(errors.splitlines()) == 1
