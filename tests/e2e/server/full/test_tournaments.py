"""A tournament's page in a browser: it changes by itself, and leads to a live game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.e2e.server.people import ask
from tests.e2e.server.served import Served

CLOCK = {"start": 300.0, "increment": 3.0}


def test_who_waits_on_the_page_is_taken_to_the_game(browser: Any, tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path))
    sessions = {
        name: ask(served.address, "POST", "/api/accounts",
                  {"name": name, "password": "correct-horse"})["session"]
        for name in ("ann", "bob", "cyd", "dan")
    }  # fmt: skip
    plan = {"title": "Friday", "game": "boche", "kind": "swiss", "size": 4, "clock": CLOCK}
    made = ask(served.address, "POST", "/api/tournaments", plan, session=sessions["ann"])
    path = f"/tournaments/{made['tournament']}"
    context = browser.new_context()
    context.add_cookies([{"name": "boche_session", "value": sessions["ann"],
                          "domain": "127.0.0.1", "path": "/"}])  # fmt: skip
    page, errors = context.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(served.address + path)
    page.get_by_role("button", name="Join").click()
    page.get_by_text("1 of 4 players so far").wait_for()
    for name in ("bob", "cyd"):
        ask(served.address, "POST", f"/api{path}/join", {}, session=sessions[name])
    page.get_by_text("3 of 4 players so far").wait_for()
    ask(served.address, "POST", f"/api{path}/join", {}, session=sessions["dan"])
    page.wait_for_url("**/board/*")
    page.get_by_role("link", name="Friday").click()
    page.wait_for_url(f"**{path}")
    page.get_by_text("Round 1 of 1").wait_for()
    assert page.get_by_role("link", name="Go to your game").is_visible()
    assert not errors
    context.close()
    served.end()
