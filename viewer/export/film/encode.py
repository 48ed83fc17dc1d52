"""Kinds of films, and their encoding: frame by frame into a file."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

from boche.engine.atomic_write import writing_file
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.export.film.animated import ApngWriter, GifWriter, WebpWriter
from boche.viewer.export.film.frames import Plan
from boche.viewer.export.film.pictures import Draw, Looks, Pictures
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
        title="MP4",
        write=lambda f, o: VideoWriter(f, o.size, o.fps, "mp4"),
        still=0.1,
        moving=0.0044,
        turning=0.03,
        fps=30,
        video=True,
    ),
    ".webm": Kind(
        title="WebM",
        write=lambda f, o: VideoWriter(f, o.size, o.fps, "webm"),
        still=0.1,
        moving=0.005,
        turning=0.012,
        fps=30,
        video=True,
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
    with Exporter(pictures.size) as exporter:
        yield from make_film(name, plan, pictures, exporter.image, loop)


def step_count(kind: Kind, plan: Plan) -> int:
    """Return the number of pictures drawn for a film."""
    return len(plan.stills(kind.samples)) + sum(1 for _ in plan.frames())


def estimated_bytes(kind: Kind, plan: Plan, size: tuple[int, int], frames: int) -> int:
    """Estimate the size of a film's file in bytes, given the number of distinct pictures."""
    frame_bytes = kind.turning if plan.options.turn else kind.moving
    return round(size[0] * size[1] * (kind.still + frame_bytes * (frames - 1)))


# Films as MP4 and WebM, by ffmpeg from the package imageio-ffmpeg.

CODECS = {
    "mp4": ("libx264", "-preset", "medium", "-crf", "20", "-tune", "animation",
            "-movflags", "+faststart"),
    "webm": ("libvpx-vp9", "-crf", "32", "-b:v", "0", "-deadline", "good", "-cpu-used", "5",
             "-row-mt", "1"),
}  # fmt: skip
"""Arguments of ffmpeg for each kind of file, by ffmpeg's name of the kind."""


class VideoError(BocheError):
    """A failure to make a video; the message is one line with the reason and a remedy."""


def ffmpeg() -> str:
    """Return the path of ffmpeg: the package's, or else the system's. Raises ``VideoError``."""
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        if found := shutil.which("ffmpeg"):
            return found
        raise VideoError(
            tr(
                "videos need ffmpeg: install it, or pip install imageio-ffmpeg "
                "(GIF, WebP and APNG need nothing more)",
            )
        ) from None


class VideoWriter:
    """Writer that passes pictures to ffmpeg; ``kind`` is one of ``CODECS``."""

    def __init__(self, file: IO[bytes], size: tuple[int, int], fps: int, kind: str) -> None:
        """Start ffmpeg. ``file`` has a name, and is empty.

        Raises ``VideoError``, also for odd sides.
        """
        width, height = size
        if width % 2 or height % 2:
            raise VideoError(
                tr(
                    "picture size {width}x{height}: a video's sides must be even",
                    width=width,
                    height=height,
                )
            )
        self._fps = fps
        self._messages: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        source = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", f"{fps}")
        target = ("-an", "-pix_fmt", "yuv420p", "-c:v", *CODECS[kind], "-f", kind, file.name)
        words = [ffmpeg(), "-y", "-nostdin", "-loglevel", "error", *source, "-i", "-", *target]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                         stderr=self._messages, **_separate_process())  # fmt: skip

    def add(self, picture: Image, start: float, end: float) -> None:
        """Add a picture for a time, in seconds. Raises ``VideoError``."""
        assert self._process.stdin is not None
        data = picture.tobytes()
        try:
            for _ in range(round(end * self._fps) - round(start * self._fps)):
                self._process.stdin.write(data)
        except OSError:
            self.finish()

    def finish(self) -> None:
        """Wait until the file is complete. Raises ``VideoError``."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        code = self._process.wait()
        self._messages.seek(0)
        lines = self._messages.read().decode("utf-8", "replace").split("\n")
        reason = next((line.strip() for line in reversed(lines) if line.strip()), f"code {code}")
        if code:
            raise VideoError(tr("ffmpeg cannot make the video: {reason}", reason=reason))

    def close(self) -> None:
        """End ffmpeg, even if it is still running."""
        if self._process.poll() is None:
            self._process.kill()
        with contextlib.suppress(OSError):
            self._process.communicate()
        self._messages.close()


def _separate_process() -> dict[str, Any]:
    """Return options that keep Ctrl+C in the terminal from ffmpeg, which this program ends."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
