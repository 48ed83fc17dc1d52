"""Moves that nobody has searched."""

from __future__ import annotations

from tests.viewer.training.test_retry import begun, every_game, kept_moves


@every_game
def test_an_unknown_move_is_searched(game: str) -> None:
    for share, quality in ((0.105, "right"), (0.17, "weaker"), (0.8, "wrong")):
        trainee, unknown = begun(game), kept_moves(game)[3]
        trainee.wait()
        assert trainee.play(unknown)
        assert trainee.state.phase == "judging"
        assert "is being searched now" in trainee.state.answer
        trainee.search_says(share)
        assert trainee.state.quality == quality, trainee.state.answer
