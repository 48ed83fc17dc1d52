"""Fixtures: a server in the tests' own process, for its pages, and a line to it that fails."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from boche.engine.record import load_all
from boche.server import limits
from boche.server.database.connect import open_store
from boche.server.web import events
from boche.server.web.app import make_app
from boche.server.web.pages import lobby_stream
from boche.server.web.service import Service
from boche.viewer.export.page.document import page_of
from tests import ROOT
from tests.e2e.page.catching_up import Site
from tests.e2e.page.keyboards import Exported, LiveBoard, resting
from tests.e2e.server.faulty import SHORTER, Faulty, faulty, port_of
from tests.e2e.server.people import ask
from tests.e2e.server.whole import DESK


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Yield the address of a server with an empty database."""
    yield from serving(tmp_path)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of one server for tests that change nothing on it."""
    yield from serving(tmp_path_factory.mktemp("shared"))


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Faulty]]:
    """Yield the address of a server, and a line to it."""
    before = limits.rules()
    limits.set_rules(
        replace(before, excepted=(ip_network("127.0.0.0/8"),))
    )  # many accounts are made
    with pytest.MonkeyPatch.context() as patched:
        for module in (events, lobby_stream):  # pages on the line soon take silence for a fault
            patched.setattr(module, "OFTEN", SHORTER["SILENT"] / 2000)
        for served in serving(tmp_path_factory.mktemp("failing")):
            with faulty(port_of(served)) as line:
                yield served, line
    limits.set_rules(before)


@pytest.fixture
def failing(browser: Any, line: tuple[str, Faulty]) -> Iterator[Callable[..., Site]]:
    """Yield a function that returns the site with requests that fail in given ways."""
    sites = []

    def site(*faults: str) -> Site:
        sites.append(Site(*line, browser, faults))
        return sites[-1]

    yield site
    for each in sites:
        each.close()


SMALL = {"viewport": {"width": 420, "height": 360}, "device_scale_factor": 0.5}


@pytest.fixture(scope="module")
def exported(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exported]:
    """Yield the page of a record."""
    file = tmp_path_factory.mktemp("page") / "game.html"
    record = load_all(str(ROOT / "assets" / "records" / "boche-path.sgf"))[0]
    file.write_text(page_of([record]), "utf-8")
    context = browser.new_context(**SMALL, reduced_motion="reduce")
    page = context.new_page()
    page.goto(file.as_uri())
    yield Exported(page)
    context.close()


@pytest.fixture(scope="module")
def live_board(browser: Any, shared: str) -> Iterator[LiveBoard]:
    """Yield the page of a game that waits for an opponent, of somebody with an account."""
    account = {"name": "keys", "password": "a pass of words"}
    session = ask(shared, "POST", "/api/accounts", account)["session"]
    asked = {"game": "boche", "against": "open"}
    number = ask(shared, "POST", "/api/boards", asked, session=session)["board"]
    context = browser.new_context(**DESK, reduced_motion="reduce")
    cookie = {"name": "boche_session", "value": session, "domain": "127.0.0.1", "path": "/"}
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(f"{shared}/board/{number}")
    page.wait_for_function("() => document.querySelector('#state').textContent !== ''")
    resting(page)
    yield LiveBoard(page)
    context.close()


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
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        service.close()
        store.close()
