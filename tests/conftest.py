"""Fixtures and settings shared by all tests."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Generator

import pytest
from hypothesis import settings

from boche.viewer.cli import main
from tests.duels.seed import seed_of_the_commit
from tests.leftovers import end_with_us
from tests.warm_up import warm_up

# The same examples each time where others wait for the answer; new ones on a developer's machine.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("developer", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "developer")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests of processes wait a good part of their time."""
    return min((os.cpu_count() or 1) + 1, 4)


def pytest_configure() -> None:
    end_with_us()
    os.environ["BOCHE_LANGUAGE"] = "en"  # whatever the machine speaks


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game's search before all tests are shared out, if the set-up has not."""
    config = session.config
    shared_out = getattr(config.option, "tx", None) and not hasattr(config, "workerinput")
    chosen = config.option.keyword or config.option.markexpr
    if shared_out and not chosen and config.args_source == config.ArgsSource.TESTPATHS:
        warm_up()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage: thousands of tests are kept, and searched each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_report_header() -> str:
    """Return the seed of the random games, which changes with the commit."""
    return f"seed of tests/games/test_rules_soak.py: {seed_of_the_commit()}"


@pytest.fixture
def boche(capsysbinary, monkeypatch):
    """Run the command; return (exit code, standard output, standard error)."""

    def run(*args: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = main(list(args))
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run
