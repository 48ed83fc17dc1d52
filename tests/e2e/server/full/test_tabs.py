"""Many boards in the tabs of one browser, and a server that goes away meanwhile."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.firefox import firefox
from tests.e2e.server.people import Game, ask
from tests.e2e.server.served import Served
from tests.e2e.server.tabs import ChromiumTab, NewTab, Tab, choose, play, press
from tests.ports import free_port

BOARDS = 7  # a browser keeps at most six connections to a host
UNDRAWN = "HTMLCanvasElement.prototype.getContext = () => null;"  # only texts are tested
WAITING = r"Object.keys(localStorage).filter((name) => /^boche \d+ /.test(name)).length"
LATER = "((now) => { Date.now = () => now() + 61000; })(Date.now)"
LINE = "document.querySelector('#line').checkVisibility()"

PASSWORD = "a password of theirs"
BROKEN = "class extends SharedWorker { constructor() { super('/none.js'); } }"
SIGN_IN = """fetch(`/api/${arguments[0]}`, {
  method: "POST", body: JSON.stringify(arguments[1]),
}).then((answer) => answer.status)"""
SHOWN = """((hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
})(arguments[0])"""


class Host:
    """A server that can be ended and restarted at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.served = Served("--data", str(folder), port=free_port())

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


def test_many_boards_in_firefox(host: Host) -> None:
    with firefox() as found:
        many_boards(host, found.new_page)


def test_many_boards_in_one_browser(host: Host, chromium_tab: NewTab) -> None:
    many_boards(host, chromium_tab)


def many_boards(host: Host, new_tab: NewTab) -> None:
    """Check that all tabs get events, more requests are answered and lost connections return."""
    made = [host.new() for _ in range(BOARDS)]
    tabs = [host.open(new_tab, game, secrets[0]) for game, secrets in made]
    game, secrets = made[0]
    bob = host.open(new_tab, game, secrets[1])
    play(tabs[0], "e5")
    bob.sees("#moves [aria-current]", "e5")
    bob.sees("#state", "your turn")
    assert bob.evaluate("fetch('/api/games').then((answer) => answer.status)") == 200

    choose(bob, "f5")
    host.served.process.send_signal(signal.SIGSTOP)
    press(bob, "#play-words")
    for tab in tabs:
        tab.sees("#connection", "The server does not answer.")
    bob.sees("#unsent", "Your move f5 is kept, and sent once the server can be reached.")
    host.served.process.send_signal(signal.SIGCONT)
    for tab in (*tabs, bob):
        tab.wait_for(f"!{LINE}")
    tabs[0].sees("#moves [aria-current]", "f5")

    host.served.kill()
    for tab in tabs:
        tab.sees("#connection", "The server cannot be reached.")
    host.start()
    for tab in (*tabs, bob):
        tab.wait_for(f"!{LINE}")
    play(tabs[0], "e6")
    bob.sees("#moves [aria-current]", "e6")
    for (other, seats), tab in zip(made[1:], tabs[1:], strict=True):
        ask(host.address, "POST", f"/api/boards/{other.number}/moves", {"move": "e5"}, seats[0])
        tab.sees("#moves [aria-current]", "e5")


@pytest.mark.parametrize("worker", ["undefined", BROKEN], ids=["none", "broken"])
def test_a_browser_without_a_working_shared_worker(
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


def test_a_move_that_waits_is_kept(host: Host, chromium_tab: NewTab) -> None:
    """Close its tab: the move stays stored for the seat, and is sent once or cancelled."""
    (kept, seats), (cancelled, others), (late, thirds) = (host.new() for _ in range(3))
    tabs = [
        host.open(chromium_tab, game, secrets[0])
        for game, secrets in ((kept, seats), (cancelled, others), (late, thirds))
    ]
    for tab in tabs:
        choose(tab, "e5")
    host.served.kill()
    for tab in tabs:
        press(tab, "#play-words")
        tab.sees("#unsent", "Your move e5 is kept, and sent once the server can be reached.")
        assert tab.evaluate("document.querySelector('#unsend').checkVisibility()")
        assert tab.evaluate("document.title").startswith("e5 is not sent yet. ")
    press(tabs[1], "#unsend")
    tabs[1].sees("#said", "e5 is cancelled")
    for tab in (tabs[0], tabs[2]):
        tab.close()
    host.start()
    tabs[1].wait_for(f"!{LINE}")

    host.open(chromium_tab, kept, seats[1])  # another person in the same browser
    host.open(chromium_tab, cancelled, others[0])
    assert host.moves(kept) == host.moves(cancelled) == []
    ann = host.open(chromium_tab, kept, seats[0])
    ann.sees("#moves [aria-current]", "e5")
    ann.wait_for("document.querySelector('#state').textContent.includes('Ben')")
    assert host.moves(kept) == ["e5"]
    assert ann.evaluate(WAITING) == 1  # that of the third board

    ask(host.address, "POST", f"/api/boards/{late.number}/moves", {"move": "f6"}, thirds[0])
    again = host.open(chromium_tab, late, thirds[0])
    again.sees("#problem", "Your move e5 was not sent: the game has moved on.")
    assert host.moves(late) == ["f6"]
    assert again.evaluate(WAITING) == 0


def test_a_move_that_waited_for_a_minute_is_asked_again(
    host: Host, chromium_tab: Callable[[], ChromiumTab]
) -> None:
    """Let the clock of two pages go on: one is asked where it is, the other after a reload."""
    (here, seats), (left, others) = (host.new() for _ in range(2))
    tabs = [host.open(chromium_tab, game, own[0]) for game, own in ((here, seats), (left, others))]
    for tab in tabs:
        choose(tab, "e5")
    host.served.kill()
    for tab in tabs:
        press(tab, "#play-words")
        tab.sees("#unsent", "Your move e5 is kept")
        assert not tab.evaluate("document.querySelector('#let-go').checkVisibility()"), "one Cancel"
        tab.evaluate(LATER)
    tabs[1].close()
    asked = "Your move e5 has waited for more than a minute. Play it?"
    host.start()
    tabs[0].sees("#unsent", asked)
    again = chromium_tab()
    again.page.add_init_script(LATER)
    again.goto(f"{host.address}/board/{left.number}")
    again.sees("#unsent", asked)
    assert again.evaluate("document.title").startswith("e5 is not sent yet. ")
    assert host.moves(here) == host.moves(left) == []
    press(tabs[0], "#send-again")
    tabs[0].sees("#moves [aria-current]", "e5")
    assert not tabs[0].evaluate("document.querySelector('#unsent').checkVisibility()")
    press(again, "#unsend")
    again.wait_for("!document.querySelector('#unsent').checkVisibility()")
    assert host.moves(left) == []
    assert again.evaluate(WAITING) == 0


def test_another_account_hears_nothing_of_the_one_before(host: Host, chromium_tab: NewTab) -> None:
    """Sign in with another account: it gets nothing that is for the two seats alone."""
    session = ask(host.address, "POST", "/api/accounts", {"name": "ann", "password": PASSWORD})
    made = {"game": "boku", "against": "open"}
    number = ask(host.address, "POST", "/api/boards", made, session=session["session"])["board"]
    path = f"/api/boards/{number}"
    bob = ask(host.address, "POST", f"{path}/join", {"as": "Bob"})["secret"]
    tabs = [chromium_tab() for _ in range(2)]
    tabs[0].goto(host.address)
    tabs[0].evaluate(SIGN_IN, "session", {"name": "ann", "password": PASSWORD})
    tabs[0].goto(f"{host.address}/board/{number}")
    tabs[0].sees("#state", "your turn")
    ask(host.address, "POST", f"{path}/chat", {"text": "first"}, bob)
    tabs[0].sees("#chat", "first")
    tabs[1].goto(host.address)
    tabs[1].evaluate(SIGN_IN, "accounts", {"name": "carol", "password": PASSWORD})
    ask(host.address, "POST", f"{path}/chat", {"text": "second"}, bob)
    tabs[0].sees("#state", "ann's turn")  # it watches, and is not asked to move
    ask(host.address, "POST", f"{path}/resign", {}, bob)
    tabs[0].sees("#state", "ann wins")
    assert "second" not in tabs[0].evaluate("document.querySelector('#chat').textContent")


def test_a_message_that_comes_while_the_page_asks_for_earlier_ones(
    host: Host, chromium_tab: Callable[[], ChromiumTab]
) -> None:
    """Hold back an answer of the first requests: what the stream brings meanwhile stays, once."""
    game, secrets = host.new()
    path = f"/api/boards/{game.number}/chat"
    ask(host.address, "POST", path, {"text": "earlier"}, secrets[1])
    tab, held = chromium_tab(), list[Any]()
    tab.page.route("**/notes", lambda route: held.append(route))
    with tab.page.expect_response("**/talk"):
        tab.goto(f"{host.address}/board/{game.number}#seat={secrets[0]}")
    ask(host.address, "POST", path, {"text": "meanwhile"}, secrets[1])
    tab.sees("#chat", "meanwhile")
    while not held:
        tab.page.wait_for_timeout(20)
    held.pop().continue_()
    tab.sees("#chat", "earlier")
    texts = "[...document.querySelectorAll('#chat bdi')].map((each) => each.textContent)"
    assert tab.evaluate(texts) == ["earlier", "meanwhile"]
