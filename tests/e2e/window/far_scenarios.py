"""Windows whose game has a remote opponent."""

from __future__ import annotations

import contextlib
from typing import Any

from boche.viewer.remote.opening import open_board
from boche.viewer.remote.seat_link import SeatLink
from boche.viewer.window.app import App
from tests.e2e.server.served import Caller
from tests.e2e.window.served import apart, board, open_app, part, serve, settle, whole
from tests.viewer.remote.host import Cable
from tests.viewer.remote.portal import LINE, Portal


def cut_and_mended(port: str, number: str, own: str, other: str) -> Any:
    """Play a short game by keys, with the link cut meanwhile; return the view and the moves."""
    cable, path = Cable(int(port)), f"/api/boards/{number}"

    def bob(what: str, body: Any) -> None:
        with contextlib.closing(Caller(int(port))) as caller:
            assert caller.ask("POST", f"{path}/{what}", body, other)[0] == 200

    def told() -> Any:
        with contextlib.closing(Caller(int(port))) as caller:
            return caller.ask("GET", path, None, own)[1]["moves"]

    session = open_board(
        SeatLink.parse(f"{cable.address}/board/{number}#seat={own}"), None, (0.05, 0.2)
    )
    app = open_app(session)
    found: dict[str, Any] = {"first title": app.desk.window.get_caption()}
    empty = board(app)
    type_move(app, "a:a1")
    assert serve(app, lambda: len(told()) == 1)
    bob("moves", {"move": "c:b1"})
    bob("chat", {"text": "hello"})
    assert serve(app, lambda: app.desk.controller.view().far.said)
    settle(app)
    found["moves"] = session.cursor.moves
    found["board changed"] = apart(board(app), empty)
    panel = app.desk.areas.panel
    calm = part(whole(app), panel)
    cable.cut()
    assert serve(app, lambda: app.desk.controller.view().far.trouble)
    type_move(app, "a:b2")
    assert serve(app, lambda: "a:b2" in app.desk.controller.view().far.state)
    settle(app)
    found["offline"] = [app.desk.controller.view().far.state, told()]
    found["panel changed"] = apart(part(whole(app), panel), calm)
    cable.mend()
    assert serve(app, lambda: len(told()) == 3)
    bob("resign", {})
    assert serve(app, lambda: session.outcome is not None)
    settle(app)
    found["end"] = [session.record.result, session.cursor.moves, told()]
    app.close()
    cable.cut()
    return found


def behind_a_portal(port: str, number: str, own: str) -> Any:
    """Play a move while a hotel's network answers; return what the panel and the server say."""
    cable = Cable(int(port))
    link = SeatLink.parse(f"{cable.address}/board/{number}#seat={own}")
    session = open_board(link, None, (0.05, 0.2))
    app = open_app(session)

    def told() -> Any:
        with contextlib.closing(Caller(int(port))) as caller:
            return caller.ask("GET", f"/api/boards/{number}", None, own)[1]["moves"]

    def state() -> str:
        far = app.desk.controller.view().far
        return str(far.state) if far.trouble else ""

    assert serve(app, lambda: not state())
    settle(app)
    found: dict[str, Any] = {"server": cable.address}
    panel = app.desk.areas.panel
    calm = part(whole(app), panel)
    cable.cut()
    portal = Portal("a page for everything", cable.port)
    assert serve(app, lambda: LINE[1:].format(server=cable.address) in state())
    settle(app)
    found["state"], notice = state(), part(whole(app), panel)
    found["panel changed"] = apart(notice, calm)
    type_move(app, "a:a1")
    assert serve(app, lambda: state().startswith("a:a1"))
    settle(app)
    found["with a move"], found["meanwhile"] = state(), told()
    texts = [text.text for page in app.desk.hud.frame.pages for text in page.texts]
    found["shown"] = " ".join(texts)
    portal.close()
    cable.mend()
    assert serve(app, lambda: told() == ["a:a1"] and not state())
    settle(app)
    found["after"] = [session.cursor.moves, told()]
    app.close()
    cable.cut()
    return found


def type_move(app: App, move: str) -> None:
    """Type a move as a player does."""
    app.events.key("/", ())
    app.events.text("/")
    for letter in move:
        app.events.text(letter)
    app.events.key("Enter", ())
