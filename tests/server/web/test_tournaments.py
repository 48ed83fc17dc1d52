"""Tournaments by the API: made, joined, played, left, and run by the server's sweep."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest

from boche.server.database.store import Store
from boche.server.people import accounts
from boche.server.play.actor import Actor
from boche.server.play.moves import resign
from boche.server.tournaments import steps
from boche.server.tournaments.tournament import load
from boche.server.web import app
from boche.server.web.tournaments import sweep
from tests.server.web.site import Site, Stream

DAY, HOUR = 86400.0, 3600.0
SLOW = {"start": 7 * DAY, "increment": 7 * DAY, "most": 7 * DAY}
LIVE = {"start": 300.0, "increment": 3.0}
NAMES = ["ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal"]


class Field:
    """A tournament and its players, by name."""

    def __init__(self, site: Site, players: int = 4, **more: Any) -> None:
        self.site = site
        self.auth = {name: site.sign_up(name) for name in NAMES[:players]}
        payload = {"title": "Friday", "game": "boche", "options": {"size": 4}, "clock": SLOW,
                   "kind": "swiss", "rounds": 2, "starts": site.now + HOUR} | more  # fmt: skip
        made = site.post("/api/tournaments", payload, auth=self.auth["ann"])
        self.number = made["tournament"]
        self.path = f"/api/tournaments/{self.number}"
        self.secret = made["secret"] or ""

    def join(self, *names: str) -> None:
        for name in names or self.auth:
            self.site.post(f"{self.path}/join", {"secret": self.secret}, auth=self.auth[name])

    def begin(self) -> dict[str, Any]:
        """Let everybody join and the start come; return the tournament."""
        self.join()
        return self.later(HOUR)

    def later(self, seconds: float = 0.0) -> dict[str, Any]:
        """Let time pass and the server look; return the tournament."""
        self.site.now += seconds
        self.site.run(sweep(self.site.service))
        return self.data()

    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = self.site.get(f"{self.path}?secret={self.secret}")
        return data

    def games(self) -> list[dict[str, Any]]:
        """Return the games under way."""
        return [one for one in self.data()["pairings"] if one["points"] is None]

    def move(self, game: dict[str, Any], seat: str, move: str) -> None:
        self.site.post(f"/api/boards/{game['board']}/moves", {"move": move},
                       auth=self.auth[game[seat]])  # fmt: skip

    def win(self, game: dict[str, Any], winner: str = "first") -> None:
        """Play a short game: two moves, then the other resigns."""
        self.move(game, "first", "c:a1")
        self.move(game, "second", "c:b2")
        loser = "second" if winner == "first" else "first"
        self.site.post(f"/api/boards/{game['board']}/resign", auth=self.auth[game[loser]])

    def messages(self, name: str) -> list[str]:
        rows = self.site.get("/api/messages", auth=self.auth[name])["messages"]
        return [row["text"] for row in rows]


def test_a_swiss_is_played_to_its_end(site: Site) -> None:
    field = Field(site)
    data = field.begin()
    assert (data["state"], data["round"], data["rounds"]) == ("running", 1, 2)
    assert len(field.games()) == 2
    board = site.get(f"/api/boards/{field.games()[0]['board']}")
    assert board["tournament"] == {
        "tournament": field.number, "title": "Friday", "kind": "swiss",
        "path": f"/tournaments/{field.number}", "counts": True}  # fmt: skip
    assert board["state"] == "active"
    for game in field.games():
        field.win(game)
    assert field.later()["round"] == 2
    for game in field.games():
        field.win(game, "second")
    data = field.later()
    assert data["state"] == "over"
    pairs = [frozenset((one["first"], one["second"])) for one in data["pairings"]]
    assert len(set(pairs)) == 4
    assert sum(line["points"] for line in data["standings"]) == 4
    assert data["standings"][0]["points"] == 2
    assert "is over" in field.messages(data["standings"][0]["name"])[0]
    assert "has begun, with 4 players and 2 rounds" in field.messages("bob")[1]


def test_a_round_robin_begins_when_enough_have_come(site: Site) -> None:
    field = Field(site, 3, kind="round-robin", rounds=2, starts=None, size=3)
    field.join("ann", "bob")
    assert field.later()["state"] == "open"
    field.join("cyd")
    data = field.later()
    assert (data["state"], data["rounds"]) == ("running", 6)
    for number in range(1, 7):
        assert field.data()["round"] == number
        (game,) = field.games()
        field.win(game, "first" if game["first"] == "ann" else "second")
        field.later()
    data = field.data()
    assert data["state"] == "over"
    assert len(data["pairings"]) == 6
    assert {line["games"] for line in data["standings"]} == {4}


def test_too_few_players_postpone_it_and_then_cancel_it(site: Site) -> None:
    field = Field(site)
    field.join("ann", "bob")
    for passed in (HOUR, DAY):
        data = field.later(passed)
        assert data["state"] == "open"
        assert data["starts"] == site.now + DAY
    assert "postponed by 1 day: only 2 of at least 4 players came" in field.messages("bob")[0]
    data = field.later(DAY)
    assert data["state"] == "cancelled"
    assert data["reason"] == "only 2 of at least 4 players came"
    assert "cancelled" in field.messages("bob")[0]
    status, reason = site.refused("POST", f"{field.path}/join", auth=field.auth["cyd"])
    assert (status, reason) == (403, "Friday: it accepts no more players")


def test_live_rounds_have_a_break(site: Site) -> None:
    field = Field(site, clock=LIVE)
    field.begin()
    for game in field.games():
        field.win(game)
    assert field.later()["round"] == 1
    assert field.later(30.0)["round"] == 1
    assert field.later(steps.BREAK)["round"] == 2


def test_who_does_not_come_loses_and_is_out_after_two(site: Site) -> None:
    field = Field(site, 8, clock=LIVE, rounds=4, rated=True)
    field.begin()
    absent = field.games()[0]["first"]
    for game in field.games()[1:]:
        field.win(game)
    for _ in range(3):
        site.now += 61.0
        site.run(app.sweep(site.service))
        data = field.later(60.0)
        for game in field.games():
            if absent not in (game["first"], game["second"]):
                field.win(game)
            elif game["second"] == absent:
                field.move(game, "first", "c:a1")
    mine = [one for one in data["pairings"] if absent in (one["first"], one["second"])]
    assert [one["played"] for one in mine] == [False, False]
    (line,) = (one for one in data["standings"] if one["name"] == absent)
    assert (line["points"], line["games"], line["left"]) == (0, 0, True)
    assert any("did not come to 2 games" in text for text in field.messages(absent))
    board = site.get(f"/api/boards/{mine[0]['board']}")
    assert board["outcome"]["kind"] == "time"
    assert board["outcome"]["reason"] == f"{absent} did not come in time"
    status, reason = site.refused("POST", f"{field.path}/join", auth=field.auth[absent])
    assert (status, reason) == (403, "Friday: you missed two games")


def test_who_leaves_gives_up_and_is_not_paired_again(site: Site) -> None:
    field = Field(site, 5)
    field.begin()
    game = field.games()[0]
    site.post(f"{field.path}/leave", auth=field.auth[game["first"]])
    data = field.later()
    (ended,) = (one for one in data["pairings"] if one["board"] == game["board"])
    assert (ended["points"], ended["played"]) == (0.0, False)
    (bye,) = (one for one in data["pairings"] if one["second"] is None)
    assert bye["points"] == 1.0
    field.win(field.games()[0])
    data = field.later()
    assert data["round"] == 2
    now = [one for one in data["pairings"] if one["round"] == 2]
    assert len(now) == 2
    assert game["first"] not in {name for one in now for name in (one["first"], one["second"])}
    site.refused("POST", f"{field.path}/leave", auth=field.auth[game["first"]])


def test_late_entries_get_half_a_point_and_the_next_round(site: Site) -> None:
    field = Field(site, 8, rounds=3)
    field.join(*NAMES[:6])
    field.later(HOUR)
    field.join("gus")
    assert [line["points"] for line in field.data()["standings"] if line["name"] == "gus"] == [0.5]
    for game in field.games():
        field.win(game)
    data = field.later()
    assert any("gus" in (one["first"], one["second"]) for one in data["pairings"]
               if one["round"] == 2)  # fmt: skip
    status, _ = site.refused("POST", f"{field.path}/join", auth=field.auth["hal"])
    assert status == 403, "half of the rounds have begun"


def test_a_rounds_limit_begins_the_next_one(site: Site) -> None:
    field = Field(site, rounds=2, limit=10 * DAY)
    field.begin()
    slow, quick = field.games()
    field.win(quick)
    field.move(slow, "first", "c:a1")
    assert field.later(9 * DAY)["round"] == 1
    assert field.later(1 * DAY)["round"] == 2
    field.move(slow, "second", "c:b2")
    assert len(field.games()) == 3, "the slow game goes on"
    for game in field.games():
        site.post(f"/api/boards/{game['board']}/resign", auth=field.auth[game["first"]])
    assert field.later()["state"] == "over"


def test_its_games_cannot_be_dodged(site: Site) -> None:
    field = Field(site)
    field.begin()
    game = field.games()[0]
    path, auth = f"/api/boards/{game['board']}", field.auth[game["first"]]
    assert not site.get(path, auth=auth)["abortable"]
    assert site.refused("POST", f"{path}/abort", auth=auth)[0] == 409
    assert site.refused("POST", f"{path}/answer", {"accepted": False}, auth=auth)[0] == 409
    status, reason = site.refused("POST", f"{path}/offers", {"what": "end"}, auth=auth)
    assert (status, "needs a result" in reason) == (409, True)


def test_an_arena_pairs_who_is_there_until_its_end(site: Site) -> None:
    field = Field(site, 5, kind="arena", clock=LIVE, rounds=1, limit=1800.0, rated=True)
    field.begin()
    assert field.games() == [], "nobody is on its page yet"
    names = ["ann", "bob", "cyd", "dan"]

    def wait() -> None:
        for name in names:
            site.post(f"{field.path}/wait", auth=field.auth[name])
        field.later()

    wait()
    first = {frozenset((one["first"], one["second"])) for one in field.games()}
    assert len(first) == 2
    for game in field.games():
        field.win(game)
    wait()
    second = {frozenset((one["first"], one["second"])) for one in field.games()}
    assert len(second) == 2
    assert not first & second
    assert {line["points"] for line in field.data()["standings"]} == {2, 0}
    for game in field.games():
        field.win(game)
    field.later()
    assert field.games() == [], "nobody has come back yet"
    for name in names:
        site.post(f"{field.path}/wait", auth=field.auth[name])
    field.later(steps.PRESENT + 1)
    assert field.games() == [], "nobody is there any more"
    wait()
    assert len(field.games()) == 2
    board = field.games()[0]["board"]
    data = field.later(1800.0)
    assert data["state"] == "over"
    assert len(data["pairings"]) == 4, "games that are not over do not count"
    assert site.get(f"/api/boards/{board}")["state"] == "active"
    assert not site.get(f"/api/boards/{board}")["tournament"]["counts"]
    assert site.get(f"/api/boards/{data['pairings'][0]['board']}")["tournament"]["counts"]
    assert site.refused("POST", f"{field.path}/wait", auth=field.auth["ann"])[0] == 409


def test_who_does_not_come_in_an_arena_waits_until_they_say_so(site: Site) -> None:
    field = Field(site, 3, kind="arena", clock=LIVE, rounds=1, limit=1800.0)
    field.begin()
    for name in ("ann", "bob"):
        site.post(f"{field.path}/wait", auth=field.auth[name])
    field.later()
    (game,) = field.games()
    absent = game["first"]
    site.now += 61.0
    site.run(app.sweep(site.service))
    field.later()
    assert field.games() == []
    (line,) = (one for one in field.data()["standings"] if one["name"] == absent)
    assert line["left"]
    assert "until you say on its page that you are here" in field.messages(absent)[0]
    assert site.refused("POST", f"{field.path}/wait", auth=field.auth[absent])[0] == 409
    site.post(f"{field.path}/wait", auth=field.auth[game["second"]])
    field.later()
    assert field.games() == []
    field.join(absent)
    site.post(f"{field.path}/wait", auth=field.auth["cyd"])
    field.later()
    assert len(field.games()) == 1


def test_a_private_one_is_for_those_with_the_link(site: Site) -> None:
    field = Field(site, private=True)
    bob = field.auth["bob"]
    assert field.secret
    assert site.refused("GET", field.path, auth=bob)[0] == 404
    assert site.refused("GET", f"{field.path}?secret=wrong")[0] == 404
    assert site.refused("POST", f"{field.path}/join", {}, auth=bob)[0] == 404
    assert site.ask("GET", f"{field.path}/events", auth=bob).status_code == 404
    assert site.get(f"{field.path}?secret={field.secret}")["secret"] is None
    field.begin()
    assert site.get(field.path, auth=bob)["secret"] == field.secret
    assert site.get("/api/tournaments?state=running")["tournaments"] == []
    boards = {one["board"] for one in site.get("/api/boards")["boards"]}
    assert not boards & {game["board"] for game in field.games()}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"title": "x"}, "title"),
        ({"kind": "knock-out"}, "kind"),
        ({"rounds": 99}, "rounds"),
        ({"clock": {}}, "clock"),
        ({"starts": 5.0}, "starts"),
        ({"size": 4}, "a time, or when"),
        ({"starts": None}, "a time, or when"),
        ({"starts": None, "size": 500}, "size"),
        ({"clock": LIVE, "limit": 10 * DAY}, "limit"),
        ({"low": 1800, "high": 1200}, "ratings"),
        ({"kind": "arena", "limit": 1800.0}, "clock"),
        ({"kind": "arena", "clock": LIVE}, "limit"),
        ({"kind": "arena", "clock": LIVE | {"start": 1801.0}, "limit": 1800.0}, "clock"),
        ({"kind": "arena", "clock": LIVE, "limit": 599.0}, "limit"),
        ({"kind": "arena", "clock": LIVE, "limit": 14_401.0}, "limit"),
        ({"game": "chess"}, "chess"),
        ({"colour": "red"}, "colour"),
        ({"title": "a\u202eb\u202ec"}, "title"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(
    site: Site, changed: dict[str, Any], says: str
) -> None:
    payload = {"title": "Friday", "game": "boche", "clock": SLOW, "kind": "swiss", "rounds": 3,
               "starts": site.now + HOUR} | changed  # fmt: skip
    status, reason = site.refused("POST", "/api/tournaments", payload, auth=site.sign_up("ann"))
    assert status == 400
    assert says in reason


@pytest.mark.parametrize("limit", [600.0, 14_400.0])
def test_the_longest_clock_and_the_shortest_and_longest_arena_are_taken(
    site: Site, limit: float
) -> None:
    arena = Field(site, 1, kind="arena", clock=LIVE | {"start": 1800.0}, limit=limit)
    assert arena.data()["limit"] == limit


def test_limits(site: Site) -> None:
    site.refused("POST", "/api/tournaments", {"title": "Friday", "game": "boche", "clock": SLOW,
                 "kind": "swiss", "starts": site.now + HOUR})  # fmt: skip
    for _ in range(4):
        field = Field(site)
    payload = {"title": "Again", "game": "boche", "clock": SLOW, "kind": "swiss", "size": 4}
    status, _ = site.refused("POST", "/api/tournaments", payload, auth=field.auth["ann"])
    assert status == 429
    site.now += DAY
    site.post("/api/tournaments", payload, auth=field.auth["ann"])
    status, reason = site.refused("POST", "/api/tournaments", payload, auth=field.auth["ann"])
    assert (status, "not over" in reason) == (409, True)


def test_ratings_decide_who_may_join(site: Site) -> None:
    field = Field(site, low=1600)
    status, reason = site.refused("POST", f"{field.path}/join", auth=field.auth["bob"])
    assert status == 403
    assert reason == "Friday: it is for ratings from 1600, and yours is 1500"


def test_a_deleted_account_leaves_its_tournament(site: Site) -> None:
    field = Field(site, 5)
    field.begin()
    gone = field.games()[0]["first"]
    password = {"password": "correct-horse"}
    assert site.ask("DELETE", "/api/me", password, auth=field.auth[gone]).status_code < 300
    for game in field.games():
        if gone not in (game["first"], game["second"]) and "deleted" not in game.values():
            field.win(game)
    site.run(sweep(site.service))
    data = field.data()
    assert data["round"] == 2
    assert gone not in str(data)


def test_its_page_hears_of_changes(site: Site) -> None:
    field = Field(site)
    stream = Stream(site, f"{field.path}/events")
    assert stream.next()["kind"] == "change"
    field.join("ann")
    assert stream.next() == {"number": 2, "kind": "change", "tournament": field.number}
    stream.close()


def test_steps_of_several_processes_are_done_once(site: Site, store: Store) -> None:
    field = Field(site)
    field.join()
    site.now += HOUR
    now = site.now
    assert store.write(lambda transaction: steps.settle(transaction, field.number, now))
    planned = store.read(lambda transaction: load(transaction, field.number))
    assert store.write(lambda transaction: steps.settle(transaction, field.number, now))
    results = planned.next_round()
    for _ in range(2):
        store.write(lambda transaction: steps.begin_round(transaction, planned, results, now))
    data = field.data()
    assert data["round"] == 1
    assert len(data["pairings"]) == 2


def test_games_that_end_at_once_and_several_sweeps_make_one_tournament(
    site: Site, store: Store
) -> None:
    field = Field(site, 8, rounds=4)
    field.join()
    site.now += HOUR
    now, users = site.now, {name: named(store, name) for name in field.auth}
    trouble: list[BaseException] = []

    def step() -> None:
        if store.write(lambda transaction: steps.settle(transaction, field.number, now)):
            planned = store.read(lambda transaction: load(transaction, field.number))
            results = planned.next_round()
            store.write(lambda transaction: steps.begin_round(transaction, planned, results, now))

    def sweeps() -> None:
        try:
            for _ in range(30):
                step()
        except BaseException as error:
            trouble.append(error)

    def resigns(game: dict[str, Any]) -> None:
        try:
            actor = Actor(users[game["first"]])
            store.write(lambda transaction: resign(transaction, actor, game["board"], now))
        except BaseException as error:
            trouble.append(error)

    step()
    for number in range(1, 5):
        assert field.data()["round"] == number
        threads = [Thread(target=resigns, args=(game,)) for game in field.games()]
        threads += [Thread(target=sweeps) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not trouble
        step()
    data = field.data()
    assert data["state"] == "over"
    assert len(data["pairings"]) == 16
    assert sum(line["points"] for line in data["standings"]) == 16
    assert len({frozenset((one["first"], one["second"])) for one in data["pairings"]}) == 16


def named(store: Store, name: str) -> int:
    """Return an account's number."""
    return store.read(lambda transaction: accounts.named(transaction, name)).id


def test_who_has_blocked_somebody_is_not_paired_with_them(site: Site) -> None:
    field = Field(site)
    for one, other in (("ann", "cyd"), ("bob", "dan")):
        site.done("PUT", f"/api/users/{other}/blocked", {"blocked": True}, auth=field.auth[one])
    field.begin()
    met = {frozenset((one["first"], one["second"])) for one in field.games()}
    assert not met & {frozenset(("ann", "cyd")), frozenset(("bob", "dan"))}
    for game in field.games():
        field.win(game)
    field.later()
    assert len(field.games()) == 2
    arena = Field(site, 4, kind="arena", clock=LIVE, limit=1800.0)
    arena.begin()
    for name in ("ann", "cyd"):
        site.post(f"{arena.path}/wait", auth=arena.auth[name])
    arena.later()
    assert arena.games() == []
    site.post(f"{arena.path}/wait", auth=arena.auth["bob"])
    arena.later()
    assert len(arena.games()) == 1


def test_a_round_may_be_sat_out_once(site: Site) -> None:
    field = Field(site, 8, rounds=3)
    field.join()
    path = f"{field.path}/bye"

    def ask(name: str, which: Any) -> tuple[int, str]:
        return site.refused("POST", path, {"round": which}, auth=field.auth[name])

    assert site.post(path, {"round": 2}, auth=field.auth["ann"])["bye"] == 2
    assert site.post(path, {}, auth=field.auth["ann"])["bye"] is None
    site.post(path, {"round": 1}, auth=field.auth["ann"])
    assert site.get(field.path, auth=field.auth["ann"])["bye"] == 1
    assert site.get(field.path, auth=field.auth["bob"])["bye"] is None
    assert ask("bob", 4) == (409, "Friday: choose a round from 1 to 3")
    assert ask("bob", "x")[0] == 400
    assert ask("bob", 0)[0] == 400
    data = field.later(HOUR)
    (bye,) = (one for one in data["pairings"] if one["first"] == "ann")
    assert (bye["second"], bye["points"]) == (None, 0.5)
    assert ask("ann", 2) == (409, "Friday: there is no round that you can sit out")
    assert ask("bob", 1)[0] == 409
    stranger = site.sign_up("zoe")
    assert site.refused("POST", path, {"round": 2}, auth=stranger)[0] == 409
    for game in field.games():
        field.win(game)
    data = field.later()
    assert any("ann" in (one["first"], one["second"]) for one in data["pairings"]
               if one["round"] == 2 and one["second"])  # fmt: skip
