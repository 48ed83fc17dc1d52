"""A mouse and keys at a table of Octi, and some first moves."""

from __future__ import annotations

import numpy as np

from boche.engine.record import Record, play
from boche.viewer.camera.rays import project
from boche.viewer.games.octi.board import place_in_tray, place_of
from boche.viewer.games.octi.pick import OUT, placed_pods
from boche.viewer.games.octi.solids import HEIGHT, HOLE_OUT
from boche.viewer.games.view import Display
from boche.viewer.session import Session
from boche.viewer.table.input import Controller

# Black can then jump from 46 over its own pod on 55.
JUMPS = "57+e 53+a 57-56 53-54 37+d 54+h 37-46 33+a 56-55 73+a"
# Two different black pods then stand on 57.
STACK = "57+e 53+a 57 53+b 57e+d 53+c"


class Hand:
    """A mouse at a table on which some moves have been played."""

    def __init__(self, moves: str, **options: object) -> None:
        record = Record.new("octi", **options)
        node = record.root
        for move in moves.split():
            node = play(record, node, move)
        session = Session(record)
        session.cursor.last()
        self.sit_at(session)

    def sit_at(self, session: Session) -> None:
        """Sit down at another record's table."""
        self.controller, self.t = Controller(session), 1.0
        self.table = self.controller.table

    def square(self, square: int) -> np.ndarray:
        """Return a place on the wood of a square."""
        return np.array([*place_of(square), 0.0])

    def pod(self, square: int, prongs: str = "", hole: str = "") -> np.ndarray:
        """Return the middle or a hole of a pod while its square's pods are fanned out."""
        position = self.table.position
        index = next(
            i for i, p in enumerate(position.pods) if (p.square, p.prongs) == (square, prongs)
        )
        display = Display(opened=str(square), taken=self.taken)
        each = next(e for e in placed_pods(position, display) if e.piece == index)
        top = np.add(each.at, (0.0, 0.0, HEIGHT * each.scale))
        return top + HOLE_OUT * each.scale * OUT["abcdefgh".index(hole)] if hole else top

    def open(self, square: int) -> None:
        """Point at a stack, which fans it out."""
        self.move(self.square(square))

    def place_in_picture(self, place: np.ndarray) -> tuple[float, float]:
        """Return where a place in the world is in the picture."""
        x, y = project(self.table.looking.orbit.camera, place[None], self.table.looking.viewport)[0]
        return float(x), float(y)

    def move(self, place: np.ndarray) -> None:
        self.at = self.place_in_picture(place)
        self.t += 1.0
        self.controller.pointer_moved(*self.at, self.t)

    def click(self, place: np.ndarray, button: str = "left") -> None:
        self.move(place)
        self.controller.pressed(button, *self.at, self.t)
        self.controller.released(button, *self.at, self.t)
        self.controller.tick(self.t + 0.9)

    def drag(self, start: np.ndarray, end: np.ndarray, *held: str, key: str = "") -> None:
        """Drag with the left button, as a hand does; a key may be pressed on the way."""
        self.move(start)
        self.controller.pressed("left", *self.at, self.t, held)
        self.controller.dragged(self.at[0] + 6.0, self.at[1], self.t)
        if key:
            self.key(key)
        x, y = self.place_in_picture(end)
        self.controller.dragged(x, y, self.t)
        self.controller.released("left", x, y, self.t)
        self.controller.tick(self.t + 0.9)

    def tray(self, colour: str, row: int) -> np.ndarray:
        """Return the first pod of a row in a side's tray: 0 in reserve, 1 captured."""
        return np.array([*place_in_tray(colour, False, row), 0.0])

    def key(self, name: str) -> None:
        self.t += 1.0
        self.controller.key(name, self.t)

    @property
    def taken(self) -> str:
        return self.controller.view().display.taken

    @property
    def ghost(self) -> str:
        ghost = self.controller.view().ghost
        return ghost.text if ghost is not None else ""

    @property
    def status(self) -> str:
        return self.controller.view().status

    @property
    def last(self) -> str:
        return self.table.session.cursor.moves[-1]
