"""Short games between a real window and a program at the server, with failures of the network."""

from __future__ import annotations

from pathlib import Path

from boche.engine.record import load
from tests.e2e.window.window_help import Desk, desk, display
from tests.viewer.remote.host import Host

__all__ = ["desk", "display"]


def test_a_game_with_somebody_far_away(desk: Desk, tmp_path: Path) -> None:
    host = Host(tmp_path)
    try:
        number, own, other = host.board()
        found = desk.scenario("cut_and_mended", host.port, number, own, other, timeout=120,
                              module="tests.e2e.window.far_scenarios")  # fmt: skip
    finally:
        host.close()
    assert found["first title"].startswith("Your move: Bob at 127.0.0.1")
    assert found["moves"] == ["a:a1", "c:b1"]
    assert found["board changed"] > 0.5
    assert found["offline"] == ["No connection: a:b2 will be sent", ["a:a1", "c:b1"]]
    assert found["panel changed"] > 0.5
    moves = ["a:a1", "c:b1", "a:b2"]
    assert found["end"] == ["W+R", moves, moves]
    (kept,) = (desk.home / "data" / "games").glob("*.sgf")
    assert load(kept).moves() == moves
    assert load(kept).result == "W+R"
