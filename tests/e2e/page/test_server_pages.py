"""The server's pages in a real browser: what a policy, a style or a script could spoil."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from server.database.opening import open_store
from server.web.app import make_app
from server.web.service import Service


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server with an empty database."""
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
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


def test_a_phone_shows_the_pages_and_copies_the_link(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in ("/games", "/sign-up", "/help/boche", "/people/level-1", "/"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        dark = sum(map(int, colour[4:-1].split(","))) < 380
        assert dark == (scheme == "dark")
    page.goto(address)
    page.keyboard.press("Tab")
    assert page.locator(":focus").bounding_box()["y"] >= 0, "the skip link is seen"
    page.get_by_label("The computer").check()
    assert page.get_by_label("Level").is_visible()
    page.get_by_label("A friend, by a link").check()
    assert not page.get_by_label("Level").is_visible()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Copy the link: Your friend's seat").click()
    page.get_by_text("The link is copied: Your friend's seat.").wait_for(state="attached")
    link = page.get_by_label("Your friend's seat", exact=True).input_value()
    assert link.startswith("http://table.example/board/1#seat=")
    # To the table and back, and loaded again: the links stand there still, and no form is sent.
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.method + request.url))
    page.get_by_role("link", name="Go to the table").click()
    page.locator("#state", has_text="your turn").wait_for()
    page.go_back()
    page.reload()
    assert page.get_by_label("Your friend's seat", exact=True).input_value() == link
    page.go_forward()
    page.locator("#state", has_text="your turn").wait_for()
    assert not [each for each in asked if each.startswith("POST") or link[-20:] in each]
    assert said == []
    context.close()
