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


def test_moves_of_boche_are_told_with_their_levels(boche, tmp_path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("a:a1 a:b1 a:a2 e:a1 a:c1\n")
    game = (str(path), "--game", "boche", "--size", "3", "--kill", "0")
    out = boche("show", *game, "--move", "4")[1]
    assert out.splitlines()[-1] == "move 4 of 5, last e:a1/1: light to move"
    assert json.loads(boche("show", *game, "--json")[1])["moves"][3] == "e:a1", "for programs"
    out = boche("analyse", *game, "--playouts", "40", "--candidates", "9")[1]
    rows = [line.split() for line in out.splitlines()]
    assert next(row[1].rstrip("?") for row in rows[1:] if row[:1] == ["4"]) == "e:a1/1"
    third = next(at for at, row in enumerate(rows) if row[:1] == ["3"])
    moves = {row[5] for row in rows[third + 1 : third + 10] if row[0][-1] == "."}
    assert any(move.endswith(":a1/1") for move in moves), "candidates above a cube"
    assert not any(move.endswith(":a1") for move in moves)
