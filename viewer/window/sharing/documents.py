"""Pages and figures of the game on the table: their fields, and how they are made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from boche.engine.atomic_write import write_file
from boche.engine.languages.current import tr, tr_later
from boche.engine.record.marks import marks_of
from boche.viewer.export.figure.drawing import MARGIN
from boche.viewer.export.figure.drawing import framed as page_camera
from boche.viewer.export.figure.files import KINDS, figure_file, figure_kind, most_bytes
from boche.viewer.export.images import Image, framed
from boche.viewer.export.page.document import PageMaker, estimated_bytes
from boche.viewer.export.page.game_data import Look
from boche.viewer.export.page.move_tree import Options
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.hud.dialogs.model import Field, localized
from boche.viewer.hud.dialogs.share_model import Values
from boche.viewer.renderer.style import Style, palette_names
from boche.viewer.scene.model import Scene, SceneOptions
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.sharing.file_jobs import Kind, Making, Steps
from boche.viewer.window.sharing.names import path_of, size_told, suggested
from boche.viewer.window.sharing.studio import Studio

PAGE = ".html"
VIEWS = (("top", tr_later("From above")), ("corner", tr_later("From a corner")))
PRINT = "print"
COLOURS = (tr_later("Blue"), tr_later("Classic"), tr_later("Safe"), tr_later("Print"))
"""The names of the palettes that come with the program, and of print, as titles."""
ROOM = (320, 240)
"""The size of a preview in pixels."""
WIDTHS = tuple((width, f"{width} mm") for width in (60, 80, 120, 160))

PAGE_FILE = Kind(
    tr_later("The page is being made"),
    tr_later("the page was cancelled; nothing was saved"),
    tr_later("Position {done} of {count}. Escape, or a click here, stops it."),
)
FIGURE = Kind(
    tr_later("The figure is being made"),
    tr_later("the figure was cancelled; nothing was saved"),
)


class Pages:
    """The web pages of a record with all its variations."""

    def __init__(self, desk: Desk, chooser: FileChooser, making: Making) -> None:
        self._desk, self._chooser, self._making = desk, chooser, making

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the first position, and the file."""
        path = suggested(self._chooser.folder, given.get("path"), PAGE, (PAGE,))
        return [
            Field("here", "flag", tr("Begin at this move"), given.get("here", True),
                  tip=tr("Else at the end of the main line")),
            Field("path", "text", tr("File"), path, tip=tr("a path: {endings}", endings=PAGE)),
        ]  # fmt: skip

    def description(self, given: Values) -> str:
        """Return what a page is good for, and its approximate size."""
        nodes = list(self._desk.session.record.nodes())
        letters = sum(len(node.comment) for node in nodes)
        about = size_told(estimated_bytes(len(nodes), letters))
        return tr(
            "One file that opens in any browser, with all moves and comments, "
            "on a phone too. About {about}.",
            about=about,
        )

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield the board as the page draws it at first."""
        session, settings = self._desk.session, self._desk.settings
        look = self._look(given)
        node = session.record.main_line()[-1] if look.move < 0 else session.cursor.node
        position = session.positions.at(node)
        options = SceneOptions(
            last=str(node.move or "") or None, labels=settings.coordinates, drawn=marks_of(node)
        )
        scene = build_scene(position, options)
        yield None
        camera = framed(scene, camera_of(session.record.game_name, look.view), ROOM)
        style = Style(look.palette, settings.theme)
        yield studio.draw(scene, camera, style, ROOM)[::-1, :, :3]

    def _look(self, given: Values) -> Look:
        """Return the start of the page and its options."""
        session, settings = self._desk.session, self._desk.settings
        cursor = session.cursor
        on_main = cursor.node in session.record.main_line()
        played = sum(node.move is not None for node in cursor.node.path())
        move = played if given["here"] and on_main else -1
        return Look(move, palette=settings.palette, options=Options(labels=settings.coordinates))

    def begin(self, given: Values) -> None:
        """Start to make the page. Raises ``BocheError``."""
        path, session = path_of(given["path"], PAGE), self._desk.session
        maker = PageMaker([session.file.named], self._look(given))
        count = sum(1 for _ in session.record.nodes())
        self._making.begin(PAGE_FILE, path, self._steps(path, maker), count)

    def _steps(self, path: Path, maker: PageMaker) -> Steps:
        for _ in maker.tell():
            yield
        write_file(str(path), maker.html().encode("utf-8", "replace"))


class Figures:
    """Vector figures of the current position."""

    def __init__(self, desk: Desk, chooser: FileChooser, making: Making) -> None:
        self._desk, self._chooser, self._making = desk, chooser, making
        self._counted: tuple[tuple[object, ...], float, int] | None = None

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the figure's look, and its file."""
        ending = given.get("kind", KINDS[0])
        path = suggested(self._chooser.folder, given.get("path"), ending, KINDS)
        colours = tuple((name, tr(name.capitalize())) for name in (*palette_names(), PRINT))
        return [
            Field("kind", "choice", tr("Kind"), ending,
                  choices=tuple((each, each[1:].upper()) for each in KINDS)),
            Field("view", "choice", tr("Seen"), given.get("view", VIEWS[0][0]),
                  choices=localized(VIEWS)),
            Field("colours", "choice", tr("Colours"),
                  given.get("colours", self._desk.settings.palette),
                  choices=colours, tip=tr("print: black and white, hatched")),
            Field("width", "number", tr("Width"), given.get("width", 80), choices=WIDTHS),
            Field("path", "text", tr("File"), path,
                  tip=tr("a path: {endings}", endings=", ".join(KINDS))),
        ]  # fmt: skip

    def description(self, given: Values) -> str:
        """Return what a figure is good for, and its approximate size."""
        told = tr("The position as lines and areas, sharp at any size: for print and for pages.")
        if self._counted is None or self._counted[0] != self._key(given):
            return told
        about = tr(
            "About {width} x {height} mm, and at most about {most}.", width=given["width"],
            height=round(given["width"] / self._counted[1]), most=size_told(self._counted[2]),
        )  # fmt: skip
        return f"{told} {about}"

    def _key(self, given: Values) -> tuple[object, ...]:
        """Return everything that the figure's size depends on, except its width."""
        return self._desk.session.cursor.node, given["view"]

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield the position in its colours on white; in grey for print, which is hatched."""
        scene, view = self._scene(), camera_of(self._desk.session.record.game_name, given["view"])
        camera = page_camera(scene, view)
        yield None
        name, small = given["colours"], (min(ROOM), min(ROOM))
        printed = name == PRINT
        style = Style(
            Style().palette if printed else name, "light", transparent=True, shadows=False
        )
        image = studio.draw(scene, camera, style, small)[::-1]
        picture = cut_out(image)
        if printed:
            grey = picture.mean(axis=2, dtype=np.float32).astype(np.uint8)
            picture = np.repeat(grey[:, :, None], 3, axis=2)
        yield picture
        shape = picture.shape[1] / picture.shape[0]
        for most in most_bytes(scene, camera):
            yield None
            self._counted = self._key(given), shape, most

    def _scene(self) -> Scene:
        session, settings = self._desk.session, self._desk.settings
        options = SceneOptions(
            last=session.cursor.last_move,
            labels=settings.coordinates,
            drawn=marks_of(session.cursor.node),
        )
        return build_scene(session.position, options)

    def begin(self, given: Values) -> None:
        """Start to draw the figure. Raises ``BocheError``."""
        path = path_of(given["path"], given["kind"])
        kind = figure_kind(path.name)
        self._making.begin(FIGURE, path, self._steps(path, kind, dict(given)), 1)

    def _steps(self, path: Path, kind: str, given: Values) -> Steps:
        session = self._desk.session
        camera = camera_of(session.record.game_name, given["view"])
        data = figure_file(
            self._scene(), camera, kind, palette=given["colours"],
            width=float(given["width"]), title=session.headline,
        )  # fmt: skip
        write_file(str(path), data)
        yield


def cut_out(image: Image) -> Image:
    """Crop an image with alpha to its content, on white: (height, width, 3).

    A narrow margin is left around it.
    """
    drawn = image[:, :, 3] > 0
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    if not len(rows):
        return np.full((1, 1, 3), 255, np.uint8)
    free = 1 + round(MARGIN * (columns[-1] - columns[0]))
    on_white = image[:, :, :3] + (255 - image[:, :, 3:])
    part = on_white[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.pad(part, ((free, free), (free, free), (0, 0)), constant_values=255)
