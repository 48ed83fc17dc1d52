"""Windows with a computer or a program as a player."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from functools import partial
from typing import Any

from boche.viewer.assistant.search_backend import SearchBackend
from boche.viewer.assistant.search_request import SECONDS as COMPUTER_SECONDS
from boche.viewer.hud.model import MOMENT
from boche.viewer.session import Seat, Session
from tests.e2e.window.dialog_scenarios import words
from tests.e2e.window.served import (
    apart,
    board,
    let_read,
    open_app,
    part,
    serve,
    serve_for,
    settle,
    whole,
)


def computer() -> Any:
    """Play the computer, ask for a hint, heat and an analysis, and close while it thinks."""
    before = "boche.engine.native.library" in sys.modules
    seats = {"dark": Seat(player="2")}
    session = Session.new("boche", seats=seats, size=4, kill=0)
    app = open_app(session)
    app.events.pointer_left()
    counts = []
    for number in range(2):
        app.desk.controller.table.play(str(session.position.legal_moves()[3 * number]))
        app.events.changed()
        assert serve(app, lambda: app.assistant.seat() is None), "the computer does not play"
        counts.append(len(session.cursor.moves))
    settle(app)
    asked = []
    for answer in ("Enter", "Y"):  # Enter gives what is marked
        app.events.key("I", ())
        settle(app)
        question = app.desk.controller.view().question
        asked.append((question.title, question.answers[question.marked].name) if question else None)
        let_read(app)
        app.events.key(answer, ())
        asked.append(session.rating_given_up)
    assert serve(app, lambda: app.desk.controller.view().ghost), "no hint"
    hint = app.desk.controller.view().status
    app.events.key("Escape", ())
    settle(app)
    cold = board(app)
    app.events.key("V", ())
    assert serve(app, lambda: app.assistant.analysis().heat), "no heat"
    settle(app)
    heat = apart(board(app), cold)
    app.events.key("V", ())
    settle(app)
    off = apart(board(app), cold)
    app.events.key("I", ("ctrl",))
    assert serve(app, lambda: "analysed" in app.desk.controller.view().status), "no analysis"
    settle(app)
    points = len(app.assistant.analysis().graph)
    graph = tracks(app)[0]
    app.events.pressed("left", graph.x + 1, graph.middle[1], ())
    app.events.released("left", graph.x + 1, graph.middle[1])
    start, idle = session.cursor.index, app.assistant.wakeup()
    app.events.key("V", ())
    serve_for(app, 0.3)
    closing = time.perf_counter()
    app.close()
    return {"compiled_before": before, "counts": counts, "asked": asked, "hint": hint, "heat": heat,
            "off": off, "points": points, "start": start, "idle": idle,
            "closing": time.perf_counter() - closing}  # fmt: skip


def prepared() -> Any:
    """Let a level be prepared until the test has seen enough; the window lives meanwhile."""
    ready, prepare = threading.Event(), SearchBackend.prepare

    def slowly(backend: SearchBackend, job: Any) -> None:
        ready.wait(120.0)
        prepare(backend, job)

    SearchBackend.prepare = slowly  # type: ignore[assignment, method-assign]
    session = Session.new("boche", seats={"dark": Seat(player="2")}, size=4, kill=0)
    app = open_app(session)
    app.desk.controller.table.play(str(session.position.legal_moves()[3]))
    app.events.changed()
    told: list[str] = []

    def counted() -> bool:
        told.extend(word for word in words(app) if word.startswith(("preparing, ", "thinking…")))
        return len(set(told) - {"thinking…"}) == 2

    assert serve(app, counted), "it does not say so"
    cold = board(app)
    app.events.key("2", ())
    moved = serve(app, lambda: apart(board(app), cold) > 1.0)
    ready.set()
    played = serve(app, lambda: app.assistant.seat() is None)
    app.close()
    return {"told": list(dict.fromkeys(told)), "moved": moved, "played": played}


def tracks(app: Any) -> list[Any]:
    """Return the places that lead to moves: the graph, if there is one, and the timeline."""
    hits = (hit for hit in app.desk.hud.frame.pages[0].hits if hit.drag)
    return [hit.rect for hit in sorted(hits, key=lambda hit: hit.rect.y)]


def card(path: str) -> Any:
    """Point at two moves on the timeline; return how much the boards on their cards differ."""
    app = open_app(Session.open(path))
    settle(app)
    track = tracks(app)[-1]
    count, gap, seen = len(app.desk.session.cursor.line) - 1, app.desk.areas.metrics.gap, []
    for ply in (0, count, 0):
        x = track.x + gap + (track.w - 2 * gap) * ply / count
        app.events.pointer_moved(x, track.middle[1])
        assert serve(app, partial(_is_drawn, app, ply)), f"no picture of move {ply}"
        settle(app)
        seen.append(_on_card(app, ply))
    app.events.pointer_left()
    settle(app)
    left = len(app.desk.hud.frame.pictures(MOMENT))
    index = app.desk.session.cursor.index
    app.close()
    return {"apart": apart(seen[0], seen[1]), "again": apart(seen[0], seen[2]), "left": left,
            "index": index}  # fmt: skip


def _on_card(app: Any, ply: int) -> Any:
    """Return the picture on the card of a move."""
    (picture,) = app.desk.hud.frame.pictures(f"{MOMENT}{ply}")
    return part(whole(app), picture.rect)


def _is_drawn(app: Any, ply: int) -> bool:
    """Return whether there is a board on the card of a move: more than an even ground."""
    found = app.desk.hud.frame.pictures(f"{MOMENT}{ply}")
    return len(found) == 1 and float(_on_card(app, ply).std()) > 10.0


def moments(path: str) -> Any:
    """Ask for the moments of a record by the button, look at them by keys, save, open it again."""
    app = open_app(Session.open(path))
    settle(app)
    hits = app.desk.hud.frame.pages[0].hits
    star = next(hit.rect for hit in hits if "your moments" in hit.tip.lower())
    app.events.pressed("left", *star.middle, ())
    app.events.released("left", *star.middle)
    assert serve(app, lambda: app.desk.hud.open_form), "no moments"
    form = app.desk.hud.open_form
    assert form is not None
    rows, places = len(form.fields[0].choices), []
    for key in [None, *["Down"] * (rows - 1)]:
        if key:
            app.events.key(key, ())
        settle(app)
        trial = app.desk.controller.view().trial
        places.append((app.desk.session.cursor.index, trial.moves if trial else ()))
    told = app.desk.controller.view().status
    app.events.key("Enter", ())
    app.events.key("S", ("ctrl",))
    settle(app)
    modified = app.desk.session.edits.modified
    graph = app.assistant.analysis().graph
    app.close()
    again = open_app(Session.open(path))
    serve(again, lambda: again.assistant.wakeup() is None)
    seen = again.assistant.analysis()
    searched = again.assistant.wakeup()
    again.close()
    return {"name": form.name, "rows": rows, "places": places, "told": told,
            "modified": modified, "graph": [e.win for e in graph], "searched": searched,
            "again": [e.win for e in seen.graph], "mistakes": len(seen.mistakes)}  # fmt: skip


def play_from() -> Any:
    """Continue against the computer from the middle of an unsaved game."""
    session = Session.new("boche", size=4, kill=0)
    for move in ("c:b2", "a:a1", "b:c1"):
        session.play(move)
    app = open_app(session)
    session.cursor.back()
    settle(app)
    app.events.key("N", ("ctrl", "shift"))
    settle(app)
    form = app.desk.hud.form
    name = form.name if form is not None else ""
    for key in ("Tab", "Space", "Tab", "PageDown", "Enter"):  # the other colour, the lowest level
        app.events.key(key, ())
    settle(app)
    question = app.desk.controller.view().question
    assert serve(app, lambda: len(app.desk.session.cursor.moves) > 2), "the computer does not play"
    game = app.desk.session
    app.close()
    return {"form": name, "asked": question.title if question is not None else "",
            "before": session.cursor.moves[:2], "moves": game.cursor.moves,
            "seats": [game.person_of(c).player for c in ("dark", "light")]}  # fmt: skip


def no_computer() -> Any:
    """Seat a computer where nothing is compiled and nothing can be."""
    from boche.engine.native import cache, compiler, library

    library.BESIDE = "nowhere"
    os.environ[cache.CHOSEN] = tempfile.mkdtemp()
    os.environ[compiler.CHOSEN] = "no-such-compiler"
    session = Session.new("boche", seats={"dark": Seat(player="3")}, size=3)
    app = open_app(session)
    app.desk.controller.table.play("c:a1")
    app.events.changed()
    serve(app, lambda: app.desk.controller.view().tone == "refused")
    status = app.desk.controller.view().status
    app.desk.controller.table.play("a:b1")
    moves = session.cursor.moves
    app.close()
    return {"status": status, "moves": moves}


def program(command: str) -> Any:
    """Play a program that hangs in its second move, then two players in a minimised window."""
    from boche.engine.players import external as gtp_player

    gtp_player.START_SECONDS, gtp_player.GRACE_SECONDS = 10.0, 0.2
    COMPUTER_SECONDS["move"] = 0.2
    session = Session.new("boche", seats={"dark": Seat("", f"gtp:{command}")}, size=4, kill=0)
    app = open_app(session)
    rounds = 0

    def over() -> bool:
        nonlocal rounds
        rounds += session.outcome is None
        return session.outcome is not None

    app.desk.controller.table.play("c:b2")
    app.events.changed()
    assert serve(app, lambda: app.assistant.seat() is None), "the program does not play"
    app.desk.controller.table.play("b:c1")
    app.events.changed()
    assert serve(app, over), "the program does not lose"
    settle(app)
    told = app.desk.controller.view().status
    result, comment = session.record.result, session.cursor.line[-1].comment
    app.events.key("Z", ("ctrl",))
    settle(app)
    moves = len(session.cursor.moves)
    app.assistant.set_seats({"light": Seat("", "random"), "dark": Seat("", "random")})
    app.desk.window.dispatch_event("on_hide")
    frames = app.canvas.frame.picture.frames
    app.scheduler.plan()
    assert serve(app, lambda: len(session.cursor.moves) >= moves + 2), "minimised, nobody plays"
    drawn = app.canvas.frame.picture.frames - frames
    app.close()
    return {"told": told, "result": result, "comment": comment, "moves": moves,
            "rounds": rounds, "drawn": drawn}  # fmt: skip


def told_at_the_end(own: str) -> Any:
    """Resign a game against the computer by keys; return what the window shows over the board."""
    other = {"light": "dark", "dark": "light"}[own]
    app = open_app(Session.new("che", seats={other: Seat(player="1")}))
    app.events.pointer_left()
    for key in ("R", "Y"):
        let_read(app)
        app.events.key(key, ())
    assert serve(app, lambda: app.desk.controller.view().banner), "the end is not told"
    settle(app)
    texts = [text.text for page in app.desk.hud.frame.pages[1:] for text in page.texts]
    app.close()
    return " ".join(texts)


def seen_again(folder: str) -> Any:
    """Save a game of Black against the computer and open it; return both pictures' difference.

    The third is that from the other side.
    """
    path = f"{folder}/game.sgf"
    session = Session.new("octi", seats={"white": Seat(player="1")})
    app = open_app(session)
    app.assistant.pause()
    app.events.pointer_left()
    settle(app)
    before = board(app)
    session.file.save_as(path)
    app.opening.open_path(path)
    settle(app)
    after = board(app)
    app.desk.controller.command("corner")
    settle(app)
    other = board(app)
    app.close()
    return {"again": apart(before, after), "other": apart(before, other)}
