"""The keyboard: keys go to the HUD's open parts, else to the table."""

from __future__ import annotations

from functools import partial

from boche.viewer.hud.dialogs.model import Form
from boche.viewer.table import keys
from boche.viewer.table.commands import command_for, is_used
from boche.viewer.table.prompt import Writing
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.clipboard import Clipboard


class Keyboard:
    """The dispatcher of one window's keys."""

    def __init__(self, desk: Desk, clipboard: Clipboard) -> None:
        self._desk, self._clipboard = desk, clipboard
        self._meant: dict[str, str] = {}

    def key(self, name: str, modifiers: tuple[str, ...], others: tuple[str, ...] = ()) -> None:
        """Handle a key press or its repetition.

        ``others`` are what else the key may stand for; it is the first that means anything here.
        """
        own = name
        name, modifiers = meant(name, modifiers, others)
        self._meant[own] = name
        hud, pressed = self._desk.hud, keys.chord(name, modifiers)
        command = command_for(pressed, keys.BOARD)
        if self._edit(pressed):
            hud.dirty = True
        elif hud.modal and command is not None and command.anywhere:
            self._desk.controller.command(command.name, self._desk.now)
        else:
            self._to_hud_or_table(name, modifiers, own)

    def released(self, name: str) -> None:
        """Handle the release of a key by the first of its names."""
        self._desk.controller.key_released(self._meant.pop(name, name), self._desk.now)

    def _to_hud_or_table(self, name: str, modifiers: tuple[str, ...], own: str) -> None:
        pressed = keys.chord(name, modifiers)
        hud, controller = self._desk.hud, self._desk.controller
        writing = controller.table.writing
        typing = writing.entry is not None
        table = controller.table  # a lesson or the editor hides the hints of the first start
        teaching = table.teaching is not None or table.setup is not None
        busy = typing or teaching or writing.question is not None
        chosen = table.selection.target is not None or table.trial is not None
        begun = table.selection.is_begun  # Escape takes it back, and Enter chooses what is next
        busy |= begun and pressed in ("Enter", "Escape")
        busy |= pressed == "Enter" and (chosen or bool(table.selection.asked))
        if hud.key(pressed, busy=busy):
            return
        if name != own and pressed in keys.SIGNS and not typing:
            controller.text(name, self._desk.now)  # the key itself types something else
        else:
            controller.key(name, self._desk.now, modifiers)
        if hud.modal or (not typing and writing.entry is not None):
            hud.opened_by(pressed if name == own else own)

    def _insert(self, into: Form | Writing, text: str) -> None:
        """Insert a pasted text into what is being written, if it is still open."""
        open_now = (self._desk.hud.open_form, self._desk.controller.table.writing)
        edit = into.edit
        if edit is not None and any(into is each for each in open_now):
            into.put(edit.typed(text))
            self._desk.hud.dirty = True

    def _edit(self, pressed: str) -> bool:
        """Edit a typed text by what it cannot do itself: the clipboard, and moves between rows.

        Return whether the key was such an edit.
        """
        hud, writing = self._desk.hud, self._desk.controller.table.writing
        into = hud.open_form if hud.modal else writing if writing.question is None else None
        into = None if hud.help.open else into
        edit = into.edit if into is not None else None
        if into is None or edit is None:
            return False
        if pressed in ("Ctrl+C", "Ctrl+X"):
            form = hud.open_form
            if form is not None and form.focused is not None and form.focused.hidden:
                return True
            if edit.selected:
                self._clipboard.put(edit.selected)
            if pressed == "Ctrl+X":
                into.put(edit.typed(""))
        elif pressed == "Ctrl+V":
            self._clipboard.read(partial(self._insert, into))
        elif (at := hud.row_beside(pressed, edit)) is not None:
            into.put(edit.moved(at, select="Shift+" in pressed))
        else:
            return False
        return True


def meant(
    name: str, modifiers: tuple[str, ...], others: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """Return which of its names a key is pressed for, and with which modifiers.

    Digits that need Shift on the user's keyboard count without it.
    """
    bare = tuple(each for each in modifiers if each != "shift")
    for each in (name, *others):
        for held in (modifiers, bare) if each.isdecimal() else (modifiers,):
            if is_used(keys.chord(each, held)):
                return each, held
    return name, modifiers
