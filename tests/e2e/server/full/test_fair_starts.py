"""Two people at real pages: clocks wait for both players, and nobody must play unasked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boche.viewer.remote.client.account import challenge
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.opening import open_board
from boche.viewer.remote.seat_link import Place, SeatLink
from tests.e2e.server.people import PATIENCE, ask
from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK
from tests.viewer.remote.host import until

QUICK = {"start": 7200, "increment": 2}
"""A live clock with enough time for a first move on a busy machine."""

SEEN = "([where, text]) => document.querySelector(where)?.textContent.includes(text)"


PASSED = "() => document.querySelector('.turn .clock').textContent < '1:59:54'"
"""A script that holds once six seconds have passed on the clock of the side to move."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    # Guests are marked as such where anybody has an account.
    ask(served.address, "POST", "/api/accounts", {"name": "host", "password": "correct-horse"})
    yield served.address
    served.end()


class Visitor:
    """A user with their own browser context, signed in or not."""

    def __init__(self, browser: Any, server: str, name: str = "") -> None:
        self.server, self.errors = server, list[str]()
        self.context = browser.new_context(**DESK, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.session = ""
        if name:
            wanted = {"name": name, "password": "correct-horse"}
            self.session = str(ask(server, "POST", "/api/accounts", wanted)["session"])
            place = {"domain": "127.0.0.1", "path": "/"}
            self.context.add_cookies([{"name": "boche_session", "value": self.session, **place}])

    def open(self, number: int, secret: str = "", role: str = "seat") -> None:
        self.page.goto("about:blank")
        self.page.goto(f"{self.server}/board/{number}" + (f"#{role}={secret}" if secret else ""))

    def sees(self, where: str, text: str) -> None:
        self.page.wait_for_function(SEEN, arg=[where, text])

    def press(self, name: str) -> None:
        self.page.locator(name).click()

    def shows(self, *names: str) -> list[bool]:
        return [self.page.locator(name).is_visible() for name in names]

    def board(self, number: int) -> Any:
        return ask(self.server, "GET", f"/api/boards/{number}", session=self.session)


@pytest.fixture
def visitor(browser: Any, server: str) -> Iterator[Callable[..., Visitor]]:
    made: list[Visitor] = []

    def come(name: str = "") -> Visitor:
        made.append(Visitor(browser, server, name))
        return made[-1]

    yield come
    assert [each.errors for each in made] == [[] for _ in made]
    for each in made:
        each.context.close()


def move(server: str, number: int, text: str, **who: str) -> None:
    ask(server, "POST", f"/api/boards/{number}/moves", {"move": text}, **who)


def test_a_link_opened_second_begins_the_game_and_first_moves_the_clocks(
    visitor: Callable[..., Visitor], server: str
) -> None:
    asked = {"game": "boche", "clock": QUICK, "as": "Ann A.", "name": "Bob B."}
    made = ask(server, "POST", "/api/boards", asked)
    number, (one, two) = made["board"], made["secrets"]
    ann, bob = visitor(), visitor()
    ann.open(number, one)
    ann.sees("#state", "Waiting for Bob B. (guest) to come.")
    # A preview of the link or a watcher does not count as the friend.
    ask(server, "GET", f"/api/boards/{number}", seat=two)
    watcher = visitor()
    watch = ask(server, "GET", f"/api/boards/{number}", seat=one)["watch"]
    watcher.open(number, watch, "watch")
    watcher.sees("#state", "Waiting for Bob B. (guest) to come.")
    assert watcher.shows("#withdraw", "#join", "#accept") == [False] * 3
    assert ann.board(number)["began"] is None
    bob.open(number, two)
    for each in (ann, bob, watcher):
        each.sees("#state", "Ann A. (guest)'s turn" if each is not ann else "your turn")
    ann.sees("#first-move", "Your first move is due in ")
    bob.sees("#first-move", "Ann A. (guest)'s first move is due in ")
    ann.sees("#told", "Your first move is due in ")
    assert bob.shows("#abort", "#resign", "#draw", "#undo") == [True, False, False, False]
    move(server, number, "c:a1", seat=one)
    bob.sees("#first-move", "Your first move is due in ")
    assert bob.page.locator(".clock").all_inner_texts() == ["2:00:00", "2:00:00"]
    move(server, number, "c:b1", seat=two)
    ann.page.wait_for_selector("#first-move", state="hidden")
    ann.page.wait_for_function(
        "() => document.querySelector('.turn .clock').textContent.startsWith('1:59:')"
    )
    assert ann.shows("#abort", "#resign") == [False, True]


def test_clocks_on_a_page_do_not_run_late_after_many_moves(
    visitor: Callable[..., Visitor], server: str
) -> None:
    """Compare clocks after a move's event, which is newer than the last request for the board."""
    asked = {"game": "boche", "clock": QUICK, "as": "Ann A.", "name": "Bob B."}
    made = ask(server, "POST", "/api/boards", asked)
    number, secrets = made["board"], made["secrets"]
    ask(server, "POST", f"/api/boards/{number}/come", {}, secrets[1])
    for seat, text in enumerate(("c:a1", "c:b1")):
        move(server, number, text, seat=secrets[seat])
    ann = visitor()
    ann.open(number, secrets[0])
    ann.sees("#state", "your turn")
    ann.page.wait_for_function(PASSED)
    move(server, number, "c:c1", seat=secrets[0])
    ann.sees("#state", "Bob B. (guest)'s turn")
    earlier = ann.board(number)
    hours, minutes, seconds = map(int, ann.page.locator(".turn .clock").inner_text().split(":"))
    later = ann.board(number)
    shown = hours * 3600 + minutes * 60 + seconds
    assert later["deadline"] - later["now"] - 2 <= shown <= earlier["deadline"] - earlier["now"] + 2


def test_a_young_game_is_aborted_by_either(visitor: Callable[..., Visitor], server: str) -> None:
    asked = {"game": "boche", "clock": QUICK, "as": "Ann A.", "name": "Bob B."}
    made = ask(server, "POST", "/api/boards", asked)
    ann, bob = visitor(), visitor()
    for each, secret in zip((ann, bob), made["secrets"], strict=True):
        each.open(made["board"], secret)
    ann.sees("#state", "your turn")
    move(server, made["board"], "c:a1", seat=made["secrets"][0])
    bob.sees("#state", "your turn")
    bob.press("#abort")
    bob.press("#sure [value=yes]")
    for each in (ann, bob):
        each.sees("#state", "The game is over. Bob B. (guest) aborted the game.")
    assert ann.board(made["board"])["outcome"]["result"] == ""


def test_who_is_challenged_accepts_or_declines(
    visitor: Callable[..., Visitor], server: str
) -> None:
    ann, bob = visitor("cara"), visitor("dan")
    asked = {"game": "boche", "clock": QUICK, "rated": True, "against": "name", "name": "dan"}
    first, second = (
        ask(server, "POST", "/api/boards", asked, session=ann.session)["board"] for _ in range(2)
    )
    ann.open(first)
    ann.sees("#state", "Waiting for dan to accept.")
    bob.page.goto(f"{server}/")
    assert bob.page.locator(".boards .state").all_inner_texts() == [
        "cara challenges you: 2 hours, 2 seconds more a move, rated, they move first"
    ] * 2  # fmt: skip
    bob.page.get_by_role("button", name=f"Accept on board {first}").click()
    bob.page.wait_for_url(f"**/board/{first}")
    for each in (ann, bob):
        each.page.wait_for_selector("#first-move", state="visible")
    ann.sees("#told", "The game has begun")
    ann.open(second)
    ann.sees("#state", "Waiting for dan to accept.")
    bob.open(second)
    bob.sees("#offer-text", "cara challenges you: 2 hours, 2 seconds more a move, rated.")
    assert bob.shows("#withdraw", "#accept", "#reject") == [False, True, True]
    bob.press("#reject")
    for each in (ann, bob):
        each.sees("#state", "The game is over. dan declined the game.")
    ann.sees("#told", "dan declined the game")


def test_a_rematch_is_offered_and_declined_or_accepted(
    visitor: Callable[..., Visitor], server: str
) -> None:
    asked = {"game": "boche", "clock": QUICK, "as": "Ann A.", "name": "Bob B."}
    made = ask(server, "POST", "/api/boards", asked)
    number, secrets = made["board"], made["secrets"]
    ann, bob = visitor(), visitor()
    for each, secret in zip((ann, bob), secrets, strict=True):
        each.open(number, secret)
    bob.sees("#first-move", "Ann A. (guest)'s first move is due in ")
    for seat, text in enumerate(("c:a1", "c:b1")):
        move(server, number, text, seat=secrets[seat])
    ask(server, "POST", f"/api/boards/{number}/resign", seat=secrets[1])
    ann.press("#rematch")
    bob.sees("#offer-text", "Ann A. (guest) proposes a rematch.")
    bob.press("#reject")
    ann.sees("#told", "Bob B. (guest) does not agree to a rematch")
    assert ann.page.locator("#banner").inner_text() == "Bob B. (guest) does not agree to a rematch"
    ann.press("#rematch")
    bob.sees("#offer-text", "Ann A. (guest) proposes a rematch.")
    bob.press("#accept")
    for each in (ann, bob):
        each.page.wait_for_url(f"**/board/{number + 1}*")
        each.sees("#first-move", "first move is due in")
    path = f"/api/boards/{number}"
    watch = ask(server, "GET", path, seat=secrets[0])["watch"]  # the same for the rematch
    assert ask(server, "GET", f"/api/boards/{number + 1}", seat=watch)["state"] == "active"


def test_somebody_at_the_desk_and_somebody_at_a_page(
    visitor: Callable[..., Visitor], server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    ann = visitor("emma")
    wanted = {"name": "finn", "password": "correct-horse"}
    finn = Login(server, ask(server, "POST", "/api/accounts", wanted)["session"], "finn")
    place = challenge(finn, "boche", {"size": 4}, "emma", "me", 0)
    desk = open_board(SeatLink(place, None), finn)
    try:
        ann.page.goto(f"{server}/games?show=turn")
        ann.page.get_by_role("button", name=f"Accept on board {place.board}").click()
        ann.page.wait_for_url(f"**/board/{place.board}")
        until(lambda: desk.take_news() and not desk.is_open)
        ann.press("#abort")
        ann.press("#sure [value=yes]")
        until(lambda: desk.take_news() is not None and not desk.goes_on)
        assert desk.board.reason == "emma aborted the game"
        desk.rematch()
        ann.sees("#offer-text", "finn proposes a rematch.")
        # The desk must have seen its own offer: nobody's answer comes within its pause of 50 ms.
        until(lambda: desk.take_news() is not None and desk.board.offer)
        ann.press("#reject")
        until(lambda: [each for each in desk.take_news() if "does not agree" in each.text])
        ann.press("#rematch")
        until(lambda: desk.take_news() is not None and desk.is_asked)
        desk.answer(True)
        ann.page.wait_for_url(f"**/board/{place.board + 1}")
        until(lambda: desk.take_news() is not None and desk.other)
        assert desk.other == Place(server, place.board + 1)
        ann.sees("#state", "your turn")
    finally:
        desk.wire.close(5.0)
