"""Streams of events: nothing missing, nothing twice, and nothing private to others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from boche.server import events
from boche.server.database.connect import open_store
from boche.server.database.schema import seats
from boche.server.database.store import Store, Transaction
from boche.server.people import accounts
from boche.server.play import attendance
from boche.server.play.setup import SeatTaker, Terms, make
from boche.server.web.app import sweep, tidy
from boche.server.web.authentication import SEAT_COOKIE
from tests.server.conftest import POSTGRESQL
from tests.server.desk import PASSWORD
from tests.server.postgres import Cluster
from tests.server.web.site import Site, Stream


def path_of(number: int) -> str:
    return f"/api/boards/{number}"


def play(site: Site, number: int, auth: str, move: str) -> None:
    site.post(f"{path_of(number)}/moves", {"move": move}, auth=auth)


def test_a_move_that_swaps_says_so(site: Site) -> None:
    number, one, two = site.friends()
    stream = Stream(site, f"{path_of(number)}/events")
    for auth, move in ((one, "c:a1"), (two, "swap"), (one, "c:b1")):
        play(site, number, auth, move)
        event = stream.until("move")[-1]
        assert (event["text"], event["swaps"]) == (move, move == "swap")
    stream.close()


def test_a_stream_tells_what_was_and_what_comes(site: Site) -> None:
    number, one, two = site.friends()
    play(site, number, one, "c:a1")
    stream = Stream(site, f"{path_of(number)}/events")
    assert [each["kind"] for each in stream.until("move")] == ["made", "begin", "move"]
    play(site, number, two, "c:b1")
    event = stream.next()
    assert (event["number"], event["kind"], event["text"], event["seat"]) == (4, "move", "c:b1", 1)
    stream.close()
    assert site.service.broker is not None
    assert site.service.broker.watchers == 0


def test_a_lost_stream_goes_on_without_a_gap_or_a_repeat(site: Site) -> None:
    number, one, two = site.friends(options={"size": 6})
    heard, last = list[int](), 0
    for column in "abcd":
        headers = {"last_event_id": str(last)} if last else {}
        stream = Stream(site, f"{path_of(number)}/events", **headers)
        play(site, number, one, f"c:{column}1")
        last = stream.next()["number"]  # only the next stream gets the second one
        heard.append(last)
        play(site, number, two, f"c:{column}2")
        stream.close()
    stream = Stream(site, f"{path_of(number)}/events", last_event_id=str(last))
    heard += [stream.next()["number"] for _ in range(10 - last)]
    stream.close()
    assert heard == list(range(1, 11))
    stream = Stream(site, f"{path_of(number)}/events?after=8")
    assert stream.next()["number"] == 9
    stream.close()


def test_where_to_go_on_must_be_a_number(site: Site) -> None:
    number, _, _ = site.friends()
    for after in ("-1", "x", "9" * 30, "²", "1.5"):
        assert site.refused("GET", f"{path_of(number)}/events?after={after}")[0] == 400


def test_chat_is_for_the_two_seats(site: Site) -> None:
    number, one, two = site.friends()
    site.post(f"{path_of(number)}/chat", {"text": "psst"}, auth=one)
    play(site, number, one, "c:a1")
    kinds = {}
    for name, auth in (("one", one), ("two", two), ("other", site.friends()[1]), ("nobody", "")):
        headers = {"authorization": auth} if auth else {}
        stream = Stream(site, f"{path_of(number)}/events", **headers)
        kinds[name] = [each["kind"] for each in stream.until("move")]
        stream.close()
    assert kinds["one"] == kinds["two"] == ["made", "begin", "chat", "move"]
    assert kinds["other"] == kinds["nobody"] == ["made", "begin", "move"]


def test_chat_is_for_who_has_the_seats_now(site: Site) -> None:
    number, one, two = site.friends()
    stream = Stream(site, f"{path_of(number)}/events?after=2", authorization=two)
    free = update(seats).where(seats.c.board == number, seats.c.seat == 1).values(secret=None)
    site.service.store.write(lambda transaction: transaction.connection.execute(free))
    site.post(f"{path_of(number)}/chat", {"text": "psst"}, auth=one)
    play(site, number, one, "c:a1")
    assert stream.next()["kind"] == "move"
    stream.close()


def test_a_conditional_move_that_failed_is_told_to_its_owner_alone(site: Site) -> None:
    number, one, two = site.friends()
    queue = f"boche queue {number} c:b1 c:c1".encode()
    assert site.ask("POST", "/command", content=queue, auth=two).status_code == 200
    play(site, number, one, "c:a1")
    play(site, number, one, "c:c1")
    play(site, number, two, "c:a2")
    kinds = {}
    for name, auth in (("one", one), ("two", two), ("nobody", "Seat x")):
        stream = Stream(site, f"{path_of(number)}/events?after=2", authorization=auth)
        found = [stream.next()]
        while found[-1].get("text") != "c:a2":
            found.append(stream.next())
        kinds[name] = [each["kind"] for each in found]
        stream.close()
    moves = ["move"] * 4
    assert kinds == {"one": moves, "nobody": moves, "two": [*moves[:3], "plan", "move"]}


def test_one_stream_has_several_boards(site: Site) -> None:
    """Give each its own seat and last event, and nothing that is for another seat."""
    (first, one, two), (second, three, _) = site.friends(), site.friends()
    secret_one, secret_two, secret_three = (auth.partition(" ")[2] for auth in (one, two, three))
    queue = f"boche queue {first} c:b1 c:c1".encode()
    assert site.ask("POST", "/command", content=queue, auth=two).status_code == 200
    boards = [
        {"board": first, "secret": secret_one, "after": 2},
        {"board": second, "secret": secret_three, "after": 1},
        {"board": first, "secret": secret_two, "after": 2},
        {"board": second, "after": 2},
        {"board": 999_999},
        {"board": second, "secret": secret_one, "after": 2},
    ]
    stream = Stream(site, "/api/events", {"boards": boards})
    play(site, first, one, "c:a1")
    play(site, first, one, "c:c1")  # the condition was not met
    play(site, first, two, "c:a2")
    site.post(f"{path_of(second)}/chat", {"text": "psst"}, auth=three)
    play(site, second, three, "c:d1")
    last = {0: 7, 1: 4, 2: 7, 3: 4, 5: 4}
    heard: dict[int, list[tuple[int, str]]] = {at: [(0, "")] for at in last}
    while any(heard[at][-1][0] < number for at, number in last.items()):
        event = stream.next()
        heard[event["of"]].append((event["number"], event["kind"]))
    stream.close()
    moves = [(number, "move") for number in (3, 4, 5, 7)]
    assert heard[0][1:] == moves
    assert heard[2][1:] == [*moves[:3], (6, "plan"), moves[3]]
    assert heard[1][1:] == [(2, "begin"), (3, "chat"), (4, "move")]
    assert heard[3][1:] == heard[5][1:] == [(4, "move")]
    assert site.service.broker is not None
    assert site.service.broker.watchers == 0


@pytest.mark.parametrize(
    "boards",
    [None, [], {}, [1], [{"board": 0}], [{"board": "1"}], [{}], [{"board": 1, "after": -1}],
     [{"board": 1, "seat": "x"}], [{"board": 1, "secret": 5}], [{"board": 1}] * 65],
)  # fmt: skip
def test_what_is_no_list_of_boards_is_refused(site: Site, boards: object) -> None:
    assert site.refused("POST", "/api/events", {"boards": boards})[0] == 400


def sign_out(site: Site, ann: str, cookie: str) -> None:
    site.done("DELETE", "/api/session", auth=ann)


def sign_off(site: Site, ann: str, cookie: str) -> None:
    assert site.ask("POST", "/command", content=b"signoff", auth=ann).status_code == 200


def change_the_password(site: Site, ann: str, cookie: str) -> None:
    given = {"old": PASSWORD, "password": "another one of hers"}
    site.done("PATCH", "/api/me", given, auth=ann)


def leave(site: Site, ann: str, cookie: str) -> None:
    site.done("DELETE", "/api/me", {"password": PASSWORD}, auth=ann)


def sign_up_somebody_else(site: Site, ann: str, cookie: str) -> None:
    given = {"name": "Carol", "password": "a password of hers"}
    assert site.ask("POST", "/api/accounts", given, cookie=cookie).status_code == 201


def wait_for_its_end(site: Site, ann: str, cookie: str) -> None:
    site.now += accounts.SESSION + 1
    site.run(tidy(site.service))


@pytest.mark.parametrize(
    "end",
    [sign_out, sign_off, change_the_password, leave, sign_up_somebody_else, wait_for_its_end],
)
def test_a_stream_ends_with_its_session(site: Site, end: Callable[[Site, str, str], None]) -> None:
    """Check that it gets no more private events either."""
    ann = site.sign_up("Ann")
    made = site.post("/api/boards", {"game": "boche", "against": "open"}, auth=ann)
    number = made["board"]
    bob = f"Seat {site.post(f'{path_of(number)}/join', {})['secret']}"
    cookie = f"boche_session={ann.partition(' ')[2]}"
    single = Stream(site, f"{path_of(number)}/events", authorization=ann)
    several = Stream(site, "/api/events", {"boards": [{"board": number}]}, cookie=cookie)
    other = Stream(site, f"{path_of(number)}/events", authorization=bob)
    for stream in (single, several, other):
        stream.until("begin")
    end(site, ann, cookie)
    site.post(f"{path_of(number)}/chat", {"text": "psst"}, auth=bob)
    single.end()
    several.end()
    assert other.until("chat")[-1]["text"] == "psst"
    other.close()


def test_a_stream_outlives_another_session_of_its_account(site: Site) -> None:
    one, two = site.sign_up("Ann"), site.sign_up("Ann")
    made = site.post("/api/boards", {"game": "boche", "against": "open"}, auth=one)
    number = made["board"]
    stream = Stream(site, f"{path_of(number)}/events", authorization=one)
    site.done("DELETE", "/api/session", auth=two)
    site.post(f"{path_of(number)}/join", {})
    assert stream.until("begin")
    stream.close()


def test_two_servers_of_a_database_hear_each_other(store: Store, cluster: Cluster) -> None:
    if store.engine.dialect.name != POSTGRESQL:
        return  # a file has one server
    url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    other_store = open_store(url)
    with Site(store) as one, Site(other_store) as other:
        number, first, second = one.friends()
        ann = one.sign_up("Ann")
        signed = Stream(other, f"{path_of(number)}/events?after=2", authorization=ann)
        one.done("DELETE", "/api/session", auth=ann)
        signed.end()
        stream = Stream(other, f"{path_of(number)}/events?after=2")
        play(one, number, first, "c:a1")
        assert stream.next()["text"] == "c:a1"
        play(one, number, second, "c:b1")
        assert stream.next()["text"] == "c:b1"
        stream.close()
    other_store.close()


def test_who_comes_while_an_older_question_is_answered_misses_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that a new stream does not use a query from before the last event."""
    number, one, two = site.friends()
    path = f"{path_of(number)}/events?after=2"
    asked, answer = threading.Event(), threading.Event()
    slow = [True]

    def since(*arguments: Any) -> Any:
        found = events.since(*arguments)
        if slow:
            slow.clear()
            asked.set()
            assert answer.wait(20.0)
        return found

    monkeypatch.setattr("boche.server.web.events.since", since)
    first = Stream(site, path)
    assert site.run(asyncio.to_thread(asked.wait, 20.0))
    play(site, number, one, "c:a1")
    second = Stream(site, path)
    site.run(asyncio.sleep(0.1))
    answer.set()
    for stream in (first, second):
        assert stream.next()["text"] == "c:a1"
    play(site, number, two, "c:b1")
    for stream in (first, second):
        assert stream.next()["text"] == "c:b1"
        stream.close()


def status_of(site: Site, stream: Stream) -> int:
    while not stream.status:
        site.run(asyncio.sleep(0.01))
    return stream.status


def test_hundreds_of_streams_of_one_address_begin_at_once(site: Site) -> None:
    """Open more streams than may wait for a read at a time: none is dropped."""

    def work(transaction: Transaction) -> list[int]:
        terms = Terms.of("boche", {})
        return [
            make(transaction, terms, (SeatTaker(), SeatTaker()), 1.0).number for _ in range(200)
        ]

    numbers = site.service.store.write(work)
    left, streams = numbers, list[Stream]()
    while left:
        opened = [Stream(site, f"{path_of(number)}/events") for number in left]
        statuses = [status_of(site, stream) for stream in opened]
        assert set(statuses) <= {200, 503}
        streams += [
            stream for stream, status in zip(opened, statuses, strict=True) if status == 200
        ]
        left = left[: statuses.count(503)]  # they are asked to come again
    assert {stream.next()["kind"] for stream in streams} == {"made"}
    for stream in streams:
        stream.close()


class Watcher:
    """A board of two guests in a live game, with a stream that a spectator reads."""

    def __init__(self, site: Site, **more: Any) -> None:
        self.site = site
        self.number, self.one, self.two = site.friends(**({"clock": "5+5"} | more))
        for auth, move in ((self.one, "c:a1"), (self.two, "c:b1")):
            play(site, self.number, auth, move)
        begun = site.get(path_of(self.number))["events"]
        self.stream = Stream(site, f"{path_of(self.number)}/events?after={begun}")

    def sign(self, *players: str) -> None:
        for player in players:
            self.site.post(f"{path_of(self.number)}/here", auth=player)

    def sweep(self, seconds: float) -> None:
        self.site.now += seconds
        self.site.run(sweep(self.site.service))

    def told(self) -> tuple[str, int]:
        event = self.stream.next()
        return event["kind"], event["seat"]

    @property
    def present(self) -> list[bool | None]:
        return [seat["present"] for seat in self.site.get(path_of(self.number))["seats"]]


def test_a_player_without_a_sign_is_away_and_with_the_next_one_back(site: Site) -> None:
    board = Watcher(site)
    assert board.present == [None, None], "nothing is known of who has never given a sign"
    board.sign(board.one, board.two)
    assert [board.told(), board.told()] == [("here", 0), ("here", 1)]
    for _ in range(2):  # a reload, and a lost sign
        board.sweep(attendance.AWAY_AFTER - 1.0)
        assert board.present == [True, True]
        board.sign(board.one, board.two)
    board.sweep(attendance.AWAY_AFTER - 1.0)
    board.sign(board.one)
    board.sweep(2.0)
    assert (board.told(), board.present) == (("gone", 1), [True, False])
    board.sweep(2.0)
    board.sign(board.two)
    assert (board.told(), board.present) == (("here", 1), [True, True])
    board.stream.close()


def test_who_closes_the_page_is_away_soon_unless_it_was_a_reload(site: Site) -> None:
    board = Watcher(site)
    here = f"{path_of(board.number)}/here"
    board.sign(board.one, board.two)
    assert [board.told(), board.told()] == [("here", 0), ("here", 1)]
    site.ask("DELETE", here, auth=board.two)
    board.sweep(1.0)
    board.sign(board.two)
    board.sweep(attendance.RETURN_WITHIN)
    assert board.present == [True, True], "a reload"
    site.ask("DELETE", here, auth=board.two)
    board.sweep(attendance.RETURN_WITHIN - 1.0)
    assert board.present == [True, True]
    board.sweep(2.0)
    assert (board.told(), board.present) == (("gone", 1), [True, False])
    board.stream.close()


def test_many_pages_of_one_player_count_once(site: Site) -> None:
    board = Watcher(site)
    board.sign(*[board.one] * 50)
    play(site, board.number, board.one, "c:b2")
    events = board.stream.until("move")
    assert [event["kind"] for event in events if event["kind"] != "move"] == ["here"]
    board.stream.close()


def test_nothing_is_said_of_signs_where_a_move_may_take_days(site: Site) -> None:
    board = Watcher(site, clock="3-days")
    board.sign(board.one, board.two)
    board.sweep(2 * attendance.AWAY_AFTER)
    assert board.present == [None, None]
    board.stream.close()


def test_who_is_away_loses_on_time(site: Site) -> None:
    board = Watcher(site)
    board.sign(board.one, board.two)
    board.sweep(attendance.AWAY_AFTER + 1.0)
    assert board.present == [False, False]
    board.sweep(400.0)
    ended = site.get(path_of(board.number))
    assert (ended["outcome"]["kind"], board.present) == ("time", [False, False])
    board.stream.close()


def test_after_the_end_both_see_for_a_while_who_is_there(site: Site) -> None:
    """Expect so however the game has ended, and of who leaves: one may want a rematch."""
    board = Watcher(site)
    here = f"{path_of(board.number)}/here"
    board.sign(board.one, board.two)
    site.post(f"{path_of(board.number)}/resign", auth=board.one)
    assert board.present == [True, True]
    site.ask("DELETE", here, auth=board.one)
    board.sweep(attendance.RETURN_WITHIN + 1.0)
    assert board.stream.until("gone")[-1]["seat"] == 0
    assert board.present == [False, True]
    board.sign(board.one, board.two)
    assert (board.told(), board.present) == (("here", 0), [True, True])
    assert site.post(here, auth=board.two)["again"] == attendance.SIGN_INTERVAL
    site.now += attendance.AFTER_END
    assert site.post(here, auth=board.two)["again"] is None
    board.sweep(1.0)
    assert board.present == [None, None]
    board.stream.close()


def test_who_wants_to_be_invisible_is_neither_here_nor_away(site: Site) -> None:
    ann = site.sign_up("ann")
    board = Watcher(site)
    wish = {"game": "boche", "clock": "5+5", "begins": "me"}
    seek = site.post("/api/seeks", wish, auth=ann)["board"]
    joined = site.post(f"/api/seeks/{seek}/accept", {})
    auth = (ann, f"Seat {joined['secret']}")
    board.number = seek
    board.sign(auth[0], auth[1])
    assert board.present == [True, True]
    site.done("PATCH", "/api/me", {"invisible": True}, auth=ann)
    site.now += attendance.AWAY_AFTER / 2
    board.sign(auth[0], auth[1])
    assert sorted(map(str, board.present)) == ["None", "True"]
    board.stream.close()


def test_a_page_without_scripts_says_whether_the_other_one_is_at_the_board(site: Site) -> None:
    board = Watcher(site)
    path = f"/board/{board.number}/plain"
    own = f"{SEAT_COOKIE}={board.one.removeprefix('Seat ')}"
    assert "at the board" not in site.ask("GET", path).text
    board.sign(board.one, board.two)
    assert site.ask("GET", path).text.count(", at the board") == 2
    assert site.ask("GET", path, cookie=own).text.count(", at the board") == 1, "not of oneself"
    board.sweep(attendance.AWAY_AFTER + 1.0)
    assert site.ask("GET", path, cookie=own).text.count(", away") == 1
    board.stream.close()
