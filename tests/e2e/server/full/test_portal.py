"""``boche remote`` where a hotel's network or another server answers in the server's place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.e2e.server.proxies import certificate
from tests.viewer.remote.portal import ADVICE, KINDS, LINE, Portal, advice


@pytest.fixture(scope="module")
def portal() -> Iterator[Portal]:
    found = Portal("nothing")
    yield found
    found.close()


def remote(home: Path, *words: str, **environment: str) -> tuple[int, str, str]:
    """Run the command; return the exit code, what it says, and its errors."""
    done = subprocess.run(
        [sys.executable, "-m", "boche", "remote", *words], cwd=ROOT, timeout=120, check=False,
        env={**os.environ, "BOCHE_HOME": str(home), "BOCHE_PASSWORD": "secret", **environment},
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def check_line(said: str, line: str, what_to_do: str) -> None:
    assert line in said
    assert what_to_do in said
    assert said.count("\n") == 1
    assert "Welcome" not in said


@pytest.mark.parametrize("kind", KINDS)
def test_one_line_says_that_it_was_another(kind: str, portal: Portal, tmp_path: Path) -> None:
    portal.kind, server = kind, f"http://127.0.0.1:{portal.port}"
    line = LINE.format(server=server)
    move = ("boku", "move", "1", "e4")
    code, out, said = remote(tmp_path, "--json", "--server", server, *move)
    assert code == 3, out
    told = json.loads(out)
    assert (told["ok"], told["status"]) == (False, None)
    assert line in told["error"]
    check_line(said, line, advice(kind))
    assert not list(tmp_path.rglob("remote.json"))  # no server has answered there


@pytest.mark.parametrize("words", [("watch", "1"), ("--sign-in", "ann")], ids=" ".join)
def test_the_same_whatever_is_asked(words: tuple[str, ...], portal: Portal, tmp_path: Path) -> None:
    portal.kind, server = "other JSON", f"http://127.0.0.1:{portal.port}"
    code, out, said = remote(tmp_path, "--server", server, *words)
    assert (code, out) == (3, "")
    check_line(said, LINE.format(server=server), ADVICE[""])


def test_a_certificate_that_is_another(tmp_path: Path) -> None:
    portal = Portal("a page for everything", certificate=certificate(tmp_path))
    try:
        server = f"https://127.0.0.1:{portal.port}"
        code, out, said = remote(tmp_path, "--server", server, "help")
    finally:
        portal.close()
    assert (code, out, portal.heads) == (3, "", [])
    check_line(said, LINE.format(server=server) + " (with another certificate: ", ADVICE[""])


def test_a_portal_that_speaks_no_https(portal: Portal, tmp_path: Path) -> None:
    server = f"https://127.0.0.1:{portal.port}"
    code, out, said = remote(tmp_path, "--server", server, "help")
    assert (code, out) == (3, "")
    check_line(said, LINE.format(server=server), ADVICE[""])


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_wants_a_password(scheme: str, portal: Portal, tmp_path: Path) -> None:
    portal.kind, server = "a proxy that wants a password", f"{scheme}://play.example"
    proxy = {f"{scheme}_proxy": f"http://127.0.0.1:{portal.port}", "no_proxy": ""}
    code, out, said = remote(tmp_path, "--server", server, "help", **proxy)
    assert (code, out) == (3, "")
    what_to_do = f"set {scheme}_proxy to http://NAME:PASSWORD@ and its address"
    check_line(said.splitlines(keepends=True)[-1], LINE.format(server=server), what_to_do)
