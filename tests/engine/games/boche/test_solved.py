"""What the program says of solved boards is what the tables in ``docs/solved.md`` say."""

from __future__ import annotations

import re

import pytest

from boche.engine import new
from boche.engine.games.boche.solve import END_RULES
from boche.engine.games.boche.solved import LIGHT_WINS
from tests import ROOT


def tables() -> dict[tuple[int, str], set[str]]:
    """Return the openings after which light wins by size and end rule."""
    text = (ROOT / "docs" / "solved.md").read_text()
    found = {}
    for part in text.split("\n## Size ")[1:]:
        for rule, light in re.findall(r"^\| ([^|]+) \| ([^|]*) \|[^|]*\|$", part, re.MULTILINE):
            name = {"full board": "full board"}.get(rule, rule)
            if name in END_RULES:
                found[int(part[0]), name] = set(re.findall(r"`(\S+)`", light))
    return found


def test_the_openings_are_those_of_the_tables() -> None:
    listed = {
        (size, rule): set(LIGHT_WINS[size, *map(bool, flags_of(rule))].split())
        for size, rule in tables()
    }
    assert listed == tables()
    assert len(listed) == len(LIGHT_WINS) == 24


def flags_of(rule: str) -> list[bool]:
    options = END_RULES[rule]
    return [options.get(name, False) for name in ("immediate_win", "fill_board", "join_any")]


@pytest.mark.parametrize(("size", "rule"), tables())
def test_whoever_may_swap_is_told_whether_to(size: int, rule: str) -> None:
    start = new("boche", size=size, **END_RULES[rule])
    assert set(start.proven_moves()) == {str(move) for move in start.legal_moves()}
    openings = tables()[size, rule]
    same = {start.play(move).canonical_key() for move in openings}
    for move in start.legal_moves():
        after = start.play(move)
        ended = after.outcome
        assert start.proven_moves()[str(move)] == (ended is not None and ended.winner == "light")
        if ended is None:
            known = after.proven_moves()
            assert known["swap"] == (after.canonical_key() in same)
            assert not any(known[text] for text in known if text != "swap")


def test_other_boards_are_not_said_to_be_solved() -> None:
    for options in ({}, {"size": 5}, {"size": 3, "kill": 3}, {"size": 3, "adjacent": True}):
        assert new("boche", **options).proven_moves() == {}
