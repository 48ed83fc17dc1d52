"""Threats on the command line: ``show --threats``, and the reasons that ``analyse`` names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boche.engine.languages.current import current, use
from boche.engine.record import dump_sgf
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, keep_evaluation
from boche.viewer.session import Session


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


def test_an_analysis_says_why_a_mistake_is_one(boche: Any, tmp_path: Path) -> None:
    """The record knows all its evaluations, so nothing is searched."""
    session = Session.new("boku")
    for move in ("e3", "a1", "e4", "a3", "e5", "a5", "e6", "k6"):
        session.play(move)
    for ply, node in enumerate(session.cursor.line):
        share = 0.5 if ply < 8 else 1.0
        line = KeptLine(("e2" if ply == 7 else "b2",), 0.5, 100)
        win = {"black": share, "white": 1.0 - share}
        keep_evaluation(node, KeptEvaluation(win, None, 3000, 0.01, (line,), 2.0))
    path = tmp_path / "game.sgf"
    path.write_bytes(dump_sgf(session.record))
    why = "k6 does not stop the threat: Black can make five in a row: e2 or e7"
    code, out, _ = boche("analyse", str(path), "--seconds", "1")
    assert code == 0
    told = out.splitlines()
    at = told.index(f"     {why}")
    assert told[at - 1].startswith("   8 k6??  white lost ")
    assert told[at + 1] == "     better: e2"
    [mistake] = json.loads(boche("analyse", str(path), "--seconds", "1", "--json")[1])["mistakes"]
    assert mistake["reasons"] == [{"text": why, "line": ["k6", "e2"], "places": ["e2", "e7"]}]
