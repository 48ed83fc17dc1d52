"""The text of ``--help``, command by command."""

from __future__ import annotations

import re

import pytest

from boche.viewer.cli.commands import FILES

COMMANDS = [name for names in FILES.values() for name in names]

BARE = re.compile(r"^  (-[^ ].*?)  +\(default: ", re.MULTILINE)
"""An option whose help has nothing but its default."""


def test_the_help_says_what_the_program_alone_does(boche) -> None:
    code, out, _ = boche("--help")
    assert code == 0
    told = " ".join(out.split())
    assert "boche alone opens a window that lets you choose a game" in told
    assert "on a new game" not in told


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_it_is_for(boche, monkeypatch, command: str) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    code, out, _ = boche(command, "--help")
    assert code == 0
    assert BARE.findall(out) == []


@pytest.mark.parametrize("command", ["shot", "figure", "film", "page"])
def test_options_of_all_games_do_not_speak_of_cubes(boche, monkeypatch, command: str) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    _, out, _ = boche(command, "--help")
    general = [line for line in out.splitlines() if "Boche, " not in line]
    assert [line for line in general if re.search(r"\bcube", line)] == []
