"""What all tests share."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest
from hypothesis import settings

import viewer.cli
from engine.games.registry import GAMES
from tests import ROOT

# The same examples each time where others wait for the answer; new ones on a developer's machine.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("developer", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "developer")


WARM_UP = """
import sys
from engine.games.registry import find
from engine.search.searcher import Searcher
for game in sys.argv[1:]:
    Searcher(find(game).new())
"""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game's search before all tests are shared out among processes.

    Each of these, and each program that a test starts, would else compile it for itself: more work
    than most tests are together. Where it lies on the disk this takes a second or two.
    """
    config = session.config
    shared_out = getattr(config.option, "tx", None) and not hasattr(config, "workerinput")
    chosen = config.option.keyword or config.option.markexpr
    if shared_out and not chosen and config.args_source == config.ArgsSource.TESTPATHS:
        games = list(GAMES)
        # The game that is registered last has the most to compile: it has a process of its own.
        for started in [start_warm_up(games[:-1]), start_warm_up(games[-1:])]:
            assert started.wait() == 0, "a game's search cannot be compiled"


def start_warm_up(games: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WARM_UP, *games], cwd=ROOT)


@pytest.fixture
def boche(capsysbinary, monkeypatch):
    """Runs the command; returns (exit code, standard output, standard error)."""

    def run(*args: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = viewer.cli.main(list(args))
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run
