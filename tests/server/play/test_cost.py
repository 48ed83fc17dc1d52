"""The number of statements per move: as few as needed, however long the game is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import Connection, event

from boche.server.database.prepared import Prepared
from boche.server.database.store import Store, Transaction
from boche.server.play import moves
from boche.server.play.actor import Actor
from boche.server.play.match import load
from boche.server.web.api.schemas import board_json
from tests.server.desk import Desk

WRITE = ["INSERT moves", "UPDATE seats", "UPDATE boards", "INSERT events"]


def test_a_move_loads_the_board_once_and_writes_each_table_once(
    desk: Desk, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1", user=ann)
    said: list[str] = []

    def note(connection: object, cursor: object, statement: str, *_: object) -> None:
        said.append(" ".join(statement.split()))

    def noted(statement: Prepared, connection: Connection, values: Mapping[str, Any]) -> None:
        note(None, None, statement.text(connection, values).sql)
        run(statement, connection, values)

    run = Prepared.run
    monkeypatch.setattr(Prepared, "run", noted)
    event.listen(store.engine, "before_cursor_execute", note)
    try:
        desk.do(f"boche move {number} c:b2", user=bob)
    finally:
        event.remove(store.engine, "before_cursor_execute", note)
    written = [line for line in said if line.startswith(("INSERT", "UPDATE"))]
    own = [line for line in written if " limits" not in line]
    tables = [line.replace("INTO ", "").replace('"', "").split()[:2] for line in own]
    assert [" ".join(each) for each in tables] == WRITE


def test_the_board_that_is_answered_is_the_one_in_the_database(desk: Desk, store: Store) -> None:
    number, ann, bob = desk.board(options="-size=4 -kill=0 --totaltime=9")
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche queue {number} c:a4", user=ann)
    desk.pass_time(60.0)
    actor = Actor(user=bob.id)

    def work(transaction: Transaction) -> tuple[dict[str, Any], dict[str, Any]]:
        played = moves.move(transaction, actor, number, "c:b2", desk.now)
        assert played.more == ("c:a4",)
        return tuple(  # type: ignore[return-value]
            board_json(board, actor, desk.now)
            for board in (played.board, load(transaction, number))
        )

    answered, kept = store.write(work)
    assert answered == kept
    assert answered["seats"][0]["bank"] is not None
