"""Pages and figures of the game on the table: what each asks for, and how it is made."""

from __future__ import annotations

from pathlib import Path

from engine.atomic_write import write_file
from viewer.export.figure.files import KINDS, figure_file, figure_kind
from viewer.export.page.document import PageMaker
from viewer.export.page.game_data import Look
from viewer.export.page.story import Options
from viewer.games.registry import build_scene, camera_of
from viewer.hud.dialogs.model import Field
from viewer.hud.dialogs.share_model import Values
from viewer.renderer.style import palette_names
from viewer.scene.model import SceneOptions
from viewer.window.desk import Desk
from viewer.window.records.file_chooser import FileChooser
from viewer.window.sharing.making import Making, Steps
from viewer.window.sharing.names import path_of, suggested

PAGE = ".html"
VIEWS = (("top", "From above"), ("corner", "From a corner"))
PRINT = "print"
WIDTHS = tuple((width, f"{width} mm") for width in (60, 80, 120, 160))


class Pages:
    """Pages for browsers, of all variations of a record."""

    def __init__(self, desk: Desk, chooser: FileChooser, making: Making) -> None:
        self._desk, self._chooser, self._making = desk, chooser, making

    def fields(self, given: Values) -> list[Field]:
        """Where it begins, and its file."""
        path = suggested(self._chooser.folder, given.get("path"), PAGE, (PAGE,))
        return [
            Field("here", "flag", "Begin at this move", given.get("here", True),
                  tip="Else at the end of the main line"),
            Field("path", "text", "File", path, tip=f"a path: {PAGE}"),
        ]  # fmt: skip

    def told(self, given: Values) -> str:
        """What it is good for."""
        return "One file that opens in any browser, with all moves and comments, on a phone too."

    def begin(self, given: Values) -> None:
        """Begin to make the page. Raises ``BocheError``."""
        path, session, settings = (
            path_of(given["path"], PAGE),
            self._desk.session,
            self._desk.settings,
        )
        cursor = session.cursor
        on_main = cursor.node in session.record.main_line()
        played = sum(node.move is not None for node in cursor.node.path())
        move = played if given["here"] and on_main else -1
        look = Look(move, palette=settings.palette, options=Options(labels=settings.coordinates))
        maker = PageMaker([session.file.named], look)
        count = sum(1 for _ in session.record.nodes())
        self._making.begin("page", path, self._steps(path, maker), "Position", count)

    def _steps(self, path: Path, maker: PageMaker) -> Steps:
        for _ in maker.tell():
            yield
        write_file(str(path), maker.html().encode("utf-8", "replace"))


class Figures:
    """The position shown, as lines and areas."""

    def __init__(self, desk: Desk, chooser: FileChooser, making: Making) -> None:
        self._desk, self._chooser, self._making = desk, chooser, making

    def fields(self, given: Values) -> list[Field]:
        """How it is to look, and its file."""
        ending = given.get("kind", KINDS[0])
        path = suggested(self._chooser.folder, given.get("path"), ending, KINDS)
        colours = tuple((name, name.capitalize()) for name in (*palette_names(), PRINT))
        return [
            Field("kind", "choice", "Kind", ending,
                  choices=tuple((each, each[1:].upper()) for each in KINDS)),
            Field("view", "choice", "Seen", given.get("view", VIEWS[0][0]), choices=VIEWS),
            Field("colours", "choice", "Colours", given.get("colours", self._desk.settings.palette),
                  choices=colours, tip="print: black and white, hatched"),
            Field("width", "number", "Width", given.get("width", 80), choices=WIDTHS),
            Field("path", "text", "File", path, tip=f"a path: {', '.join(KINDS)}"),
        ]  # fmt: skip

    def told(self, given: Values) -> str:
        """What it is good for."""
        return "The position as lines and areas, sharp at any size: for print and for pages."

    def begin(self, given: Values) -> None:
        """Begin to draw the figure. Raises ``BocheError``."""
        path = path_of(given["path"], given["kind"])
        kind = figure_kind(path.name)
        self._making.begin("figure", path, self._steps(path, kind, dict(given)), "", 1)

    def _steps(self, path: Path, kind: str, given: Values) -> Steps:
        session, settings = self._desk.session, self._desk.settings
        last = session.cursor.last_move
        options = SceneOptions(last=last, labels=settings.coordinates)
        scene = build_scene(session.position, options)
        camera = camera_of(session.record.game, given["view"])
        data = figure_file(
            scene, camera, kind, palette=given["colours"],
            width=float(given["width"]), title=session.title,
        )  # fmt: skip
        write_file(str(path), data)
        yield
