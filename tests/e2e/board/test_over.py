"""The end of a game on a board's page: what is offered then, without a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask


def test_the_analysis_is_offered_when_a_game_ends(opened: Callable[..., Any], server: str) -> None:
    """Let both players look on: the news of the end is all that their pages get."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    people = [Person(opened(), game, secret, "words") for secret in secrets]
    for index, move in enumerate(("f5", "f6")):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secrets[index])
    for person in people:
        person.sees("#moves", "f6")
    ask(server, "POST", f"/api/boards/{game.number}/resign", {}, secrets[0])
    for person in people:
        person.page.wait_for_selector("#review-ask", timeout=5000)
        assert person.page.inner_text("#review-ask") == "Analyse this game"
        assert person.errors == []
