"""Pictures without a window: a context of their own, multisampled targets, reading back."""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from boche.engine.errors import why_not
from boche.engine.languages.current import tr
from boche.viewer.libraries import packages, to_install
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.framebuffers import Multisampled, Resources

SAMPLES, MOST_SAMPLES = 4, 64  # per pixel: the default, and the most


def create_context() -> Any:
    """Return a GL 3.3 context without a window. Raises ``RenderError`` if the machine has none."""
    try:
        import moderngl
    except ImportError as error:
        raise RenderError(
            tr("no GL: the package moderngl cannot be loaded ({reason})", reason=why_not(error))
        ) from None
    _refuse_after_fork()
    backends: list[str | None] = [None]
    if sys.platform.startswith("linux"):
        # Without DISPLAY the library would try display :0, which may belong to someone else.
        backends = ["egl", None] if os.environ.get("DISPLAY") else ["egl"]
    failures = []
    for backend in backends:
        chosen: dict[str, Any] = {"backend": backend} if backend else {}
        try:
            return moderngl.create_context(standalone=True, require=330, **chosen)
        except Exception as error:  # the backends raise plain Exceptions of many kinds
            failures.append(f"{backend or 'window system'}: {why_not(error)}")
    help_line = to_install(packages("picture").values())
    raise RenderError(
        tr(
            "no GL context for drawing ({failures}); {help_line}",
            failures="; ".join(failures),
            help_line=help_line,
        )
    )


_process: int | None = None  # the one that has loaded GL


def _refuse_after_fork() -> None:
    """Raise ``RenderError`` in a fork of a process that has drawn: there GL would wait for ever."""
    global _process
    if _process not in (None, os.getpid()):
        raise RenderError(
            "no GL in a fork of a process that has drawn; start processes with "
            'multiprocessing.get_context("spawn")'
        )
    _process = os.getpid()


class Target:
    """A picture that can be read back.

    ``drawn`` is for ``Renderer.draw``, multisampled if GL supports it, ``resolved`` the plain
    framebuffer.
    """

    def __init__(self, context: Any, size: tuple[int, int], samples: int | None = None) -> None:
        """Allocate the framebuffers.

        ``size`` is (width, height); ``samples`` are GL's own, None for the best it has. Raises
        ``RenderError`` if GL does not support it.
        """
        check_size(context, size)
        self.size = size
        self._resources = Resources()
        count, pictures = sampling(context, samples)
        if pictures > 1:
            raise RenderError(
                tr(
                    "{samples} samples: this machine's GL supports at most {count}",
                    samples=samples,
                    count=count or 1,
                )
            )
        try:
            colour = self._resources.hold(context.renderbuffer(size, 4))
            depth = None if count else self._resources.hold(context.depth_renderbuffer(size))
            self.resolved = self._resources.hold(context.framebuffer([colour], depth))
            self.drawn = self.resolved
            if count:
                self.drawn = self._resources.hold(Multisampled(context, size, count, self.resolved))
        except Exception as error:
            self.release()
            raise RenderError(
                tr(
                    "picture size {size}x{size2} with {count} samples: GL is out of memory "
                    "({reason})",
                    size=size[0],
                    size2=size[1],
                    count=count,
                    reason=why_not(error),
                )
            ) from None

    def read(self) -> npt.NDArray[np.uint8]:
        """Return the picture, (height, width, 4), bottom row first, premultiplied by alpha."""
        width, height = self.size
        data = self.resolved.read(components=4, alignment=1)
        return np.frombuffer(data, np.uint8).reshape(height, width, 4)

    def release(self) -> None:
        """Free the framebuffers."""
        self._resources.free()


def check_size(context: Any, size: tuple[int, int]) -> None:
    """Raise ``RenderError`` unless GL can draw a picture of ``size``."""
    width, height = size
    subject = tr("picture size {width}x{height}", width=width, height=height)
    if width < 1 or height < 1:
        raise RenderError(tr("{subject}: both sides must be at least 1 pixel", subject=subject))
    info = context.info
    most = min(info["GL_MAX_RENDERBUFFER_SIZE"], *info["GL_MAX_VIEWPORT_DIMS"])
    if width > most or height > most:
        raise RenderError(
            tr(
                "{subject}: this machine's GL draws at most {most}x{most}",
                subject=subject,
                most=most,
            )
        )


def sampling(context: Any, samples: int | None) -> tuple[int, int]:
    """Return GL's own samples, 0 for none, and the number of such pictures to be averaged.

    None stands for the best number that GL offers, up to ``SAMPLES``. Raises ``RenderError`` for a
    number that is not possible.
    """
    # Drivers offer powers of two; other numbers fail, or are silently rounded up.
    own = [2**i for i in range(max(context.max_samples, 1).bit_length())]
    if samples is None:
        samples = max(count for count in own if count <= SAMPLES)
    if samples not in (0, *(2**i for i in range(MOST_SAMPLES.bit_length()))):
        raise RenderError(
            tr(
                "{samples} samples: expected 0, or a power of two up to {most_samples}",
                samples=samples,
                most_samples=MOST_SAMPLES,
            )
        )
    most = min(max(samples, 1), own[-1])
    return (most if most > 1 else 0), max(samples, 1) // most
