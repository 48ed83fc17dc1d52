"""Clocks after many moves, and games that are aborted or played again."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e.server.people import ask
from tests.e2e.server.test_fair_starts import QUICK, Visitor, move, server, visitor

__all__ = ["server", "visitor"]


PASSED = "() => document.querySelector('.turn .clock').textContent < '1:59:54'"
"""A script that holds once six seconds have passed on the clock of the side to move."""


def test_clocks_on_a_page_do_not_run_late_after_many_moves(
    visitor: Callable[..., Visitor], server: str
) -> None:
    """Compare clocks after a move's event, which is newer than the last request for the board."""
    asked = {"game": "boche", "clock": QUICK, "as": "Ann A.", "name": "Bob B."}
    made = ask(server, "POST", "/api/boards", asked)
    number, secrets = made["board"], made["secrets"]
    ask(server, "POST", f"/api/boards/{number}/come", {}, secrets[1])
    for seat, text in enumerate(("c:a1", "c:b1")):
        move(server, number, text, seat=secrets[seat])
    ann = visitor()
    ann.open(number, secrets[0])
    ann.sees("#state", "your turn")
    ann.page.wait_for_function(PASSED)
    move(server, number, "c:c1", seat=secrets[0])
    ann.sees("#state", "Bob B. (guest)'s turn")
    earlier = ann.board(number)
    hours, minutes, seconds = map(int, ann.page.locator(".turn .clock").inner_text().split(":"))
    later = ann.board(number)
    shown = hours * 3600 + minutes * 60 + seconds
    assert later["deadline"] - later["now"] - 2 <= shown <= earlier["deadline"] - earlier["now"] + 2


def test_a_young_game_is_aborted_by_either(visitor: Callable[..., Visitor], server: str) -> None:
    asked = {"game": "boche", "clock": QUICK, "as": "Ann A.", "name": "Bob B."}
    made = ask(server, "POST", "/api/boards", asked)
    ann, bob = visitor(), visitor()
    for each, secret in zip((ann, bob), made["secrets"], strict=True):
        each.open(made["board"], secret)
    ann.sees("#state", "your turn")
    move(server, made["board"], "c:a1", seat=made["secrets"][0])
    bob.sees("#state", "your turn")
    bob.press("#abort")
    bob.press("#sure [value=yes]")
    for each in (ann, bob):
        each.sees("#state", "The game is over. Bob B. (guest) aborted the game.")
    assert ann.board(made["board"])["outcome"]["result"] == ""


def test_a_rematch_is_offered_and_declined_or_accepted(
    visitor: Callable[..., Visitor], server: str
) -> None:
    asked = {"game": "boche", "clock": QUICK, "as": "Ann A.", "name": "Bob B."}
    made = ask(server, "POST", "/api/boards", asked)
    number, secrets = made["board"], made["secrets"]
    ann, bob = visitor(), visitor()
    for each, secret in zip((ann, bob), secrets, strict=True):
        each.open(number, secret)
    bob.sees("#first-move", "Ann A. (guest)'s first move is due in ")
    for seat, text in enumerate(("c:a1", "c:b1")):
        move(server, number, text, seat=secrets[seat])
    ask(server, "POST", f"/api/boards/{number}/resign", seat=secrets[1])
    ann.press("#rematch")
    bob.sees("#offer-text", "Ann A. (guest) proposes a rematch.")
    bob.press("#reject")
    ann.sees("#told", "Bob B. (guest) does not agree to a rematch")
    assert ann.page.locator("#banner").inner_text() == "Bob B. (guest) does not agree to a rematch"
    ann.press("#rematch")
    bob.sees("#offer-text", "Ann A. (guest) proposes a rematch.")
    bob.press("#accept")
    for each in (ann, bob):
        each.page.wait_for_url(f"**/board/{number + 1}*")
        each.sees("#first-move", "first move is due in")
    assert ann.board(number + 1)["state"] == "active"


def test_who_is_challenged_accepts_or_declines(
    visitor: Callable[..., Visitor], server: str
) -> None:
    ann, bob = visitor("cara"), visitor("dan")
    asked = {"game": "boche", "clock": QUICK, "rated": True, "against": "name", "name": "dan"}
    first, second = (
        ask(server, "POST", "/api/boards", asked, session=ann.session)["board"] for _ in range(2)
    )
    ann.open(first)
    ann.sees("#state", "Waiting for dan to accept.")
    bob.page.goto(f"{server}/")
    assert bob.page.locator(".boards .state").all_inner_texts() == [
        "cara challenges you: 2 hours, 2 seconds more a move, rated, they move first"
    ] * 2  # fmt: skip
    bob.page.get_by_role("button", name=f"Accept on board {first}").click()
    bob.page.wait_for_url(f"**/board/{first}")
    for each in (ann, bob):
        each.page.wait_for_selector("#first-move", state="visible")
    ann.sees("#told", "The game has begun")
    ann.open(second)
    ann.sees("#state", "Waiting for dan to accept.")
    bob.open(second)
    bob.sees("#offer-text", "cara challenges you: 2 hours, 2 seconds more a move, rated.")
    assert bob.shows("#withdraw", "#accept", "#reject") == [False, True, True]
    bob.press("#reject")
    for each in (ann, bob):
        each.sees("#state", "The game is over. dan declined the game.")
    ann.sees("#told", "dan declined the game")
