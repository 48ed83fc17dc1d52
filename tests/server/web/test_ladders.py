"""Ladders by the API: joined, climbed, left, and swept."""

from __future__ import annotations

from random import Random
from threading import Thread
from typing import Any

import pytest

from boche.server.database.store import Store, Transaction
from boche.server.people import accounts
from boche.server.people.bans import Ban
from boche.server.people.bans import write as write_ban
from boche.server.play.moderation import AT_COMMAND_LINE, ban
from boche.server.play.moves import wake_tournaments_of
from boche.server.tournaments import ladder_steps
from boche.server.web import app
from boche.server.web.tournaments import sweep
from tests.server.web.site import Site

DAY = 86400.0
PATH = "/api/ladders/boche"
NAMES = ["ann", "bob", "cyd", "dan", "eve", "fay"]


class Climb:
    """A ladder, and those on it in the order of their names."""

    def __init__(self, site: Site, players: int = 6) -> None:
        self.site = site
        self.auth = {name: site.sign_up(name) for name in NAMES[:players]}
        for auth in self.auth.values():
            site.post(f"{PATH}/join", auth=auth)

    def data(self, name: str | None = None) -> dict[str, Any]:
        data: dict[str, Any] = self.site.get(PATH, auth=self.auth[name] if name else None)
        return data

    @property
    def order(self) -> str:
        """The first letters of those on it."""
        data = self.data()
        assert [one["place"] for one in data["places"]] == list(range(1, data["size"] + 1))
        return "".join(one["name"][0] for one in data["places"])

    def challenge(self, one: str, other: str) -> int:
        made = self.site.post(f"{PATH}/challenge", {"name": other}, auth=self.auth[one])
        return int(made["board"])

    def refused(self, one: str, other: str) -> tuple[int, str]:
        status, reason = self.site.refused("POST", f"{PATH}/challenge", {"name": other},
                                           auth=self.auth[one])  # fmt: skip
        return status, reason.rpartition(": ")[2]

    def move(self, board: int, name: str, move: str) -> None:
        path = f"/api/boards/{board}/moves"
        self.site.post(path, {"move": move}, auth=self.auth[name])

    def win(self, board: int, winner: str, loser: str) -> None:
        self.site.post(f"/api/boards/{board}/resign", auth=self.auth[loser])
        self.later()

    def later(self, seconds: float = 0.0) -> None:
        self.site.now += seconds
        self.site.run(app.sweep(self.site.service))
        self.site.run(sweep(self.site.service))

    def changes(self) -> list[tuple[str, str, int | None, int | None]]:
        return [(one["kind"], one["name"], one["before"], one["after"])
                for one in self.data()["changes"]]  # fmt: skip


def test_who_wins_takes_the_place(site: Site) -> None:
    climb = Climb(site)
    assert climb.order == "abcdef"
    board = climb.challenge("eve", "bob")
    data = site.get(f"/api/boards/{board}", auth=climb.auth["bob"])
    assert data["tournament"]["path"] == "/ladders/boche"
    assert data["tournament"]["title"] == "Boche ladder"
    assert (data["state"], data["rated"], data["own"], data["turn"]) == ("active", True, [0], 0)
    assert data["clock"]["start"] == 3 * DAY
    assert not data["abortable"]
    assert site.refused("POST", f"/api/boards/{board}/offers", {"what": "end"},
                        auth=climb.auth["bob"])[0] == 409  # fmt: skip
    (game,) = climb.data()["places"][1]["games"]
    assert (game["challenger"], game["challenged"], game["board"]) == ("eve", "bob", board)
    (letter,) = site.get("/api/messages", auth=climb.auth["bob"])["messages"]
    assert "eve challenges you on the Boche ladder for your place, 2" in letter["text"]
    climb.win(board, "eve", "bob")
    assert climb.order == "aebcdf"
    assert climb.changes()[0] == ("won", "eve", 5, 2)
    assert site.get("/api/ladders")["ladders"][0]["size"] == 6


def test_a_challenger_who_does_not_win_waits_a_week(site: Site) -> None:
    climb = Climb(site)
    climb.win(climb.challenge("eve", "bob"), "bob", "eve")
    assert climb.order == "abcdef"
    assert climb.changes()[0][0] == "held"
    assert climb.refused("eve", "bob") == (403, "again in 7 days")
    climb.challenge("eve", "cyd")
    site.now += 7 * DAY
    assert climb.refused("eve", "bob") == (403, "your last challenge is not over")
    climb.challenge("dan", "bob")


def test_what_is_not_allowed_is_refused_in_a_line(site: Site) -> None:
    climb = Climb(site)
    outsider = site.sign_up("zoe")
    climb.auth["zoe"] = outsider
    assert climb.refused("fay", "bob") == (403, "at most 3 places above you")
    assert climb.refused("ann", "bob") == (403, "only those above you can be challenged")
    assert climb.refused("ann", "ann") == (403, "only those above you can be challenged")
    assert climb.refused("zoe", "ann") == (403, "join it first")
    assert climb.refused("ann", "zoe")[0] == 409
    assert climb.refused("ann", "nobody")[0] == 404
    assert climb.refused("ann", "level-1")[0] == 409
    climb.challenge("eve", "bob")
    assert climb.refused("dan", "bob") == (403, "already challenged")
    assert climb.refused("eve", "dan") == (403, "your last challenge is not over")
    climb.challenge("bob", "ann")
    climb.challenge("fay", "eve")
    site.post("/api/me/vacation", {"days": 5}, auth=climb.auth["cyd"])
    assert climb.refused("dan", "cyd") == (403, "on vacation")
    site.done("PUT", "/api/users/dan/blocked", {"blocked": True}, auth=climb.auth["cyd"])
    site.done("DELETE", "/api/me/vacation", auth=climb.auth["cyd"])
    assert climb.refused("dan", "cyd") == (403, "one of you has blocked the other")
    assert site.refused("POST", f"{PATH}/join", auth=climb.auth["ann"])[0] == 409
    assert site.refused("POST", f"{PATH}/leave", auth=outsider)[0] == 409
    assert site.refused("POST", f"{PATH}/challenge", {"name": 7}, auth=outsider)[0] == 400
    assert site.refused("GET", "/api/ladders/chess")[0] == 404
    assert site.refused("GET", f"{PATH}?from=0")[0] == 400
    for path in ("join", "leave", "challenge"):
        assert site.refused("POST", f"{PATH}/{path}", {"name": "ann"})[0] == 401
    shown = {one["name"]: (one["can_challenge"], one["refusal"])
             for one in climb.data("dan")["places"]}  # fmt: skip
    assert shown["ann"] == (False, "already challenged")
    assert shown["dan"] == (False, None)


def test_a_ladder_is_no_tournament(site: Site) -> None:
    climb = Climb(site)
    board = site.get(f"/api/boards/{climb.challenge('bob', 'ann')}")
    path = f"/api/tournaments/{board['tournament']['tournament']}"
    assert site.refused("GET", path)[0] == 404
    for each in ("join", "leave", "wait", "bye"):
        status, _ = site.refused("POST", f"{path}/{each}", {}, auth=climb.auth["cyd"])
        assert status in (404, 409)
    for state in ("open", "running", "over"):
        assert site.get(f"/api/tournaments?state={state}")["tournaments"] == []


def test_who_does_not_begin_loses_the_place_without_vacation(site: Site) -> None:
    climb = Climb(site)
    board = climb.challenge("eve", "bob")
    climb.later(3 * DAY - 1)
    assert climb.order == "abcdef"
    climb.later(1)
    assert climb.order == "aebcdf"
    data = site.get(f"/api/boards/{board}")
    assert data["outcome"]["reason"] == "bob did not come in time"
    assert site.get("/api/standings/boche")["standings"] == [], "nothing was rated"
    board = climb.challenge("cyd", "ann")
    climb.move(board, "ann", "c:a1")
    climb.later(3 * DAY)
    assert climb.order == "aebcdf", "nor does a challenger who does not come win"


def test_later_moves_may_take_vacation(site: Site) -> None:
    climb = Climb(site)
    board = climb.challenge("eve", "bob")
    climb.move(board, "bob", "c:a1")
    climb.move(board, "eve", "c:b2")
    climb.later(3 * DAY + 1)
    assert site.get(f"/api/boards/{board}")["state"] == "active"


def test_who_leaves_gives_up_and_comes_back_at_the_end(site: Site) -> None:
    climb = Climb(site)
    climb.challenge("eve", "bob")
    climb.challenge("bob", "ann")
    site.post(f"{PATH}/leave", auth=climb.auth["bob"])
    assert climb.order == "aecdf"
    assert climb.changes()[0][0] == "left"
    site.post(f"{PATH}/join", auth=climb.auth["bob"])
    assert climb.order == "aecdfb"


def test_who_does_not_play_for_long_drops_out(site: Site) -> None:
    climb = Climb(site)
    climb.later(30 * DAY)
    board = climb.challenge("dan", "cyd")
    climb.move(board, "cyd", "c:a1")
    site.post(f"/api/boards/{board}/resign", auth=climb.auth["cyd"])
    climb.later(30 * DAY)
    assert climb.order == "adc"
    (letter,) = site.get("/api/messages", auth=climb.auth["fay"])["messages"]
    assert "lost your place on the Boche ladder" in letter["text"]
    climb.later(31 * DAY)
    assert climb.order == "a"


def test_who_is_banned_or_deleted_drops_out(site: Site, store: Store) -> None:
    climb = Climb(site)
    climb.challenge("eve", "bob")
    store.write(lambda transaction: ban(
        transaction, AT_COMMAND_LINE, "bob", "cheating", None, site.now))  # fmt: skip
    climb.later()
    assert climb.order == "acdef"
    password = {"password": "correct-horse"}
    assert site.ask("DELETE", "/api/me", password, auth=climb.auth["cyd"]).status_code < 300
    climb.later()
    assert climb.order == "adef"
    assert "cyd" not in str(climb.data())


def test_a_ban_takes_out_of_tournaments(site: Site, store: Store) -> None:
    auth = {name: site.sign_up(name) for name in NAMES[:5]}
    plan = {"title": "Friday", "game": "boche", "kind": "swiss", "rounds": 2,
            "starts": site.now + 3600.0, "clock": {"start": DAY}}  # fmt: skip
    path = f"/api/tournaments/{site.post('/api/tournaments', plan, auth=auth['ann'])['tournament']}"
    for each in auth.values():
        site.post(f"{path}/join", {}, auth=each)

    def work(transaction: Transaction) -> None:
        user = accounts.named(transaction, "eve").id
        write_ban(transaction, user, Ban(None, "cheating"), site.now)
        wake_tournaments_of(transaction, user, site.now)

    store.write(work)
    site.now += 3600.0
    site.run(sweep(site.service))
    data = site.get(path)
    assert (data["state"], data["round"]) == ("running", 1)
    assert "eve" not in {line["name"] for line in data["standings"]}
    game = data["pairings"][0]
    store.write(lambda transaction: ban(
        transaction, AT_COMMAND_LINE, game["second"], "cheating", None, site.now))  # fmt: skip
    site.run(sweep(site.service))
    data = site.get(path)
    left = {line["name"] for line in data["standings"] if line["left"]}
    assert left == {game["second"]}
    site.post(f"/api/boards/{game['board']}/claim", auth=auth[game["first"]])
    other = data["pairings"][1]
    site.post(f"/api/boards/{other['board']}/resign", auth=auth[other["first"]])
    site.run(sweep(site.service))
    data = site.get(path)
    assert data["round"] == 2
    assert game["second"] not in {
        name for one in data["pairings"] if one["round"] == 2
        for name in (one["first"], one["second"])
    }  # fmt: skip


def test_random_steps_leave_no_gap(site: Site) -> None:
    climb, random = Climb(site), Random(3)
    order, games = list("abcdef"), list[tuple[int, str, str]]()
    full = {name[0]: name for name in NAMES}
    for _ in range(40):
        act = random.choice(["challenge", "challenge", "end", "leave"])
        if act == "challenge":
            below = random.randrange(1, len(order))
            one, other = order[below], order[random.randrange(max(below - 3, 0), below)]
            answer = site.ask("POST", f"{PATH}/challenge", {"name": full[other]},
                              auth=climb.auth[full[one]])  # fmt: skip
            if answer.status_code == 201:
                games.append((answer.json()["board"], one, other))
        elif act == "end" and games:
            board, one, other = games.pop(random.randrange(len(games)))
            won = random.random() < 0.7
            loser = other if won else one
            climb.win(board, "", full[loser])
            if won and order.index(one) > order.index(other):
                order.remove(one)
                order.insert(order.index(other), one)
        elif act == "leave" and not games:
            one = random.choice(order)
            site.post(f"{PATH}/leave", auth=climb.auth[full[one]])
            site.post(f"{PATH}/join", auth=climb.auth[full[one]])
            order.remove(one)
            order.append(one)
        assert climb.order == "".join(order)
        site.now += DAY / 8


def test_joining_and_challenging_at_once(site: Site, store: Store) -> None:
    """Let several processes' transactions meet: one ladder, and one challenge to each."""
    people = {}
    for name in NAMES:
        site.sign_up(name)
        people[name] = store.read(lambda transaction, name=name: accounts.named(transaction, name))
    said: list[str] = []

    def run(act: Any) -> None:
        try:
            store.write(act)
            said.append("done")
        except Exception as error:
            said.append(str(error))

    def both(acts: list[Any]) -> None:
        threads = [Thread(target=run, args=(act,)) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    both([
        lambda transaction, user=user: ladder_steps.join(transaction, "boche", user, site.now)
        for user in people.values()
    ])  # fmt: skip
    assert said == ["done"] * 6
    order = [one["name"] for one in site.get(PATH)["places"]]
    assert sorted(order) == NAMES
    said.clear()
    sessions = [site.sign_up(name) for name in order[1:4]]
    answers = []

    def ask(auth: str) -> None:
        answers.append(site.ask("POST", f"{PATH}/challenge", {"name": order[0]}, auth=auth))

    for auth in sessions:
        ask(auth)
    assert sorted(answer.status_code for answer in answers) == [201, 403, 403]


@pytest.mark.parametrize("page", [1, 51])
def test_a_long_ladder_comes_in_pages(site: Site, store: Store, page: int) -> None:
    def work(transaction: Transaction) -> None:
        for number in range(60):
            user = accounts.sign_up(transaction, f"player{number}", "-", site.now)
            ladder_steps.join(transaction, "boche", user, site.now)

    store.write(work)
    data = site.get(f"{PATH}?from={page}")
    assert (data["size"], data["reach"], len(data["places"])) == (60, 6, 50 if page == 1 else 10)
    assert data["places"][0]["name"] == f"player{page - 1}"
