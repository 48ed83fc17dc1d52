"""Many games against level 8 by one player, which do not delay level 1 for another."""

from __future__ import annotations

import time
from pathlib import Path

from sqlalchemy import select

from boche.server.database.connect import open_store
from boche.server.database.schema import boards, moves
from boche.server.database.store import Transaction
from boche.server.limits import COMPUTER_GAMES
from tests.e2e.server.served import LONG, Served

CROWD, ONE = "203.0.113.1", "198.51.100.1"


def against(level: int) -> dict[str, object]:
    """Return the request for a game that the computer begins."""
    return {"game": "boche", "options": {"size": 4}, "against": "level", "level": level,
            "begins": "other"}  # fmt: skip


def test_a_crowd_of_long_thoughts_keeps_nobody_waiting(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path), "--behind-proxy", "--workers", "1")
    try:
        crowd = []
        while (answer := served.ask("POST", "/api/boards", against(8), None, CROWD))[0] == 200:
            crowd.append(answer[1]["board"])
        assert len(crowd) == COMPUTER_GAMES
        assert answer[0] == 409
        assert "games against computers" in answer[1]["error"]
        status, made = served.ask("POST", "/api/boards", against(1), None, ONE)
        assert status == 200
        end = time.monotonic() + LONG
        while not served.ask("GET", f"/api/boards/{made['board']}")[1]["ply"]:
            assert time.monotonic() < end
            time.sleep(0.2)
    finally:
        assert "Traceback" not in served.end()[1]
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")

    def meanwhile(transaction: Transaction) -> int:
        one = made["board"]
        at = transaction.connection.execute(
            select(moves.c.at).where(moves.c.board == one)
        ).scalar_one()
        row = boards.c.id == one
        since = transaction.connection.execute(select(boards.c.created).where(row)).scalar_one()
        others = moves.c.board.in_(crowd) & moves.c.at.between(since, at)
        return len(transaction.connection.execute(select(moves.c.board).where(others)).all())

    assert store.read(meanwhile) <= 1  # the one already in progress
    store.close()
