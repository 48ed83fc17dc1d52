"""Short games between a real window and a program at the server, with failures of the network."""

from __future__ import annotations

from pathlib import Path

from boche.engine.message import capitalized
from tests.e2e.window.window_help import Desk, desk, display
from tests.viewer.remote.host import Host
from tests.viewer.remote.portal import ADVICE, LINE

__all__ = ["desk", "display"]


def test_a_hotels_network_answers_in_the_middle_of_a_game(desk: Desk, tmp_path: Path) -> None:
    host = Host(tmp_path)
    try:
        number, own, _ = host.board()
        found = desk.scenario("behind_a_portal", host.port, number, own, timeout=120,
                              module="tests.e2e.window.far_scenarios")  # fmt: skip
    finally:
        host.close()
    line = f"{LINE.format(server=found['server'])} (status 200, text/html): {ADVICE['']}"
    assert found["state"] == capitalized(line)
    assert found["panel changed"] > 0.5
    assert found["with a move"] == f"a:a1 will be sent later: {line}"
    assert found["with a move"] in found["shown"]
    assert found["meanwhile"] == []
    assert found["after"] == [["a:a1"], ["a:a1"]]
