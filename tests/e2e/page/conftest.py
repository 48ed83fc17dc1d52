"""Fixtures: a server in the tests' own process, for its pages."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from boche.server.database.connect import open_store
from boche.server.web.app import make_app
from boche.server.web.service import Service


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Yield the address of a server with an empty database."""
    yield from serving(tmp_path)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of one server for tests that change nothing on it."""
    yield from serving(tmp_path_factory.mktemp("shared"))


def serving(folder: Path) -> Iterator[str]:
    store = open_store(f"sqlite:///{folder / 'server.db'}")
    service = Service(store, "http://table.example")
    app = make_app(service, background=False)
    server = uvicorn.Server(
        uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started and thread.is_alive():
        thread.join(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()
    service.close()
    store.close()
