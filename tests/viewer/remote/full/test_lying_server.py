"""A lying server: nothing illegal is shown, nothing hangs, and one line reports the error."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import repeat
from time import sleep
from typing import Any

import pytest

from boche.engine.errors import BocheError
from boche.viewer.remote.client.account import own_games, seeks
from boche.viewer.remote.client.http import LARGEST, LONGEST_LINE, Client
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.errors import RefusedError, UnbelievableError, UnreachableError
from boche.viewer.remote.opening import open_board
from boche.viewer.remote.parsing import board_of, event_of
from boche.viewer.remote.seat_link import SeatLink
from boche.viewer.remote.session import RemoteSession
from boche.viewer.remote.turn_watch import TurnWatch, turns_of
from boche.viewer.remote.view import Turns
from tests.viewer.remote.host import Liar, until

SECRET = "0123456789abcdef"
BOARD: dict[str, Any] = {
    "board": 17, "game": "boche", "options": {"size": 4, "kill": 0}, "state": "active",
    "moves": ["a:a1", "c:b1"], "ply": 2, "turn": 0, "deadline": 100.0, "now": 50.0,
    "clock": {"text": "1 hour"}, "offer": None, "outcome": None, "events": 5, "own": [0],
    "created": 1.0, "rated": False,
    "seats": [{"name": "Ann", "taken": True, "bank": 60.0},
              {"name": "Bob", "taken": True, "bank": 60.0}],
}  # fmt: skip


def changed(**fields: Any) -> dict[str, Any]:
    return copy.deepcopy(BOARD) | fields


def test_the_truth_is_believed() -> None:
    board = board_of(BOARD, 17)
    assert board.moves == ("a:a1", "c:b1")
    assert board.position.turn == "light"


LIES = {
    "an illegal move": changed(moves=["a:a1", "c:a1"], turn=0),
    "moves out of order": changed(moves=["a:a1", "a:zz"], turn=0),
    "no moves": changed(moves="a:a1"),
    "a move that is a number": changed(moves=["a:a1", 7]),
    "a move without an end": changed(moves=["a" * 100_000]),
    "too many moves": changed(moves=["a:a1"] * 100_000),
    "a wrong count": changed(ply=9),
    "the other player's turn": changed(turn=1),
    "a turn that is none": changed(turn="light"),
    "a turn that is true": changed(turn=False),
    "another board": changed(board=18),
    "another game": changed(game="chess"),
    "a game that is none": changed(game=["boche"]),
    "options of another game": changed(options={"size": 99}),
    "options that are none": changed(options=[4]),
    "a state that is none": changed(state="paused"),
    "one seat": changed(seats=[BOARD["seats"][0]]),
    "a seat that is none": changed(seats=["Ann", "Bob"]),
    "a name that is none": changed(seats=[{"name": 7}, {"name": "Bob"}]),
    "a clock of words": changed(deadline="soon"),
    "a clock without bounds": changed(deadline=1e300),
    "events that are none": changed(events=-1),
    "events beyond all bounds": changed(events=10**30),
    "a seat that is not there": changed(own=[2]),
    "an offer that is none": changed(offer={"what": "money", "seat": 1}),
    "an end that is not": changed(state="over", outcome=None),
    "a winner without a result": changed(state="over", outcome={"winner": 1, "result": ""}),
    "a result for the other": changed(state="over", outcome={"winner": 1, "result": "W+R"}),
    "a list": [BOARD],
    "nothing": None,
}


@pytest.mark.parametrize("lie", LIES)
def test_what_cannot_be_is_refused_in_a_line(lie: str) -> None:
    with pytest.raises(UnbelievableError) as refused:
        board_of(LIES[lie], 17)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 400


def test_it_must_go_on_from_what_is_known() -> None:
    known = board_of(BOARD, 17)
    for lie in (changed(events=4), changed(game="che", options={}, moves=[], ply=0)):
        with pytest.raises(UnbelievableError):
            board_of(lie, 17, known)
    shorter = board_of(changed(events=6, moves=["a:a1"], ply=1, turn=1), 17, known)
    assert shorter.moves == ("a:a1",)  # a move was taken back


def test_names_and_talk_steer_nothing() -> None:
    seats = [{"name": "\x1b]0;x\x07\u202e" + "A" * 500, "taken": True}, {"name": "B\nob"}]
    first, second = board_of(changed(seats=seats), 17).seats
    assert first.name.isprintable()
    assert len(first.name) <= 60
    assert second.name == "B ob"
    said = event_of({"number": 1, "kind": "chat", "seat": 1, "text": "\x1b[2Jhi\r\n" * 9000})
    assert said.text.isprintable()
    assert len(said.text) <= 2000


# -- over the network


def opened(liar: Liar) -> RemoteSession:
    link = SeatLink.parse(f"{liar.address}/board/17#seat={SECRET}")
    return open_board(link, None, (0.01, 0.02))


PATH = "/api/boards/17"


@pytest.mark.parametrize("lie", [b"<html>", b"", b"[" * 100_000, b'{"board": NaN}', b"\xff\xfe",
                                 b'"' + b"9" * 5000 + b'"', b"9" * 5000])  # fmt: skip
def test_what_is_no_board_opens_nothing(liar: Liar, lie: bytes) -> None:
    liar.says(PATH, lie)
    with pytest.raises(BocheError) as refused:
        opened(liar)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("lie", [b"1e999", b"-1e999", b"NaN", b"[]", b"{}"])
def test_a_list_of_boards_with_a_number_that_is_none(liar: Liar, lie: bytes) -> None:
    row = b'{"board": %s, "game": "boche", "names": ["a", "b"], "state": "open", "ply": 0, '
    liar.says("/api/boards", b'{"boards": [%s"turn": null}]}' % (row % lie))
    with pytest.raises(UnbelievableError, match="not a boche server"):
        own_games(Login(liar.address, SECRET, "ann"), lambda: 0.0)


def test_deadlines_are_told_by_the_clock_of_this_machine(liar: Liar) -> None:
    row = {"board": 17, "game": "boche", "names": ["ann", "b"], "state": "active", "ply": 0,
           "turn": 0, "deadline": 100.0}  # fmt: skip
    login = Login(liar.address, SECRET, "Ann")
    for told, deadline in (({"now": 40.0}, 1060.0), ({}, 100.0)):  # older servers tell no time
        liar.says("/api/boards", {"boards": [row]} | told)
        (game,) = own_games(login, lambda: 1000.0)
        assert (game.deadline, game.due, game.opponent) == (deadline, True, "b")


@pytest.mark.parametrize(
    "lie", [{"deadline": "soon"}, {"options": {"size": 99}}, {"options": [1]}, {"names": ["a"]}]
)
def test_a_list_of_boards_that_cannot_be(liar: Liar, lie: dict[str, Any]) -> None:
    row = {"board": 17, "game": "boche", "names": ["ann", "b"], "state": "active", "ply": 0,
           "turn": 0} | lie  # fmt: skip
    liar.says("/api/boards", {"boards": [row], "now": 1.0})
    with pytest.raises(UnbelievableError, match="not a boche server"):
        own_games(Login(liar.address, SECRET, "ann"), lambda: 0.0)


@pytest.mark.parametrize(
    "lie", [{"board": "x"}, {"options": {"size": 99}}, {"clock": "soon"}, {"clock": {}}]
)
def test_open_games_that_cannot_be(liar: Liar, lie: dict[str, Any]) -> None:
    row = {"board": 17, "game": "boche", "name": "b\x1b[2J", "clock": {"text": "1 day\na move"}}
    login = Login(liar.address, SECRET, "ann")
    liar.says("/api/seeks", {"seeks": [row, row | {"own": True}, row | {"game": "chess"}]})
    (seek,) = seeks(login)
    assert (seek.place.board, seek.clock) == (17, "1 day a move")
    assert seek.name.isprintable()
    liar.says("/api/seeks", {"seeks": [row | lie]})
    with pytest.raises(UnbelievableError, match="not a boche server"):
        seeks(login)


@pytest.mark.parametrize(
    "lie", [[], {}, {"due": 1}, {"due": -1, "boards": []}, {"due": True, "boards": []},
            {"due": 1, "boards": ["17"]}, {"due": 1, "boards": [10**30]}]
)  # fmt: skip
def test_turns_that_cannot_be(lie: Any) -> None:
    with pytest.raises(UnbelievableError, match="not a boche server"):
        turns_of(lie, "https://play.example")


def test_what_waits_is_kept_through_lies_and_given_up_at_a_refusal(liar: Liar) -> None:
    told = b'data: {"kind": "turns", "due": 2, "boards": [17]}\n\n'
    liar.pours("/api/events", lambda: iter([told, b"data: {}\n\n"]))
    watch = TurnWatch(Login(liar.address, SECRET, "ann"), (0.01, 0.02))
    try:
        until(lambda: watch.latest == Turns(liar.address, 2, (17,)))
        until(lambda: liar.asked.count("/api/events") > 2)
        assert watch.latest == Turns(liar.address, 2, (17,))
        liar.says("/api/events", {"error": "sign in first"}, 401)
        until(lambda: watch.latest == Turns(liar.address))
        asked = len(liar.asked)
        sleep(0.1)
        assert len(liar.asked) == asked
    finally:
        watch.close()


def test_a_redirection_is_not_followed(liar: Liar) -> None:
    for status in (301, 302, 303, 307, 308):
        liar.says(PATH, b"", status, Location=f"{liar.address}/secret")
        with pytest.raises(UnbelievableError, match="not followed"):
            Client(liar.address, "Seat secret").get(PATH)
        with pytest.raises(UnbelievableError, match="not followed"):
            Client(liar.address, "Seat secret").text(PATH, "help")
    assert "/secret" not in liar.asked


def test_an_answer_has_bounds(liar: Liar) -> None:
    liar.pours(PATH, lambda: iter([b"x" * LARGEST, b"y"]))
    with pytest.raises(UnbelievableError, match="more than"):
        Client(liar.address).get(PATH)


def test_an_answer_that_never_ends_is_cut_off(liar: Liar) -> None:
    liar.pours(PATH, lambda: repeat(b" "))
    with pytest.raises((UnreachableError, UnbelievableError)):
        Client(liar.address, timeout=0.2).get(PATH)


def test_an_answer_that_is_broken_off_is_no_answer(liar: Liar) -> None:
    liar.says(PATH, b"{}", 200, **{"Content-Length": "90"})
    with pytest.raises(UnreachableError):
        Client(liar.address).get(PATH)


def test_a_refusal_is_one_line(liar: Liar) -> None:
    liar.says(PATH, {"error": "no\x1b[31m\nway " + "x" * 5000}, 403)
    with pytest.raises(RefusedError) as refused:
        Client(liar.address).get(PATH)
    assert refused.value.status == 403
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) <= 300


def event(number: Any, **more: Any) -> bytes:
    data = {"number": number, "kind": "move", "seat": 1} | more
    return b"data: " + json.dumps(data).encode() + b"\n\n"


STREAMS: dict[str, Any] = {
    "events that do not end": lambda: (event(n) for n in range(6, 10**6)),
    "events out of order": lambda: iter([event(9), event(8)]),
    "an event of words": lambda: iter([event("x")]),
    "not JSON": lambda: iter([b"data: {\n\n"]),
    "comments that do not end": lambda: repeat(b":\n"),
    "a line that does not end": lambda: repeat(b"x" * LONGEST_LINE),
}


@pytest.mark.parametrize("stream", STREAMS)
def test_a_stream_of_lies_changes_nothing_and_ends_in_a_moment(liar: Liar, stream: str) -> None:
    liar.says(PATH, BOARD)
    liar.says(f"{PATH}/talk", {"events": []})
    liar.pours(f"{PATH}/events", STREAMS[stream])
    session = opened(liar)
    until(lambda: liar.asked.count(PATH) > 4)
    session.take_news()
    assert session.cursor.moves == ["a:a1", "c:b1"]
    session.wire.close(20.0)
    assert session.outcome is None


def answers(liar: Liar, lies: Iterator[Any]) -> None:
    """Answer with the given values in turn, the truth first and then lies."""

    def body() -> tuple[int, dict[str, str], bytes]:
        return 200, {}, json.dumps(next(lies)).encode()

    liar.answers[PATH] = body


def test_a_lie_told_later_is_said_and_not_shown(liar: Liar) -> None:
    lie = changed(events=6, moves=["a:a1", "c:b1", "c:b1"], ply=3, turn=1)
    answers(liar, iter([BOARD, *repeat(lie, 10**4)]))
    session = opened(liar)

    def said() -> str:
        session.take_news()
        return str(session.view(0.0).state)

    until(lambda: "sent something impossible: move 3" in said())
    assert session.cursor.moves == ["a:a1", "c:b1"]
    session.wire.close(20.0)


def test_talk_that_is_none(liar: Liar) -> None:
    liar.says(PATH, BOARD)
    liar.says(f"{PATH}/talk", {"events": [{"number": 1, "kind": "chat", "text": ["x"]}]})
    session = opened(liar)
    until(lambda: session.take_news() or session.view(0.0).state)
    assert "text: ['x'] is not a text" in str(session.view(0.0).state)
    session.wire.close(20.0)
