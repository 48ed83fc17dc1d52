"""A finished game analysed by the server's own process, seen and tried out in a browser."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from boche.engine.record import loads
from boche.engine.review.known import known_along
from boche.server.analysis.queue import SECONDS
from tests.e2e.server.served import LONG, Served
from tests.e2e.server.whole import DESK
from tests.ports import free_port

MOVES = ["c:a1", "c:b2", "c:a2", "c:b1", "d:c1", "d:c2"]
WAIT = 1000 * LONG


def test_a_game_is_analysed_and_tried_out(browser: Any, tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path), "--workers", "1", port=free_port())
    made = served.board({"game": "boche", "options": {"size": 4}})
    number, seats = made["board"], made["secrets"]
    for ply, move in enumerate(MOVES):
        served.ask("POST", f"/api/boards/{number}/moves", {"move": move}, seats[ply % 2])
    served.ask("POST", f"/api/boards/{number}/resign", {}, seats[0])
    context = browser.new_context(**DESK)
    try:
        page, faults = context.new_page(), list[str]()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{served.address}/board/{number}#seat={seats[0]}")
        page.get_by_role("button", name="Analyse this game").click()
        page.locator("#review-progress").wait_for()
        # It goes on where it was when the server has ended meanwhile.
        assert served.end(signal.SIGTERM)[0] == 0
        served = Served("--data", str(tmp_path), "--workers", "1", port=served.port)
        page.locator("#accuracy li").nth(1).wait_for()
        page.locator("#curve").click(position={"x": 5, "y": 50})
        best = page.locator("#candidates bdi").first.inner_text()
        page.locator("#candidates button").first.click()
        page.locator("#state", has_text=f"Trying moves. 1. {best}").wait_for()
        page.get_by_role("button", name="Back to the game").click()
        page.keyboard.press("ArrowRight")
        page.locator("#state", has_text=f"1. {MOVES[0]}").wait_for()
        watch = served.ask("GET", f"/api/boards/{number}", None, seats[0])[1]["watch"]
        path = f"/api/boards/{number}/record.sgf?watch={watch}"  # the game is private
        with urlopen(f"{served.address}{path}", timeout=LONG) as answer:
            record = loads(answer.read().decode())
        positions = [record.position(node) for node in record.main_line()]
        assert len(known_along(record.main_line(), positions, SECONDS, None)) == len(MOVES) + 1
        page.get_by_role("link", name="Analyse from here").click()
        page.locator("#position", has_text=f"1. {MOVES[0]}").wait_for()
        other = page.locator("#candidates button").nth(1)
        tried = other.locator("bdi").inner_text()
        other.click()
        page.locator("#position", has_text=f"2. {tried}").wait_for()
        page.get_by_role("button", name="Ask the computer").click()
        page.locator("#candidates button").first.wait_for()
        page.reload()
        page.locator("#tree button", has_text=f"2. {tried}").wait_for()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download (SGF)").click()
        kept = loads(Path(download.value.path()).read_text())
        assert kept.moves() == MOVES
        assert tried in {node.move for node in kept.nodes()} - set(MOVES)
        assert faults == []
    finally:
        context.close()
        assert "Traceback" not in served.end()[1]
