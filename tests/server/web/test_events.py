"""Streams of events: nothing missing, nothing twice, and nothing that is not for one's eyes."""

from __future__ import annotations

from server.database.opening import open_store
from server.database.store import Store
from tests.server.conftest import POSTGRESQL
from tests.server.postgres import Cluster
from tests.server.web.site import Site, Stream


def path_of(number: int) -> str:
    return f"/api/boards/{number}"


def play(site: Site, number: int, auth: str, move: str) -> None:
    site.post(f"{path_of(number)}/moves", {"move": move}, auth=auth)


def test_a_stream_tells_what_was_and_what_comes(site: Site) -> None:
    number, one, two = site.friends()
    play(site, number, one, "c:a1")
    stream = Stream(site, f"{path_of(number)}/events")
    assert [each["kind"] for each in stream.until("move")] == ["made", "begin", "move"]
    play(site, number, two, "c:b1")
    event = stream.next()
    assert (event["number"], event["kind"], event["text"], event["seat"]) == (4, "move", "c:b1", 1)
    stream.close()
    assert site.service.hub is not None
    assert site.service.hub.watchers == 0


def test_a_lost_stream_goes_on_without_a_gap_or_a_repeat(site: Site) -> None:
    number, one, two = site.friends(options={"size": 6})
    heard, last = list[int](), 0
    for column in "abcd":
        headers = {"last_event_id": str(last)} if last else {}
        stream = Stream(site, f"{path_of(number)}/events", **headers)
        play(site, number, one, f"c:{column}1")
        last = stream.next()["number"]  # the second one is heard by the next stream alone
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


def test_two_servers_of_a_database_hear_each_other(store: Store, cluster: Cluster) -> None:
    if store.engine.dialect.name != POSTGRESQL:
        return  # a file has one server
    url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    other_store = open_store(url)
    with Site(store) as one, Site(other_store) as other:
        number, first, second = one.friends()
        stream = Stream(other, f"{path_of(number)}/events?after=2")
        play(one, number, first, "c:a1")
        assert stream.next()["text"] == "c:a1"
        play(one, number, second, "c:b1")
        assert stream.next()["text"] == "c:b1"
        stream.close()
    other_store.close()
