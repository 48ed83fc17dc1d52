"""Guests' seats that become an account's: by a friend's link, and by asking for it."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from boche.server.play.match import load
from tests.server.web.site import ADDRESS, Site


def names(site: Site, number: int) -> list[str]:
    return list(site.service.store.read(lambda transaction: load(transaction, number)).names)


def own(site: Site, auth: str) -> list[int]:
    return [each["board"] for each in site.get("/api/boards?user=me", auth=auth)["boards"]]


def come(site: Site, number: int, secret: str, auth: str | None = None) -> Any:
    """Open a seat's link in a browser, signed in or not."""
    return site.post(f"/api/boards/{number}/come", auth=auth, x_seat=secret)


def test_whoever_is_signed_in_sits_there_under_their_account(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    made = site.post("/api/boards", {"game": "boku", "name": "Bobby"}, auth=ann)
    number, secret = made["board"], made["secrets"][1]
    assert come(site, number, secret, bob)["state"] == "active"
    assert names(site, number) == ["ann", "bob"]
    assert own(site, bob) == [number]
    site.post(f"/api/boards/{number}/moves", {"move": "f5"}, auth=ann)
    site.post(f"/api/boards/{number}/moves", {"move": "f6"}, auth=bob, x_seat=secret)
    assert site.refused("POST", f"/api/boards/{number}/resign", auth=f"Seat {secret}")[0] == 404
    site.post(f"/api/boards/{number}/resign", auth=bob)
    assert site.get(f"/api/boards/{number}", auth=ann)["rated"] is False


def test_a_guest_and_whoever_made_the_game_keep_their_link(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    made = site.post("/api/boards", {"game": "boku"}, auth=ann)
    come(site, made["board"], made["secrets"][1], ann)
    assert names(site, made["board"]) == ["ann", "friend"], "both sides of one person"
    made = site.post("/api/boards", {"game": "boku"}, auth=ann)
    come(site, made["board"], made["secrets"][1])
    come(site, made["board"], made["secrets"][1], bob)
    assert names(site, made["board"]) == ["ann", "friend"], "begun as a guest"
    site.done("PUT", "/api/users/bob/blocked", {"blocked": True}, auth=ann)
    made = site.post("/api/boards", {"game": "boku"}, auth=ann)
    come(site, made["board"], made["secrets"][1], bob)
    assert names(site, made["board"]) == ["ann", "friend"]


def test_games_of_a_browser_are_taken_into_an_account(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    running, _, mine = site.friends()
    over, won, lost = site.friends(private=True)
    site.post(f"/api/boards/{over}/moves", {"move": "c:a1"}, auth=won)
    site.post(f"/api/boards/{over}/resign", auth=lost)
    others = site.post("/api/boards", {"game": "boku"}, auth=ann)
    seek = site.post("/api/seeks", {"game": "boku"})
    kept = [
        {"board": running, "secret": mine.removeprefix("Seat ")},
        {"board": over, "secret": lost.removeprefix("Seat ")},
        {"board": others["board"], "secret": "guessed"},
        {"board": seek["board"], "secret": seek["secrets"][seek["own"][0]]},
        {"board": 999, "secret": "x"}, {"board": "1"}, 7,
    ]  # fmt: skip
    assert take(site, ann, kept) == "/games?show=mine&taken=2"
    assert names(site, running) == ["guest", "ann"]
    assert sorted(own(site, ann)) == [running, over, others["board"]]
    found = site.ask("GET", "/games/search?player=ann&result=lost").text
    assert f'href="/board/{over}"' not in found, "a private game stays private"
    assert f'href="/board/{over}"' in site.ask(
        "GET", "/games/search?player=ann&result=lost", auth=ann
    ).text  # fmt: skip
    assert take(site, bob, kept) == "/games?show=mine&taken=0"
    assert site.refused("POST", f"/api/boards/{running}/resign", auth=mine)[0] == 403
    assert "2 games of this browser" in site.ask(
        "GET", "/games?show=mine&taken=2", auth=ann
    ).text  # fmt: skip


def test_what_is_no_list_of_seats_is_refused(site: Site) -> None:
    ann = site.sign_up("ann")
    for text in ("{", "[" * 5000, "\ud800".encode("utf-8", "surrogatepass")):
        answer = send(site, ann, text)
        assert answer.status_code in (303, 400)
    assert send(site, None, "[]").status_code == 401
    assert send(site, ann, "[]", "http://evil.example").status_code == 403


def take(site: Site, auth: str, kept: list[Any]) -> str:
    answer = send(site, auth, json.dumps(kept))
    assert answer.status_code == 303
    return str(answer.headers["location"])


def send(site: Site, auth: str | None, seats: str | bytes, origin: str = ADDRESS) -> Any:
    return site.ask(
        "POST", "/games/take", auth=auth, origin=origin,
        content_type="application/x-www-form-urlencoded",
        content=urlencode({"seats": seats}).encode(),
    )  # fmt: skip
