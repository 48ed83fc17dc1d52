"""The ways to pass on the game on the table, as data for their dialog."""

from __future__ import annotations

from collections.abc import Callable

from viewer.hud.dialogs.game_dialogs import picture_fields
from viewer.hud.dialogs.model import Field
from viewer.hud.dialogs.share_model import ShareForm, Values, Way
from viewer.window.desk import Desk
from viewer.window.pictures import Pictures
from viewer.window.records.clipboard import Clipboard
from viewer.window.sharing.drawing_up import Figures, Pages
from viewer.window.sharing.filming import Filming

CLIPBOARD, FILE = "clipboard", "file"


class Sharing:
    """Passes on what is on one desk."""

    def __init__(
        self,
        desk: Desk,
        clipboard: Clipboard,
        save: Callable[[], None],
        pictures: Pictures,
        filming: Filming,
        pages: Pages,
        figures: Figures,
    ) -> None:
        """``save`` asks for a file to save the record in."""
        self._desk = desk
        self._ways = (
            _record(clipboard.copy, save),
            Way("picture", "Picture", "Save the picture",
                lambda given: picture_fields(str(pictures.start), given),
                lambda given: pictures.write(
                    given["path"].strip(), given["size"], given["panels"])),
            Way("film", "Film", "Make the film",
                filming.fields, filming.begin, filming.told),
            Way("page", "Page", "Make the page", pages.fields, pages.begin, pages.told),
            Way("figure", "Figure", "Draw the figure", figures.fields, figures.begin, figures.told),
        )  # fmt: skip

    def ask(self, way: str = "") -> None:
        """Ask in which way, and do it; ``way`` is the one that is offered first."""
        self._desk.hud.open(ShareForm(self._ways, way).form)


def _record(copy: Callable[[], None], save: Callable[[], None]) -> Way:
    """The record, as text or as a file."""

    def fields(given: Values) -> list[Field]:
        places = ((CLIPBOARD, "Clipboard"), (FILE, "File"))
        return [Field("to", "choice", "To", given.get("to", CLIPBOARD), choices=places)]

    def told(given: Values) -> str:
        if given["to"] == FILE:
            return "A file that this table and other programs open."
        return "Text that can be pasted anywhere, and back into the table with Ctrl+V."

    def do(given: Values) -> None:
        (save if given["to"] == FILE else copy)()

    return Way("record", "Record", "Share the record", fields, do, told)
