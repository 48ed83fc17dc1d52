"""Windows with a failing disk: each function in a process of its own."""

from __future__ import annotations

import resource
from typing import Any

from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Session
from boche.viewer.table.commands import COMMANDS, NEW, OPEN, SAVE_AS, SETTINGS
from boche.viewer.table.lesson_commands import FIRST_GAME
from boche.viewer.table.training_commands import LEAVE_DONE
from boche.viewer.window.app import App
from tests.e2e.window.served import Image, open_app, part, serve, settle, whole


def fill_disk(full: bool) -> None:
    """Stop this process's files from growing, or let them grow again."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (0 if full else hard, hard))


def type_move(app: App, move: str) -> None:
    before = len(app.desk.session.cursor.moves)
    app.events.text("/")
    for letter in move:
        app.events.text(letter)
    app.events.key("Enter", ())
    settle(app)
    assert len(app.desk.session.cursor.moves) == before + 1, app.desk.controller.view().status


def red(app: App) -> int:
    """Return how many pixels of the status line have the colour of errors."""
    from boche.viewer.hud.widgets.theme import look_of

    colour = look_of(app.desk.settings.theme).danger[:3]
    image: Image = part(whole(app), app.desk.hud.areas.status)
    return int((abs(image.astype(int) - colour).max(axis=2) < 12).sum())


def pressed(app: App) -> str:
    """Return the title of the current question or of the open dialog."""
    asked = app.desk.controller.view().question or app.desk.hud.open_form
    return asked.title if asked is not None else ""


def full(path: str) -> Any:
    """Fill the disk for some moves, ask to leave, and free it again."""
    app = open_app(Session.new("boche", size=3))
    type_move(app, "c:a1")
    seen: dict[str, Any] = {"before": red(app)}
    fill_disk(True)
    type_move(app, "a:b1")
    seen["first"], seen["told"] = red(app), app.desk.controller.view().status
    type_move(app, "c:c1")
    for _ in range(3):
        app.events.pointer_moved(*app.desk.hud.areas.board.middle)
        app.desk.controller.table.writing.forget()
        settle(app)
    seen["later"], seen["why"] = red(app), app.desk.session.safety.problem
    x, y = app.desk.hud.areas.status.x, app.desk.hud.areas.status.middle[1]
    hit = app.desk.hud.frame.hit(x + 30, y)
    seen["clickable"] = hit is not None and hit.action == Action("command", "save_as")
    app.desk.window.dispatch_event("on_close")
    settle(app)
    seen["asked"], seen["buttons"] = pressed(app), dialog(app)
    app.events.key("Escape", ())
    settle(app)
    seen["stays"] = not app.desk.closed
    fill_disk(False)
    seen["again"] = serve(app, lambda: not app.desk.session.safety.problem, 15.0)
    settle(app)
    seen["after"] = red(app)
    fill_disk(True)
    type_move(app, str(app.desk.session.position.legal_moves()[0]))
    seen["moves"] = app.desk.session.cursor.moves
    app.events.key("Q", ("ctrl",))
    seen["asked_again"] = pressed(app)
    app.events.key("Enter", ())
    form = app.desk.hud.open_form
    assert form is not None
    form.fields[0].value = path
    app.events.key("Enter", ())
    seen["refused"] = form.problem
    fill_disk(False)
    app.events.key("Enter", ())
    seen["closed"] = app.desk.closed
    return seen


def dialog(app: App) -> list[str]:
    """Return the answers to the current question."""
    question = app.desk.controller.view().question
    return [each.label for each in question.answers] if question is not None else []


def only_a_comment() -> Any:
    """Replace a game that has only a comment on its start, or a name: both need a question."""
    app = open_app(Session.new("boche", size=3))
    app.desk.session.edits.set_comment("think of the corner")
    app.exchange.replace_with(Session.new("boche", size=2))
    seen: dict[str, Any] = {"asked": pressed(app)}
    app.events.key("Escape", ())
    settle(app)
    seen["comment"] = app.desk.session.record.root.comment
    app.desk.session.edits.undo()
    app.desk.session.edits.set_player("light", "Anna")
    app.exchange.replace_with(Session.new("boche", size=2))
    seen["asked_for_name"] = pressed(app)
    app.events.key("Escape", ())
    app.close()
    return seen


def one_gone() -> Any:
    """Recover the first of several unsaved games elsewhere; the others stay on the start screen."""
    from boche.viewer.storage.autosave import recover, recoverable
    from boche.viewer.storage.settings import load_settings

    settings, problems = load_settings()
    app = App(Session.new("boche", size=3), settings, problems, choose=True)
    app.open()
    settle(app)
    form = app.desk.hud.open_form
    assert form is not None
    names = [each.what for each, _ in lines(app) if each.kind == "lost"]
    lost = next(each for each in recoverable() if each.file.name == names[0])
    elsewhere = recover(lost)  # as another window does
    choose(app, names[0])
    seen: dict[str, Any] = {"count": len(names), "problem": form.problem}
    form.press(f"discard{names[0]}")
    seen["discard"] = form.problem
    form.press(f"discard{names[1]}")
    seen["left"] = [each.what for each, _ in lines(app) if each.kind == "lost"] == [
        names[0], *names[2:]]  # fmt: skip
    app.events.key("Escape", ())
    app.desk.session.edits.set_comment("think of the corner")
    app.events.key("N", ("ctrl",))
    choose(app, names[2])
    seen["asked"] = pressed(app)
    app.events.key("Escape", ())
    settle(app)
    seen["kept"] = app.desk.session.record.root.comment
    app.events.key("Z", ("ctrl",))
    settle(app)
    app.events.key("N", ("ctrl",))
    choose(app, names[2])
    settle(app)
    seen["taken"] = app.desk.session.cursor.moves
    app.events.key("Z", ("ctrl",))
    settle(app)
    seen["undone"] = app.desk.session.cursor.moves
    elsewhere.safety.close()
    app.close()
    return seen


def lines(app: App) -> Any:
    assert app.desk.hud.open_form is not None
    choices = [each for field in app.desk.hud.open_form.fields for each in field.choices]
    return [(what, label) for what, label in choices if hasattr(what, "kind")]


def choose(app: App, name: str) -> None:
    """Click a line of the start screen."""
    settle(app)
    hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits if hit.action]
    lost = [hit.rect for hit in hits if name in str(hit.action) and hit.area is None]
    x, y = lost[0].middle
    app.events.pressed("left", x, y, ())
    app.events.released("left", x, y)


def promised(answer: str) -> Any:
    """Recover a game whose other player is a program."""
    app = open_app(Session.new("boche", size=3))
    assert pressed(app) == "A game was not saved"
    app.events.key("Enter", ())
    settle(app)
    seen: dict[str, Any] = {"asked": pressed(app), "buttons": dialog(app)}
    question = app.desk.controller.view().question
    assert question is not None
    seen["text"] = question.text
    app.events.key(answer, ())
    serve(app, lambda: len(app.desk.session.cursor.moves) > 1, 4.0)
    seen["moves"] = len(app.desk.session.cursor.moves)
    seen["seats"] = [seat.player for seat in app.desk.session.seats.values()]
    app.close()
    return seen


def starts() -> Any:
    """Open the window; return its status, and try a new game and several dialogs."""
    app = open_app(Session.new("boche", size=2))
    view = app.desk.controller.view()
    seen: dict[str, Any] = {"status": view.status, "error": view.tone != "said"}
    seen["form"] = pressed(app)
    windows = {each for each in COMMANDS if each.action is None} | {FIRST_GAME, LEAVE_DONE}
    seen["without a handler"] = [each.name for each in windows ^ set(app.commands)]
    while pressed(app):
        app.events.key("Escape", ())
        settle(app)
    asked = [app.commands[each] for each in (NEW, OPEN, SETTINGS, SAVE_AS)]
    for action in (lambda: app.clicks.act(Action("players")), *asked):
        action()
        settle(app)
        app.events.key("Escape", ())
        settle(app)
    app.close()
    return seen
