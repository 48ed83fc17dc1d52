"""A board's page in a browser without 3D: a drawing that follows the game, and moves by lists."""

from __future__ import annotations

from typing import Any

from tests.e2e.chromium import launch
from tests.e2e.server.people import Game, Person, ask, eventually

SEEN = """async (ply) => {
  const drawn = document.querySelector('#printed');
  await drawn.decode().catch(() => null);
  return drawn.checkVisibility() && drawn.naturalWidth > 0 && drawn.src.includes(`ply=${ply}&`);
}"""


def test_without_3d_the_server_draws_the_board(driver: Any, server: str) -> None:
    browser = launch(driver, ("--disable-3d-apis",))
    page = browser.new_context(viewport={"width": 1000, "height": 700}).new_page()
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(page, game, secrets[0], "words")
    ann.sees("#problem", "the board is a drawing")
    eventually(page, SEEN, 0)
    ann.move("f5")
    eventually(page, SEEN, 1)
    ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": "f6"}, secrets[1])
    eventually(page, SEEN, 2)
    box, stage = (page.locator(each).bounding_box() for each in ("#printed", "#hand"))
    assert box["height"] > 300
    assert box["y"] + box["height"] <= stage["y"]
    page.click("#first")
    eventually(page, SEEN, 0)
    assert ann.errors == []
    browser.close()
