"""What awaits an account: told to its streams, and in the order of the deadlines."""

from __future__ import annotations

from typing import Any

from boche.engine.durations import HOUR
from boche.server.database.store import Transaction
from boche.server.people import accounts
from boche.server.play import setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.match import load
from boche.server.play.moves import end, move
from boche.server.play.own_games import TOLD_FOR, own_games
from boche.server.web.app import sweep as sweep_clocks
from boche.server.web.tournaments import sweep
from tests.server.web.site import Site, Stream

TURNS = {"turns": True}


def board(site: Site, first: str, second: str, clock: Clock | None = None) -> int:
    """Set up a running game of boku between two accounts; the first one is to move."""

    def work(transaction: Transaction) -> int:
        takers = [setup.SeatTaker(accounts.named(transaction, name)) for name in (first, second)]
        terms = setup.Terms.of("boku", {}, clock)
        return setup.make(transaction, terms, (takers[0], takers[1]), site.now).number

    return site.service.store.write(work)


def play(site: Site, number: int, name: str, text: str) -> None:
    def work(transaction: Transaction) -> None:
        user = accounts.named(transaction, name)
        move(transaction, Actor(user.id), number, text, site.now)

    site.service.store.write(work)


def awaited(stream: Stream) -> tuple[int, list[int]]:
    event = stream.next()
    assert event["kind"] == "turns"
    return event["due"], event["boards"]


def test_turns_come_by_their_deadlines(site: Site) -> None:
    ann, _ = site.sign_up("ann"), site.sign_up("bob")
    untimed = board(site, "ann", "bob")
    slow = board(site, "ann", "bob", Clock.days_a_move(7))
    fast = board(site, "ann", "bob", Clock(2 * HOUR, 0.0))
    days = board(site, "ann", "bob", Clock.days_a_move(3))
    board(site, "bob", "ann", Clock.days_a_move(1))
    site.now += 60
    later = board(site, "ann", "bob")
    order = [fast, days, slow, untimed, later]
    runs = {"board": fast, "about": "turn 0", "text": "Your clock runs in Boku against bob."}
    assert site.get("/api/me/turns", auth=ann) == {"due": 5, "boards": order, "calls": [runs]}
    rows = site.get("/api/boards?user=me&next", auth=ann)["boards"]
    assert [row["board"] for row in rows] == order
    rows = site.get("/api/boards?user=me&next&game=boku&most=2", auth=ann)["boards"]
    assert [row["board"] for row in rows] == order[:2]
    play(site, slow, "ann", "f5")
    order.remove(slow)
    assert site.get("/api/me/turns", auth=ann)["boards"] == order
    assert site.refused("GET", "/api/me/turns")[0] == 401


def test_a_stream_tells_what_awaits_an_account(site: Site) -> None:
    """Check new boards, moves on either side, challenges and the ends of games."""
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    stream = Stream(site, "/api/events", TURNS, authorization=ann)
    assert awaited(stream) == (0, [])
    first = board(site, "bob", "ann")
    play(site, first, "bob", "f5")
    assert awaited(stream) == (1, [first])
    second = board(site, "ann", "bob", Clock.days_a_move(1))
    assert awaited(stream) == (2, [second, first])
    play(site, second, "ann", "f5")
    assert awaited(stream) == (1, [first])
    body: dict[str, Any] = {"game": "boku", "against": "name", "name": "ann"}
    asked = site.post("/api/boards", body, auth=bob)["board"]
    assert awaited(stream) == (2, [first])
    site.done("DELETE", f"/api/boards/{asked}", auth=bob)
    assert awaited(stream) == (1, [first])
    site.post(f"/api/boards/{first}/resign", auth=bob)
    assert awaited(stream) == (0, [])
    site.post(f"/api/boards/{first}/rematch", auth=bob)
    assert stream.next()["calls"][0]["text"] == "bob proposes a rematch of your game of Boku."
    after = site.post(f"/api/boards/{first}/rematch", auth=ann)["board"]
    assert awaited(stream) == (1, [after])
    open_board = site.post("/api/boards", {"game": "boku", "against": "open"}, auth=ann)["board"]
    site.post(f"/api/boards/{open_board}/join", {}, auth=bob)
    assert awaited(stream) == (2, [after, open_board])
    stream.close()
    assert site.service.broker is not None
    assert site.service.broker.watchers == 0


def test_challenges_and_games_of_tournaments_call(site: Site) -> None:
    """A game of a tournament calls until one has moved in it; a challenge until it is answered."""
    auth = {name: site.sign_up(name) for name in ("ann", "bob", "cyd")}
    stream = Stream(site, "/api/events", TURNS, authorization=auth["ann"])
    plan = {"title": "Friday", "game": "boku", "kind": "round-robin", "size": 3, "clock": "1-day"}
    path = f"/api/tournaments/{site.post('/api/tournaments', plan, auth=auth['ann'])['tournament']}"
    for name in auth:
        site.post(f"{path}/join", {}, auth=auth[name])
    site.run(sweep(site.service))
    (game,) = (each for each in site.get(path)["pairings"] if each["board"])
    called = site.get("/api/me/turns", auth=auth[game["first"]])["calls"]
    text = f"Your game with {game['second']} in Friday has begun."
    assert called == [{"board": game["board"], "about": "begun", "text": text}]
    move = f"/api/boards/{game['board']}/moves"
    site.post(move, {"move": "f5"}, auth=auth[game["first"]])
    assert site.get("/api/me/turns", auth=auth[game["first"]])["calls"] == []
    assert len(site.get("/api/me/turns", auth=auth[game["second"]])["calls"]) == 1
    site.post(move, {"move": "f6"}, auth=auth[game["second"]])
    asked = {"game": "boku", "against": "name", "name": "ann"}
    number = site.post("/api/boards", asked, auth=auth["bob"])["board"]
    text = "bob challenges you to a game of Boku."
    called = [{"board": number, "about": "challenge", "text": text}]
    assert site.get("/api/me/turns", auth=auth["ann"])["calls"] == called
    while stream.next()["calls"] != called:
        pass
    site.post(f"/api/boards/{number}/answer", {"accepted": False}, auth=auth["ann"])
    assert site.get("/api/me/turns", auth=auth["ann"])["calls"] == []


def test_a_rematch_calls_who_is_not_there(site: Site) -> None:
    """Accept a live rematch that is proposed by somebody who has left the board."""
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    number = board(site, "ann", "bob", Clock(300.0, 5.0))
    site.post(f"/api/boards/{number}/resign", auth=ann)
    site.post(f"/api/boards/{number}/rematch", auth=ann)
    after = site.post(f"/api/boards/{number}/rematch", auth=bob)["board"]
    site.post(f"/api/boards/{after}/come", auth=bob)
    called = {"board": after, "about": "rematch", "text": "bob waits for you at the rematch."}
    assert site.get("/api/me/turns", auth=ann) == {"due": 1, "boards": [], "calls": [called]}
    assert site.get("/api/me/turns", auth=bob)["calls"] == []
    user = site.service.store.read(lambda transaction: accounts.named(transaction, "ann")).id
    found = site.service.store.read(lambda transaction: own_games(transaction, user))
    assert not found.open, "it stands once in the list, among those that await an answer"
    site.post(f"/api/boards/{after}/come", auth=ann)
    assert site.get("/api/me/turns", auth=ann)["calls"] == []


def test_offers_and_ends_of_live_games_call_who_is_elsewhere(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    stream = Stream(site, "/api/events", TURNS, authorization=ann)

    def called() -> list[str]:
        told = site.get("/api/me/turns", auth=ann)["calls"]
        while stream.next()["calls"] != told:
            pass
        return [call["text"] for call in told]

    slow = board(site, "ann", "bob", Clock.days_a_move(3))
    assert called() == []
    play(site, slow, "ann", "f5")
    assert site.get("/api/me/turns", auth=ann)["due"] == 0
    for what, text in (
        ("draw", "bob proposes a draw in your game of Boku."),
        ("end", "bob proposes to cancel your game of Boku, without a result."),
    ):
        site.post(f"/api/boards/{slow}/offers", {"what": what}, auth=bob)
        assert called() == [text]
        assert site.get("/api/me/turns", auth=ann)["due"] == 1
        assert site.get("/api/me/turns", auth=bob)["calls"] == []
    page = site.ask("GET", "/games?show=mine", auth=ann).text
    assert "You are asked" in page
    assert "Waiting for the opponent" not in page, "it stands once in the list"
    site.post(f"/api/boards/{slow}/answer", {"accepted": False}, auth=ann)
    assert called() == []

    fast = board(site, "bob", "ann", Clock(300.0, 5.0))
    play(site, fast, "bob", "f5")
    assert called() == ["Your clock runs in Boku against bob."]
    site.now += 90.0
    site.run(sweep_clocks(site.service))
    assert called() == ["Your game of Boku with bob was aborted: you made no first move."]
    found = site.get("/api/me/turns", auth=bob)["calls"]
    assert found[0]["text"] == "Your game of Boku with ann was aborted: they made no first move."
    site.now += TOLD_FOR
    assert site.get("/api/me/turns", auth=ann)["calls"] == []

    won = board(site, "bob", "ann", Clock(300.0, 5.0))
    site.post(f"/api/boards/{won}/resign", auth=bob)
    assert called() == ["bob has resigned your game of Boku: you win."]
    assert site.get("/api/me/turns", auth=bob)["calls"] == [], "it was bob who did it"
    stream.close()


def test_the_same_stream_has_boards_and_turns(site: Site) -> None:
    ann, _ = site.sign_up("ann"), site.sign_up("bob")
    number = board(site, "ann", "bob")
    wanted = {"boards": [{"board": number, "after": 2}], **TURNS}
    stream = Stream(site, "/api/events", wanted, authorization=ann)
    assert awaited(stream) == (1, [number])
    play(site, number, "ann", "f5")
    kinds = {event["kind"]: event for event in (stream.next(), stream.next())}
    assert kinds["move"]["of"] == 0
    assert kinds["turns"]["boards"] == []
    stream.close()


def test_a_stream_of_turns_ends_with_the_session(site: Site) -> None:
    ann, _ = site.sign_up("ann"), site.sign_up("bob")
    stream = Stream(site, "/api/events", TURNS, authorization=ann)
    assert awaited(stream) == (0, [])
    site.done("DELETE", "/api/session", auth=ann)
    stream.end()


def test_guests_have_no_turns_of_an_account(site: Site) -> None:
    number, one, _ = site.friends()
    wanted = {"boards": [{"board": number, "after": 2}], **TURNS}
    stream = Stream(site, "/api/events", wanted)
    site.post(f"/api/boards/{number}/moves", {"move": "c:a1"}, auth=one)
    assert stream.next()["kind"] == "move"
    stream.close()
    assert site.refused("POST", "/api/events", TURNS)[0] == 401
    assert site.refused("POST", "/api/events", {"boards": []})[0] == 400
    assert site.refused("POST", "/api/events", {"turns": 3})[0] == 400


def offered(site: Site, auth: str, path: str) -> int | None:
    level = site.get(path, auth=auth)["next_level"]
    assert level is None or isinstance(level, int)
    return level


def against(site: Site, auth: str, level: int, game: str = "boku") -> str:
    """Set up a game against a level; return the path of its board."""
    body = {"game": game, "against": "level", "level": level}
    return f"/api/boards/{site.post('/api/boards', body, auth=auth)['board']}"


def test_a_win_offers_the_next_level_and_three_losses_the_one_below(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    lost = [0, 0, 2]
    for game in ("boku", "che"):  # each game by itself
        for below in lost:
            path = against(site, ann, 3, game)
            assert offered(site, ann, path) is None
            site.post(f"{path}/resign", auth=ann)
            assert offered(site, ann, path) == below
            assert offered(site, bob, path) is None
    path = against(site, ann, 3)
    number = int(path.rpartition("/")[2])
    own = site.get(path, auth=ann)["own"][0]
    site.service.store.write(
        lambda t: end(t, load(t, number), site.now, own, "row", "five in a row", "B+R")
    )
    assert offered(site, ann, path) == 4
    path = against(site, ann, 3)  # the win has ended the row
    site.post(f"{path}/resign", auth=ann)
    assert offered(site, ann, path) == 0
