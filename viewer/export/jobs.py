"""Files to be made in the background: what each needs, as data that another process can take."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Protocol, Self

from boche.engine.atomic_write import write_file
from boche.engine.record import Node, Record
from boche.viewer.export.formats import numbered_names
from boche.viewer.export.line import Line

if TYPE_CHECKING:
    from boche.engine.pictures import Apart
    from boche.viewer.camera.camera import Camera
    from boche.viewer.export.film.frames import FilmOptions
    from boche.viewer.export.film.pictures import Looks
    from boche.viewer.export.images import Image
    from boche.viewer.export.page.game_data import Look
    from boche.viewer.renderer.style import Style
    from boche.viewer.scene.model import Scene

Tell = Callable[[int, int], None]
"""Is told how many steps are done, and of how many. It raises ``StoppedError`` to end the work."""


class StoppedError(Exception):
    """The end of work on a file that is no longer wanted; nothing of it is left."""


def ticking(tell: Tell, count: int) -> Callable[[], None]:
    """Return a function that tells at each call that one more of ``count`` steps is done."""
    done = itertools.count(1)
    return lambda: tell(next(done), count)


class Job(Protocol):
    """A file to be made: plain data, which can be pickled."""

    def run(self, path: str, tell: Tell) -> None:
        """Make the file at ``path``, or leave what is there as it was.

        Raises ``BocheError``, and what ``tell`` raises.
        """
        ...


@dataclass(frozen=True)
class Played:
    """A record, and a node of it: the numbers of the children on the way there.

    A node alone cannot be pickled.
    """

    record: Record
    way: tuple[int, ...] = ()

    @classmethod
    def of(cls, record: Record, node: Node | None = None) -> Self:
        """Return a record and one of its nodes, by default the start."""
        way = [
            next(index for index, child in enumerate(above.children) if child is below)
            for above, below in itertools.pairwise([] if node is None else node.path())
        ]
        return cls(record, tuple(way))

    def line(self) -> Line:
        """Return the line that ends at the node. Raises ``RecordError``."""
        node = self.record.root
        for index in self.way:
            node = node.children[index]
        return Line.of(self.record, node)


@dataclass(frozen=True)
class Picture:
    """A picture of a scene, ``size`` pixels wide and high, as a file of a ``kind``.

    With ``frames`` it is a photograph of so many, taken by a lens with the radius ``lens``.
    """

    scene: Scene
    camera: Camera
    style: Style
    size: tuple[int, int]
    kind: str = "PNG"
    samples: int | None = None
    frames: int = 0
    lens: float = 0.0

    def run(self, path: str, tell: Tell) -> None:
        """Draw the picture and write it."""
        from boche.viewer.export.images import Exporter, Photo

        with Exporter(self.size, 0 if self.frames else self.samples) as exporter:
            count = self.frames * exporter.parts
            tick = ticking(tell, count)
            photo = Photo(self.frames, self.lens, tick) if self.frames else None
            tell(0, count)
            data = exporter.picture(self.scene, self.camera, self.style, self.kind, photo)
        write_file(path, data, keeping=True)


@dataclass(frozen=True)
class Series:
    """Pictures of all positions of the line to a node, numbered where the path has ``NUMBER``.

    ``viewpoint`` is a camera, and whether it is moved so that all is in view. The rest is as in
    ``Picture``.
    """

    played: Played
    viewpoint: tuple[Camera, bool]
    apart: Apart | None
    style: Style
    size: tuple[int, int]
    kind: str = "PNG"
    frames: int = 0
    lens: float = 0.0
    labels: bool = True
    numbers: bool = False
    marks: bool = True

    def run(self, path: str, tell: Tell) -> None:
        """Draw all pictures, and put them in place once the last one is there."""
        from boche.viewer.export.images import Exporter, Photo

        line = self.played.line()
        names = numbered_names(os.path.basename(path), range(len(line.positions)))
        folder = os.path.dirname(path)
        with (
            TemporaryDirectory(dir=folder, prefix=".") as hidden,
            Exporter(self.size, 0 if self.frames else None) as exporter,
        ):
            tick = ticking(tell, len(names) * (self.frames * exporter.parts or 1))
            photo = Photo(self.frames, self.lens, tick) if self.frames else None
            for index, name in names.items():
                scene, camera = self._view(line, index)
                data = exporter.picture(scene, camera, self.style, self.kind, photo)
                write_file(os.path.join(hidden, name), data, keeping=True)
                if photo is None:
                    tick()
            for name in names.values():
                os.replace(os.path.join(hidden, name), os.path.join(folder, name))

    def _view(self, line: Line, index: int) -> tuple[Scene, Camera]:
        from boche.viewer.export.framing import view_of
        from boche.viewer.scene.model import SceneOptions

        marks = self.marks
        options = SceneOptions(
            last=line.last_move(index) if marks else None,
            numbered=line.move_texts(index) if self.numbers else (),
            labels=self.labels,
            result=marks,
            drawn=line.drawn(index) if marks else (),
        )
        return view_of(line.positions[index], options, self.viewpoint, self.apart, self.size)


@dataclass(frozen=True)
class Drawn:
    """A picture that is drawn already: (height, width, 4), the first row at the bottom."""

    image: Image = field(repr=False)
    kind: str = "PNG"

    def run(self, path: str, tell: Tell) -> None:
        """Encode the picture and write it."""
        from boche.viewer.export.images import encode_picture

        tell(0, 0)
        write_file(path, encode_picture(self.image, alpha=False, kind=self.kind), keeping=True)


@dataclass(frozen=True)
class Film:
    """A film of the line to a node, played ``loop`` times, for ever with 0."""

    played: Played
    options: FilmOptions
    looks: Looks
    loop: int = 0

    def run(self, path: str, tell: Tell) -> None:
        """Draw the pictures and write each as soon as it is there."""
        from boche.viewer.export.film.encode import film_kind, film_steps, step_count
        from boche.viewer.export.film.frames import Plan, Story

        line = self.played.line()
        plan = Plan(Story(line.record, line.moves, line.positions), self.options)
        count = step_count(film_kind(path), plan)
        with closing(film_steps(path, plan, self.looks, self.loop)) as steps:
            for done, _ in enumerate(steps, 1):
                tell(done, count)


@dataclass(frozen=True)
class Page:
    """A page of a record with all its variations."""

    played: Played
    look: Look

    def run(self, path: str, tell: Tell) -> None:
        """Compute the positions and write the page."""
        from boche.viewer.export.page.document import PageMaker

        record = self.played.record
        maker, count = PageMaker([record], self.look), sum(1 for _ in record.nodes())
        for done in maker.tell():
            tell(done, count)
        write_file(path, maker.html().encode("utf-8", "replace"))


@dataclass(frozen=True)
class Figure:
    """A figure of a scene, ``width`` mm wide, as a file of a ``kind``: an extension.

    With ``to_frame`` the camera moves so that everything is visible.
    """

    scene: Scene
    camera: Camera
    kind: str
    palette: str
    width: float
    to_frame: bool = True
    title: str = ""
    text: str = ""

    def run(self, path: str, tell: Tell) -> None:
        """Draw the figure and write it."""
        from boche.viewer.export.figure.files import figure_file

        tell(0, 0)
        data = figure_file(
            self.scene, self.camera, self.kind, palette=self.palette, width=self.width,
            to_frame=self.to_frame, title=self.title, text=self.text,
        )  # fmt: skip
        write_file(path, data)


@dataclass(frozen=True)
class Model:
    """A 3D model of the position at a node, as a file of a ``kind``: an extension.

    A ``part`` is one of a set, for a printer. ``edge`` and ``clearance`` are in mm, None for what
    suits the game.
    """

    played: Played
    kind: str
    palette: str
    theme: str
    edge: float | None = None
    marks: bool = True
    part: str = ""
    clearance: float | None = None

    def run(self, path: str, tell: Tell) -> None:
        """Make the model and write it."""
        from boche.viewer.export.model.files import printed_file, scene_file
        from boche.viewer.export.model.formats import SCENE
        from boche.viewer.export.model.materials import look_of

        tell(0, 0)
        line, look = self.played.line(), look_of(self.palette, self.theme)
        position, last = line.positions[-1], line.last_move(len(line.moves))
        if self.kind == SCENE:
            data = scene_file(position, look, self.edge, last, self.marks)
        else:
            data = printed_file(
                position, look, self.edge, self.clearance, part=self.part, kind=self.kind
            )
        write_file(path, data)
