"""A server with something on each of its pages, and what axe-core finds wrong there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from boche.engine.games.registry import GAMES
from tests.e2e.server.people import ask
from tests.e2e.server.served import Served
from tests.e2e.server.whole import PHONE, Account

SMALL = {**PHONE, "viewport": {"width": 360, "height": 740}}
LESSON = "/learn/boku/1-five-in-a-row"
CHAT = "/board/5"

BROKEN_WORDS = """() => {
  const broken = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    if (!text.parentElement.closest('form') || text.parentElement.closest('select, textarea, bdi')) continue;
    for (const word of text.data.matchAll(/\\p{L}{2,16}/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].filter((each) => each.width).map((each) => Math.round(each.top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""  # noqa: E501
"""The words in a page's forms that stand on several lines: there is no room for them."""


AXE = Axe()


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    """Yield an account with a game that runs, and one that is over."""
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    account = Account(served.address, tmp_path_factory.mktemp("ann"))
    for _ in range(2):
        terms = {"game": next(iter(GAMES)), "against": "level", "level": 1, "begins": "me"}
        made = ask(served.address, "POST", "/api/boards", terms, session=account.session)
    ask(served.address, "POST", "/api/seeks", {"game": "boku"}, session=account.session)
    ask(served.address, "POST", "/api/seeks", {"game": "che"})
    ask(served.address, "POST", f"/api/boards/{made['board']}/resign", {}, session=account.session)
    bob, cyd = (
        ask(served.address, "POST", "/api/accounts", {"name": name, "password": "correct-horse"})[
            "session"
        ]
        for name in ("bob", "cyd")
    )
    terms = {"game": next(iter(GAMES)), "against": "name", "name": "bob"}
    made = ask(served.address, "POST", "/api/boards", terms, session=account.session)
    path = f"/api/boards/{made['board']}"
    ask(served.address, "POST", f"{path}/answer", {"accepted": True}, session=bob)
    for text, session in (("Hello", account.session), ("Good luck! " * 20, bob)):
        ask(served.address, "POST", f"{path}/chat", {"text": text}, session=session)
    ask(served.address, "POST", "/api/messages", {"to": ["ann"], "text": "Hello"}, session=bob)
    plan = {"title": "Friday", "game": next(iter(GAMES)), "kind": "round-robin", "size": 3,
            "clock": {"start": 86400.0}}  # fmt: skip
    made = ask(served.address, "POST", "/api/tournaments", plan, session=account.session)
    path = f"/api/tournaments/{made['tournament']}/join"
    ladder = f"/api/ladders/{next(iter(GAMES))}"
    for session in (bob, cyd, account.session):
        ask(served.address, "POST", path, {}, session=session)
        ask(served.address, "POST", f"{ladder}/join", session=session)
    ask(served.address, "POST", f"{ladder}/challenge", {"name": "bob"}, session=cyd)
    yield account
    served.end()


def visitor(browser: Any, ann: Account | None, kind: dict[str, Any], scheme: str) -> Any:
    """Return a page of a guest, or of an account."""
    context = browser.new_context(**kind, color_scheme=scheme, reduced_motion="reduce")
    if ann is not None:
        address = {"domain": "127.0.0.1", "path": "/"}
        context.add_cookies([{"name": "boche_session", "value": ann.session, **address}])
    return context.new_page()


def faults(page: Any, server: str, paths: Iterable[str], *rules: str) -> list[str]:
    """Return what is wrong on some pages: by axe-core's rules, or some, and by their size."""
    found = list[str]()
    for path in paths:
        open_whole(page, server, path)
        found += faults_here(page, path, *rules)
    return found


def open_whole(page: Any, server: str, path: str) -> None:
    """Open a page, and there what somebody may open or choose."""
    page.goto(server + path)
    if path == CHAT and page.context.cookies():
        page.wait_for_selector("#chat li:nth-child(2)", state="attached")
    page.evaluate(
        "() => { document.querySelectorAll('details').forEach(each => each.open = true);"
        "for (const each of document.querySelectorAll('[name=clock][value=minutes]'))"
        "each.checked = true; }"
    )


def faults_here(page: Any, path: str, *rules: str) -> list[str]:
    """Return what is wrong on the page that is open."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    options |= {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    found = list[str]()
    if (width := page.evaluate("document.documentElement.scrollWidth")) > page.evaluate(
        "document.documentElement.clientWidth"
    ):
        found.append(f"{path}: scrolls sideways, {width} pixels wide")
    if broken := page.evaluate(BROKEN_WORDS):
        found.append(f"{path}: breaks words of its forms: {broken[:5]}")
    for violation in AXE.run(page, options=options).response["violations"]:
        nodes = "; ".join(node["html"][:200] for node in violation["nodes"][:3])
        found.append(f"{path}: {violation['id']} ({violation['help']}): {nodes}")
    return found
