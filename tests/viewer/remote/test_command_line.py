"""``boche play --dark remote:LINK`` and ``boche remote``: errors, and following a game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boche.viewer.cli.command import run
from tests.viewer.remote.host import Cable, Host


@pytest.fixture
def link(host: Host, cable: Cable) -> str:
    """Return the link to the first player's seat."""
    number, own, _ = host.board()
    return f"remote:{cable.address}/board/{number}#seat={own}"


REFUSED: dict[str, tuple[list[str], str]] = {
    "one's own seat": (["--light", "LINK"], "say --dark remote:LINK"),
    "another seat": (["--dark", "LINK", "--light", "5"], "--light and remote:LINK"),
    "another game": (["--black", "LINK"], "the remote seat is --dark in Boche"),
    "the game's name": (["che", "--dark", "LINK"], "is a game of Boche"),
    "an option": (["--dark", "LINK", "--size", "4"], "--size and remote:LINK"),
    "names": (["--dark", "LINK", "--players", "a", "b"], "--players and remote:LINK"),
    "a record": (["game.sgf", "--dark", "LINK"], "name no record"),
    "no link": (["--dark", "remote:x"], "expected the link of a seat"),
    "no server": (["--dark", "remote:http://127.0.0.1:1/board/1#seat=01234567"], "cannot reach"),
    "a wrong seat": (["--dark", "LINKx"], "is private"),
}


@pytest.mark.parametrize("what", list(REFUSED)[:1])
def test_what_contradicts_the_link_is_refused_in_a_line(
    what: str, link: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words, reason = REFUSED[what]
    assert run(["play", *(word.replace("LINK", link, 1) for word in words)]) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1


class Script:
    """A script that uses ``boche remote``."""

    def __init__(self, address: str, capsys: pytest.CaptureFixture[str]) -> None:
        self._address, self._capsys = address, capsys

    def remote(self, *words: str) -> tuple[int, list[str], str]:
        code = run(["remote", "--server", self._address, *words])
        said = self._capsys.readouterr()
        return code, said.out.splitlines(), said.err


@pytest.fixture
def script(cable: Cable, capsys: pytest.CaptureFixture[str]) -> Script:
    return Script(cable.address, capsys)


def over(host: Host) -> int:
    """Return the number of a public board whose game ends after two moves."""
    number, own, other = host.board()
    host.open_to_all(number)
    for what, body, secret in (
        ("moves", {"move": "a:a1"}, own), ("moves", {"move": "c:b1"}, other),
        ("resign", {}, own),
    ):  # fmt: skip
        host.ask("POST", f"/api/boards/{number}/{what}", body, secret)
    return number


def test_json_for_programs(host: Host, cable: Cable, script: Script) -> None:
    number = over(host)
    code, out, _ = script.remote("--json", "boche", "show", str(number))
    found: dict[str, Any] = json.loads(out[0])
    assert (code, found["ok"], found["status"]) == (0, True, 200)
    assert f"board {number}" in found["answer"]
    code, out, err = script.remote("--json", "boche", "show", "99999")
    assert (code, json.loads(out[0])["ok"], json.loads(out[0])["status"]) == (1, False, 404)
    assert err.count("\n") == 1
    cable.cut()
    code, out, err = script.remote("--json", "boche", "show", str(number))
    assert (code, json.loads(out[0])["status"]) == (3, None)


def test_watching_ends_with_the_game(host: Host, script: Script) -> None:
    number = over(host)
    code, out, _ = script.remote("watch", str(number))
    assert code == 0
    # A guest is marked as one where somebody has an account of that name.
    assert out[0].replace(" (guest)", "").startswith(f"board {number}, Boche, Ann - Bob: 2. c:b1, ")
    assert len(out) > 5
    code, out, _ = script.remote("--json", "watch", str(number))
    found = json.loads(out[0])
    assert (found["ply"], found["move"], found["state"]) == (2, "c:b1", "over")


def test_the_link_to_watch_shows_a_private_game_and_its_number_does_not(
    host: Host, cable: Cable, script: Script
) -> None:
    number, own, _ = host.board()
    watch = host.ask("GET", f"/api/boards/{number}", None, own)["watch"]
    host.ask("POST", f"/api/boards/{number}/resign", {}, own)
    place = f"{cable.address}/board/{number}"
    for link in (f"{place}#watch={watch}", f"{place}#seat={own}"):
        code, out, err = script.remote("watch", link)
        assert (code, err) == (0, "")
        assert out[0].startswith(f"board {number}, Boche, Ann")
    for what in (str(number), place, f"{place}#watch={own[::-1]}", "https://x/y"):
        code, out, err = script.remote("watch", what)
        assert (code in {1, 2}, out, err.count("\n")) == (True, [], 1), what
