"""A game at the desk while something else answers in the server's place, and after that."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator

import pytest

from boche.viewer.remote.client.http import Client
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.errors import InterceptedError
from boche.viewer.remote.opening import open_board
from boche.viewer.remote.seat_link import SeatLink
from boche.viewer.remote.session import RemoteSession
from boche.viewer.remote.turn_watch import TurnWatch
from boche.viewer.remote.view import Turns
from tests.viewer.remote.full.test_lying_server import BOARD, PATH, event
from tests.viewer.remote.host import Cable, Host, Liar, until
from tests.viewer.remote.portal import ADVICE, KINDS, LINE, PAGE, Portal, advice
from tests.viewer.remote.seeker import Seeker


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Start a server of its own: so many boards would be too many for the others' one."""
    found = Host(tmp_path_factory.mktemp("server"))
    yield found
    found.close()


def state(session: RemoteSession) -> str:
    assert not session.take_news()  # it is said beside the board, and nothing rings
    view = session.view(0.0)
    return str(view.state) if view.trouble else ""


@pytest.fixture
def game(host: Host, cable: Cable) -> Iterator[tuple[RemoteSession, int]]:
    number, own, _ = host.board()
    link = SeatLink.parse(f"{cable.address}/board/{number}#seat={own}")
    session = open_board(link, None, (0.01, 0.05))
    yield session, number
    session.wire.close(20.0)


@pytest.mark.parametrize("kind", KINDS)
def test_the_game_goes_on_once_the_portal_is_gone(
    kind: str, game: tuple[RemoteSession, int], host: Host, cable: Cable
) -> None:
    session, number = game
    cable.cut()
    portal = Portal(kind, cable.port)
    line = LINE.format(server=cable.address).removeprefix("s")
    until(lambda: line in state(session) and advice(kind) in state(session))
    session.play("a:a1")
    until(lambda: state(session).startswith("a:a1 will be sent later: s"))
    assert line in state(session)
    asked = len(portal.heads)
    until(lambda: len(portal.heads) > asked + 2)
    assert session.cursor.moves == ["a:a1"]
    portal.close()
    cable.mend()
    until(lambda: host.ask("GET", f"/api/boards/{number}")["moves"] == ["a:a1"])
    until(lambda: not state(session))
    assert session.cursor.moves == ["a:a1"]


def test_news_that_turn_into_a_page(liar: Liar) -> None:
    liar.says(PATH, BOARD)
    liar.says(f"{PATH}/talk", {"events": []})
    liar.pours(f"{PATH}/events", lambda: iter([event(6), PAGE]))
    link = SeatLink.parse(f"{liar.address}/board/17#seat=0123456789abcdef")
    session = open_board(link, None, (0.01, 0.02))
    try:
        until(lambda: LINE[1:].format(server=liar.address) in state(session))
        assert "(a page in the middle of its events)" in state(session)
        liar.pours(f"{PATH}/events", lambda: iter([b": all is well\n", event(6)]))
        until(lambda: not state(session))
        assert session.cursor.moves == ["a:a1", "c:b1"]
    finally:
        session.wire.close(20.0)


def test_a_refusal_of_somebody_else_ends_nothing(liar: Liar) -> None:
    def news(due: int) -> Iterator[bytes]:
        told = {"kind": "turns", "due": due, "boards": [17]}
        return iter([f"data: {json.dumps(told)}\n\n".encode()])

    liar.pours("/api/events", lambda: news(1))
    watch = TurnWatch(Login(liar.address, "0123456789abcdef", "ann"), (0.01, 0.02))
    try:
        until(lambda: watch.latest == Turns(liar.address, 1, (17,)))
        mark, liar.mark = liar.mark, {}
        liar.says("/api/events", {"error": "sign in first"}, 401)
        asked = len(liar.asked)
        until(lambda: len(liar.asked) > asked + 3)
        assert watch.latest == Turns(liar.address, 1, (17,))
        liar.mark = mark
        liar.pours("/api/events", lambda: news(2))
        until(lambda: watch.latest == Turns(liar.address, 2, (17,)))
    finally:
        watch.close()


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_name_and_password_for_a_proxy_are_sent_to_it(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = Portal("a proxy that wants a password")
    monkeypatch.setenv(f"{scheme}_proxy", f"http://ann:pass%40word@127.0.0.1:{proxy.port}")
    monkeypatch.setenv("no_proxy", "")
    try:
        with pytest.raises(InterceptedError):
            Client(f"{scheme}://play.example", "Seat secret").get("/api/me")
    finally:
        proxy.close()
    (head,) = proxy.heads
    words = b64encode(b"ann:pass@word").decode()
    assert f"Proxy-Authorization: Basic {words}" in head.decode().splitlines()
    assert (b"secret" in head) is (scheme == "http")


def test_a_dialog_says_so(seeker: Seeker) -> None:
    portal = Portal("a page for everything")
    try:
        server = f"http://127.0.0.1:{portal.port}"
        seeker.finding.show("boche", {"size": 4, "kill": 0})
        seeker.press("go", server=server, name="ann", password="correct-horse")
        seeker.reads(LINE.format(server=server))
        seeker.reads(ADVICE[""])
    finally:
        portal.close()


def test_a_server_of_the_first_version_is_believed(liar: Liar) -> None:
    """Servers of version 0.1.0 have no mark; nothing else has the policy of their answers."""
    policy = "default-src 'none'; frame-ancestors 'none'"
    liar.mark = {"Content-Security-Policy": policy}
    liar.says("/api/x", {"x": 1})
    assert Client(liar.address).get("/api/x") == {"x": 1}
    liar.mark = {"Content-Security-Policy": "default-src 'none'"}
    with pytest.raises(InterceptedError):
        Client(liar.address).get("/api/x")
