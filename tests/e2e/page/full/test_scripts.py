"""Each page's scripts run in Chromium and in Firefox, and ask for no other ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boche.engine.puzzles import puzzles
from boche.engine.record import load_all
from boche.viewer.export.page.document import page_of
from tests import ROOT
from tests.e2e.firefox import firefox
from tests.e2e.server.people import ask
from tests.e2e.server.tabs import ChromiumTab, NewTab

LESSON, KEY = "boku/1-five-in-a-row", "boku/five-in-a-row"
"""A lesson in its address, and by the name under which progress is kept, once with its place."""
PASSWORD = "a pass of words"
CLOCK = {"start": 600.0, "increment": 5.0}

ASKS = "document.querySelector('#prompt').textContent.includes('Choose')"
FILLED = "document.querySelector('input[name=scripted]').value === '1'"
DRAWN = "document.querySelector('.frame canvas, .frame img') !== null"
MENU_CLOSED = """((menu) => {
  menu.open = true;
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  return !menu.open;
})(document.querySelector("details.menu"))"""
ARENA = """((kind) => {
  kind.click();
  return document.getElementById("per-round").hidden;
})(document.querySelector("[name=kind][value=arena]"))"""
TURNED = """((figure) => {
  figure.scrollIntoView();
  return figure.querySelector("iframe.shown") !== null;
})(document.querySelector("figure[data-live]"))"""
SIGN_IN = """fetch("/api/session", {
  method: "POST", body: JSON.stringify(arguments[0]),
}).then((answer) => answer.status)"""
STORE = "localStorage.setItem(arguments[0], arguments[1])"
OTHER_SCRIPTS = """((loaded, named) => {
  const twice = loaded.filter((name, at) => loaded.indexOf(name) !== at);
  return [...twice, ...loaded.filter((name) => !named.includes(name))];
})(
  performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => name.endsWith(".js") && !name.endsWith("/worker.js")),
  [...document.querySelectorAll("script[src]")].map(({ src }) => src),
)"""
"""The scripts that a page has loaded twice, or by another one."""


@pytest.fixture(params=["chromium", "firefox"])
def new_tab(request: pytest.FixtureRequest) -> Iterator[NewTab]:
    """Yield a function that opens a tab, in each browser."""
    if request.param == "firefox":
        with firefox() as found:
            yield found.new_page
        return
    context = request.getfixturevalue("browser").new_context()
    yield lambda: ChromiumTab(context.new_page())
    context.close()


def test_the_scripts_of_all_pages_run(new_tab: NewTab, address: str) -> None:
    session = ask(address, "POST", "/api/accounts", {"name": "ann", "password": PASSWORD})
    plan = {"title": "Friday", "game": "boche", "kind": "swiss", "size": 4, "clock": CLOCK}
    made = ask(address, "POST", "/api/tournaments", plan, session=session["session"])
    asked = {"game": "boku", "against": "open", "clock": CLOCK, "as": "Ada"}
    opened = ask(address, "POST", "/api/boards", asked)
    number, secret = opened["board"], next(filter(None, opened["secrets"]))
    ask(address, "POST", f"/api/boards/{number}/join", {"as": "Ben"})
    board, seats = f"/board/{number}", json.dumps([{"board": number, "secret": secret}])
    tab = new_tab()

    def runs(path: str, sign: str) -> None:
        tab.goto(f"{address}{path}")
        tab.wait_for(sign)
        assert tab.evaluate(OTHER_SCRIPTS) == [], path

    tab.goto(f"{address}/privacy")
    tab.evaluate(STORE, "boche seats", seats)
    tab.evaluate(STORE, "boche lessons", f'{{"{LESSON}":1}}')
    runs("/learn", f"/done/i.test(document.querySelector('[data-lesson=\"{KEY}\"]').innerText)")
    runs("/sign-in", "!document.getElementById('take').hidden")
    runs("/", f"{FILLED} && document.querySelector('#here [data-board]')")
    runs("/lobby?game=boku", FILLED)
    runs(f"/learn/{LESSON}", ASKS)
    runs(f"/puzzles/{puzzles('boku')[0].id}", ASKS)
    runs("/analysis?game=boku", ASKS)
    runs(board, "document.querySelector('#state').textContent.includes('turn')")
    runs(f"{board}/embed", DRAWN)
    runs(f"{board}/links", "document.getElementById('mine').value.includes('#seat=')")
    runs("/watch", DRAWN)
    runs("/help/boku", TURNED)
    runs(f"/tournaments/{made['tournament']}", "document.querySelector('#now').dataset.shown")
    assert tab.evaluate(SIGN_IN, {"name": "ann", "password": PASSWORD}) == 200
    runs("/games?show=mine", "document.querySelector('#here [data-board]')")
    runs("/tournaments/new", ARENA)
    runs("/account", MENU_CLOSED)
    runs("/offline", "document.querySelector('.refusal time').title")


@pytest.mark.parametrize("games", [1, 2], ids=["a record", "a collection"])
def test_exported_pages_run_from_a_disk(
    new_tab: Callable[[], Any], tmp_path: Path, games: int
) -> None:
    names = ("boche-path.sgf", "boku-row.sgf")[:games]
    records = [load_all(str(ROOT / "assets" / "records" / name))[0] for name in names]
    (file := tmp_path / "page.html").write_text(page_of(records), "utf-8")
    tab = new_tab()
    tab.goto(file.as_uri())
    tab.wait_for("document.querySelector('#moves .move, #problem:not(:empty)')")
    assert tab.evaluate("document.getElementById('choice').hidden") is (games == 1)
    moves = "document.querySelectorAll('#moves .move').length"
    assert tab.evaluate(moves) == len(records[0].moves())
    tab.evaluate("document.getElementById('last').click()")
    tab.wait_for("document.querySelector('#moves [aria-current]')")
