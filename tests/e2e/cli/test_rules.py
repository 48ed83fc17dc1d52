"""The command that prints the rules."""

from __future__ import annotations

import re

import pytest

from boche.engine.errors import OptionError
from boche.engine.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("columns", [None, 60, 132])
def test_rules_are_wrapped_to_the_terminal(boche, monkeypatch, game, columns) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", str(columns))
    code, out, err = boche("rules", game)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0] == f"How to play {GAMES[game].title}"
    prose = [line for line in lines if re.match(r"(- )?[A-Z][a-z]+ [a-z]+ ", line)]
    width = columns or 80
    assert len(prose) > 20
    assert width * 0.8 < max(map(len, prose)) <= width
    assert not re.search(r"\*\*|`|\]\(|^#|^\|--", out, re.MULTILINE)
    assert all(option.name in out for option in GAMES[game].options)


def test_a_drawing_stays_whole_in_a_narrow_terminal(boche, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    assert " 4 + . . .     +-----+" in boche("rules", "boche")[1]


def test_without_a_game_they_are_listed(boche) -> None:
    code, out, err = boche("rules")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(GAMES)


def test_an_unknown_game_is_one_line(boche) -> None:
    code, out, err = boche("rules", "chess")
    assert (code, out) == (2, "")
    known = ", ".join(GAMES)
    said = f"unknown game 'chess', did you mean 'che'? (choose from {known})"
    assert err == f"boche rules: {said}\n"


@pytest.mark.parametrize("game", [each for each in GAMES.values() if each.options])
def test_the_rules_call_an_option_what_dialogs_and_refusals_call_it(boche, game) -> None:
    _, out, _ = boche("rules", game.name)
    told = " ".join(out.split())
    for option in game.options:
        assert option.full_title in told
        if not option.is_flag:
            with pytest.raises(OptionError, match=re.escape(option.full_title)):
                game.new(**{option.name: -2})
