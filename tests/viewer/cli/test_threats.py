"""``boche show --threats``: what either side could win or capture at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boche.engine.languages.current import current, use


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Return a record of Boku in which Black has four in a row, and could take a marble."""
    path = tmp_path / "game.txt"
    path.write_text("e3 h4 e4 h5 e5 a1 e6 a3 h3 k6\n")
    return str(path)


def test_each_threat_is_a_line(boche: Any, record: str) -> None:
    code, out, err = boche("show", record, "--game", "boku", "--threats")
    assert (code, err) == (0, "")
    assert out.splitlines()[-2:] == [
        "Black can make five in a row: e2 or e7",
        "Black can take h4 or h5, by playing h6",
    ]
    without = boche("show", record, "--game", "boku")[1]
    assert out.startswith(without)
    assert "can make" not in without


def test_a_position_without_threats_says_so(boche: Any, record: str) -> None:
    out = boche("show", record, "--game", "boku", "--threats", "--move", "1")[1]
    assert out.splitlines()[-1] == "no threats"


def test_json_has_them_as_data_if_asked(boche: Any, record: str) -> None:
    data = json.loads(boche("show", record, "--game", "boku", "--threats", "--json")[1])
    first, second = data["threats"]
    assert first == {
        "colour": "black",
        "kind": "row",
        "moves": ["e2", "e7"],
        "places": ["e2", "e7"],
        "text": "Black can make five in a row: e2 or e7",
    }
    assert second["kind"] == "capture"
    assert "threats" not in json.loads(boche("show", record, "--game", "boku", "--json")[1])


def test_they_are_said_in_the_users_language(boche: Any, record: str) -> None:
    before = current()
    try:
        out = boche("show", record, "--game", "boku", "--threats", "--language", "de")[1]
    finally:
        use(before)
    assert "Schwarz kann fünf in einer Reihe bilden: e2 oder e7" in out
