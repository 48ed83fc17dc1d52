"""Two generations of training, as a user starts them."""

from __future__ import annotations

from pathlib import Path

from boche.engine import new
from boche.engine.players.registry import make_player
from tests.training.test_training import GAME, log_of, train


def test_training_learns_and_the_same_command_does_nothing_twice(tmp_path: Path) -> None:
    arguments = ("--hours", "0.0001", "--generations", "2")
    first = train(tmp_path, *arguments)
    assert (first.returncode, first.stderr) == (0, "")
    for number in (1, 2):
        assert (tmp_path / f"generation-{number}" / "weights.npz").exists()
    assert [entry["generation"] for entry in log_of(tmp_path, "match")] == [1, 2]
    assert "score against level 8" in (tmp_path / "strength.svg").read_text()
    texts = [entry["text"] for entry in log_of(tmp_path, "fit")]
    assert any(text.startswith("policy round") for text in texts)
    assert any(text.startswith("value round") for text in texts)

    before = (tmp_path / "log.jsonl").read_bytes()
    again = train(tmp_path, *arguments)
    assert again.returncode == 0
    assert again.stdout.startswith("generation 2 in ")
    assert "already exists" in again.stdout
    assert (tmp_path / "log.jsonl").read_bytes() == before

    player = make_player(
        f"net:{tmp_path / 'generation-2' / 'weights.npz'}", new(GAME), seconds=0.05
    )
    start = new(GAME)
    assert player.choose(start, []) in start.legal_moves()
    player.close()
