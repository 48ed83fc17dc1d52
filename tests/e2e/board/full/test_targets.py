"""What a finger presses on a board's page is large enough to be hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import PHONE

LEAST, IN_PLAY = 24, 44

SIZES = """() => {
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
  const found = document.querySelectorAll("aside :is(a, button, summary, select, input), nav *");
  const shown = [...found]
    .filter((each) => each.matches("a, button, summary, select, input") && each.checkVisibility());
  return shown.map((each) => {
    const box = (each.closest("label") ?? each).getBoundingClientRect();
    return [each.id || each.outerHTML.slice(0, 80), Math.round(box.height * 10) / 10];
  });
}"""


def test_targets_are_large_enough_on_a_phone(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boku", {}, clock="5+5", **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    bob = Person(opened(PHONE), game, secrets[1], "touch")
    for index, move in enumerate(("f5", "f6", "g5")):
        ask(server, "POST", f"{path}/moves", {"move": move}, secrets[index % 2])
    ask(server, "POST", f"{path}/chat", {"text": "Hello"}, secrets[0])
    bob.sees("#to-chat", "1 new message")
    bob.sees("#moves", "g5")
    sizes = bob.page.evaluate(SIZES)
    assert [one for one in sizes if one[1] < LEAST] == []
    played = {"first", "back", "next", "last", "slider", "undo", "draw", "resign", "confirm"}
    assert [one for one in sizes if one[0] in played and one[1] < IN_PLAY] == []
