"""Many boards in the tabs of one browser, and a server that goes away under them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.firefox import firefox
from tests.e2e.server.people import Game, ask
from tests.e2e.server.served import Served
from tests.e2e.server.tabs import ChromiumTab, NewTab, Tab, play

BOARDS = 10  # a browser holds six connections to a host
UNDRAWN = "HTMLCanvasElement.prototype.getContext = () => null;"  # the test is of words, and quick
LINE = "document.querySelector('#line').checkVisibility()"


class Host:
    """A server that is ended and started again at its place."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.served = Served("--data", str(folder))

    @property
    def address(self) -> str:
        return self.served.address

    def start(self) -> None:
        self.served = Served("--data", str(self._folder), port=self.served.port)

    def new(self) -> tuple[Game, list[str]]:
        return Game.new(self.address, "boku", {}, **{"as": "Ann", "name": "Bob"})

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
def chromium_tab(browser: Any) -> Iterator[NewTab]:
    context = browser.new_context()
    context.add_init_script(UNDRAWN)
    yield lambda: ChromiumTab(context.new_page())
    context.close()


@pytest.fixture(params=["chromium", "firefox"])
def new_tab(request: pytest.FixtureRequest) -> Iterator[NewTab]:
    if request.param == "chromium":
        yield request.getfixturevalue("chromium_tab")
    else:
        with firefox() as found:
            yield found.new_page


def test_ten_boards_in_one_browser(host: Host, new_tab: NewTab) -> None:
    """All hear what happens, a further request is answered, and a lost line comes back."""
    made = [host.new() for _ in range(BOARDS)]
    tabs = [host.open(new_tab, game, secrets[0]) for game, secrets in made]
    game, secrets = made[0]
    bob = host.open(new_tab, game, secrets[1])
    play(tabs[0], "e5")
    bob.sees("#moves [aria-current]", "e5")
    assert bob.evaluate("fetch('/api/games').then((answer) => answer.status)") == 200

    host.served.process.send_signal(signal.SIGSTOP)
    for tab in (*tabs, bob):
        tab.sees("#connection", "The server does not answer.")
    host.served.process.send_signal(signal.SIGCONT)
    for tab in (*tabs, bob):
        tab.wait_for(f"!{LINE}")

    host.served.kill()
    for tab in tabs:
        tab.sees("#connection", "The server is not reached.")
    host.start()
    for tab in (*tabs, bob):
        tab.wait_for(f"!{LINE}")
    play(bob, "f5")
    tabs[0].sees("#moves [aria-current]", "f5")
    for (other, seats), tab in zip(made[1:], tabs[1:], strict=True):
        ask(host.address, "POST", f"/api/boards/{other.number}/moves", {"move": "e5"}, seats[0])
        tab.sees("#moves [aria-current]", "e5")
