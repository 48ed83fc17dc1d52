"""The dialog of files being made, for those who use keys: what the card on the board does."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.hud.pages.works import WorkView
from boche.viewer.window.desk import Desk
from boche.viewer.window.sharing.file_jobs import Works

MOST = 8
"""Lines seen at once."""


class WorksDialog:
    """The dialog of one desk's files, which follows what becomes of them while it is open."""

    def __init__(self, desk: Desk, works: Works) -> None:
        self._desk, self._works = desk, works
        self._form: Form | None = None
        works.changed = self._follow

    def ask(self) -> None:
        """Open the dialog; say so if there are no files."""
        if not self._works.shown:
            self._desk.refuse(tr("no file is being made, and none was made since the start"))
            return
        newest = self._works.shown[-1].number
        self._form = Form("works", tr("Files being made"), [], (), lambda given: self._fit())
        self._form.fields = [self._list(newest)]
        self._fit()
        self._form.focus_on(0)
        self._desk.hud.open(self._form)

    def _follow(self) -> None:
        """Show how far the files are now."""
        if self._form is not None and self._desk.hud.open_form is self._form:
            self._fit()

    def _list(self, number: int) -> Field:
        rows = tuple((each.number, _line(each)) for each in self._works.shown)
        chosen = number if any(number == each for each, _ in rows) else None
        return Field("file", "list", "", chosen, choices=rows, picks=True, rows=MOST)

    def _fit(self) -> None:
        """Fit the list and the buttons to the files, and to the one that is chosen."""
        form, works = self._form, self._works
        assert form is not None
        form.refit([self._list(form.fields[0].value)])
        number = form.fields[0].value
        work = next((each for each in works.shown if each.number == number), None)
        close = Button("cancel", tr("Close"))
        if work is not None and work.done:
            form.buttons = (
                Button("open", tr("Open"), lambda given: works.open(given["file"])),
                Button("copy", tr("Copy the path"), lambda given: works.copy(given["file"])),
                close,
            )
        elif work is not None and not work.failed:
            form.buttons = (close, Button("stop", tr("Stop"), self._stop, stays=True))
        else:
            form.buttons = (close,)
        self._desk.hud.dirty = True

    def _stop(self, given: Values) -> None:
        self._works.stop(given["file"])


def _line(work: WorkView) -> str:
    return f"{work.name}: {work.told}"
