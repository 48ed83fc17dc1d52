"""What pages do over a line on which requests fail: they catch up, and say what they wait for.

Each function opens a page while its requests fail, each kind once in each way, and changes
something while they fail again.
"""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from boche.engine.puzzles import puzzles, right_moves
from tests.e2e.server.faulty import Faulty, noted
from tests.e2e.server.people import PATIENCE, Game, ask
from tests.e2e.server.tabs import ChromiumTab, play
from tests.e2e.server.whole import DESK

CLOCK = {"start": 600.0, "increment": 5.0}
PASSWORD = "a pass of words"


@dataclass
class Site:
    """A server, a line to it on which requests fail, and a browser."""

    server: str
    line: Faulty
    browser: Any
    faults: tuple[str, ...]
    contexts: list[Any] = field(default_factory=list)

    def page(self, **kind: Any) -> Any:
        self.contexts.append(
            self.browser.new_context(**{**DESK, "reduced_motion": "reduce", **kind})
        )
        return noted(self.contexts[-1].new_page())

    def signed_in(self, name: str) -> tuple[Any, str]:
        """Return the page of a new account, and its session."""
        made = ask(self.server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})
        page = self.page()
        cookie = {"name": "boche_session", "value": made["session"]}
        page.context.add_cookies([{**cookie, "domain": "127.0.0.1", "path": "/"}])
        return page, str(made["session"])

    def fail(self) -> None:
        self.line.fail(*self.faults)

    def open(self, page: Any, path: str) -> None:
        """Open a page whose requests fail."""
        self.fail()
        page.goto(self.line.address + path)

    def caught_up(self, page: Any, *kinds: str) -> None:
        """Wait until these requests have failed and been repeated, and the line is gone."""
        line, enough = self.line, len(self.faults) + 1
        end = time.monotonic() + PATIENCE / 1000
        while lacking := [kind for kind in kinds if line.asked[kind] < enough]:
            assert time.monotonic() < end, (lacking, line.asked)
            page.wait_for_timeout(20)
        assert all(line.failed[kind] == len(self.faults) for kind in kinds)
        page.wait_for_function("() => document.getElementById('line').hidden")
        said = page.evaluate("linesSaid")
        assert any(text.endswith("Trying again\u2026") for text in said), said
        page.evaluate("linesSaid.length = 0")
        assert page.errors == []

    def close(self) -> None:
        self.line.fail()
        for context in self.contexts:
            context.close()


def _sees(page: Any, where: str, text: str) -> None:
    page.wait_for_function(
        "([where, text]) => document.querySelector(where)?.textContent.includes(text)",
        arg=[where, text],
    )


def board(site: Site) -> None:
    """Follow a game: what is there at first, the opponent's move, offer and chat, and one's own."""
    game, secrets = Game.new(site.server, "boku", {}, clock=CLOCK, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    page = site.page()
    site.open(page, f"/board/{game.number}#seat={secrets[1]}")
    _sees(page, "#state", "Ann's turn")
    first = ("", "/shared", "/positions", "/people", "/notes", "/talk", "/plans")
    site.caught_up(page, "GET /api/games", "POST /api/events",
                   *(f"GET /api/boards/N{each}" for each in first))  # fmt: skip

    site.fail()
    ask(site.server, "POST", f"{path}/moves", {"move": "f5"}, secrets[0])
    _sees(page, "#moves [aria-current]", "f5")
    play(ChromiumTab(page), "f6")
    _sees(page, "#state", "Ann's turn")
    _sees(page, "#moves [aria-current]", "f6")
    site.caught_up(page, *(f"{what} /api/boards/N/{each}" for what, each in (
        ("GET", "positions"), ("GET", "targets"), ("GET", "choices"), ("POST", "moves"),
    )))  # fmt: skip
    assert ask(site.server, "GET", path)["moves"] == ["f5", "f6"]

    site.fail()
    ask(site.server, "POST", f"{path}/offers", {"what": "draw"}, secrets[0])
    _sees(page, "#offer-text", "Ann proposes a draw")
    site.caught_up(page, "GET /api/boards/N")
    site.fail()
    ask(site.server, "POST", f"{path}/resign", {}, secrets[0])
    page.wait_for_selector("#review", state="visible")
    site.caught_up(page, "GET /api/boards/N/analysis")


def watch(site: Site) -> None:
    """Follow the small board of a game, and the list of those that are played."""
    _small(site, "/watch", "[data-board='{}'] .state")


def embed(site: Site) -> None:
    _small(site, "/board/{}/embed", ".state")


def _small(site: Site, path: str, place: str) -> None:
    asked = {"game": "boku", "against": "open", "clock": CLOCK, "as": "Ann"}
    made = ask(site.server, "POST", "/api/boards", asked)
    number = made["board"]
    joined = ask(site.server, "POST", f"/api/boards/{number}/join", {"as": "Bob"})
    first = next(filter(None, made["secrets"]))
    secrets = [first, joined["secret"]]
    page = site.page()
    site.open(page, path.format(number))
    state = place.format(number)
    page.wait_for_selector(".frame canvas")
    _sees(page, state, "to move, move 1")
    site.caught_up(page, *(f"GET /api/boards/N{each}" for each in ("", "/shared", "/positions")),
                   "POST /api/events")  # fmt: skip
    site.fail()
    turn = ask(site.server, "GET", f"/api/boards/{number}")["turn"]
    ours = ask(site.server, "GET", f"/api/boards/{number}", seat=first)["own"][0]
    secret = secrets[0] if ours == turn else secrets[1]
    ask(site.server, "POST", f"/api/boards/{number}/moves", {"move": "f5"}, secret)
    _sees(page, state, "to move, move 2")
    page.wait_for_function("() => document.getElementById('line').hidden")
    assert page.errors == []


def lobby(site: Site) -> None:
    name = "waits"
    page, _ = site.signed_in(name)
    site.open(page, "/lobby?game=boku")
    seeker = "Seeker"
    ask(site.server, "POST", "/api/seeks", {"game": "boku", "clock": CLOCK, "as": seeker})
    _sees(page, "#seeks", seeker)
    site.caught_up(page, "POST /lobby/events", "POST /api/events")
    site.fail()
    _challenge(site, name)
    _sees(page, "#asked", "Boku")
    site.caught_up(page, "GET /asked")


def _challenge(site: Site, name: str) -> int:
    """Let somebody ask an account for a game; return the board."""
    asked = {"game": "boku", "against": "name", "name": name, "begins": "other"}
    other = f"asks{name}"
    session = ask(site.server, "POST", "/api/accounts", {"name": other, "password": PASSWORD})
    made = ask(site.server, "POST", "/api/boards", asked, session=session["session"])
    return int(made["board"])


def front(site: Site) -> None:
    """List the games of this browser, and play a record."""
    game, secrets = Game.new(site.server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = site.page()
    seats = json.dumps([{"board": game.number, "secret": secrets[0]}])
    page.add_init_script(f"localStorage.setItem('boche seats', {json.dumps(seats)})")
    site.open(page, "/?game=boku")
    page.wait_for_selector(f"#here [data-board='{game.number}']")
    demo = page.locator("[data-replay]")
    demo.evaluate("(root) => root.parentElement.scrollIntoView()")
    demo.wait_for(state="visible")
    samples = "GET /samples/boku"
    site.caught_up(page, "POST /seats", "GET /replay", f"{samples}/shared", f"{samples}/positions")


def own_games(site: Site) -> None:
    name = "owner"
    page, session = site.signed_in(name)
    site.open(page, "/games?show=mine")
    page.wait_for_selector("#own-games", state="attached")
    number = _challenge(site, name)
    ask(site.server, "POST", f"/api/boards/{number}/answer",
        {"accepted": True, "what": "game"}, session=session)  # fmt: skip
    page.wait_for_selector(f"#own-games a[href*='/board/{number}']")
    site.caught_up(page, "POST /api/events", "GET /games")


def tournament(site: Site) -> None:
    page, session = site.signed_in("maker")
    plan = {"title": "Friday", "game": "boche", "kind": "swiss", "size": 4, "clock": CLOCK}
    number = ask(site.server, "POST", "/api/tournaments", plan, session=session)["tournament"]
    site.open(page, f"/tournaments/{number}")
    _join(site, number, 1)
    page.get_by_text("1 of 4 players so far").wait_for()
    site.caught_up(page, "GET /api/tournaments/N/events", "GET /tournaments/N/now")
    site.fail()
    _join(site, number, 2)
    page.get_by_text("2 of 4 players so far").wait_for()
    site.caught_up(page, "GET /tournaments/N/now")


def _join(site: Site, tournament: int, which: int) -> None:
    name = f"joins{which}"
    made = ask(site.server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})
    ask(site.server, "POST", f"/api/tournaments/{tournament}/join", {}, session=made["session"])


def puzzle(site: Site) -> None:
    asked = puzzles("boku")[0]
    path = f"puzzles/{asked.id}"
    _task(site, path, right_moves(asked.node)[0])


def lesson(site: Site) -> None:
    _task(site, "learn/boku/1-five-in-a-row", "e5")


def _task(site: Site, path: str, move: str) -> None:
    """Open a task and answer it, rightly or not."""
    page, kind = site.page(), re.sub("[0-9]+", "N", path)
    site.open(page, f"/{path}")
    _sees(page, "#prompt", "Choose a place")
    site.caught_up(page, *(f"GET /{kind}/{each}" for each in ("shared", "positions", "targets")))
    site.fail()
    before = page.inner_text("#answer")
    page.evaluate(ANSWER, move)
    page.wait_for_function(
        "(before) => document.querySelector('#answer').innerText !== before", arg=before
    )
    site.caught_up(page, f"POST /{kind}")


ANSWER = """(move) => {
  document.getElementById("move").value = move;
  document.getElementById("write").requestSubmit();
}"""


def analysis(site: Site) -> None:
    page = site.page()
    site.open(page, "/analysis?game=boku")
    _sees(page, "#prompt", "Choose a place")
    path = "GET /api/analysis"
    site.caught_up(page, f"{path}/shared", f"{path}/positions", f"{path}/targets")
    site.fail()
    page.focus("#table")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("#confirm", state="visible")
    page.keyboard.press("Enter")
    page.wait_for_selector("#tree [aria-current]")
    page.click("#copy-sgf")
    _sees(page, "#said", "The record is copied")
    site.caught_up(page, f"{path}/positions", f"{path}/choices", "POST /api/analysis/record.sgf")


PAGES = {
    each.__name__: each
    for each in (board, watch, embed, lobby, front, own_games, tournament, puzzle, lesson, analysis)
}
"""The functions by the names of their pages."""
