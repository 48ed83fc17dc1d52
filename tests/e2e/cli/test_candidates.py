"""``boche analyse --candidates``: the best moves of each position, in the table and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boche.engine.game import Position
from boche.engine.record import load, positions_along
from tests.e2e.cli.samples import RECORDS

SAMPLES = {
    "boche": "boche-figure-size-4.sgf",
    "che": "che-closed.sgf",
    "boku": "boku-row.sgf",
    "octi": "octi-fast-torus.sgf",
}
EFFORT = ("--playouts", "60")


def positions_of(name: str) -> list[Position]:
    record = load(RECORDS / name)
    return list(positions_along(record, list(record.main_line())[-1]))


def evaluations_with_whole_legal_moves(boche, game: str) -> list[dict[str, Any]]:
    """Return the evaluations of a sample after a check of their candidates."""
    path = str(RECORDS / SAMPLES[game])
    code, out, _ = boche("analyse", path, *EFFORT, "--candidates", "3", "--json")
    assert code == 0
    data = json.loads(out)["evaluations"]
    plain = json.loads(boche("analyse", path, *EFFORT, "--json")[1])["evaluations"]
    positions = {position.ply: position for position in positions_of(SAMPLES[game])}
    for evaluation, other in zip(data, plain, strict=True):
        candidates = evaluation.pop("candidates", [])
        for changing in ("seconds", "playouts_per_s"):
            evaluation.pop(changing, None)
            other.pop(changing, None)
        assert evaluation == other, "candidates change nothing else"
        position = positions[evaluation["ply"]]
        assert bool(candidates) == (not position.is_over)
        for candidate in candidates:
            assert candidate["line"][0] == candidate["move"]
            assert candidate["depth"] == len(candidate["line"])
            assert 0 <= candidate["value"] <= 1
            after = position
            for move in candidate["line"]:
                after = after.play(after.parse(move))
        if candidates:
            assert candidates[0]["move"] == evaluation["best"]
            if not evaluation["proven"]:
                assert candidates[0]["value"] == pytest.approx(evaluation["win"][position.turn])
    return data


def test_json_has_whole_legal_moves(boche) -> None:
    data = evaluations_with_whole_legal_moves(boche, "boku")
    last = data[-2]
    assert (last["proven"], last["wins_in"], last["line"]) == ("black", 1, ["g3"])
    assert "wins_in" not in data[0], "nothing is proven there"
