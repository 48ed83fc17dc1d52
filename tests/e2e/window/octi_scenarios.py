"""Octi in a window: NAME and arguments in a process of its own."""

from __future__ import annotations

import json
import math
import sys
from itertools import combinations
from typing import Any

import numpy as np

from boche.engine.record import Record, play
from boche.viewer.camera.rays import project
from boche.viewer.games.octi.board import place_of, rack_places
from boche.viewer.games.octi.pick import placed_pods
from boche.viewer.games.octi.solids import APOTHEM, HEIGHT, HOLE_OUT
from boche.viewer.games.view import Display
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Session
from boche.viewer.window.app import App
from tests.e2e.window.window_scenarios import apart, board, open_app, settle, whole

STACK = "57+e 53+a 57 53+b 57 53+c 57 53+d 57 73+h"


def opened(moves: str) -> App:
    record = Record.new("octi")
    node = record.root
    for move in moves.split():
        node = play(record, node, move)
    session = Session(record)
    session.cursor.last()
    return open_app(session)


class Hand:
    """The mouse in a window."""

    def __init__(self, app: App) -> None:
        self.app, self.table = app, app.desk.controller.table

    def seen(self, place: Any) -> tuple[float, float]:
        """Return where in the window a point of the world appears."""
        looking, area = self.table.looking, self.app.desk.areas.board
        x, y = project(looking.orbit.camera, np.asarray(place, float)[None], looking.viewport)[0]
        return area.x + float(x), area.bottom - float(y)

    def move(self, place: Any) -> None:
        self.app.events.pointer_moved(*self.seen(place))
        settle(self.app)

    def click(self, place: Any) -> None:
        self.move(place)
        self.app.events.pressed("left", *self.seen(place), ())
        self.app.events.released("left", *self.seen(place))
        settle(self.app)

    def letter(self, letter: str) -> tuple[float, float]:
        """Return where in the window a letter of the tray is."""
        hits = [hit for page in self.app.desk.hud.frame.pages for hit in page.hits]
        return next(h.rect.middle for h in hits if h.action == Action("turn_to", letter))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one place of the window to another, by way of the middle."""
        events = self.app.events
        events.pointer_moved(*start)
        settle(self.app)
        events.pressed("left", *start, ())
        for part in np.linspace(0.0, 1.0, 12):
            events.dragged(*(a + part * (b - a) for a, b in zip(start, end, strict=True)))
        settle(self.app)
        events.released("left", *end)
        settle(self.app)

    def pods(self, square: int) -> list[Any]:
        """Return the middles of the pods of an open square."""
        display = Display(opened=str(square), taken=self.table.selection.beginning)
        seen = placed_pods(self.table.position, display)
        own = [each for each in seen if each.pod.square == square]
        return [np.add(each.at, (0.0, 0.0, HEIGHT)) for each in own]


def stack() -> Any:
    """Point at a square with five pods and leave it; return the pods' width and distance."""
    app = opened(STACK)
    hand = Hand(app)
    closed = board(app)
    hand.move((*place_of(57), 0.0))
    fanned = board(app)
    widths, middles = [], []
    for place in hand.pods(57):
        left, right = (hand.seen(np.add(place, (by, 0.0, 0.0))) for by in (-APOTHEM, APOTHEM))
        widths.append(right[0] - left[0])
        middles.append(hand.seen(place))
    app.events.pointer_left()
    settle(app)
    again = apart(board(app), closed)
    app.close()
    return {
        "count": len(middles),
        "width": min(widths),
        "changed": apart(fanned, closed),
        "again": again,
        "nearest": min(math.dist(a, b) for a, b in combinations(middles, 2)),
    }


def no_prongs(folder: str = "") -> Any:
    """Click a pod without prongs, then an empty square.

    Returns the lines of the bubble, its card, where the square is, and the moves, in pixels of the
    window. With a ``folder`` the picture is kept there.
    """
    app = opened("57+e 53+a")
    hand = Hand(app)
    square = (*place_of(55), 0.0)
    hand.click((*place_of(77), HEIGHT))
    hand.click(square)
    if folder:
        from PIL import Image

        Image.fromarray(whole(app)).save(f"{folder}/no-prongs.png")
    pages = [page for page in app.desk.hud.frame.pages[1:] if page.texts]
    cards = [page.boxes[0].rect for page in pages]
    found = {
        "told": [" ".join(text.text for text in page.texts) for page in pages],
        "cards": [(card.x, card.y, card.right, card.bottom) for card in cards],
        "square": hand.seen(square),
        "moves": list(app.desk.session.cursor.moves),
        "taken": hand.table.selection.beginning,
    }
    app.close()
    return found


def letter() -> Any:
    """Add a prong by its letter with the pointer on the pod's middle, and click there."""
    app = opened("57+e 53+a")
    hand = Hand(app)
    middle = (*place_of(57), HEIGHT)
    hand.move(middle)
    app.events.key("C", ())
    settle(app)
    ghost = app.desk.controller.view().ghost
    assert ghost is not None
    hand.click(middle)
    moves = app.desk.session.cursor.moves
    app.close()
    return {"ghost": ghost.text, "moves": moves}


def tray() -> Any:
    """Click letters of the tray and pods, drag letters and prongs of the rack; return the moves.

    Also return whether the camera has stayed where it was.
    """
    app = opened("57+e 53+a")
    hand = Hand(app)
    camera = hand.table.looking.orbit.camera
    x, y = hand.letter("c")
    for place in ((x, y), hand.seen((*place_of(57), HEIGHT))):
        app.events.pointer_moved(*place)
        settle(app)
        app.events.pressed("left", *place, ())
        app.events.released("left", *place)
        settle(app)
    hand.drag(hand.letter("b"), hand.seen((*place_of(53), HEIGHT)))
    hand.drag(hand.letter("b"), hand.seen((*place_of(55), 0.0)))
    rack = hand.seen(rack_places("black", False)[3])
    hand.drag(rack, hand.seen((*place_of(55), 0.0)))
    x, y = place_of(37)
    hand.drag(rack, hand.seen((x, y - HOLE_OUT, HEIGHT)))
    moves = app.desk.session.cursor.moves
    stayed = hand.table.looking.orbit.camera == camera
    app.close()
    return {"moves": moves, "stayed": stayed}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
