"""From game to game on a phone: live titles, the next game, and the list off line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.server.people import PATIENCE, Game, ask, eventually
from tests.e2e.server.tabs import ChromiumTab, play, press
from tests.e2e.server.whole import PASSWORD, PHONE

UNDRAWN = "HTMLCanvasElement.prototype.getContext = () => null;"
LISTS = "caches.has('boche list')"
KEPT = """async () => {
  const list = await (await caches.open("boche list")).match("/offline");
  if (!list) return false;
  const files = await caches.open("boche files");
  const paths = [...(await list.text()).matchAll(/"(\\/static\\/[^"]+)"/g)].map(([, path]) => path);
  return (await Promise.all(paths.map((path) => files.match(path)))).every(Boolean);
}"""
"""A script that tells whether the list is kept with all files that it needs."""


def test_from_game_to_game_and_off_line(opened: Callable[..., Any], server: str) -> None:
    people = {
        name: ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in ("nan", "pip")
    }

    def board() -> int:
        asked = {"game": "boku", "against": "name", "name": "pip"}
        number: int = ask(server, "POST", "/api/boards", asked, session=people["nan"])["board"]
        accepted = {"accepted": True}
        ask(server, "POST", f"/api/boards/{number}/answer", accepted, session=people["pip"])
        return number

    boards = [board(), board()]
    page = opened(PHONE)
    context = page.context
    context.add_init_script(UNDRAWN)
    context.add_cookies([{"name": "boche_session", "value": people["nan"], "url": server}])
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)

    page.goto(f"{server}/games?show=mine")
    assert page.title().startswith("(2) My games")
    eventually(page, LISTS)
    boards.append(board())
    page.wait_for_function("() => document.title.startsWith('(3) ')", timeout=PATIENCE)
    page.wait_for_function("() => document.querySelectorAll('#own-games li').length === 3")
    assert page.inner_text("#my-turn") == "My games (3)"

    second = ChromiumTab(context.new_page())
    second.goto(f"{server}/board/{boards[0]}")
    second.sees("#state", "your turn")
    assert second.page.is_hidden("#next-game")
    play(second, "f5")
    second.sees("#next-game", "Next game (2)")
    page.wait_for_function("() => document.title.startsWith('(2) ')", timeout=PATIENCE)
    second.page.keyboard.press("n")
    second.page.wait_for_url(f"**/board/{boards[1]}")
    second.sees("#state", "your turn")
    with second.page.expect_response("**/api/me"):
        press(second, "#onward")
    play(second, "f5")
    second.page.wait_for_url(f"**/board/{boards[2]}")
    second.sees("#state", "your turn")
    second.close()

    page.wait_for_function("() => document.title.startsWith('(1) ')", timeout=PATIENCE)
    assert page.evaluate("navigator.serviceWorker.controller") is not None or page.reload()
    eventually(page, KEPT)
    assert errors == []
    context.set_offline(True)
    page.goto(f"{server}/board/{boards[2]}")
    assert "You are off line." in page.inner_text("main")
    assert page.inner_text("h1") == "Games of nan"
    assert page.evaluate("getComputedStyle(document.querySelector('.boards')).listStyleType") == (
        "none"
    ), "its style is kept"
    errors.clear()  # that nothing answered
    context.set_offline(False)
    page.wait_for_selector("#prompt")  # it came by itself
    assert page.url == f"{server}/board/{boards[2]}"
    page.goto(f"{server}/help")
    page.locator("summary", has_text="Menu").click()
    page.locator(".phone-menu").get_by_text("Sign out").click()
    page.wait_for_selector("#to-sign-in")
    eventually(
        page, "async () => !(await (await caches.match('/offline'))?.text())?.includes('nan')"
    )


def test_a_guest_who_loads_a_board_off_line_is_told_so_and_comes_back(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened(PHONE)
    page.context.add_init_script(UNDRAWN)
    page.goto(f"{server}/board/{game.number}#seat={secrets[0]}")
    eventually(page, KEPT)
    page.goto(f"{server}/help")
    eventually(page, KEPT)
    page.goto(f"{server}/board/{game.number}")
    page.wait_for_selector("#prompt")
    page.context.set_offline(True)
    page.reload()
    assert page.inner_text("h1") == "Off line"
    assert "You are off line." in page.inner_text("main")
    page.context.set_offline(False)
    page.wait_for_selector("#prompt")
    ann = ChromiumTab(page)
    ann.sees("#state", "your turn")


@pytest.mark.parametrize("size", [(390, 844), (683, 384), (1366, 768)])
def test_a_challenge_on_another_page_is_in_sight_moves_nothing_and_is_said_once(
    opened: Callable[..., Any], server: str, size: tuple[int, int]
) -> None:
    names = (f"tim{size[0]}", f"ulf{size[0]}")
    tim, ulf = (
        ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in names
    )
    page = opened({"viewport": {"width": size[0], "height": size[1]}})
    page.context.add_cookies([{"name": "boche_session", "value": ulf, "url": server}])
    page.goto(server)
    before = page.locator("h1").bounding_box()
    asked = {"game": "boku", "against": "name", "name": names[1]}
    ask(server, "POST", "/api/boards", asked, session=tim)
    page.wait_for_selector("#calls p", timeout=PATIENCE)
    assert page.locator("h1").bounding_box() == before
    for top in ("0", "document.documentElement.scrollHeight"):
        page.evaluate(f"scrollTo(0, {top})")
        bar = page.locator("#calls p").bounding_box()
        assert 0 <= bar["y"] <= size[1] - bar["height"]
        assert bar["height"] < size[1] / 3
    # All of the page can be scrolled to above it, also when the pictures on the way have come.
    page.wait_for_function(
        "() => { scrollTo(0, document.documentElement.scrollHeight);"
        " const [end, bar] = ['footer', '#calls p'].map((name) =>"
        " document.querySelector(name).getBoundingClientRect());"
        " return end.bottom <= bar.top; }"
    )
    page.reload()
    page.wait_for_selector("#asked [data-board]")
    ask(server, "POST", "/api/boards", {**asked, "game": "che"}, session=tim)
    page.wait_for_selector("#calls p:has-text('Che')", timeout=PATIENCE)
    assert page.locator("#calls p").count() == 1, "the other one has its row with buttons"


def test_a_clock_that_runs_elsewhere_is_told_at_a_board_also_on_one_s_own_turn(
    opened: Callable[..., Any], server: str
) -> None:
    """Close the line, move there, and be told again when the clock runs again."""
    eva, fay = (
        ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in ("eva", "fay")
    )

    def board(start: float) -> int:
        clock = {"start": start, "increment": 5}
        asked = {"game": "boku", "against": "name", "name": "fay", "clock": clock}
        number: int = ask(server, "POST", "/api/boards", asked, session=eva)["board"]
        ask(server, "POST", f"/api/boards/{number}/answer", {"accepted": True}, session=fay)
        return number

    def move(number: int, text: str, session: str) -> None:
        ask(server, "POST", f"/api/boards/{number}/moves", {"move": text}, session=session)

    slow, live = board(200000), board(600)
    move(slow, "f5", eva)
    page = opened({"viewport": {"width": 683, "height": 384}})
    page.context.add_cookies([{"name": "boche_session", "value": fay, "url": server}])
    page.goto(f"{server}/board/{slow}")
    page.wait_for_selector("#state:text('your turn')")
    for own, other in (("f5", "f6"), ("g5", "g6")):
        move(live, own, eva)
        page.wait_for_selector("#calls p:has-text('Your clock runs in Boku against eva.')")
        assert page.locator("#calls p").is_visible()
        page.get_by_role("button", name="Close").click()
        page.wait_for_selector("#calls p", state="detached")
        move(live, other, fay)
    move(live, "h5", eva)
    page.get_by_role("link", name=f"Go to board {live}").click()
    page.wait_for_url(f"**/board/{live}")
