"""Generator of the window's pictures, for ``make pictures``; needs a display."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from boche.engine.atomic_write import write_file
from boche.engine.puzzles import find_puzzle, puzzles
from boche.viewer.camera.rays import project
from boche.viewer.hud.widgets.items import Action
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


def key(name: str, *modifiers: str) -> Act:
    """Return an act that presses a key."""
    return lambda app: app.events.key(name, modifiers)


def text(typed: str) -> Act:
    """Return an act that types a text."""
    return lambda app: app.events.text(typed)


def aim(target: str) -> Act:
    """Return an act that points at a target; ``+`` appends it to the move entered so far."""

    def act(app: App) -> None:
        table, board = app.desk.controller.table, app.desk.areas.board
        begun = table.selection.beginning if target.startswith("+") else ""
        spot = table.picker.place(table.position, begun + target, table.display)
        x, y = project(table.looking.orbit.camera, spot[None], table.looking.viewport)[0]
        app.events.pointer_moved(board.x + x, board.bottom - y)

    return act


def graph(move: int) -> Act:
    """Return an act that points at a move on the graph."""

    def act(app: App) -> None:
        desk = app.desk
        steps = len(desk.session.cursor.line) - 1
        hits = [hit for page in desk.hud.frame.pages for hit in page.hits]
        tracks = [hit.rect for hit in hits if hit.action == Action("scrub", steps)]
        track = min(tracks, key=lambda rect: rect.y)  # the timeline is below the graph
        gap = desk.areas.metrics.gap
        x = track.x + gap + (track.w - 2 * gap) * move / steps
        app.events.pointer_moved(x, track.y + track.h / 2)

    return act


def click(app: App) -> None:
    """Click at the pointer."""
    board, (x, y) = app.desk.areas.board, app.desk.controller.table.pointing.at or (0.0, 0.0)
    app.events.pressed("left", board.x + x, board.bottom - y, ())
    app.events.released("left", board.x + x, board.bottom - y)


def mark(text: str) -> Act:
    """Return an act that types a mark."""

    def act(app: App) -> None:
        app.events.key("K", ("alt",))
        app.events.text(text)
        app.events.key("Enter", ())

    return act


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
    "window-start": (None, 0, {}, [key("N", "ctrl")]),
    "study-marks": (
        "boche-enclosure",
        25,
        {},
        [key("4", "ctrl"), mark("b1 circle"), mark("d3 b3"), mark("a5 A"), mark("d3 square")],
    ),
    "study-setup": ("boche-enclosure", 15, {}, [key("B", "ctrl"), point(0.47, 0.5)]),
    "study-library": (None, 0, {}, [key("O", "ctrl", "shift"), text("bo")]),
    "study-tree": ("boche-enclosure", 10, {"panel_tab": "tree"}, [key("4", "ctrl")]),
}

# The same, of games that are analysed first.
STUDIES: dict[str, tuple[str, int | None, dict[str, str], list[Act]]] = {
    "study-graph": ("boche-path", None, {}, [graph(34)]),
    "study-review": ("boche-path", None, {}, [key("M", "ctrl")]),
}
PLAYOUTS = 50_000
"""For each position: a number, unlike a time, always gives the same graph."""
SECONDS = 0.1  # for each position; more than it takes would begin the analysis again

# Name: puzzle, and a wrong move.
PUZZLES = {"study-puzzle": ("boche-0002", "g:a1")}


def main() -> int:
    """Draw all pictures into the given folder, or those named after it."""
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    with tempfile.TemporaryDirectory() as home:
        for name, (record, moves, settings, acts) in {**PICTURES, **STUDIES}.items():
            if wanted and name not in wanted:
                continue
            # One of its own, or the next window would ask about a game that was not saved.
            os.environ["BOCHE_HOME"] = str(Path(home) / name)
            path = RECORDS / f"{record}.sgf"
            if name in STUDIES:
                path = analysed(path, Path(home))
            session = Session.open(path) if record else Session.new("boche")
            if moves is not None:
                session.cursor.go_index(moves)
            kept = Settings(
                window_size=SIZE,
                hints_seen=True,
                analysis_seconds=SECONDS,
                **settings,  # type: ignore[arg-type]
            )
            write_file(folder / f"{name}.png", drawn(App(session, kept), acts))
        for name, (puzzle, wrong) in PUZZLES.items():
            if wanted and name not in wanted:
                continue
            os.environ["BOCHE_HOME"] = str(Path(home) / name)
            app = App(exercise(puzzle), Settings(window_size=SIZE, hints_seen=True))
            write_file(folder / f"{name}.png", drawn(app, [written(wrong)]))
    return 0


def analysed(path: Path, folder: Path) -> Path:
    """Return the path of a copy of a record, in the folder, with the evaluations of its moves."""
    made = folder / path.name
    if not made.exists():
        command = [sys.executable, "-m", "boche", "analyse", str(path), "--write", str(made)]
        options = ["--playouts", str(PLAYOUTS), "--no-comments"]
        subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL)
    return made


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
