"""Typing in a window: each function in a process of its own."""

from __future__ import annotations

import random
import subprocess
import time
from functools import partial
from typing import Any

from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.widgets.items import Action, TextArea
from boche.viewer.session import Session
from boche.viewer.table import commands
from boche.viewer.window.app import App
from tests.e2e.window.served import apart, let_read, open_app, part, serve, settle, whole

KEYS = [*["Shift+Enter"] * 5, "Left", "Home", "Up", "Down", "Ctrl+Left", "Ctrl+Backspace",
        "Shift+Up", "Shift+End", "Ctrl+End", "Delete", "Ctrl+V"]  # fmt: skip


def press(app: App, chord: str) -> None:
    *held, name = chord.split("+")
    let_read(app)
    app.events.key(name, tuple(each.lower() for each in held))
    settle(app)


def area_of(app: App) -> TextArea:
    """Return the text area being edited."""
    return next(area for page in app.desk.hud.frame.pages for area in page.areas)


def chosen(app: App) -> float:
    """Return the share of the text's row that has the colour of a selection."""
    area = area_of(app)
    seen = part(whole(app), area.rect)
    return float((abs(seen.astype(int) - area.chosen[:3]).max(axis=2) < 8).mean())


def click(app: App, x: float, y: float) -> None:
    app.events.pressed("left", x, y, ())
    app.events.released("left", x, y)
    settle(app)


WAYS = ("record", "text", "picture", "photo", "film", "page", "figure", "model", "part")
DIALOGS = {
    "start": lambda app: app.games.choose(),
    "players": lambda app: app.clicks.act(Action("players")),
    "settings": lambda app: app.commands[commands.SETTINGS](),
    "play from": lambda app: app.commands[commands.PLAY_FROM](),
    "library": lambda app: app.commands[commands.LIBRARY](),
    "save": lambda app: app.commands[commands.SAVE_AS](),
    "open": lambda app: app.commands[commands.OPEN](),
    **{way: partial(lambda way, app: app.commands[commands.SHARE](), way) for way in WAYS},
    "online": lambda app: (app.games.choose(), app.desk.hud.open_form.press("far")),
}


def dialogs() -> Any:
    """Type a text by X events into each field of each dialog; return the fields' contents."""
    app = open_app(Session.new("boche", size=3))
    app.desk.session.play("c:a1")
    seen: dict[str, Any] = {}
    for name, show in DIALOGS.items():
        show(app)
        settle(app)
        form = app.desk.hud.open_form
        assert form is not None, name
        if name in WAYS:
            form.set(0, name)
            settle(app)
        for index, field in enumerate(form.fields):
            if field.kind in ("text", "number"):
                seen[f"{name}: {field.name}"] = typed(app, form, index)
        app.desk.hud.form = None
        settle(app)
    app.close()
    return seen


def typed(app: App, form: Form, index: int) -> list[Any]:
    """Type into a field; return kind, range, labels, old value, typed contents and new value."""
    field = form.fields[index]
    before = field.value
    form.focus_on(index)
    settle(app)
    text = "12" if field.kind == "number" else "Ab 12-3_."
    if field.kind == "text":
        xdo("key", "ctrl+a")
    xdo("type", "--delay", "12", text)
    steps = field.choices and not any(label[0].isdigit() for _, label in field.choices)
    end = time.perf_counter() + (0.3 if steps else 10.0)
    while time.perf_counter() < end and standing(form) != text:
        settle(app)
    stands = standing(form)
    xdo("key", "Tab")
    settle(app)
    now = next((each for each in form.fields if each.name == field.name), field)
    return [field.kind, field.low, field.high, [label for _, label in field.choices], before,
            stands, now.value]  # fmt: skip


def standing(form: Form) -> str:
    return form.edit.text if form.edit is not None else ""


def xdo(*args: str) -> None:
    subprocess.run(["xdotool", *args], check=True)


def pressed_and_held(frame: str) -> Any:
    """Press X four times, then hold it, while each picture takes so many seconds to draw.

    Return how the levels lie after each press, while the key is held, and after that.
    """
    app = open_app(Session.new("boche", size=3))
    draw, looking = app.canvas.draw, app.desk.controller.table.looking

    def draw_slowly(*args: Any) -> None:
        time.sleep(float(frame))
        draw(*args)

    app.canvas.draw = draw_slowly  # type: ignore[method-assign]
    found = []
    tap = ["keydown", "x", "sleep", "0.1", "keyup", "x"]
    for keys in (*[tap] * 4, ["keydown", "x"], ["keyup", "x"]):
        user = subprocess.Popen(["xdotool", *keys])
        serve(app, lambda user=user: user.poll() is not None)
        serve(app, lambda: False, 2.0)
        settle(app)
        found.append(looking.way)
    app.close()
    return found


def selection() -> Any:
    """Select by keys and by mouse, in a field, in the line of a move and in a comment."""
    app = open_app(Session.new("boche", ("Anna Maria", "Bert"), size=3))
    app.desk.session.play("c:a1")
    seen: dict[str, Any] = {}
    app.clicks.act(Action("players"))
    settle(app)
    seen["none"] = chosen(app)
    press(app, "Shift+Home")
    seen["field"] = chosen(app)
    area = area_of(app)
    x, y = area.rect.x + 2 * area.size, area.rect.middle[1]
    for clicks in ("click", "double", "triple"):
        click(app, x, y)
        edit = app.desk.hud.form.edit if app.desk.hud.form is not None else None
        seen[clicks] = edit.selected if edit is not None else None
    app.events.pressed("left", area.rect.x + 1, y, ())
    app.events.dragged(area.rect.right - 1, y)
    app.events.released("left", area.rect.right - 1, y)
    settle(app)
    seen["drag"] = chosen(app)
    press(app, "Escape")
    press(app, "K")
    app.events.text("K")  # the letter on the key that opened it
    app.events.text("word " * 40)
    press(app, "Up")
    press(app, "Shift+Up")
    edit = app.desk.controller.table.writing.edit
    assert edit is not None
    seen["rows"] = len(edit.selected)
    seen["comment"] = chosen(app)
    app.close()
    return seen


def edits() -> Any:
    """Edit a comment at random; return how far its picture is from the same text set anew."""
    app = open_app(Session.new("boche", size=3))
    app.desk.session.play("c:a1")
    press(app, "K")
    app.events.text("K")
    chance, far = random.Random(5), []
    for _ in range(12):
        for _ in range(12):
            if chance.random() < 0.5:
                app.events.text("".join(chance.choices("abc   ", k=chance.randrange(1, 25))))
            else:
                press(app, chance.choice(KEYS))
        settle(app)
        press(app, "Ctrl+Home")
        before = whole(app)
        app.canvas.frame.painter.layouts.release()
        app.canvas.draw()
        far.append(apart(before, whole(app)))
    edit = app.desk.controller.table.writing.edit
    app.close()
    return {"far": far, "lines": edit.text.count("\n") if edit is not None else -1}


def last_break() -> Any:
    """Edit a comment before its final line break, whose empty row must stay.

    Returns the text's height and the row of its end, before and after, and how far its picture is
    from that of the same text set anew.
    """
    app = open_app(Session.new("boche", size=3))
    app.desk.session.play("c:a1")
    press(app, "K")
    app.events.text("K")
    app.events.text("one")
    press(app, "Shift+Enter")
    layouts, heights, ends = app.canvas.frame.painter.layouts, [], []
    for keys in (["Ctrl+Home", "x", "Ctrl+End"], ["Ctrl+Home", "Delete", "Ctrl+End"]):
        for key in keys:
            app.events.text(key) if len(key) == 1 else press(app, key)
        settle(app)
        heights.append(layouts.height(area_of(app)))
        ends.append(layouts.caret(area_of(app)).y - area_of(app).rect.y)
    before = whole(app)
    layouts.release()
    app.canvas.draw()
    far = apart(before, whole(app))
    anew = [layouts.height(area_of(app)), layouts.caret(area_of(app)).y - area_of(app).rect.y]
    app.close()
    return {"heights": heights, "ends": ends, "anew": anew, "far": far}


def below_board(game: str, folder: str = "") -> Any:
    """Read a hint, type a move that is none, and press Enter; return what of the board changes.

    With a ``folder`` the pictures are kept there.
    """
    app = open_app(Session.new(game))
    app.events.pointer_left()
    settle(app)
    texts = [text.text for page in app.desk.hud.frame.pages for text in page.texts]
    seen: dict[str, Any] = {"hint": any(text.startswith("Skip") for text in texts)}
    pictures = {"hint": whole(app)}
    app.events.key("/", ())
    app.events.text("/")
    app.events.text("zz")
    settle(app)
    pictures["typed"] = whole(app)
    press(app, "Enter")
    settle(app)
    pictures["refused"] = whole(app)
    seen["status"] = app.desk.controller.view().status
    press(app, "Escape")
    press(app, "Escape")
    settle(app)
    pictures["free"] = whole(app)
    area = app.desk.areas.board
    clear = part(pictures["free"], area)
    for name, each in pictures.items():  # the shadow of what lies below the board may fall on it
        far = abs(part(each, area).astype(int) - clear).max(axis=2)
        seen.setdefault("hidden", {})[name] = float((far > 60).mean())
    seen["shown"] = {name: apart(each, pictures["free"]) for name, each in pictures.items()}
    if folder:
        from PIL import Image

        for name, each in pictures.items():
            Image.fromarray(each).save(f"{folder}/{name}.png")
    app.close()
    return seen


def first_keys() -> Any:
    """Press an arrow key in a new game's dialog, and Tab at the end of a game.

    Returns what has the focus once it is opened by the mouse, and by a key, the game that is
    chosen, and the tones of the status line.
    """
    app = open_app(Session.new("boche"))
    hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits]
    focus = []
    click(app, *next(hit for hit in hits if hit.action == Action("command", "new")).rect.middle)
    for again in (True, False):
        form = app.desk.hud.open_form
        focus.append(form.focused.name if form is not None and form.focused is not None else "")
        if again:
            press(app, "Escape")
            press(app, "Ctrl+N")
    press(app, "Right")
    form = app.desk.hud.open_form
    seen: dict[str, Any] = {"game": form.values()["game"] if form is not None else ""}
    press(app, "Escape")
    for key in ("R", "Y", "Tab"):
        press(app, key)
    view = app.desk.controller.view()
    app.close()
    return {**seen, "focus": focus, "status": view.status, "tone": view.tone}
