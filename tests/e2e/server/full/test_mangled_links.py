"""Links as chats and mail programs hand them on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.e2e.conftest import PATIENCE
from tests.e2e.server.people import ask
from tests.e2e.server.served import Served

BEHIND = (".", ")", "%3E", "?utm_source=chat", "%E2%80%8B", "&fbclid=1", "_")
"""What was read as a part of a link, though it stood behind it."""


def test_a_seats_link_with_something_behind_it_leads_to_the_seat(
    tmp_path: Path, browser: Any
) -> None:
    served = Served("--data", str(tmp_path / "data"))
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    for behind in BEHIND:
        asked = {"game": "boche", "as": "Ann", "options": {"size": 3}}
        made = ask(served.address, "POST", "/api/boards", asked)
        address = f"{served.address}/board/{made['board']}"
        page.goto(f"{address}#seat={made['secrets'][1]}{behind}")
        page.wait_for_function("() => document.querySelector('#state').textContent.includes('Ann')")
        assert ask(served.address, "GET", f"/api/boards/{made['board']}")["state"] == "active"
        page.goto("about:blank")
    page.goto(f"{address}#seat={made['secrets'][1][:-5]}")
    page.wait_for_selector("#watching:not([hidden])")
    page.close()
    served.end()
