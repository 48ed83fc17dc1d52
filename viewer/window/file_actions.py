"""What the window does beside playing: files, clipboard, settings, dialogs, full screen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BocheError
from engine.games.registry import find
from viewer.games.registry import view_of
from viewer.hud.dialogs import game_dialogs as gameforms
from viewer.hud.dialogs import seats as seatforms
from viewer.hud.dialogs.start_model import DISCARD, GoOn, StartForm
from viewer.session import SaveAsNeededError, Seat, Session
from viewer.storage.settings import Settings, with_recent, without_recent
from viewer.table import keys
from viewer.table.commands import command_for
from viewer.window.native_dialogs import FileDialog, ask_file
from viewer.window.recovery import Recovery
from viewer.window.unsaved_work import UnsavedWork

if TYPE_CHECKING:
    from viewer.window.app import App

POLL = 0.1  # seconds between two looks at a file dialog that is open


class FileActions:
    """What commands want of the window, see ``viewer.table.context.Window``, for one app."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._dialog: tuple[FileDialog, Callable[[str], None], Callable[[], None]] | None = None
        self.recovery = Recovery(app, self)
        self.unsaved = UnsavedWork(app, self)

    # -- keys

    def key(self, name: str, modifiers: tuple[str, ...]) -> None:
        """A key: for what is open in the HUD, else for the table."""
        app, pressed = self._app, keys.chord(name, modifiers)
        command = command_for(pressed, keys.BOARD)
        if self._edit(pressed):
            app.hud.dirty = True
        elif app.hud.modal and command is not None and command.anywhere:
            app.controller.command(command.name, app.now)
        else:
            writing = app.controller.table.writing
            typing = writing.entry is not None
            if app.hud.key(pressed, busy=typing or writing.question is not None):
                return
            app.controller.key(name, app.now, modifiers)
            if app.hud.modal or (not typing and writing.entry is not None):
                app.hud.opened_by(pressed)

    def _edit(self, pressed: str) -> bool:
        """What a text being typed needs from outside: the clipboard, and how its rows lie."""
        hud, writing = self._app.hud, self._app.controller.table.writing
        into = hud.open_form if hud.modal else writing if writing.question is None else None
        edit = into.edit if into is not None else None
        if into is None or edit is None:
            return False
        if pressed in ("Ctrl+C", "Ctrl+X"):
            if edit.selected:
                self._app.window.set_clipboard_text(edit.selected)
            if pressed == "Ctrl+X":
                into.put(edit.typed(""))
        elif pressed == "Ctrl+V":
            into.put(edit.typed(self._clipboard()))
        elif (at := hud.row_beside(pressed, edit)) is not None:
            into.put(edit.moved(at, select="Shift+" in pressed))
        else:
            return False
        return True

    def _say(self, text: str, error: bool = False) -> None:
        self._app.controller.table.say(text, error=error)

    # -- games

    def new(self) -> None:
        """Show the start screen."""
        record = self._app.session.record
        self.open_start("New game", record.game, record.options, list(record.players.values()))

    def open_start(self, title: str, game: str, options: Any, names: list[str]) -> None:
        """Show the start screen with a game chosen; names by order of play."""
        settings = self._app.settings
        kinds = (settings.first_player, settings.second_player)
        seats = [Seat(name, kind) for name, kind in zip(names, kinds, strict=True)]
        form = StartForm(game, options, seats, self._start, self._others(), self._go_on, title)
        self._app.hud.form = None
        self._app.hud.open(form.form)

    def _others(self) -> list[GoOn]:
        """What there is to go on with: games not saved, a file, the files last used."""
        found = self.recovery.entries()
        found.append(GoOn("open", "", "Open a record", "Open a record  (Ctrl+O)"))
        recent = [Path(name) for name in self._app.settings.recent if os.path.exists(name)]
        return found + [GoOn("file", str(path), path.name, str(path)) for path in recent[:3]]

    def _go_on(self, chosen: GoOn) -> None:
        """Do what was chosen instead of a new game. Raises ``BocheError``."""
        if chosen.kind == "lost":
            self.recovery.take_up(chosen.what)
        elif chosen.kind == DISCARD:
            self.recovery.discard(chosen.what)
            self.new()
        elif chosen.kind == "file":
            self.open_path(chosen.what)
        else:
            self._app.hud.form = None
            self.open()

    def _start(self, game: str, options: dict[str, Any], seats: dict[str, Seat]) -> None:
        rules, app = find(game), self._app
        session = Session.new(game, seats=seats, **options)
        first, second = (seats[colour].player for colour in rules.colours)
        kept = replace(app.settings, game=game, first_player=first, second_player=second)
        if kept != app.settings:
            app.set_settings(kept)
        warnings = rules.warnings(rules.complete(options))
        self.replace_with(session, warnings)

    def dialog(self, name: str) -> None:
        """Open a dialog that no command opens."""
        if name == "players":
            seats = self._app.session.seats
            self._app.hud.open(seatforms.players(seats, self._app.computer.set_seats))

    def replace_with(self, session: Session, lines: list[str] | None = None) -> None:
        """Put another record on the table, once it is settled what becomes of this one."""
        self.settle(lambda: self.swap_for(session, lines or []))

    def settle(self, then: Callable[[], None]) -> None:
        """Do something that ends this game, once it is settled what becomes of its changes."""
        old = self._app.session
        if not old.modified:
            then()
            return

        def answer(pressed: str) -> None:
            try:
                if pressed == "save":
                    self.save_then(then)
                elif pressed == "leave":
                    then()
            except BocheError as error:
                self._say(str(error), error=True)

        text = f"{old.name} has changes that no file has."
        buttons = (("save", "Save"), ("leave", "Do not save"), gameforms.CANCEL)
        self._app.hud.form = None  # a file may have been dropped while it was open
        self._app.hud.open(gameforms.ask("Save this game?", text, buttons, answer))

    def swap_for(self, session: Session, lines: list[str], *, kept: bool = False) -> None:
        """Put another record on the table; what was there is let go of.

        Raises ``ViewError`` for a game that cannot be shown; then nothing has changed.
        """
        view_of(session.record.game)
        self._app.session.close(discard=True)
        self._app.hud.form = None  # a file may have been dropped while it was open
        self._app.take(session, kept=kept)
        self._app.say_all(lines)

    # -- files

    def open(self) -> None:
        """Ask for a record and open it."""
        start = self._app.session.path or self._folder()
        self._ask("Open a record", start, False, self.open_path)

    def open_path(self, name: str) -> None:
        """Open a record. Raises ``BocheError`` where it cannot be read."""
        path = Path(os.path.expanduser(name))
        app = self._app
        try:
            session = Session.open(path)
        except BocheError as error:
            if not os.path.exists(path):
                app.set_settings(without_recent(app.settings, path))
            raise error
        app.set_settings(with_recent(app.settings, path))
        self.replace_with(session, session.problems[:1])

    def save(self) -> None:
        """Save, under a new name where it has none yet."""
        self.save_then(lambda: None)

    def save_then(self, then: Callable[[], None]) -> None:
        """Save, under a new name where it has none yet; do something once that is done."""
        session = self._app.session
        try:
            self._saved(session.save(), session.path, then)
        except SaveAsNeededError as error:
            if session.path is not None:
                self._say(str(error), error=True)
            self.save_as_then(then)

    def save_as(self) -> None:
        """Save under a new name."""
        self.save_as_then(lambda: None)

    def save_as_then(self, then: Callable[[], None]) -> None:
        """Save under a new name; do something once that is done."""
        session = self._app.session
        start = session.path or self._folder() / _file_name(session)

        warned: list[Path] = []

        def take(name: str) -> None:
            path = Path(os.path.expanduser(name))
            path = path if path.suffix else path.with_suffix(".sgf")
            if (
                self._dialog is None
                and os.path.exists(path)
                and path not in [session.path, *warned]
            ):
                warned.append(path)  # the system's own dialogs have asked already
                raise BocheError(f"{path.name} is there already: Save again to replace it")
            self._saved(session.save_as(path), path, then)

        self._ask("Save the record", start, True, take)

    def _saved(self, lost: list[str], path: Path | None, then: Callable[[], None]) -> None:
        app = self._app
        if path is not None:
            app.set_settings(with_recent(app.settings, path))
        if lost:
            self._say(lost[0], error=True)
            return
        self._say(f"saved: {path}")
        then()

    def _folder(self) -> Path:
        recent = self._app.settings.recent
        folder = Path(recent[0]).parent if recent else Path.cwd()
        return folder if os.path.isdir(folder) else Path(os.path.expanduser("~"))

    def _ask(self, title: str, start: Path, save: bool, take: Callable[[str], None]) -> None:
        """Ask for a file with the system's dialog, or in the window."""

        def plainly() -> None:
            recent = [] if save else [r for r in self._app.settings.recent if os.path.exists(r)][:6]
            text = str(start) if save or os.path.isfile(start) else ""
            button = "Save" if save else "Open"
            self._app.hud.open(gameforms.path(title, button, text, recent, take))

        if self._dialog is not None:
            self._dialog[0].close()
        dialog = ask_file(title, start, save=save)
        self._dialog = (dialog, take, plainly) if dialog is not None else None
        if dialog is None:
            plainly()

    def wakeups(self) -> list[float]:
        """When ``tick`` is wanted."""
        return self.unsaved.wakeups() + ([self._app.now + POLL] if self._dialog is not None else [])

    def tick(self) -> None:
        """Look whether a file dialog has been answered, and after the safety of the work."""
        self.unsaved.tick()
        if self._dialog is None:
            return
        dialog, take, plainly = self._dialog
        try:
            chosen = dialog.poll()
        except OSError:
            self._dialog = None
            plainly()
            return
        if chosen is not None:
            self._dialog = None
            if chosen:
                take(chosen)

    def end(self) -> None:
        """Close what is open outside of the window."""
        if self._dialog is not None:
            self._dialog[0].close()

    # -- clipboard

    def copy(self) -> None:
        """Copy the whole record."""
        self._app.window.set_clipboard_text(self._app.session.to_sgf())
        self._say("the record is on the clipboard")

    def paste(self) -> None:
        """Paste a record, or moves that go on from here. Raises ``BocheError``."""
        found = self._app.session.paste(self._clipboard())
        if isinstance(found, Session):
            self.replace_with(found, found.problems[:1])
        else:
            count = len(found)
            self._say(f"{count} move{'s' if count != 1 else ''} pasted")

    def _clipboard(self) -> str:
        try:
            return str(self._app.window.get_clipboard_text() or "")
        except Exception:  # whoever holds the clipboard may be gone
            return ""

    # -- pictures

    def screenshot(self) -> None:
        """Ask where to put a picture, and how large."""
        name = time.strftime("boche-%Y%m%d-%H%M%S.png")
        self._app.hud.open(gameforms.picture(str(self._folder() / name), self.write_picture))

    def write_picture(self, name: str, size: str, panels: bool) -> None:
        """Write a picture of the table, or of the whole window. Raises ``BocheError``."""
        from viewer.window.snapshot import table_png, window_png

        if not name:
            raise BocheError("type the path of a PNG file")
        from engine.atomic_write import write_file

        app, path = self._app, Path(os.path.expanduser(name))
        path = path if path.suffix else path.with_suffix(".png")
        if panels:
            app.hud.form = None
            app.draw()
            data = window_png(app)
        else:
            data = table_png(app, size)
        write_file(path, data, keeping=True)
        self._say(f"saved: {path}")

    # -- window

    def settings(self) -> None:
        """Open the settings."""
        from viewer.renderer.style import palette_names

        def change(settings: Settings, keep: bool) -> None:
            names = ("recent", "window_size", "game", "first_player", "second_player")
            kept = {name: getattr(self._app.settings, name) for name in names}
            self._app.set_settings(replace(settings, **kept), keep)

        self._app.hud.open(gameforms.settings(self._app.settings, palette_names(), change))

    def toggle(self, name: str) -> None:
        """Turn a setting on or off."""
        settings = self._app.settings
        changed: dict[str, Any] = {name: not getattr(settings, name)}
        self._app.set_settings(replace(settings, **changed))

    def fullscreen(self) -> None:
        """Fill the screen, or no longer."""
        self._app.window.toggle_fullscreen()
        self._app.changed()

    def help(self) -> None:
        """Show all keys."""
        self._app.hud.show_help()

    def quit(self) -> None:
        """Close the window; what is not saved stays in the autosave, or it is asked about."""
        self.unsaved.leave()


def _file_name(session: Session) -> str:
    names = [name for name in session.record.players.values() if name]
    plain = "-".join(names) or session.record.game
    kept = "".join(c if c.isalnum() or c in "-_" else "_" for c in plain)
    return f"{kept[:60]}.sgf"
