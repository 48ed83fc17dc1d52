"""A position searched for an analysis: what is kept, and what pages tell of it."""

from __future__ import annotations

from boche.engine.record import load
from boche.server.analysis.results import evaluation_at, evaluation_json
from boche.server.thinking.review_job import evaluate
from tests import ROOT


def test_a_proven_win_is_kept_and_told_with_its_line_and_its_length() -> None:
    record = load(ROOT / "assets" / "records" / "boku-row.sgf")
    moves = [str(move) for move in record.moves()[:-3]]
    position = record.position(record.main_line()[len(moves)])
    texts = evaluate("boku", {}, moves, 0.5)
    known = evaluation_at(len(moves), moves[-1], position, texts)
    assert known is not None
    told = evaluation_json(known)
    assert told["certain"] == "Black wins in 2 moves"
    first = told["candidates"][0]
    assert first["length"] == "wins in 2"
    assert len(first["line"]) == 3
    for move in first["line"]:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == "black"
