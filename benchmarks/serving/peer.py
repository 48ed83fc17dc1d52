"""A minimal server on the same stack: ``python -m benchmarks.serving.peer DATABASE``.

Starlette on uvicorn, JSON, and a thread that writes all queued moves in one SQLite transaction, as
durably as our server. A move takes three statements: read the board, insert the move, update the
board's row. There are no rules, permissions, clocks or watchers: only the work that any server has
to do.
"""

from __future__ import annotations

import asyncio
import json
import queue
import socket
import sqlite3
import sys
import threading
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

MOST_AT_ONCE = 64

Waiting = tuple[int, str, int, "asyncio.Future[dict[str, Any]]"]


class Writer:
    """The writer thread, which wakes the event loop once per transaction."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.waiting: queue.SimpleQueue[Waiting] = queue.SimpleQueue()
        self.loop: asyncio.AbstractEventLoop | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        for line in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {line}")
        connection.execute("CREATE TABLE boards (id INTEGER PRIMARY KEY, ply INTEGER)")
        connection.execute(
            "CREATE TABLE moves (board INTEGER, ply INTEGER, text TEXT, PRIMARY KEY (board, ply)) "
            "WITHOUT ROWID"
        )
        while True:
            pieces = [self.waiting.get()]
            while len(pieces) < MOST_AT_ONCE and not self.waiting.empty():
                pieces.append(self.waiting.get())
            connection.execute("BEGIN IMMEDIATE")
            done = [(result, self._move(connection, *rest)) for *rest, result in pieces]
            connection.execute("COMMIT")
            assert self.loop is not None
            self.loop.call_soon_threadsafe(_hand_out, done)

    def _move(
        self, connection: sqlite3.Connection, board: int, text: str, ply: int
    ) -> dict[str, Any]:
        row = connection.execute("SELECT ply FROM boards WHERE id = ?", (board,)).fetchone()
        assert (row[0] if row else 0) == ply - 1
        connection.execute("INSERT INTO moves VALUES (?, ?, ?)", (board, ply, text))
        connection.execute(
            "INSERT INTO boards VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET ply = ?",
            (board, ply, ply),
        )
        return {"board": board, "ply": ply, "move": text}


def _hand_out(done: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for result, found in done:
        if not result.done():
            result.set_result(found)


def app_of(writer: Writer) -> Starlette:
    """Return the application with its single route."""

    async def move(request: Request) -> JSONResponse:
        given = json.loads(await request.body())
        writer.loop = asyncio.get_running_loop()
        result: asyncio.Future[dict[str, Any]] = writer.loop.create_future()
        writer.waiting.put((request.path_params["board"], given["move"], given["ply"], result))
        return JSONResponse(await result)

    return Starlette(routes=[Route("/api/boards/{board:int}/moves", move, methods=["POST"])])


def main() -> int:
    """Serve until killed; the first line of output is the port."""
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(app_of(Writer(sys.argv[1])), log_level="error", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])
    return 0


if __name__ == "__main__":
    sys.exit(main())
