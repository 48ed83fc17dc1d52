"""Kinds of films, and their encoding: frame by frame into a file."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from boche.engine.atomic_write import writing_file
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.export.film.animated import ApngWriter, GifWriter, WebpWriter
from boche.viewer.export.film.frames import Plan
from boche.viewer.export.film.pictures import Draw, Looks, Pictures
from boche.viewer.export.film.video import VideoWriter, ffmpeg
from boche.viewer.export.images import Exporter, Image


class FilmError(BocheError, ValueError):
    """A failure to make a film; the message is one line with the reason."""


class Writer(Protocol):
    """A sink for pictures in order: (height, width, 3), each with its start and end in seconds."""

    def add(self, picture: Image, start: float, end: float) -> None: ...

    def finish(self) -> None: ...


@dataclass(frozen=True)
class Order:
    """Parameters of a writer: size in pixels, pictures per second, number of times it is played.

    ``samples`` are some pictures from all over the film, for a kind that needs them.
    """

    size: tuple[int, int]
    fps: int
    loop: int
    samples: Sequence[Image]


@dataclass(frozen=True)
class Kind:
    """A kind of file: its title, its writer, and its default pictures per second.

    ``video`` is set if it needs ffmpeg. ``still``, ``moving`` and ``turning`` are measured, in
    bytes per pixel of the film: of a complete picture, of each further one, and of each further one
    while the camera goes round.
    """

    title: str
    write: Callable[[IO[bytes], Order], Writer]
    still: float
    moving: float
    turning: float
    fps: int = 20
    video: bool = False
    samples: int = 0
    """Number of positions that it needs pictures of before the first frame."""


KINDS = {
    ".gif": Kind(
        "GIF", lambda f, o: GifWriter(f, o.size, o.loop, o.samples), 0.28, 0.0085, 0.08, samples=8
    ),
    ".webp": Kind("WebP", lambda f, o: WebpWriter(f, o.size, o.loop), 0.065, 0.0141, 0.05),
    ".apng": Kind("APNG", lambda f, o: ApngWriter(f, o.size, o.loop), 1.0, 0.09, 0.3),
    ".mp4": Kind(
        "MP4", lambda f, o: VideoWriter(f, o.size, o.fps, "mp4"), 0.1, 0.0044, 0.03, 30, True
    ),
    ".webm": Kind(
        "WebM", lambda f, o: VideoWriter(f, o.size, o.fps, "webm"), 0.1, 0.005, 0.012, 30, True
    ),
}
"""Kinds of films by file extension."""


def film_kind(name: str) -> Kind:
    """Return the kind of film for a file of that name.

    Raises ``FilmError`` for another extension, and ``VideoError`` if a requirement is missing.
    """
    ending = Path(name).suffix
    kind = KINDS.get(ending.lower())
    if kind is None:
        *some, last = KINDS
        given = {"name": name, "endings": ", ".join(some), "last": last}
        raise FilmError(
            tr("{name}: films are written as {endings} or {last}, not as {ending}",
               **given, ending=ending) if ending
            else tr("{name}: the name must end in {endings} or {last}", **given)
        )  # fmt: skip
    if kind.video:
        ffmpeg()
    return kind


def make_film(
    name: str, plan: Plan, pictures: Pictures, draw: Draw, loop: int = 0
) -> Generator[None, None, None]:
    """Make a film in steps, as many as ``step_count`` returns; the file is there at the end.

    ``loop`` is the number of times it is played, 0 for endless; in a video the player decides.
    Nothing is left behind if this is closed or anything is raised: ``FilmError``, ``FileError``,
    ``VideoError``, and whatever ``draw`` raises.
    """
    kind = film_kind(name)

    with writing_file(name) as file:
        samples = []
        for shot in plan.stills(kind.samples):
            samples.append(pictures.of(shot, draw))
            yield
        order = Order(pictures.size, plan.options.fps, loop, samples)
        writer = kind.write(file, order)
        try:
            for frame in plan.frames():
                writer.add(pictures.of(frame.shot, draw), frame.start, frame.end)
                yield
            writer.finish()
        finally:
            if isinstance(writer, VideoWriter):
                writer.close()


def film_steps(name: str, plan: Plan, looks: Looks, loop: int = 0) -> Generator[None, None, None]:
    """Make a film as ``make_film`` does, with pictures from a GL context of its own.

    Raises ``ViewerError`` as well.
    """
    pictures = Pictures(plan, looks)
    with Exporter(pictures.board) as exporter:
        yield from make_film(name, plan, pictures, exporter.image, loop)


def step_count(kind: Kind, plan: Plan) -> int:
    """Return the number of pictures drawn for a film."""
    return len(plan.stills(kind.samples)) + sum(1 for _ in plan.frames())


def estimated_bytes(kind: Kind, plan: Plan, size: tuple[int, int], frames: int) -> int:
    """Estimate the size of a film's file in bytes, given the number of distinct pictures."""
    frame_bytes = kind.turning if plan.options.turn else kind.moving
    return round(size[0] * size[1] * (kind.still + frame_bytes * (frames - 1)))
