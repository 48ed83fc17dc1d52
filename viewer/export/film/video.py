"""Films as MP4 and WebM, by ffmpeg from the package imageio-ffmpeg."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
from typing import IO, Any

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.export.images import Image

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
