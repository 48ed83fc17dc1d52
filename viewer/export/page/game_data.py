"""One record in a page: its scenes, and everything needed to draw and to label them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boche.engine.languages.current import tr, tr_word, translate
from boche.engine.languages.formats import written_day
from boche.engine.printable import printable
from boche.engine.record import Record, dump_sgf
from boche.engine.record.people import called, players_at_end, result_said
from boche.viewer.camera.camera import Camera
from boche.viewer.export.figure.curves import Array
from boche.viewer.export.figure.drawing import is_broad
from boche.viewer.export.figure.inks import inks
from boche.viewer.export.figure.surfaces import Surface, surfaces
from boche.viewer.export.figure.svg import path_data
from boche.viewer.export.figure.view import View
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.move_tree import Options, Story
from boche.viewer.export.page.shared import Shared
from boche.viewer.export.page.tables import Rows, Tables
from boche.viewer.games.registry import view_of
from boche.viewer.renderer.style import palette_names
from boche.viewer.scene.model import Batch, Scene

_BOARD = re.compile(r"board (\d+)")
"""The event of a record from a server, which is the same in every language."""


@dataclass(frozen=True)
class Look:
    """Initial state of a page.

    ``move`` is the ply of the main line shown first, counted from the end if negative; ``view``
    and ``palette`` have the names of the desktop's. ``board_only`` omits list, comments and title,
    to embed it in another page.
    """

    move: int = 0
    view: str = "corner"
    palette: str = "classic"
    board_only: bool = False
    options: Options = field(default_factory=Options)


class GameData:
    """A page's data of one record; data common to several goes to ``shared``."""

    def __init__(self, record: Record, look: Look, shared: Shared) -> None:
        self.record, self.look, self._shared = record, look, shared
        self._story = Story(record, shared.mesh, look.options)

    @property
    def title(self) -> str:
        """The title of the record: its own name, its event, or its players."""
        record = self.record
        players = [translate(called(name)) for name in players_at_end(record).values() if name]
        name = record.name or _event(record.event) or " \u2013 ".join([*players, record.game.title])
        return printable(name)

    @property
    def about(self) -> str:
        """The game, if that is not the title, its players, its date, and its result."""
        record = self.record
        players = [
            f"{translate(called(name))} ({tr_word(colour)})"
            for colour, name in players_at_end(record).items()
            if name
        ]
        game = "" if record.game.title == self.title else record.game.title
        day = written_day(record.date)
        parts = [game, " \u2013 ".join(players), day, translate(result_said(record))]
        return printable(", ".join(part for part in parts if part))

    def tell(self) -> Iterator[int]:
        """Compute the positions; yield how many are done. Raises ``RecordError``."""
        return self._story.tell()

    def pack(self) -> bytes:
        """Return all of it, compressed, once ``tell`` is finished."""
        bundle, story, view = Bundle(), self._story, view_of(self.record.game_name)
        tables = story.tables.describe(bundle) | stamped(story.tables, story.shown, bundle)
        self._shared.add(story.tables)
        main = {id(node) for node in self.record.main_line()}
        for row, node in zip(story.nodes, story.order, strict=True):
            row["main"] = id(node) in main
        return bundle.pack(
            {
                **tables,
                **story.spoken.describe(story.nodes),
                "title": self.title,
                "about": self.about,
                "nodes": story.nodes,
                "start": self._start(),
                "views": {name: camera_data(camera) for name, camera in view.views.items()},
                "view": self.look.view,
                "palette": self.look.palette,
                "record": bundle.add(np.frombuffer(dump_sgf(self.record), np.uint8)),
                "file": f"{self.record.game_name}.sgf",
            }
        )

    def _start(self) -> int:
        """Return the node that is shown first."""
        plies = [row["ply"] for row in self._story.nodes if row["main"]]
        wished = self.look.move if self.look.move >= 0 else plies[-1] + 1 + self.look.move
        return plies.index(min(max(wished, 0), plies[-1]))


def _event(event: str) -> str:
    """Return a record's event; that of a server's board in the language of the page."""
    board = _BOARD.fullmatch(event)
    return tr("Board {number}", number=board[1]) if board else event


def camera_data(camera: Camera) -> dict[str, Any]:
    """Return a camera as a page's data."""
    return {
        "target": [0.0, 0.0, 0.0],
        "azimuth": camera.azimuth,
        "elevation": camera.elevation,
        "distance": camera.distance,
        "fov": camera.fov,
        "projection": camera.projection,
    }


# Each solid seen from straight above, as lines and areas: a page's picture without WebGL.

LINE = 0.014
"""Width of the lines around areas, in cube edges; ``assets/page/figure.js`` has it too."""


def stamped(tables: Tables, instances: Iterable[int], bundle: Bundle) -> dict[str, Any]:
    """Return a page's data to draw the ``instances`` from above: their stamps."""
    stamps = Stamps()
    numbers = [0] * len(tables)
    stamp_numbers: dict[Hashable, int] = {}
    for instance in sorted(instances):
        key, batch = tables.alone(instance)
        if key not in stamp_numbers:
            stamp_numbers[key] = stamps.add(batch)
        numbers[instance] = stamp_numbers[key]
    return {"stampOf": bundle.whole_numbers(numbers), **stamps.describe()}


ABOVE = Camera(azimuth=-90.0, elevation=90.0, projection="ortho")
"""Camera of the stamps: north on top. A page turns them to the game's own view from above."""


class Stamps:
    """Drawings of solids around their own origins, each kept once.

    A stamp is a list of parts, each over those before it: the height of its top above the origin,
    its ink's number, its alpha, and its outline as the data of an SVG path, y down.
    """

    def __init__(self) -> None:
        self._view = View(ABOVE)
        self._stamps = Rows()
        self._inks = Rows()

    def add(self, batch: Batch) -> int:
        """Return the number of the stamp of a batch's one instance, which lies at the origin."""
        origin = self._view.to_picture(np.zeros(3)), float(self._view.near(np.zeros(3)))
        parts = []
        for surface in surfaces(Scene((batch,)), self._view):
            parts += self._parts(surface, *origin)
        parts.sort(key=lambda part: float(part[0]))
        row = tuple(parts)
        return self._stamps.number(row, row)

    def describe(self) -> dict[str, Any]:
        """Return the stamps, the letters' colour, and each palette's inks for areas and lines."""
        text_colour, _ = inks(palette_names()[0]).text(False)
        return {
            "stamps": self._stamps.rows,
            "stampInks": {name: self._coloured(name) for name in palette_names()},
            "letters": text_colour,
        }

    def _parts(self, surface: Surface, origin: Array, near: float) -> list[tuple[Any, ...]]:
        top = round(float(surface.triangles[:, :, 2].max()) - near, 4)
        parts = []
        for area in surface.areas:
            key = area.role, round(surface.dim, 4), is_broad(area.loops, LINE)
            path = "".join(path_data((loop - origin) * (1.0, -1.0)) for loop in area.loops)
            parts.append((top, self._inks.number(key, key), round(surface.alpha, 3), path))
        return parts

    def _coloured(self, palette: str) -> list[list[str]]:
        colours = inks(palette)
        return [
            [colours.fill(role, np.ones(3), dim).colour, colours.line(role) if lined else ""]
            for role, dim, lined in self._inks.rows
        ]
