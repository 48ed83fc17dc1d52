"""Scripts of the pages in the pseudo-language: what they put on a page comes from the catalogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import use
from boche.engine.puzzles import puzzles
from tests.e2e.server.people import ask

ACCENT = re.compile("[áçéíñöšúýžÁÇÉÍÑÖŠÚÝŽ]")
READY = "#prompt:not(:empty)"


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    use(PSEUDO)
    yield
    use("en")


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(
        extra_http_headers={"Accept-Language": PSEUDO}, device_scale_factor=0.5
    )  # its boards are drawn by software
    made = context.new_page()
    made.set_default_timeout(60_000)
    said = list[str]()
    made.on("pageerror", lambda error: said.append(str(error)))
    made.on("console", lambda message: said.append(message.text))
    yield made
    assert [text for text in said if "ERR_FAILED" not in text] == []
    context.close()


def begun(address: str, game: str = "boku") -> tuple[int, list[str]]:
    """Begin a game between two guests; return the board and the secrets of its seats."""
    asked = {"game": game, "as": "Ann", "name": "Bob", "clock": {"start": 600.0}}
    made = ask(address, "POST", "/api/boards", asked)
    for secret in made["secrets"]:
        ask(address, "POST", f"/api/boards/{made['board']}/come", seat=secret)
    return made["board"], made["secrets"]


def plain(page: Any, *places: str) -> dict[str, str]:
    """Return the texts at places, or in their attributes, that have no accents."""
    found = {}
    for place in places:
        selector, _, attribute = place.partition(" @")
        each = page.locator(selector).first
        found[place] = each.get_attribute(attribute) if attribute else each.text_content()
    return {place: text for place, text in found.items() if not ACCENT.search(text or "")}


def test_a_game(page: Any, address: str) -> None:
    board, secrets = begun(address)
    path = f"/api/boards/{board}"
    page.goto(f"{address}/board/{board}#seat={secrets[0]}")
    page.wait_for_selector(READY)
    assert ACCENT.search(page.title())
    assert (
        plain(
            page, "#title", "#prompt", "#tip-text", "#tip-seen", "#about", "#players small", "#due",
            "#state", "#slider @aria-valuetext", "#palette option", "[data-copies] @aria-label",
        )
        == {}
    )  # fmt: skip
    volumes = "(list) => [...list.options].map(({ value }) => value)"
    assert page.locator("#sounds").evaluate(volumes) == ["off", "quiet", "medium", "loud"]
    ask(address, "POST", f"{path}/moves", {"move": "f5"}, secrets[0])
    ask(address, "POST", f"{path}/offers", {"what": "draw"}, secrets[1])
    page.wait_for_selector("#offer-text:not(:empty)")
    ask(address, "POST", f"{path}/chat", {"text": "Hi"}, secrets[1])
    page.wait_for_selector("#to-chat:visible")
    page.click("#analysis summary")
    page.click("#analyse")
    assert plain(page, "#offer-text", "#reject", "#to-chat", "#state", "#analysis-text") == {}
    page.click("#analyse")
    ask(address, "POST", f"{path}/resign", {}, secrets[1])
    page.wait_for_selector("#banner:visible")
    page.wait_for_selector("#review-ask:visible")
    assert plain(page, "#banner", "#state", "#review-ask") == {}


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
    page.wait_for_selector("#line:not([hidden])")
    assert plain(page, "#line") == {}


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Give a function that opens pages of one browser, each in a language and of a width."""
    context = browser.new_context(has_touch=True)

    def open_page(code: str, address: str, width: int = 1280, height: int = 664) -> Any:
        made = context.new_page()
        made.set_viewport_size({"width": width, "height": height})
        made.set_default_timeout(60_000)
        made.set_extra_http_headers({"Accept-Language": code})
        made.goto(address)
        made.wait_for_selector(READY)
        return made

    yield open_page
    context.close()


def test_each_page_tells_the_end_in_its_language(opened: Callable[..., Any], address: str) -> None:
    board, secrets = begun(address)
    pages = [
        opened(code, f"{address}/board/{board}#seat={secret}")
        for code, secret in zip(("de", "en"), secrets, strict=True)
    ]
    for number in range(9):
        move = f"f{4 + number // 2}" if number % 2 == 0 else f"d{1 + number // 2}"
        ask(address, "POST", f"/api/boards/{board}/moves", {"move": move}, secrets[number % 2])
    for page in pages:
        page.wait_for_selector("#banner:visible")
    told = [page.text_content("#banner") for page in pages]
    assert told == [
        "Du hast gewonnen. Schwarz gewinnt mit 5 in einer Reihe, f4 bis f8.",
        "You lose. Black wins with 5 in a row, f4 to f8.",
    ]


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
