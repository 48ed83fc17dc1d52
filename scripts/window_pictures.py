"""Generator of the window's pictures, for ``make pictures``; needs a display."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from boche.engine.atomic_write import write_file
from boche.engine.puzzles import find_puzzle, puzzles
from boche.viewer.camera.rays import project
from boche.viewer.hud.widgets.pyglet_setup import clock
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.training.courses import PuzzleCourse
from boche.viewer.training.session import TrainingSession
from boche.viewer.window.app import App
from boche.viewer.window.snapshot import window_picture

RECORDS = Path(__file__).parent.parent / "assets" / "records"
SIZE = (1280, 800)

Act = Callable[[App], object]


def point(x: float, y: float) -> Act:
    """Return an act that points at a place on the board, in fractions from the upper left."""

    def act(app: App) -> None:
        board = app.desk.areas.board
        app.events.pointer_moved(board.x + x * board.w, board.y + y * board.h)

    return act


def key(name: str) -> Act:
    """Return an act that presses a key."""
    return lambda app: app.events.key(name, ())


def aim(target: str) -> Act:
    """Return an act that points at a target; ``+`` appends it to the move entered so far."""

    def act(app: App) -> None:
        table, board = app.desk.controller.table, app.desk.areas.board
        begun = table.selection.beginning if target.startswith("+") else ""
        spot = table.picker.place(table.position, begun + target, table.display)
        x, y = project(table.looking.orbit.camera, spot[None], table.looking.viewport)[0]
        app.events.pointer_moved(board.x + x, board.bottom - y)

    return act


def click(app: App) -> None:
    """Click at the pointer."""
    board, (x, y) = app.desk.areas.board, app.desk.controller.table.pointing.at or (0.0, 0.0)
    app.events.pressed("left", board.x + x, board.bottom - y, ())
    app.events.released("left", board.x + x, board.bottom - y)


def written(move: str) -> Act:
    """Return an act that writes a move and plays it."""

    def act(app: App) -> None:
        app.events.text("/")
        app.events.text(move)
        app.events.key("Enter", ())

    return act


# Name: record (None: a new game), moves from the start (None: all), settings, acts.
PICTURES: dict[str, tuple[str | None, int | None, dict[str, str], list[Act]]] = {
    "window-opening": (None, 0, {}, []),
    "window-ghost": ("boche-path", 31, {}, [point(0.47, 0.3)]),
    "window-spread": ("boche-path", 38, {"palette": "blue"}, [key("X")]),
    "window-enclosure": ("boche-enclosure", None, {}, []),
    "window-path": ("boche-path", None, {"palette": "blue", "theme": "dark"}, []),
    "window-che": ("che-closed", 20, {}, [aim("5,0"), key("B"), click, aim("+7,0"), key("F")]),
    "window-boku": ("boku-row", 5, {}, [aim("h7")]),
    "window-octi": (
        "octi-three-bases",
        50,
        {},
        [aim("37-"), click, aim("37-55?"), click, click, aim("37-55-33?"), click],
    ),
    "window-start": (None, 0, {}, [lambda app: app.events.key("N", ("ctrl",))]),
}

# Name: puzzle, and a wrong move.
PUZZLES = {"study-puzzle": ("boche-0002", "g:a1")}


def main() -> int:
    """Draw all pictures into the given folder."""
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as home:
        os.environ["BOCHE_HOME"] = home
        for name, (record, moves, settings, acts) in PICTURES.items():
            session = Session.open(RECORDS / f"{record}.sgf") if record else Session.new("boche")
            if moves is not None:
                session.cursor.go_index(moves)
            kept = Settings(window_size=SIZE, hints_seen=True, **settings)  # type: ignore[arg-type]
            write_file(folder / f"{name}.png", drawn(App(session, kept), acts))
        for name, (puzzle, wrong) in PUZZLES.items():
            app = App(exercise(puzzle), Settings(window_size=SIZE, hints_seen=True))
            write_file(folder / f"{name}.png", drawn(app, [written(wrong)]))
    return 0


def exercise(name: str) -> Session:
    """Return a puzzle as it is set up in the window."""
    puzzle = find_puzzle(name)
    assert puzzle is not None
    game = puzzle.record.game_name
    course = PuzzleCourse(game, puzzles(game), lambda problems: None, first=puzzle)
    first = course.next()
    assert first is not None
    return TrainingSession(course, first)


def drawn(app: App, acts: list[Act]) -> bytes:
    """Return the picture of the window after all acts, once nothing moves."""
    app.open()
    for act in [lambda app: app.events.pointer_left(), *acts]:
        act(app)
        settle(app)
    data = window_picture(app.canvas)
    app.close()
    return data


def settle(app: App, limit: float = 10.0) -> None:
    """Run the window's event loop until it is at rest."""
    end = time.perf_counter() + limit
    app.scheduler.plan()
    while time.perf_counter() < end:
        app.desk.window.dispatch_events()
        clock.tick()
        if not (
            app.desk.controller.next_wakeup()
            or app.desk.hud.dirty
            or app.desk.controller.wants_frame
        ):
            return
        time.sleep(0.002)


if __name__ == "__main__":
    sys.exit(main())
