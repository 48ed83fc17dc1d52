"""Pictures of positions from Python: one, or many with one ``Camera``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from operator import index
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast, get_args

import numpy as np

from boche.engine import arguments
from boche.engine.arguments import ArgumentError
from boche.engine.atomic_write import refuse_unwritable, write_file
from boche.engine.game import Position
from boche.engine.languages.current import tr
from boche.engine.pictures import Apart, Direction, Look, Palette, PathName, Theme, View
from boche.engine.record import Node, Record
from boche.engine.record.marks import ARROW, Mark, check_marks
from boche.viewer.camera import camera as cameras
from boche.viewer.export.formats import FormatError, SizeError
from boche.viewer.export.framing import view_of
from boche.viewer.export.images import Exporter, Image, ViewerError
from boche.viewer.export.line import Line
from boche.viewer.games.registry import ViewpointError, has_place, viewpoint
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.style import Style, palette, theme
from boche.viewer.scene.model import Scene, SceneOptions


class Camera:
    """A camera for any number of pictures of positions of any games; a context manager.

    It opens the drawing context once, which takes longer than a small picture, and has to be
    closed. Each picture shows its whole board. The arguments are those of ``Position.png``; see
    ``boche.engine.pictures.Look``. All methods raise ``BocheError`` with one line.

        with Camera(size=(128, 96)) as camera:
            arrays = list(camera.images(positions))
    """

    def __init__(
        self,
        size: tuple[int, int] = (640, 480),
        view: View | Direction = "corner",
        *,
        palette: Palette = "classic",
        theme: Theme = "light",
        labels: bool = True,
        marks: bool = True,
        samples: int | None = None,
        apart: Apart | None = None,
    ) -> None:
        self.apart = checked_way(apart)
        self.size = checked_size(size)
        self.view = view
        self._style = checked_style(palette, theme)
        self._labels, self._marks = labels, marks
        self._exporter: Exporter | None = Exporter(self.size, samples)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free everything; closing twice does nothing."""
        if self._exporter is not None:
            self._exporter.close()
            self._exporter = None

    def image(
        self,
        position: Position,
        *,
        last: object = None,
        numbered: Iterable[object] = (),
        drawn: Iterable[Mark] = (),
    ) -> Image:
        """Return a picture as an array of uint8, (height, width, 3), top row first.

        ``last`` is the move that led to the position, to be marked. ``numbered`` are all moves
        that led to it, if their numbers are to be written on the pieces; ``drawn`` are marks.
        """
        scene, camera = self._view_of(position, last, numbered, drawn)
        seen = self._open.image(scene, camera, self._style)
        return np.ascontiguousarray(seen[::-1, :, :3])

    def images(self, positions: Iterable[Position]) -> Iterator[Image]:
        """Yield the picture of each position as an array, each when it is asked for."""
        return (self.image(position) for position in positions)

    def png(
        self,
        position: Position,
        path: PathName | None = None,
        *,
        last: object = None,
        numbered: Iterable[object] = (),
        drawn: Iterable[Mark] = (),
        transparent: bool = False,
    ) -> bytes:
        """Return a picture as a PNG, and write it to ``path`` if that is given.

        ``transparent`` leaves the table out; the picture then has alpha.
        """
        check_path(path, ".png")
        style = Style(self._style.palette, self._style.theme, transparent)
        scene, camera = self._view_of(position, last, numbered, drawn)
        return saved(path, self._open.picture(scene, camera, style))

    @property
    def _open(self) -> Exporter:
        if self._exporter is None:
            raise ViewerError("this Camera is closed; make another one")
        return self._exporter

    def _view_of(
        self, position: Position, last: object, numbered: Iterable[object], drawn: Iterable[Mark]
    ) -> tuple[Scene, cameras.Camera]:
        """Return the scene of a position, and the camera that shows all of it."""
        arguments.check_position(position)
        options = SceneOptions(
            last=last if self._marks else None,
            numbered=tuple(map(str, numbered)),
            labels=self._labels,
            result=self._marks,
            drawn=tuple(drawn) if self._marks else (),
        )
        seen = viewpoint(position.game.name, self.view)
        return view_of(position, options, seen, self.apart, self.size)


def png(
    position: Position,
    path: PathName | None,
    *,
    last: object,
    drawn: Iterable[Mark],
    transparent: bool,
    **look: Any,
) -> bytes:
    """Return one picture of a position as a PNG; see ``Position.png``."""
    check_look("png", look)
    check_path(path, ".png")
    marks = checked_marks(position, drawn)
    with Camera(**look) as camera:
        return camera.png(position, path, last=last, drawn=marks, transparent=transparent)


def image(position: Position, *, last: object, drawn: Iterable[Mark], **look: Any) -> Image:
    """Return one picture of a position as an array; see ``Position.image``."""
    check_look("image", look)
    marks = checked_marks(position, drawn)
    with Camera(**look) as camera:
        return camera.image(position, last=last, drawn=marks)


def png_of_record(
    record: Record,
    path: PathName | None,
    *,
    transparent: bool,
    move: int | None,
    node: Node | None,
    drawn: Iterable[Mark],
    numbers: bool,
    **look: Any,
) -> bytes:
    """Return a picture of a record's position as a PNG; see ``Record.png``."""
    check_look("png", look)
    check_path(path, ".png")
    position, marked = shown_position(record, move, node, drawn, numbers)
    with Camera(**look) as camera:
        return camera.png(position, path, transparent=transparent, **marked)


def image_of_record(
    record: Record,
    *,
    move: int | None,
    node: Node | None,
    drawn: Iterable[Mark],
    numbers: bool,
    **look: Any,
) -> Image:
    """Return a picture of a record's position as an array; see ``Record.image``."""
    check_look("image", look)
    position, marked = shown_position(record, move, node, drawn, numbers)
    with Camera(**look) as camera:
        return camera.image(position, **marked)


def shown_position(
    record: Record, move: int | None, node: Node | None, drawn: Iterable[Mark], numbers: bool
) -> tuple[Position, dict[str, Any]]:
    """Return the position after a number of moves or at a node, and what its picture marks.

    Raises ``RecordError``, ``ArgumentError`` and ``MoveNumberError``.
    """
    line = line_to(record, node)
    if node is not None and move is not None:
        raise ArgumentError(tr("move and node: give one of them"))
    at = line.at(move)
    position = line.positions[at]
    numbered = line.move_texts(at) if numbers else ()
    marks = (*line.drawn(at), *checked_marks(position, drawn))
    return position, {"last": line.last_move(at), "numbered": numbered, "drawn": marks}


def line_to(record: Record, node: Node | None) -> Line:
    """Return the line to a node, by default the main line.

    Raises ``RecordError``, also for a node of another record, and ``ArgumentError``.
    """
    if node is not None:
        record.position(node)
    return Line.of(record, node)


def checked_marks(position: Position, drawn: object) -> tuple[Mark, ...]:
    """Return marks to draw on a position. Raises ``ArgumentError``, also for an unknown place."""
    marks = check_marks("drawn", drawn)
    for mark in marks:
        places = (mark.place, mark.to) if mark.kind == ARROW else (mark.place,)
        for place in places:
            if not has_place(position, place):
                raise ArgumentError(tr("drawn: the board has no place {place!r}", place=place))
    return marks


# -- arguments and files


def check_look(method: str, look: Mapping[str, object]) -> None:
    """Raise ``ArgumentError``, in the name of the method, for a keyword that no ``Look`` has."""
    arguments.check_keywords(method, look, Look.__annotations__)


def checked_size(size: Any) -> tuple[int, int]:
    """Return a size as two whole numbers; GL's limits are checked later. Raises ``SizeError``."""
    try:
        width, height = size
        return index(width), index(height)
    except (TypeError, ValueError):
        raise SizeError(f"size {size!r}: give (width, height) in pixels, as (640, 480)") from None


def checked_way(way: Any) -> Apart | None:
    """Return a way to take levels apart, or None. Raises ``ViewpointError`` for an unknown one."""
    if way is None or way in get_args(Apart):
        return cast("Apart | None", way)
    names = ", ".join(get_args(Apart))
    raise ViewpointError(tr("apart {name!r} (choose from {names})", name=way, names=names))


def checked_style(pieces: str, table: str) -> Style:
    """Return the style of a palette and a theme. Raises ``ViewerError`` for unknown ones."""
    try:
        palette(pieces), theme(table)
    except RenderError as error:
        raise ViewerError(str(error)) from None
    return Style(pieces, table)


def check_path(path: PathName | None, *endings: str) -> None:
    """Check, before any work, that a file can be written to ``path``, if that is given.

    Raises ``FormatError`` for a name that ends in something else than one of ``endings`` or
    nothing, and ``FileError``.
    """
    if path is None:
        return
    arguments.check_path("path", path)
    name = os.fspath(path)
    ending = Path(name).suffix
    if ending and ending.lower() not in endings:
        raise FormatError(f"{name}: this writes {' or '.join(endings)}, not {ending}")
    refuse_unwritable(name)


def saved(path: PathName | None, data: bytes) -> bytes:
    """Write a file's contents to ``path``, if that is given, and return them.

    Raises ``FileError``.
    """
    if path is not None:
        write_file(path, data)
    return data
