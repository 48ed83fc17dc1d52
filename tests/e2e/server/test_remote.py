"""``boche remote``: a client for a server on the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.e2e.server.served import Served
from tests.server.desk import PASSWORD
from tests.viewer.remote.portal import LINE, Portal


class Desk:
    """A user's command line, with its own folders."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def remote(
        self, *words: str, stdin: str = "", password: str = PASSWORD
    ) -> tuple[int, str, str]:
        environment = {**os.environ, "BOCHE_HOME": str(self.home), "BOCHE_PASSWORD": password}
        done = subprocess.run(
            [sys.executable, "-m", "boche", "remote", *words], cwd=ROOT, env=environment,
            input=stdin, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    yield served.address
    served.end()


def test_what_cannot_be_is_said_in_a_line(address: str, tmp_path: Path) -> None:
    eve, portal = Desk(tmp_path), Portal("a page for everything")
    hotel = f"http://127.0.0.1:{portal.port}"
    wrong = [
        (2, ("help",), "boche remote: which server? Give --server https://... once\n"),
        (2, ("--server", "ftp://x", "help"), "not the address of a server"),
        (3, ("--server", "http://127.0.0.1:1", "help"), "cannot reach http://127.0.0.1:1"),
        (3, ("--server", hotel, "boku", "move", "1", "e4"), LINE.format(server=hotel)),
        (1, ("--server", address, "--sign-in", "nobody"), "wrong name or password"),
        (2, ("--server", address), "give a command"),
        (1, ("--server", address, "watch", "99"), "board 99 does not exist"),
    ]
    for expected, words, reason in wrong:
        code, said, error = eve.remote(*words)
        assert (code, said) == (expected, ""), words
        assert reason in error
        assert error.count("\n") == 1
    portal.close()
    (tmp_path / "config").mkdir(exist_ok=True)
    (tmp_path / "config" / "remote.json").write_text("{")
    assert "cannot be read" in eve.remote("help")[2]
