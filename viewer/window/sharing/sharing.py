"""The ways to share the game on the table, as data for their dialog."""

from __future__ import annotations

from collections.abc import Callable

from boche.engine.languages.current import tr, tr_word
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.hud.dialogs.share_model import ShareForm, Values, Way
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.clipboard import Clipboard
from boche.viewer.window.sharing.documents import Figures, Pages
from boche.viewer.window.sharing.films import Filming
from boche.viewer.window.sharing.names import size_told
from boche.viewer.window.sharing.previews import Previews
from boche.viewer.window.sharing.screenshots import Shooting

CLIPBOARD, FILE = "clipboard", "file"


class Sharing:
    """The sharing of one desk's game."""

    def __init__(
        self,
        canvas: Canvas,
        clipboard: Clipboard,
        save: Callable[[], None],
        shooting: Shooting,
        filming: Filming,
        pages: Pages,
        figures: Figures,
    ) -> None:
        """Set it up; ``save`` asks for a file and saves the record."""
        desk = self._desk = canvas.desk
        self._ways = (
            _record(desk, clipboard.copy, save),
            Way("picture", tr("Picture"), tr("Save the picture"),
                shooting.fields, shooting.do, shooting.told),
            Way("film", tr("Film"), tr("Make the film"),
                filming.fields, filming.begin, filming.told),
            Way("page", tr("Page"), tr("Make the page"), pages.fields, pages.begin, pages.told),
            Way("figure", tr("Figure"), tr("Draw the figure"), figures.fields, figures.begin,
                figures.told),
        )  # fmt: skip
        self.previews = Previews(canvas, {
            "picture": shooting.preview, "film": filming.preview,
            "page": pages.preview, "figure": figures.preview,
        })  # fmt: skip

    def ask(self, way: str = "") -> None:
        """Ask for the way to share, and do it; ``way`` is chosen at first."""
        asked = ShareForm(self._ways, way)
        self._desk.hud.open(asked.form)
        self.previews.follow(asked)


def _record(desk: Desk, copy: Callable[[], None], save: Callable[[], None]) -> Way:
    """Return the way that shares the record, as text or as a file."""

    def fields(given: Values) -> list[Field]:
        places = ((CLIPBOARD, tr("Clipboard")), (FILE, tr("File")))
        return [Field("to", "choice", tr_word("To"), given.get("to", CLIPBOARD), choices=places)]

    def told(given: Values) -> str:
        about = size_told(len(desk.session.file.text().encode()))
        if given["to"] == FILE:
            return tr("A file of {about} that this table and other programs open.", about=about)
        return tr(
            "{about} of text that can be pasted anywhere, and back into the table with Ctrl+V.",
            about=about,
        )

    def do(given: Values) -> None:
        (save if given["to"] == FILE else copy)()

    return Way("record", tr("Record"), tr("Share the record"), fields, do, told,
               lambda: desk.session.file.text())  # fmt: skip
