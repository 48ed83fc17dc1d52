"""The lobby by HTTP: its operations, and its stream."""

from __future__ import annotations

import asyncio
from typing import Any

from boche.server.database.store import Transaction
from boche.server.people import accounts, messages
from boche.server.play import seeks
from boche.server.play.match import load
from boche.server.web.app import sweep
from tests.server.web.site import Site, Stream

LIVE = {"game": "boku", "clock": "5+5"}


def listed(site: Site, auth: str | None = None, query: str = "") -> list[Any]:
    found: list[Any] = site.get(f"/api/seeks{query}", auth=auth)["seeks"]
    return found


def test_programs_seek_accept_and_withdraw(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    made = site.post("/api/seeks", {**LIVE, "rated": True, "low": 1000}, auth=ann)
    assert (made["paired"], made["state"], made["secrets"]) == (False, "open", [None, None])
    (seek,) = listed(site, bob)
    assert seek["clock"]["text"] == "5 minutes, 5 seconds more a move"
    names = ("board", "game", "rated", "name", "low", "high", "begins", "own", "barred")
    assert [seek[name] for name in names] == [
        made["board"], "boku", True, "ann", 1000, None, "me", False, None]  # fmt: skip
    assert listed(site, ann)[0]["own"]
    assert listed(site)[0]["barred"] == "Sign in to play a rated game"
    assert listed(site, bob, "?game=che") == []
    assert site.refused("GET", "/api/seeks?game=chess")[0] == 400
    assert site.refused("DELETE", f"/api/seeks/{made['board']}", auth=bob)[0] == 403
    assert site.post(f"/api/seeks/{made['board']}/accept", {}, auth=bob)["state"] == "active"
    assert site.refused("DELETE", f"/api/seeks/{made['board']}", auth=ann)[0] == 409
    second = site.post("/api/seeks", {"game": "boku", "clock": "3-days"}, auth=ann)["board"]
    site.done("DELETE", f"/api/seeks/{second}", auth=ann)
    assert listed(site) == []


def test_a_guest_that_is_paired_gets_a_seat_and_so_does_whoever_waited(site: Site) -> None:
    one = site.post("/api/seeks", {**LIVE, "as": "Marie"}, x_forwarded_for="192.0.2.1")
    two = site.post("/api/seeks", {**LIVE, "begins": "random"}, x_forwarded_for="192.0.2.2")
    assert (two["paired"], two["board"]) == (True, one["board"])
    for made in (one, two):
        (own,) = made["own"]
        board = site.get(f"/api/boards/{made['board']}", auth=f"Seat {made['secrets'][own]}")
        assert (board["own"], board["state"]) == ([own], "active")


def test_bad_wishes_are_refused_in_a_line(site: Site) -> None:
    ann = site.sign_up("ann")
    for body, reason in (
        ({"clock": "7+7"}, "unknown clock '7+7'"), ({"clock": 7}, "an object or a name"),
        ({"low": "x"}, "low: expected a whole number"), ({"low": 9, "high": 8}, "the lower one"),
        ({"begins": "x"}, "begins: choose me, other or random"),
        ({"options": []}, "options: expected an object"),
        ({"against": "open"}, "unknown field 'against'"),
    ):  # fmt: skip
        status, text = site.refused("POST", "/api/seeks", {"game": "boku"} | body, auth=ann)
        assert (status, reason in text) == (400, True), text


def test_a_live_seek_ends_without_a_sign_and_lasts_with_one(site: Site) -> None:
    ann = site.sign_up("ann")
    number = site.post("/api/seeks", LIVE, auth=ann)["board"]
    signs = (
        lambda: site.post(f"/api/seeks/{number}/here", auth=ann),
        lambda: site.ask("GET", "/lobby", auth=ann),
        lambda: Stream(site, f"/api/boards/{number}/events", authorization=ann),
        lambda: Stream(site, "/lobby/events", {"quiet": True}, authorization=ann),
    )
    for sign in signs:
        site.now += seeks.ABSENCE_TIMEOUT - 1.0
        found = sign()
        if isinstance(found, Stream):
            site.run(_soon())
            found.close()
        assert [each["board"] for each in listed(site)] == [number], sign
    site.now += seeks.ABSENCE_TIMEOUT + 1.0
    assert listed(site) == []
    site.run(sweep(site.service))
    board = site.service.store.read(lambda transaction: load(transaction, number))
    assert board.row.reason == "withdrawn before anybody joined"


async def _soon() -> None:
    await asyncio.sleep(0.3)


def test_the_list_is_told_as_it_changes_and_whoever_waits_goes_to_the_board(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    guest = Stream(site, "/lobby/events", {})
    assert "Nobody is waiting" in guest.until("lobby")[-1]["seeks"]
    number = site.post("/api/seeks", LIVE, auth=ann)["board"]
    waits = Stream(site, "/lobby/events", {}, authorization=ann)
    first = waits.until("lobby")[-1]
    assert f"/lobby/{number}/withdraw" in first["own"]
    assert "Play level" in first["own"]
    changed = guest.next()
    while "seeks" not in changed:
        changed = guest.next()
    assert f"/lobby/{number}/accept" in changed["seeks"]
    site.post(f"/api/seeks/{number}/accept", {}, auth=bob)
    assert waits.until("begun")[-1]["board"] == number
    for stream in (guest, waits):
        stream.close()


def test_a_guest_who_waits_is_known_by_the_seats_secret(site: Site) -> None:
    made = site.post("/api/seeks", LIVE)
    number, secret = made["board"], made["secrets"][made["own"][0]]
    right = Stream(site, "/lobby/events", {"boards": [{"board": number, "secret": secret}]})
    wrong = Stream(site, "/lobby/events", {"boards": [{"board": number, "secret": "x"}]})
    assert "withdraw" in right.until("lobby")[-1]["own"]
    kinds = [wrong.next(), wrong.next()]
    assert [each["kind"] for each in kinds] == ["over", "lobby"]
    assert "withdraw" not in kinds[1]["own"]
    site.post(f"/api/seeks/{number}/accept", {}, auth=site.sign_up("ann"))
    assert right.until("begun")[-1] == {"kind": "begun", "board": number}
    for body in ({"boards": 7}, {"boards": [7]}, {"boards": [{}]}, {"x": 1}, {"quiet": 7}):
        assert site.ask("POST", "/lobby/events", body).status_code == 400
    for stream in (right, wrong):
        stream.close()


def test_a_stream_ends_with_the_session(site: Site) -> None:
    ann = site.sign_up("ann")
    stream = Stream(site, "/lobby/events", {"quiet": True}, authorization=ann)
    site.done("DELETE", "/api/session", auth=ann)
    stream.end()


def test_blocked_people_see_nothing_of_each_other(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    site.post("/api/seeks", LIVE, auth=ann)
    site.post("/api/seeks", {"game": "che"}, auth=bob)

    def block(transaction: Transaction) -> None:
        one, two = (accounts.named(transaction, name).id for name in ("ann", "bob"))
        messages.block(transaction, one, two, True, site.now)

    site.service.store.write(block)
    assert [each["name"] for each in listed(site, ann)] == ["ann"]
    assert [each["name"] for each in listed(site, bob)] == ["bob"]
    assert len(listed(site)) == 2
    for auth, own, other in ((ann, "ann", "bob"), (bob, "bob", "ann")):
        stream = Stream(site, "/lobby/events", {}, authorization=auth)
        told = stream.until("lobby")[-1]
        assert f"/people/{other}" not in told["seeks"] + told["own"], own
        stream.close()


def test_somebody_invisible_is_not_told_of(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    for auth in (ann, bob):
        site.ask("GET", "/games", auth=auth)
    assert "/people/ann" in site.ask("GET", "/lobby").text
    assert "1 guest<" in site.ask("GET", "/lobby").text
    site.done("PATCH", "/api/me", {"invisible": True}, auth=ann)
    site.now += 100.0
    for auth in (ann, bob):
        site.ask("GET", "/games", auth=auth)
    text = site.ask("GET", "/lobby").text
    assert "/people/ann" not in text
    assert "/people/bob" in text
    assert site.get("/api/me/export", auth=ann)["last_seen"] is None
    assert site.get("/api/me/export", auth=bob)["last_seen"] == site.now
