"""A browser that keeps nothing for a page, since its storage is full or forbidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.e2e.conftest import PATIENCE
from tests.e2e.server.people import Game, Person
from tests.e2e.server.served import Served

WORK = """
() => navigator.serviceWorker.register('/service-worker.js')
  .then(() => navigator.serviceWorker.ready).then(() => true)
"""
FORBIDDEN = """
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });
Object.defineProperty(navigator, 'serviceWorker', { get: () => undefined });
"""


def test_pages_are_whole_while_there_is_no_room_for_what_they_keep(
    tmp_path: Path, browser: Any
) -> None:
    served = Served("--data", str(tmp_path / "data"))
    context = browser.new_context()
    page, lost = context.new_page(), list[str]()
    page.set_default_timeout(PATIENCE)
    page.on("requestfailed", lambda request: lost.append(request.url))
    page.goto(served.address)
    assert page.evaluate(WORK)
    full = {"origin": served.address, "quotaSize": 1}
    context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", full)
    page.reload(wait_until="networkidle")
    assert page.evaluate("() => !!navigator.serviceWorker.controller")
    assert lost == []
    context.close()
    served.end()


def test_a_game_is_played_where_the_browser_keeps_nothing(tmp_path: Path, browser: Any) -> None:
    served = Served("--data", str(tmp_path / "data"))
    context = browser.new_context()
    context.add_init_script(FORBIDDEN)
    game, secrets = Game.new(served.address, "boche", {"size": 3}, **{"as": "Ann", "name": "Bob"})
    ann = Person(context.new_page(), game, secrets[0], "words")
    ann.move("c:a1")
    assert served.ask("POST", "/api/boards/1/moves", {"move": "a:b1"}, secrets[1])[0] == 200
    ann.sees("#moves [aria-current]", "a:b1")
    for path in ("", "/lobby", "/learn", "/puzzles"):
        ann.page.goto(served.address + path)
    assert ann.errors == []
    context.close()
    served.end()
