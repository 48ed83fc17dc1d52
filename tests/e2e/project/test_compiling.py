"""Ctrl+C while the rules are compiled: exit code 130, one line, and nothing half-written."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

COPIED = ("assets", "boche", "engine", "pyproject.toml", "server", "shaders", "testing", "tests")
COPIED += ("viewer",)
SLOW = """#!/bin/sh
echo $$ > "$0.$$.new" && mv "$0.$$.new" "$0.$$.at-work"
exec sleep 600
"""
"""A C compiler that does not get ready; a file beside it has its process's number."""
LONG = 120.0  # seconds; machines may be slow
STOPPED = "boche: stopped; the same command compiles the rest"


class Checkout:
    """A checkout in which nothing is compiled, and a compiler that takes very long."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.compiler = folder / "a checkout", folder / "cc"
        self.folder.mkdir()
        left_out = shutil.ignore_patterns("__pycache__", "compiled", "node_modules")
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self.folder / name, symlinks=True, ignore=left_out)
            else:
                shutil.copy(ROOT / name, self.folder)
        self.compiler.write_text(SLOW)
        self.compiler.chmod(0o755)

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a command of Python; return when a compiler is at work."""
        process = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=self.folder, text=True, start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(self.folder), "BOCHE_CC": f"'{self.compiler}'",
                 "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        end = time.monotonic() + LONG
        while not self.compilers:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < end
            time.sleep(0.02)
        return process

    @property
    def compilers(self) -> list[int]:
        """The processes of the compilers that have started."""
        return [int(path.read_text()) for path in self.compiler.parent.glob("cc.*.at-work")]

    @property
    def written(self) -> list[Path]:
        """What has been left where compiled code is kept."""
        return [path for kept in self.folder.rglob("compiled") for path in kept.iterdir()]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("send", [os.killpg])
@pytest.mark.parametrize("games", [(), ("boku",)], ids=["all", "one"])
def test_ctrl_c_ends_the_compiling_of_the_rules(
    checkout: Checkout, send: Callable[[int, int], None], games: tuple[str, ...]
) -> None:
    process = checkout.start("boche.engine.native", *games)
    send(process.pid, signal.SIGINT)
    said, wrong = process.communicate(timeout=LONG)
    assert (process.returncode, wrong) == (130, f"{STOPPED}\n")
    first = "boche: compiling the rules of Boche, Che, Boku, Octi (up to a minute)\n"
    assert said == ("" if games else first)
    assert checkout.written == []
    if send is os.killpg or not games:
        assert not any(runs(number) for number in checkout.compilers)


def test_ctrl_c_ends_tests_that_wait_for_their_rules(checkout: Checkout) -> None:
    process = checkout.start("pytest", "-q", "-n", "2", "--tier", "fast", "-p", "no:cacheprovider")
    os.killpg(process.pid, signal.SIGINT)
    said, wrong = process.communicate(timeout=LONG)
    assert process.returncode == 130, said + wrong
    assert said.startswith("boche: compiling the rules of ")
    assert wrong == "Exit: stopped; the rules are compiled the next time\n"
    assert "Traceback" not in said
    assert "KeyboardInterrupt" not in said
    assert checkout.written == []
    assert not any(runs(number) for number in checkout.compilers)
