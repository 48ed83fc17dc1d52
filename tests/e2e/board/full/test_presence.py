"""Whether the other player of a live game is at the board, as pages show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from tests.e2e.server.people import PATIENCE, Game, Person, ask
from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK, PHONE
from tests.server.conftest import cluster
from tests.server.postgres import Cluster

__all__ = ["cluster"]

OTHER = ".player:nth-child(2)"


def live(server: str, moves: tuple[str, ...] = ("f5", "f6")) -> tuple[Game, list[str]]:
    game, secrets = Game.new(
        server, "boku", {}, moves=moves, **{"as": "Ann", "name": "Bob", "clock": "5+5"}
    )
    return game, secrets


def shows(page: Any, player: str, text: str) -> None:
    page.wait_for_selector(f"{player} [role=img][aria-label='{text}']", timeout=PATIENCE)


@pytest.mark.parametrize("kind", [DESK, PHONE], ids=["desk", "phone"])
def test_a_closed_page_and_a_lost_network_show_and_so_does_the_return(
    opened: Callable[..., Any], server: str, kind: dict[str, Any]
) -> None:
    game, secrets = live(server)
    ann, bob = Person(opened(kind), game, secrets[0], "words"), opened(kind)
    Person(bob, game, secrets[1], "words")
    watch = ask(server, "GET", f"/api/boards/{game.number}", None, secrets[0])["watch"]
    watcher = opened(kind)
    watcher.goto(f"{server}/board/{game.number}#watch={watch}")
    shows(ann.page, OTHER, "at the board")
    assert ann.page.locator(".player:first-child [role=img]").count() == 0, "nothing of oneself"
    bob.context.set_offline(True)
    shows(ann.page, OTHER, "away")
    assert "away" in ann.page.text_content(f"{OTHER} small")
    assert "Bob is away" in ann.page.text_content("#told")
    bob.context.set_offline(False)
    shows(ann.page, OTHER, "at the board")
    assert "away" not in ann.page.text_content(f"{OTHER} small")
    assert "Bob is back" in ann.page.text_content("#told")
    bob.close()
    shows(ann.page, OTHER, "away")
    shows(watcher, OTHER, "away")
    shows(watcher, ".player:first-child", "at the board")
    assert ann.errors == []


@pytest.mark.parametrize("end", ["a move", "resign", "a draw"])
def test_after_the_end_both_still_see_who_is_there(
    opened: Callable[..., Any], server: str, end: str
) -> None:
    moves = ("f1", "a1", "f2", "b1", "f3", "d1", "f4", "e1") if end == "a move" else ("f5", "f6")
    game, secrets = live(server, moves)
    ann, bob = Person(opened(), game, secrets[0], "words"), opened()
    Person(bob, game, secrets[1], "words")
    first = ".player:first-child"
    shows(ann.page, OTHER, "at the board")
    shows(bob, first, "at the board")
    path = f"/api/boards/{game.number}"
    if end == "resign":
        ask(server, "POST", f"{path}/resign", {}, secrets[1])
    elif end == "a draw":
        ask(server, "POST", f"{path}/offers", {"what": "draw"}, secrets[0])
        ask(server, "POST", f"{path}/answer", {"accepted": True}, secrets[1])
    else:
        ask(server, "POST", f"{path}/moves", {"move": "f5"}, secrets[0])
    said = {"a move": "5 in a row", "resign": "resign", "a draw": "a draw by agreement"}[end]
    for page, other in ((ann.page, OTHER), (bob, first)):
        page.wait_for_selector(f"#state:text('{said}')")
        page.reload()
        shows(page, other, "at the board")
    bob.goto(server)
    shows(ann.page, OTHER, "away")
    assert ann.errors == []


def test_players_at_two_processes_of_a_database_see_each_other_come_and_go(
    opened: Callable[..., Any], cluster: Cluster
) -> None:
    url = cluster.database("presence")
    one = Served("--database", url)
    other = Served("--database", url)
    try:
        game, secrets = live(one.address)
        ann = Person(opened(), game, secrets[0], "words")
        bob = opened()
        bob.goto(f"{other.address}/board/{game.number}#seat={secrets[1]}")
        shows(ann.page, OTHER, "at the board")
        shows(bob, ".player:first-child", "at the board")
        bob.context.set_offline(True)
        shows(ann.page, OTHER, "away")
        bob.context.set_offline(False)
        shows(ann.page, OTHER, "at the board")
        assert "Bob is back" in ann.page.text_content("#told")
        assert ann.errors == []
        with psycopg.connect(url) as connection:
            rows = connection.execute("SELECT seat FROM events WHERE kind = 'gone'").fetchall()
        assert rows == [(1,)], "both processes look for who is away, and one of them says it"
    finally:
        for served in (one, other):
            served.end()


def test_nobody_who_is_away_is_said_to_think(opened: Callable[..., Any], server: str) -> None:
    game, secrets = live(server)
    bob, ann = opened(), Person(opened(), game, secrets[0], "words")
    Person(bob, game, secrets[1], "words")
    shows(ann.page, OTHER, "at the board")
    ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": "f4"}, secrets[0])
    ann.sees("#prompt", "Bob is thinking.")
    with bob.expect_request(lambda each: each.method == "DELETE") as leaving:
        bob.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
    bob.goto(f"{server}/help")
    assert leaving.value.url.endswith(f"/api/boards/{game.number}/here")
    ann.sees("#prompt", "Bob is away.")
    assert ann.errors == []
