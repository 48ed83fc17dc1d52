"""What happens in a window under test: NAME and arguments in a process of its own, JSON out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from viewer.assistant.wish import SECONDS as COMPUTER_SECONDS
from viewer.hud.widgets.geometry import Rect
from viewer.hud.widgets.pyglet_setup import clock
from viewer.session import Seat, Session
from viewer.storage.settings import load_settings
from viewer.window.app import App
from viewer.window.snapshot import window_image

Image = np.ndarray[Any, Any]


def open_app(session: Session, *, choose: bool = False) -> App:
    settings, problems = load_settings()
    app = App(session, settings, problems, choose=choose)
    app.open()
    settle(app)
    return app


def settle(app: App, limit: float = 10.0) -> None:
    """Serve the window until nothing moves any more."""
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
    raise AssertionError("the window does not come to rest")


def whole(app: App) -> Image:
    """What the window shows, (height, width, 3), the first row at the top."""
    return window_image(app.canvas)[::-1, :, :3].copy()


def part(image: Image, rect: Rect) -> Image:
    x, y = round(rect.x), round(rect.y)
    return image[y : y + round(rect.h), x : x + round(rect.w)]


def board(app: App) -> Image:
    return part(whole(app), app.desk.areas.board)


def offscreen(app: App, jobs: list[tuple[Any, str | None, Any]]) -> list[Image]:
    """The pictures of positions with the last move and camera, drawn without a window."""
    from viewer.export.png import Exporter
    from viewer.games.registry import build_scene
    from viewer.scene import SceneOptions
    from viewer.window.board_picture import style_of

    area = app.desk.areas.board
    size, style = (round(area.w), round(area.h)), style_of(app.canvas.shown())
    app.close()
    with Exporter(size) as exporter:
        return [
            exporter.image(build_scene(position, SceneOptions(last=last)), camera, style)[
                ::-1, :, :3
            ]
            for position, last, camera in jobs
        ]


def differences(ones: list[Image], others: list[Image]) -> float:
    """The largest mean difference of two lists of pictures, in steps of 255."""
    return max(apart(a, b) for a, b in zip(ones, others, strict=True))


def apart(one: Image, other: Image) -> float:
    """The mean difference of two pictures, in steps of 255."""
    return float(np.abs(one.astype(np.int16) - other).mean())


LOOKED_AT = 6
"""Steps of a record that are looked at one by one; then its end is."""


def replay(*records: str) -> Any:
    """Step through records of one game, in one window, and draw each picture again without one.

    For each record how far apart pictures are: of stepping forth and back, of the window and what
    is drawn without one, and of one step and the next (the least).
    """
    app = open_app(Session.open(records[0]))
    seen, jobs, apart_by = [], [], {}
    for record in records:
        session = Session.open(record)
        session.cursor.first()
        app.exchange.replace_with(session)
        app.events.pointer_left()
        settle(app)
        forth, back, drawn = stepped(app)
        seen.append(forth)
        jobs.append(drawn)
        apart_by[Path(record).name] = {
            "steps": len(forth) - 1,
            "back": differences(forth[:-1], back[::-1]),
            "moved": min(apart(a, b) for a, b in pairwise(forth)),
        }
    plain = offscreen(app, [job for drawn in jobs for job in drawn])
    for each, forth in zip(apart_by.values(), seen, strict=True):
        each["offscreen"] = differences(forth, plain[: len(forth)])
        plain = plain[len(forth) :]
    return apart_by


def stepped(app: App) -> tuple[list[Image], list[Image], list[Any]]:
    """Step forth, back and to the end: the pictures of each way, and what was shown forth."""
    forth: list[Image] = []
    drawn: list[Any] = []
    steps = min(len(app.desk.session.cursor.line), LOOKED_AT)

    def look() -> None:
        forth.append(board(app))
        view = app.desk.controller.view()
        drawn.append((app.desk.session.position, view.last, view.camera))

    for index in range(steps):
        if index:
            app.events.key("PageDown", ())
            settle(app)
        look()
    back = [forth[-1]]
    for _ in range(steps - 1):
        app.events.key("PageUp", ())
        settle(app)
        back.append(board(app))
    app.events.key("End", ())
    settle(app)
    look()
    return forth, back, drawn


def resized(record: str) -> Any:
    """Resize the window while the camera flies and a move drops."""
    session = Session.open(record)
    session.cursor.go_index(10)
    app = open_app(session)
    sizes = []
    app.events.key("T", ())
    for width, height in ((1024, 640), (1500, 900), (1100, 1000), (1280, 720)):
        app.events.key("PageDown", ())
        app.desk.window.set_size(width, height)
        # The X server takes its time; a few frames of the flight are drawn meanwhile.
        late = time.monotonic() + 10.0
        for frames in count():
            app.desk.window.dispatch_events()
            clock.tick()
            if frames >= 3 and (
                app.desk.window.pixels == (width, height) or time.monotonic() > late
            ):
                break
        sizes.append(app.desk.window.pixels)
    settle(app)
    app.events.pointer_left()
    settle(app)
    seen, view = board(app), app.desk.controller.view()
    error = view.status if view.tone == "refused" else ""
    fits = app.desk.controller.table.looking.viewport == (seen.shape[1], seen.shape[0])
    plain = offscreen(app, [(session.position, view.last, view.camera)])
    return {"sizes": sizes, "fits": fits, "error": error, "difference": differences([seen], plain)}


def fullscreen() -> Any:
    """Fill the screen and come back."""
    app = open_app(Session.new("boche"))
    before = app.desk.window.pixels
    app.events.key("F11", ())
    settle(app)
    full, image = app.desk.window.pixels, whole(app)
    app.events.key("F11", ())
    settle(app)
    after, again = app.desk.window.pixels, whole(app)
    app.close()
    spread = [float(each.std()) for each in (image, again)]
    return {"before": before, "full": full, "after": after, "spread": spread}


def hud_pixels() -> Any:
    """What a player can see of turn, moves and help, as pixels."""
    session = Session.new("boche", ("Anna", "Bert"), size=3)
    app = open_app(session)
    panel = app.desk.areas.panel
    empty = part(whole(app), panel)
    session.play("c:a1")
    app.desk.controller.tick(app.desk.now)
    settle(app)
    one = part(whole(app), panel)
    app.events.key("F1", ())
    settle(app)
    covered = whole(app)
    app.events.key("Escape", ())
    settle(app)
    again = part(whole(app), panel)
    rows = [(hit.rect, hit.action.name) for hit in app.desk.hud.frame.pages[0].hits if hit.action]
    players = [rect for rect, name in rows if name == "players"]
    chosen = [part(whole(app), rect)[3, 20].tolist() for rect in players]
    move = next(rect for rect, name in rows if name == "go")
    text = part(whole(app), move)
    palette = part(whole(app), app.desk.areas.palette)
    app.close()
    return {
        "changed": apart(empty, one),
        "restored": apart(one, again),
        "help": apart(part(covered, panel), one),
        "players": chosen,
        "move_ink": int((text.astype(int).sum(axis=2) < 300).sum()),
        "palette": float(palette.std()),
    }


def broken() -> Any:
    """An error in the program inside a handler: said, and play goes on."""
    session = Session.new("boche", size=2)
    app = open_app(session)
    session.play("c:a1")

    def fail(*_: object) -> None:
        raise RuntimeError("made for the test")

    app.desk.controller.pressed, kept = fail, app.desk.controller.pressed  # type: ignore[method-assign]
    x, y = app.desk.areas.board.middle
    app.events.pressed("left", x, y, ())
    settle(app)
    said = app.desk.controller.view()
    app.desk.controller.pressed = kept  # type: ignore[method-assign]
    app.events.released("left", x, y)
    app.events.text("/")
    for letter in "a:b1":
        app.events.text(letter)
    app.events.key("Enter", ())
    settle(app)
    moves = session.cursor.moves
    app.close()
    return {"status": said.status, "error": said.tone != "said", "moves": moves}


def damaged() -> Any:
    """A start with what is in the settings file."""
    app = open_app(Session.new("boche", size=2))
    view = app.desk.controller.view()
    app.close()
    return {"status": view.status, "error": view.tone != "said"}


def clipboard(record: str) -> Any:
    """Copy a record, start anew, paste it; drop a file; paste moves."""
    app = open_app(Session.open(record))
    moves = app.desk.session.cursor.moves
    app.events.key("C", ("ctrl",))
    text = app.desk.window.get_clipboard_text()
    app.exchange.replace_with(Session.new("boche"))
    app.events.key("V", ("ctrl",))
    settle(app)
    pasted = app.desk.session.cursor.moves
    app.exchange.replace_with(Session.new("boche", size=3))
    leave(app)
    app.desk.window.set_clipboard_text("1. c:a1 swap 2. a:b1")
    app.events.key("V", ("ctrl",))
    settle(app)
    typed = app.desk.session.cursor.moves
    app.events.dropped([record])
    leave(app)
    dropped = app.desk.session.cursor.moves
    recent = list(app.desk.settings.recent)
    app.close()
    return {"sgf": text.startswith("(;"), "moves": moves, "pasted": pasted, "typed": typed,
            "dropped": dropped, "recent": recent}  # fmt: skip


def leave(app: App) -> None:
    """Answer by keys that the game on the table need not be saved."""
    assert app.desk.controller.view().question is not None
    for name in ("Tab", "Tab", "Enter"):
        app.events.key(name, ())
    settle(app)


def plain_gl(record: str) -> Any:
    """The picture with no samples and no shadows beside the usual one."""
    from dataclasses import replace

    app = open_app(Session.open(record))
    app.events.pointer_left()
    pictures = []
    for quality in ("high", "medium", "low"):
        app.desk.set_settings(replace(app.desk.settings, quality=quality), keep=False)
        settle(app)
        pictures.append(board(app))
    app.close()
    return [apart(pictures[0], each) for each in pictures[1:]]


def snapshots(record: str, folder: str) -> Any:
    """Pictures written by ``P``."""
    app = open_app(Session.open(record))
    app.events.pointer_left()
    settle(app)
    seen, area = board(app), app.desk.areas.board
    app.pictures.write(f"{folder}/table.png", "as seen", panels=False)
    app.pictures.write(f"{folder}/large.png", "1920x1080", panels=False)
    app.pictures.write(f"{folder}/window", "as seen", panels=True)
    window = app.desk.window.pixels
    from PIL import Image as Pictures

    sizes = {}
    for path in sorted(Path(folder).glob("*.png")):
        with Pictures.open(path) as picture:
            sizes[path.name] = picture.size
            if path.name == "table.png":
                same = apart(np.asarray(picture.convert("RGB")), seen)
    app.close()
    return {"sizes": sizes, "table": [round(area.w), round(area.h)], "window": window, "same": same}


def serve(app: App, until: Callable[[], object], limit: float = 90.0) -> bool:
    """Serve the window until something holds, or for that many seconds."""
    end = time.perf_counter() + limit
    app.scheduler.plan()
    while time.perf_counter() < end:
        app.desk.window.dispatch_events()
        clock.tick()
        if until():
            return True
        time.sleep(0.002)
    return False


def computer() -> Any:
    """A game against the computer; a hint; the heat; the record analysed; thinking as it closes."""
    before = "numba" in sys.modules
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
    app.events.key("I", ())
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
    graph = [h.rect for h in app.desk.hud.frame.pages[0].hits if "chance of winning" in h.tip]
    app.events.pressed("left", graph[0].x + 1, graph[0].middle[1], ())
    app.events.released("left", graph[0].x + 1, graph[0].middle[1])
    start, idle = session.cursor.index, app.assistant.wakeup()
    app.events.key("V", ())
    serve(app, lambda: False, 0.3)
    closing = time.perf_counter()
    app.close()
    return {"numba_before": before, "counts": counts, "hint": hint, "heat": heat, "off": off,
            "points": points, "start": start, "idle": idle,
            "closing": time.perf_counter() - closing}  # fmt: skip


def no_computer() -> Any:
    """A computer seat where numba cannot be loaded."""
    sys.modules["numba"] = None  # type: ignore[assignment]
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
    """A program at the table that hangs in its second move; two players while minimised."""
    from engine.players import external as gtp_player

    gtp_player.START_SECONDS, gtp_player.GRACE_SECONDS = 10.0, 0.2
    COMPUTER_SECONDS["move"] = 0.2
    session = Session.new("boche", seats={"dark": Seat("", f"gtp:{command}")}, size=4, kill=0)
    app = open_app(session)
    longest, last = 0.0, time.perf_counter()

    def over() -> bool:
        nonlocal longest, last
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
        return session.outcome is not None

    app.desk.controller.table.play("c:b2")
    app.events.changed()
    assert serve(app, lambda: app.assistant.seat() is None), "the program does not play"
    app.desk.controller.table.play("b:c1")
    app.events.changed()
    last = time.perf_counter()
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
            "longest": longest, "drawn": drawn}  # fmt: skip


CROP = 0.27
"""How much of the window is left out at each side, so that only the board's middle is looked at."""


def middle(image: Image) -> Image:
    """The middle of the window, where there is nothing but the board."""
    (high, wide), part = image.shape[:2], CROP
    return image[round(part * high) : round((1 - part) * high),
                 round(part * wide) : round((1 - part) * wide)]  # fmt: skip


def pointing(record: str, ply: str, *windows: str) -> Any:
    """Point at places of the window; for each, where the picture changes, as its user sees it.

    Places come from what the window shows, not from the program. For each of the windows
    (``WIDTHxHEIGHTxSCALE``) and each arrangement of the panels a list of (x and y of the pointer;
    left, top, right, bottom, mean x and y of the change, how far off it is), in pixels from the
    upper left.
    """
    from dataclasses import replace

    session = Session.open(record)
    session.cursor.go_index(int(ply))
    app = open_app(session)
    calm = replace(app.desk.settings, coordinates=False, quality="low")
    found: dict[str, list[list[float]]] = {}
    for window in windows:
        width, height, scale = window.split("x")
        resize(app, (int(width), int(height)))
        for left, right in ((True, True), (False, True), (True, False)):
            panels = {"left_panel": left, "right_panel": right}
            app.desk.set_settings(replace(calm, ui_scale=float(scale), **panels), keep=False)
            found[f"{window} {panels}"] = changes(app, dark=session.record.game == "octi")
    app.close()
    return found


def changes(app: App, dark: bool) -> list[list[float]]:
    """Point at places all over the window: where each is, and the box of what changes then."""
    seen = []
    point_to(app, 3, 3)
    before = middle(whole(app)).astype(np.int16)
    for x, y in places(before, app.desk.window.pixels, dark):
        point_to(app, x, y)
        change = np.abs(middle(whole(app)) - before).max(axis=2) > 24
        if change.any():
            seen.append([x, y, *box_of(change, x, y)])
    return seen


LOOKS = 7
"""How many places are pointed at."""


def places(image: Image, size: tuple[int, int], dark: bool) -> list[tuple[int, int]]:
    """Places all over the middle of a window; ``dark`` ones, where only pieces answer."""
    left, top = round(CROP * size[0]), round(CROP * size[1])
    ys, xs = np.nonzero(image.max(axis=2) < 75) if dark else np.indices(image.shape[:2])
    order = np.argsort(xs, axis=None)
    picked = order[np.linspace(0.1, 0.9, LOOKS).dot(len(order)).astype(int)]
    found = [(left + int(xs.flat[i]), top + int(ys.flat[i])) for i in picked]
    if dark:
        return found
    down = [0.3, 0.65, 0.42, 0.57, 0.35, 0.72, 0.5]  # of the middle: no two in a row or column
    return [(x, top + round(d * image.shape[0])) for (x, _), d in zip(found, down, strict=True)]


def box_of(change: Image, x: int, y: int) -> list[float]:
    """The box of a change, its middle, how far it is from a place: in the window's pixels."""
    ys, xs = np.nonzero(change)
    high, wide = (round(n / (1 - 2 * CROP)) for n in change.shape)
    ys, xs = ys + round(CROP * high), xs + round(CROP * wide)
    far = np.hypot(xs - x, ys - y).min()
    return [float(v) for v in (xs.min(), ys.min(), xs.max(), ys.max(), xs.mean(), ys.mean(), far)]


def point_to(app: App, x: int, y: int) -> None:
    """Let the window hear that the pointer is at a place from its upper left corner."""
    app.desk.window.dispatch_event(
        "on_mouse_motion", x, app.desk.window.get_size()[1] - 1 - y, 0, 0
    )
    settle(app)


def resize(app: App, size: tuple[int, int]) -> None:
    app.desk.window.set_size(*size)
    assert serve(app, lambda: app.desk.window.pixels == size, 10), "the window keeps its size"
    settle(app)


SCENARIOS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (replay, resized, fullscreen, hud_pixels, broken, damaged, clipboard, plain_gl,
                 snapshots, computer, no_computer, program, pointing)
}  # fmt: skip

if __name__ == "__main__":
    print(json.dumps(SCENARIOS[sys.argv[1]](*sys.argv[2:])))
