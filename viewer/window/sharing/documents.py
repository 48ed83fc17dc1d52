"""Pages and figures of the game on the table: their fields, previews and making."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

import numpy as np

from boche.engine.languages.current import tr
from boche.engine.record.marks import marks_of
from boche.viewer.camera.camera import Camera
from boche.viewer.export import jobs
from boche.viewer.export.figure.drawing import LEAST, MOST, SHEET, draw
from boche.viewer.export.figure.drawing import framed as page_camera
from boche.viewer.export.figure.files import KINDS, figure_kind, most_bytes
from boche.viewer.export.images import Image, framed
from boche.viewer.export.line import caption_of
from boche.viewer.export.page.document import PageMaker
from boche.viewer.export.page.game_data import Look
from boche.viewer.export.page.move_tree import Options
from boche.viewer.games.registry import build_scene, camera_of, taken_apart
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.hud.dialogs.share_model import PASSING, Values
from boche.viewer.renderer.style import Style
from boche.viewer.scene.model import Scene, SceneOptions
from boche.viewer.window.desk import Desk
from boche.viewer.window.sharing.fields import (
    apart_of,
    colour_fields,
    levels_field,
    path_field,
    ranged,
    shown_fields,
    view_field,
)
from boche.viewer.window.sharing.file_jobs import Works
from boche.viewer.window.sharing.names import Names, path_of, size_told
from boche.viewer.window.sharing.pictures import moves_to
from boche.viewer.window.sharing.studio import Studio
from boche.viewer.window.sharing.work import Estimate, with_time

PAGE, PAGES = ".html", (".html", ".htm")
PRINT = "print"
ROOM = (320, 240)
"""The size of a preview in pixels."""
FIGURE = (480, 360)
"""That of a figure, whose lines are thin."""
MOMENT = 0.02
"""Seconds for which a step waits for a figure."""
WIDTHS = (60, 80, 120, 160)


class Pages:
    """The web pages of a record with all its variations."""

    passing = PASSING | {"here"}

    def __init__(self, desk: Desk, names: Names, works: Works) -> None:
        self._desk, self._names, self._works = desk, names, works
        self._counted: tuple[tuple[object, ...], int] | None = None
        self._work = 0.0

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the first position, the look, and the file."""
        path = self._names.suggested(given.get("path"), PAGE, PAGES)
        return [
            Field("here", "flag", tr("Begin at this move"), given.get("here", True),
                  tip=tr("Else at the end of the main line")),
            view_field(given),
            *colour_fields(given, self._desk.settings, theme=False),
            Field("board_only", "flag", tr("The board alone"), given.get("board_only", False),
                  tip=tr("No title, list of moves or comments: to stand in another page")),
            *shown_fields(given, self._desk.settings, numbers=False),
            path_field(path, (PAGE,)),
        ]  # fmt: skip

    def description(self, given: Values) -> str:
        """Return what a page is good for and, once known, its size and the time that it takes."""
        if self._counted is None or self._counted[0] != self._key(given):
            return tr(
                "One file that opens in any browser, with all moves and comments, on a phone too."
            )
        told = tr(
            "One file that opens in any browser, with all moves and comments, "
            "on a phone too. About {about}.",
            about=size_told(self._counted[1]),
        )
        return with_time(told, self._works.speeds, self._estimate(given))

    def _estimate(self, given: Values) -> Estimate | None:
        """Return how long the page takes, once it was made for its size."""
        if self._counted is None or self._counted[0] != self._key(given):
            return None
        return Estimate("page", self._work)

    def _key(self, given: Values) -> tuple[object, ...]:
        """Return everything that the page's size depends on."""
        named = (value for name, value in given.items() if name != "path")
        return self._desk.session.cursor.node, *named

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield the board as the page draws it at first, then make the page to learn its size."""
        session, settings = self._desk.session, self._desk.settings
        look = self._look(given)
        node = session.record.main_line()[-1] if look.move < 0 else session.cursor.node
        position, marks = session.positions.at(node), given["marks"]
        options = SceneOptions(
            last=str(node.move or "") or None if marks else None, labels=given["labels"],
            result=marks, drawn=marks_of(node) if marks else (),
        )  # fmt: skip
        scene = build_scene(position, options)
        yield None
        camera = framed(scene, camera_of(session.record.game_name, look.view), ROOM)
        style = Style(look.palette, settings.theme)
        yield studio.draw(scene, camera, style, ROOM)[::-1, :, :3]
        maker = PageMaker([session.file.named], look)
        watch = self._works.speeds.watch()
        for _ in watch.through(maker.tell()):
            yield None
        html = next(watch.through(maker.html() for _ in range(1)))
        self._counted = self._key(given), len(html.encode("utf-8", "replace"))
        self._work = watch.seconds

    def _look(self, given: Values) -> Look:
        """Return the start of the page and its options."""
        session = self._desk.session
        cursor = session.cursor
        on_main = cursor.node in session.record.main_line()
        played = sum(node.move is not None for node in cursor.node.path())
        move = played if given["here"] and on_main else -1
        options = Options(labels=given["labels"], marks=given["marks"])
        return Look(move, given["view"], given["palette"], given["board_only"], options)

    def begin(self, given: Values) -> None:
        """Start to make the page. Raises ``BocheError``."""
        path = path_of(given["path"], PAGE)
        played = jobs.Played.of(self._desk.session.file.named)
        job = jobs.Page(played, self._look(given))
        self._works.begin(path, job, estimate=self._estimate(given))


class Figures:
    """Vector figures of the current position."""

    def __init__(self, desk: Desk, names: Names, works: Works) -> None:
        self._desk, self._names, self._works = desk, names, works
        self._counted: tuple[tuple[object, ...], float, int] | None = None

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the figure's look, and its file."""
        ending = given.get("kind", KINDS[0])
        path = self._names.suggested(given.get("path"), ending, KINDS)
        (colours,) = colour_fields(given, self._desk.settings, theme=False)
        colours.choices = (*colours.choices, (PRINT, tr("Print")))
        colours.tip = tr("Print: black ink on white, dark parts hatched")
        return [
            Field("kind", "choice", tr("Kind"), ending,
                  choices=tuple((each, each[1:].upper()) for each in KINDS)),
            view_field(given, usual="top"),
            *levels_field(given, self._desk.session.record.game_name),
            colours,
            ranged("width", tr("Width"), given.get("width", 80), WIDTHS, (LEAST, MOST), unit="mm"),
            *shown_fields(given, self._desk.settings),
            path_field(path, KINDS),
        ]  # fmt: skip

    def description(self, given: Values) -> str:
        """Return what a figure is good for, and its approximate size."""
        told = tr("The position as lines and areas, sharp at any size: for print and for pages.")
        if self._counted is None or self._counted[0] != self._key(given):
            return told
        about = tr(
            "About {width} x {height} mm, and at most about {most}.", width=round(given["width"]),
            height=round(given["width"] / self._counted[1]), most=size_told(self._counted[2]),
        )  # fmt: skip
        return f"{told} {about}"

    def _key(self, given: Values) -> tuple[object, ...]:
        """Return everything that the figure's size depends on, except its width."""
        looks = ("view", "apart", "labels", "numbers", "marks")
        return self._desk.session.cursor.node, *(given.get(name) for name in looks)

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield the figure itself, drawn in a thread: finding what hides what takes a while."""
        scene, view = self._scene_of(given)
        camera = page_camera(scene, view)
        background = ThreadPoolExecutor(1)
        drawn = background.submit(_drawn, scene, camera, given)
        background.shutdown(wait=False)
        while not drawn.done():
            wait([drawn], MOMENT)
            yield None
        picture = drawn.result()
        yield picture
        shape = picture.shape[1] / picture.shape[0]
        for most in most_bytes(scene, camera):
            yield None
            self._counted = self._key(given), shape, most

    def _scene_of(self, given: Values) -> tuple[Scene, Camera]:
        """Return the scene and the camera, which is still to be framed."""
        session, marks = self._desk.session, given["marks"]
        node, position = session.cursor.node, session.position
        camera = camera_of(session.record.game_name, given["view"])
        options = SceneOptions(
            last=session.cursor.last_move if marks else None,
            numbered=moves_to(node) if given["numbers"] else (),
            labels=given["labels"],
            result=marks,
            drawn=marks_of(node) if marks else (),
        )
        if (way := apart_of(given)) is not None:
            found = taken_apart(position, way, camera, SHEET)
            return build_scene(position, replace(options, apart=found.apart)), found.camera
        return build_scene(position, options), camera

    def begin(self, given: Values) -> None:
        """Start to draw the figure. Raises ``BocheError``."""
        path = path_of(given["path"], given["kind"])
        session, kind = self._desk.session, figure_kind(path.name)
        scene, camera = self._scene_of(given)
        _, text = caption_of(session.position, session.cursor.last_move)
        self._works.begin(path, jobs.Figure(
            scene, camera, kind, given["palette"], float(given["width"]),
            title=session.headline, text=text,
        ))  # fmt: skip


def _drawn(scene: Scene, camera: Camera, given: Values) -> Image:
    """Return a figure as pixels (height, width, 3). Raises ``FigureError``."""
    from boche.viewer.export.figure.png import image_of

    figure = draw(scene, camera, given["palette"], float(given["width"]))
    width, height = FIGURE
    scale = min(width / figure.width, height / figure.height)
    return np.asarray(image_of(figure, max(round(scale * figure.width), 1)))
