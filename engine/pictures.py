"""Pictures of positions and records: the methods, and what notebooks show.

The engine draws nothing itself. ``boche.viewer.export`` does, and is imported for the first
picture.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypedDict, TypeVar, Unpack

from boche.engine.deferred import Deferred

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from boche.engine.mark import Mark

_pictures = Deferred("boche.viewer.export.pictures")
_documents = Deferred("boche.viewer.export.documents")
_notebook = Deferred("boche.viewer.export.notebook")

Spot = TypeVar("Spot")
"""A node of a record, which is not known here."""

PathName = str | os.PathLike[str]

Palette = Literal["classic", "blue", "safe"]
"""The pieces' colours, by their names."""

FigurePalette = Literal["classic", "blue", "safe", "print"]
"""Those of figures, which may also be of black ink alone."""

Theme = Literal["light", "dark", "cherry", "felt", "night", "slate"]
"""The board, the table and the light, by their names."""


View = Literal["corner", "corner2", "corner3", "top"]
"""A place to see the board from, by its name."""

Apart = Literal["exploded", "layers"]
"""A way to take the levels of a pyramid apart: in space, or side by side, seen from above."""

Direction = tuple[float, float] | tuple[float, float, float]
"""Azimuth and elevation, in degrees, and if given the distance: see ``Look.view``."""


class Look(TypedDict, total=False):
    """Keyword arguments of all pictures, as of ``Camera``; they have the same defaults."""

    size: tuple[int, int]
    """Width and height in pixels; (640, 480)."""
    view: View | Direction
    """``corner`` (the default), ``corner2``, ``corner3``, ``top``, or two or three numbers: degrees
    counterclockwise from east, degrees above the table (4 to 90), distance in piece widths."""
    apart: Apart | None
    """How the levels of a pyramid are taken apart: ``exploded`` or ``layers``; None, not at all."""
    palette: Palette
    """The pieces' colours: ``classic`` (the default), ``blue`` or ``safe``."""
    theme: Theme
    """The table: ``light`` (the default) or ``dark``."""
    labels: bool
    """Whether the rim has letters and numbers; True."""
    marks: bool
    """Whether the last move and what decided the game are lit; True."""
    samples: int | None
    """Samples per pixel, 0 or a power of two up to 64; None: 4, or what the machine has."""


class Pictured(Protocol):
    """A position that can be drawn: a base class that provides the methods.

    All of them raise ``BocheError`` with one line: no GL, no view of this game, an unknown view or
    palette, an impossible size, a file that cannot be written. A file that cannot be written is
    refused before anything is drawn. To draw many positions, use a ``Camera``.
    """

    def png(
        self,
        path: PathName | None = None,
        *,
        last: object = None,
        drawn: Iterable[Mark] = (),
        transparent: bool = False,
        **look: Unpack[Look],
    ) -> bytes:
        """Return a picture as a PNG, and write it to ``path`` if that is given.

        ``last`` is the move that led here (or its text), to be marked. ``drawn`` are marks, such as
        ``Mark.arrow("a1", "b2")``; a place that the board lacks is refused. ``transparent`` leaves
        the table out; the picture then has alpha. ``look`` is ``size``, ``view``, ``palette``,
        ``theme``, ``labels``, ``marks`` and ``samples``, see ``Look``.
        """
        png: bytes = _pictures.png(
            self, path, last=last, drawn=drawn, transparent=transparent, **look
        )
        return png

    def image(
        self, *, last: object = None, drawn: Iterable[Mark] = (), **look: Unpack[Look]
    ) -> npt.NDArray[np.uint8]:
        """Return a picture as an array of uint8, (height, width, 3), top row first; see ``png``."""
        image: npt.NDArray[np.uint8] = _pictures.image(self, last=last, drawn=drawn, **look)
        return image

    def svg(
        self,
        path: PathName | None = None,
        *,
        view: View | Direction = "top",
        apart: Apart | None = None,
        palette: FigurePalette = "classic",
        width: float = 120.0,
        last: object = None,
        drawn: Iterable[Mark] = (),
        labels: bool = True,
        marks: bool = True,
    ) -> str:
        """Return a figure of lines and areas as SVG, and write it to ``path`` if that is given.

        ``width`` is in millimetres. ``palette`` may also be ``print``: black ink alone. The rest is
        as in ``png``. Needs no GL.
        """
        svg: str = _documents.svg(
            self, path, view=view, apart=apart, palette=palette, width=width, last=last,
            drawn=drawn, labels=labels, marks=marks,
        )  # fmt: skip
        return svg

    def model(
        self,
        path: PathName | None = None,
        *,
        palette: Palette = "classic",
        theme: Theme = "light",
        edge: float | None = None,
        last: object = None,
        marks: bool = True,
    ) -> bytes:
        """Return a 3D model, and write it to ``path`` if that is given. Needs no GL.

        A ``path`` that ends in ``.3mf`` gets closed bodies for a printer, which do without marks
        and need the extra ``model``; a game without parts refuses. Any other result is a GLB.
        ``edge`` is a cube's edge, or the width of a tile, cell or square, 1 to 1000 mm; by default
        30 in a GLB, and what suits the game in a 3MF.
        """
        model: bytes = _documents.model(
            self, path, palette=palette, theme=theme, edge=edge, last=last, marks=marks
        )
        return model

    def _repr_png_(self) -> bytes | None:
        """Return a picture for notebooks, or None if none can be drawn: they show the text."""
        png: bytes | None = _notebook.picture_of(self)
        return png


class PicturedRecord(Generic[Spot]):
    """A record of nodes that can be drawn, filmed and shown as a page; a base class.

    Pictures show the position after ``move`` moves of the main line, counted from the end if
    negative, by default the last one, or that at a ``node``, which may lie in a variation; the move
    that led there is marked, and so is what ``Node.marks`` has. ``drawn`` are further marks, and
    ``numbers`` writes the moves' numbers on the pieces. All methods raise ``RecordError`` for an
    illegal move, and otherwise ``BocheError`` as those of ``Pictured``.
    """

    def png(
        self,
        path: PathName | None = None,
        *,
        move: int | None = None,
        node: Spot | None = None,
        drawn: Iterable[Mark] = (),
        numbers: bool = False,
        transparent: bool = False,
        **look: Unpack[Look],
    ) -> bytes:
        """Return a position as a PNG, and write it to ``path``; see ``Pictured.png``."""
        png: bytes = _pictures.png_of_record(
            self, path, move=move, node=node, drawn=drawn, numbers=numbers,
            transparent=transparent, **look,
        )  # fmt: skip
        return png

    def image(
        self,
        *,
        move: int | None = None,
        node: Spot | None = None,
        drawn: Iterable[Mark] = (),
        numbers: bool = False,
        **look: Unpack[Look],
    ) -> npt.NDArray[np.uint8]:
        """Return a position as an array of uint8, (height, width, 3), top row first."""
        image: npt.NDArray[np.uint8] = _pictures.image_of_record(
            self, move=move, node=node, drawn=drawn, numbers=numbers, **look
        )
        return image

    def svg(
        self,
        path: PathName | None = None,
        *,
        move: int | None = None,
        node: Spot | None = None,
        drawn: Iterable[Mark] = (),
        numbers: bool = False,
        view: View | Direction = "top",
        apart: Apart | None = None,
        palette: FigurePalette = "classic",
        width: float = 120.0,
        labels: bool = True,
        marks: bool = True,
    ) -> str:
        """Return a figure of a position as SVG, and write it to ``path``; see ``Pictured.svg``."""
        svg: str = _documents.svg_of_record(
            self, path, move=move, node=node, drawn=drawn, numbers=numbers, view=view,
            apart=apart, palette=palette, width=width, labels=labels, marks=marks,
        )  # fmt: skip
        return svg

    def page(
        self,
        path: PathName | None = None,
        *,
        move: int | None = None,
        view: View = "corner",
        palette: Palette = "classic",
        board_only: bool = False,
        labels: bool = True,
        marks: bool = True,
    ) -> str:
        """Return a page that shows the game in any browser, and write it to ``path`` if given.

        It is one HTML file that makes no requests. It begins after ``move`` moves, by default at
        the end, in one of the named views. ``board_only`` leaves title, moves and comments out.
        """
        page: str = _documents.page(
            self, path, move=move, view=view, palette=palette, board_only=board_only,
            labels=labels, marks=marks,
        )  # fmt: skip
        return page

    def film(
        self,
        path: PathName,
        *,
        size: tuple[int, int] = (640, 480),
        view: View | Direction = "corner",
        palette: Palette = "classic",
        theme: Theme = "light",
        moves: tuple[int, int] | None = None,
        node: Spot | None = None,
        drawn: Mapping[Spot, Iterable[Mark]] | None = None,
        speed: float = 1.0,
        fps: int | None = None,
        turn: float = 0.0,
        loop: int = 0,
        title: bool = False,
        captions: bool = True,
        numbers: bool = False,
        labels: bool = True,
        marks: bool = True,
        progress: Callable[[int, int], object] | bool | None = None,
    ) -> None:
        """Write a film of the game: GIF, WebP, APNG, MP4 or WebM, by the end of ``path``.

        It shows the line that ends in ``node``, by default the main line. ``moves`` are the first
        and the last to show, counted from 1. ``speed`` is in moves per second (0.1 to 50), ``fps``
        in pictures per second (1 to 60; by default 20, in a video 30). The camera goes round by
        ``turn`` degrees. ``loop`` is how often the film is played, 0 for ever; in a video the
        player decides. ``title`` begins with a card. ``drawn`` are further marks, by the nodes
        whose positions show them.

        ``progress`` is called after each picture with the number of those that are drawn, and of
        all; what it raises ends the film, and leaves no file. True shows a bar, and False none; by
        default there is one in notebooks.
        """
        _documents.film(
            self, path, size=size, view=view, palette=palette, theme=theme, moves=moves,
            node=node, drawn=drawn, speed=speed, fps=fps, turn=turn, loop=loop, title=title,
            captions=captions, numbers=numbers, labels=labels, marks=marks, progress=progress,
        )  # fmt: skip

    def _repr_html_(self) -> str | None:
        """Return a page for stepping through the game, for notebooks."""
        html: str | None = _notebook.page_of(self)
        return html

    def _repr_png_(self) -> bytes | None:
        """Return a picture of the end of the game, for programs that show only pictures."""
        png: bytes | None = _notebook.picture_of(self)
        return png
