"""More pages in the pseudo-language, and first games in German on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boche.engine.puzzles import puzzles
from tests.e2e.page.test_other_languages import READY, begun, language, opened, page, plain
from tests.e2e.server.people import ask

__all__ = ["language", "opened", "page"]


def test_a_puzzle(page: Any, address: str) -> None:
    page.goto(f"{address}/puzzles/{puzzles('boku')[0].id}")
    page.wait_for_selector(READY)
    assert plain(page, "#prompt") == {}
    page.focus("#table")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("#confirm:visible")
    assert plain(page, "#confirm") == {}


def test_the_analysis_board(page: Any, address: str) -> None:
    page.goto(f"{address}/analysis?game=boku")
    page.wait_for_selector(READY)
    page.click("#copy-sgf")
    page.wait_for_selector("#said:not(:empty)")
    assert plain(page, "#prompt") == {}


def test_who_watches(page: Any, address: str) -> None:
    made = ask(address, "POST", "/api/boards", {
        "game": "boku", "against": "open", "clock": {"start": 600.0},
    })  # fmt: skip
    ask(address, "POST", f"/api/boards/{made['board']}/join", {"as": "Bob"})
    for path, place in (("/watch", ".small .state"), (f"/board/{made['board']}/embed", ".state")):
        page.goto(f"{address}{path}")
        page.wait_for_selector(".frame canvas")
        assert plain(page, place) == {}


def test_the_lobby(page: Any, address: str) -> None:
    page.route("**/lobby/events", lambda route: route.abort())
    page.goto(f"{address}/lobby?game=boku")
    page.wait_for_selector("#line:not(:empty)")
    assert plain(page, "#line") == {}


LINES = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("#tip-text"));
  const strip = document.querySelector("#tip").getBoundingClientRect();
  return [range.getBoundingClientRect().top - strip.top, document.documentElement.scrollWidth];
}"""


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("game", ["boche", "boku", "che", "octi"])
def test_a_first_game_in_german_fits_a_phone(
    opened: Callable[..., Any], address: str, game: str, width: int
) -> None:
    board, secrets = begun(address, game)
    page = opened("de", f"{address}/board/{board}#seat={secrets[0]}&first=1", width)
    page.wait_for_selector("#tip:visible")
    above, wide = page.evaluate(LINES)
    assert above >= 0, "the first line is not under the players"
    assert wide <= width


def test_each_page_tells_the_end_in_its_language(opened: Callable[..., Any], address: str) -> None:
    board, secrets = begun(address)
    pages = [
        opened(code, f"{address}/board/{board}#seat={secret}")
        for code, secret in zip(("de", "en"), secrets, strict=True)
    ]
    for number in range(9):
        move = f"f{4 + number // 2}" if number % 2 == 0 else f"d{1 + number // 2}"
        ask(address, "POST", f"/api/boards/{board}/moves", {"move": move}, secrets[number % 2])
    for each in pages:
        each.wait_for_selector("#banner:visible")
    told = [each.text_content("#banner") for each in pages]
    assert told == [
        "Du hast gewonnen. Schwarz gewinnt mit 5 in einer Reihe, f4 bis f8.",
        "You lose. Black wins with 5 in a row, f4 to f8.",
    ]
