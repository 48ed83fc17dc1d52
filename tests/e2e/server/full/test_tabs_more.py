"""Many boards in the tabs of one browser, and a server that goes away meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.firefox import firefox
from tests.e2e.server.people import Game, ask
from tests.e2e.server.served import Served
from tests.e2e.server.tabs import ChromiumTab, NewTab, Tab, play

BOARDS = 10  # a browser keeps at most six connections to a host
UNDRAWN = "HTMLCanvasElement.prototype.getContext = () => null;"  # only texts are tested
LINE = "document.querySelector('#line').checkVisibility()"

PASSWORD = "a password of theirs"
SIGN_IN = """fetch(`/api/${arguments[0]}`, {
  method: "POST", body: JSON.stringify(arguments[1]),
}).then((answer) => answer.status)"""


class Host:
    """A server that can be ended and restarted at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.served = Served("--data", str(folder))

    @property
    def address(self) -> str:
        return self.served.address

    def start(self) -> None:
        self.served = Served("--data", str(self._folder), port=self.served.port)

    def new(self) -> tuple[Game, list[str]]:
        return Game.new(self.address, "boku", {}, **{"as": "Ada", "name": "Ben"})

    def open(self, new_tab: NewTab, game: Game, secret: str) -> Tab:
        tab = new_tab()
        tab.goto(f"{self.address}/board/{game.number}#seat={secret}")
        tab.sees("#state", "turn")
        return tab

    def moves(self, game: Game) -> list[str]:
        found: list[str] = ask(self.address, "GET", f"/api/boards/{game.number}")["moves"]
        return found


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    made = Host(tmp_path_factory.mktemp("tabs"))
    yield made
    made.served.end()


@pytest.fixture
def chromium_tab(browser: Any) -> Iterator[Callable[[], ChromiumTab]]:
    context = browser.new_context()
    context.add_init_script(UNDRAWN)
    yield lambda: ChromiumTab(context.new_page())
    context.close()


def test_a_move_in_firefox(host: Host) -> None:
    game, secrets = host.new()
    with firefox() as found:
        ann, bob = (host.open(found.new_page, game, secret) for secret in secrets)
        play(ann, "e5")
        bob.sees("#moves [aria-current]", "e5")
        bob.sees("#state", "your turn")


@pytest.mark.parametrize("worker", ["undefined"])
def test_a_browser_without_a_shared_worker(
    host: Host, chromium_tab: Callable[[], ChromiumTab], worker: str
) -> None:
    """Hide a tab: it gives its stream back, and misses nothing."""
    game, secrets = host.new()
    tab = chromium_tab()
    tab.page.add_init_script(f"window.SharedWorker = {worker};")
    path = f"/api/boards/{game.number}/moves"
    tab.goto(f"{host.address}/board/{game.number}#seat={secrets[0]}")
    tab.sees("#state", "your turn")
    ask(host.address, "POST", path, {"move": "e5"}, secrets[0])
    tab.sees("#moves [aria-current]", "e5")
    with tab.page.expect_event("requestfailed", lambda each: each.url.endswith("/api/events")):
        tab.evaluate(SHOWN, True)
    ask(host.address, "POST", path, {"move": "f5"}, secrets[1])
    assert tab.evaluate("fetch('/api/games').then((answer) => answer.status)") == 200
    assert "f5" not in tab.evaluate("document.querySelector('#moves').textContent")
    tab.evaluate(SHOWN, False)
    tab.sees("#moves [aria-current]", "f5")


SHOWN = """((hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
})(arguments[0])"""
