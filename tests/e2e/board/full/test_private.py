"""A private board in a browser: shown by a seat or by the link to watch, and to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import PATIENCE, Game, ask


def test_the_link_to_watch_shows_a_private_board_and_its_number_does_not(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    ask(server, "POST", f"{path}/moves", {"move": "f5"}, seat=secrets[0])
    watch = ask(server, "GET", path, seat=secrets[0])["watch"]
    address = f"{server}/board/{game.number}"

    stranger = opened()
    stranger.goto(address)
    stranger.wait_for_selector("text=is private", timeout=PATIENCE)
    assert "Ann" not in stranger.content()
    assert stranger.locator("#moves").text_content() == ""

    watcher = opened()
    watcher.goto(f"{address}#watch={watch}")
    watcher.wait_for_selector("#moves :text('f5')", state="attached", timeout=PATIENCE)
    ask(server, "POST", f"{path}/moves", {"move": "f6"}, seat=secrets[1])
    watcher.wait_for_selector("#moves :text('f6')", state="attached", timeout=PATIENCE)
    assert watcher.locator("#resign").is_hidden()
    assert watcher.locator("#watching").is_hidden(), "the link is complete"
    watcher.reload()
    watcher.wait_for_selector("#moves :text('f6')", state="attached", timeout=PATIENCE)
    record = watcher.locator("#record").get_attribute("href")
    assert watcher.request.get(f"{server}{record}").status == 200
    assert watcher.request.get(f"{server}{record.partition('?')[0]}").status == 404
