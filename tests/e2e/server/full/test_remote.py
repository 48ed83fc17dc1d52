"""A whole game by ``boche remote`` on the command line."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from pyotp import TOTP

from tests.e2e.server.test_remote import Desk, address
from tests.server.desk import PASSWORD

__all__ = ["address"]


def test_a_game_from_the_command_line(address: str, tmp_path: Path) -> None:
    ann = Desk(tmp_path)
    for name in ("ann", "bob"):
        code, said, _ = ann.remote("--server", address, "signup", name, PASSWORD)
        assert (code, said) == (
            0,
            f"welcome, {name}: you are signed up. 'help' lists what you can do\n",
        )
    assert ann.remote("--sign-in", "ann")[1] == f"signed in as ann at {address}\n"
    kept = tmp_path / "config" / "remote.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert PASSWORD not in kept.read_text()
    code, said, _ = ann.remote("boche challenge -size=4 -kill=0 ann bob")
    first = "board 1: Boche, ann begins against bob; bob is asked"
    assert (code, said.splitlines()[0]) == (0, first)
    bob = Desk(tmp_path / "bob")
    bob.remote("--server", address, "--sign-in", "bob")
    assert bob.remote("boche accept 1")[0] == 0
    assert "1. c:a1 played" in ann.remote("boche", "move", "1", "c:a1#1")[1]
    assert ann.remote("boche", "move", "1", "c:b1") == (1, "", "boche: board 1: it is bob's turn\n")
    said = ann.remote("--body", "message", "bob", stdin="Good luck!")[1]
    assert said == "sent to bob (not by mail to bob: on the messages page)\n"


def test_signing_in_asks_for_the_code_of_a_second_factor(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cid = Desk(tmp_path)
    cid.remote("--server", address, "signup", "cid", PASSWORD)
    cid.remote("--sign-in", "cid")
    session = re.search(r'"session": "([\w-]+)"', (tmp_path / "config" / "remote.json").read_text())
    assert session

    def page(path: str, **fields: str) -> str:
        headers = {"Cookie": f"boche_session={session[1]}", "Origin": address}
        sent = urlencode(fields).encode() if fields else None
        with urlopen(Request(f"{address}{path}", sent, headers), timeout=60) as answer:
            text: str = answer.read().decode()
            return text

    page("/account/second", old=PASSWORD)
    key = re.search(r'class="key">([A-Z2-7]+)<', page("/account/second-factor"))
    assert key
    codes = re.findall(
        r"<code>([a-z2-9-]{14})</code>", page("/account/second-factor", code=TOTP(key[1]).now())
    )
    assert cid.remote("mail")[0] == 0, "a session goes on"
    assert cid.remote("--sign-in", "cid") == (
        2, "", "boche remote: no terminal to ask for the code of your app; set BOCHE_CODE\n"
    )  # fmt: skip
    monkeypatch.setenv("BOCHE_CODE", codes[0])
    assert cid.remote("--sign-in", "cid")[1] == f"signed in as cid at {address}\n"
    assert cid.remote("mail")[0] == 0
    assert "wrong code" in cid.remote("--sign-in", "cid")[2], "a recovery code is good once"
