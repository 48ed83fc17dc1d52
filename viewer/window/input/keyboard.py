"""The keyboard: keys go to the HUD's open parts, else to the table."""

from __future__ import annotations

from boche.viewer.table import keys
from boche.viewer.table.commands import command_for
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.clipboard import Clipboard


class Keyboard:
    """The dispatcher of one window's keys."""

    def __init__(self, desk: Desk, clipboard: Clipboard) -> None:
        self._desk, self._clipboard = desk, clipboard

    def key(self, name: str, modifiers: tuple[str, ...]) -> None:
        """Handle a key press or its repetition."""
        hud, pressed = self._desk.hud, keys.chord(name, modifiers)
        command = command_for(pressed, keys.BOARD)
        if self._edit(pressed):
            hud.dirty = True
        elif hud.modal and command is not None and command.anywhere:
            self._desk.controller.command(command.name, self._desk.now)
        else:
            self._to_hud_or_table(name, modifiers, pressed)

    def _to_hud_or_table(self, name: str, modifiers: tuple[str, ...], pressed: str) -> None:
        hud, controller = self._desk.hud, self._desk.controller
        writing = controller.table.writing
        typing = writing.entry is not None
        table = controller.table  # a lesson or the editor hides the hints of the first start
        teaching = table.teaching is not None or table.setup is not None
        busy = typing or teaching or writing.question is not None
        chosen = table.selection.target is not None or table.trial is not None
        busy |= pressed == "Enter" and chosen
        if hud.key(pressed, busy=busy):
            return
        controller.key(name, self._desk.now, modifiers)
        if hud.modal or (not typing and writing.entry is not None):
            hud.opened_by(pressed)

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
            into.put(edit.typed(self._clipboard.text()))
        elif (at := hud.row_beside(pressed, edit)) is not None:
            into.put(edit.moved(at, select="Shift+" in pressed))
        else:
            return False
        return True
