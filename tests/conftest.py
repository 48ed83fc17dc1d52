"""Fixtures and settings shared by all tests."""

from __future__ import annotations

import gc
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from boche.engine.interrupt import interrupt_blocked
from boche.viewer.cli import main
from tests import ROOT
from tests.duels.seed import seed_of_the_commit
from tests.leftovers import end_with_us
from tests.tiers import FAST, FIRST, FULL, HERE, PUSH, TIERS, is_in, place_of

settings.register_profile("same examples", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("new examples", deadline=None)

ROOM_IN_MEMORY = 2 << 30
"""Bytes that must be free in memory's file system; a whole run takes about a quarter of them."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores: tests of processes wait a good part of their time.

    Those of FULL, which has most of the browsers and windows, wait more than they compute.
    """
    waiting = 2 if config.option.tier == FULL else 1
    return min((os.cpu_count() or 1) + waiting, 4)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tier", choices=TIERS, help="run a tier of tests/tiers.py, not all tests")
    parser.addoption(
        "--postgresql", action="store_true", help="run each test of a store on PostgreSQL, too"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    end_with_us()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell's background job: the programs that tests start would never hear Ctrl+C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # What a push waits for must not fail over something that the push has not touched.
    waited_for = config.option.tier in (FAST, PUSH)
    settings.load_profile("same examples" if waited_for else "new examples")
    os.environ["BOCHE_LANGUAGE"] = "en"  # whatever the machine speaks
    # A wrong rule is an IndexError with its place, not a write into other memory.
    os.environ.setdefault("BOCHE_CHECKED", "1")
    _keep_files_in_memory(config)


def _keep_files_in_memory(config: pytest.Config) -> None:
    """Let temporary folders lie in memory, where the system has a place for that.

    Half of the time of a test of the server is else spent on waiting for the disk. A base that
    the user chose, or that a worker was given, is left alone.
    """
    memory = Path("/dev/shm")
    if config.option.basetemp or os.environ.get("PYTEST_DEBUG_TEMPROOT") or not memory.is_dir():
        return
    if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM_IN_MEMORY:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(memory)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files of later tiers without importing them."""
    tier = config.option.tier
    if tier is None or collection_path.suffix != ".py" or HERE not in collection_path.parents:
        return None
    return None if is_in(collection_path, tier) else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put those first that say most about a fault; the rest stay as they were found."""
    items.sort(key=lambda item: place_of(item.path) if HERE in item.path.parents else len(FIRST))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game's search before all tests are shared out, if the set-up has not."""
    config = session.config
    shared_out = getattr(config.option, "tx", None) and not hasattr(config, "workerinput")
    chosen = config.option.keyword or config.option.markexpr
    if shared_out and not chosen and config.args_source == config.ArgsSource.TESTPATHS:
        _build_checked_libraries()


def _build_checked_libraries() -> None:
    """Build them once, beside the sources: each process would else do so for itself."""
    code = _build_within([sys.executable, "-m", "boche.engine.native", "--checked"])
    if code:
        stopped = "stopped; the rules are compiled the next time"
        pytest.exit(stopped if code == 130 else "a game's search cannot be compiled", code)


def _build_within(command: list[str]) -> int:
    """Run a build and return its exit code; Ctrl+C is handed on to it once, and it tidies up."""
    with interrupt_blocked():
        process = subprocess.Popen([*command, "--within"], cwd=ROOT, start_new_session=True)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            if sys.platform != "win32":  # there the console has told it
                process.send_signal(signal.SIGINT)


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


@pytest.fixture(scope="session", autouse=True)
def home_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what tests write as a user, such as autosaves, out of the real user's folders.

    There it would also be found by other runs, which look at each autosave.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOCHE_HOME", str(tmp_path_factory.mktemp("home")))
        yield


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
