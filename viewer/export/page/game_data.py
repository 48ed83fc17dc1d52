"""One record in a page: its scenes, and everything needed to draw and to label them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boche.engine.languages.current import said, tr, tr_word
from boche.engine.languages.formats import written_day
from boche.engine.printable import printable
from boche.engine.record import Record, dump_sgf
from boche.engine.record.people import called, players_at_end, result_said
from boche.viewer.camera.camera import Camera
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.move_tree import Options, Story
from boche.viewer.export.page.shared import Shared
from boche.viewer.export.page.stamps import stamped
from boche.viewer.games.registry import view_of

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
        players = [said(called(name)) for name in players_at_end(record).values() if name]
        name = record.name or _event(record.event) or " \u2013 ".join([*players, record.game.title])
        return printable(name)

    @property
    def about(self) -> str:
        """The game, if that is not the title, its players, its date, and its result."""
        record = self.record
        players = [
            f"{said(called(name))} ({tr_word(colour)})"
            for colour, name in players_at_end(record).items()
            if name
        ]
        game = "" if record.game.title == self.title else record.game.title
        day = written_day(record.date)
        parts = [game, " \u2013 ".join(players), day, said(result_said(record))]
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
