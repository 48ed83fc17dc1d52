"""The operator's file: documentation and limits agree, and its errors are reported."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path

import pytest

from boche.server.errors import ServerError
from boche.server.limits import COMPUTER_GAMES, CONNECTIONS, Limit
from boche.server.operation.configuration import LIMITS, read
from boche.server.policy import Keep, Policy
from tests import ROOT


def written(folder: Path, text: str) -> Path:
    path = folder / "serve.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_documented_file_says_what_holds_without_one(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert example
    rules = read(written(tmp_path, example[1]))
    assert dict(rules.limits) == LIMITS
    assert rules.computer_games == COMPUTER_GAMES
    assert rules.connections == CONNECTIONS
    assert rules.excepted == ()
    assert rules.policy == Policy()


def test_what_a_file_leaves_out_stays(tmp_path: Path) -> None:
    rules = read(written(tmp_path, 'excepted = ["192.0.2.7", "2001:db8::/32"]\n'
                                   "[limits]\nboards = { every = 1 }\n"))  # fmt: skip
    assert rules.limits == {"boards": Limit("boards", LIMITS["boards"].burst, 1.0)}
    assert rules.excepted == (ip_network("192.0.2.7"), ip_network("2001:db8::/32"))
    assert read(written(tmp_path, "")).computer_games == COMPUTER_GAMES
    chosen = read(written(tmp_path, 'sign-up = "closed"\n[keep]\nlog = 90\nreports = "for ever"'))
    assert chosen.policy == Policy("closed", Keep(reports=None, log=90))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("computer_games = 3", "computer_games: unknown key (choose from computer-games, "),
        ("computer-games = 0", "computer-games: expected a whole number from 1 to 1,000,000"),
        ("computer-games = true", "computer-games: expected a whole number from 1 to"),
        ("connections = 0", "connections: expected a whole number from 1 to 1,000,000"),
        ('excepted = "192.0.2.7"', "excepted: expected a list"),
        ("excepted = [7]", "excepted: 7 is not an address or a network"),
        ('excepted = ["192.0.2.7/24"]', "excepted: '192.0.2.7/24' is not an address or a network"),
        ('sign-up = "anybody"', "sign-up: expected one of open, invitation, closed"),
        (
            "operators-need-second-factor = 1",
            "operators-need-second-factor: expected true or false",
        ),
        ("keep = 3", "keep: expected a table"),
        ("[keep]\nchats = 3", "keep.chats: unknown key (choose from guest-games"),
        ("[keep]\nlog = 0", "keep.log: expected a number of days from 1"),
        ("[keep]\nlog = 'never'", 'or "for ever"'),
        ("limits = 3", "limits: expected a table"),
        ("[limits]\nbords = {}", "limits.bords: unknown key (choose from commands, boards"),
        ("[limits]\nboards = 3", "limits.boards: expected a table"),
        ("[limits.boards]\nmost = 3", "limits.boards.most: unknown key (choose from burst"),
        ("[limits.boards]\nburst = 1.5", "limits.boards.burst: expected a whole number from 1"),
        ("[limits.boards]\nevery = 0", "limits.boards.every: expected seconds, more than 0"),
        ("[limits.boards]\nevery = nan", "limits.boards.every: expected seconds"),
        ('[limits.boards]\nevery = "1"', "limits.boards.every: expected seconds"),
        ("[limits\nboards = 1", "line 1"),
        ("limits = {}\nlimits = {}\n", "line 2"),
    ],
)
def test_what_is_wrong_is_told_in_a_line_with_file_and_key(
    tmp_path: Path, text: str, said: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ServerError) as told:
        read(path)
    assert str(told.value).startswith(f"{path}: ")
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(ServerError, match=re.escape(f"{path}: ")):
            read(path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ServerError, match=r"bytes\.toml: "):
        read(tmp_path / "bytes.toml")
