"""Games as moving pictures (GIF), made without GL in a separate process.

Drawing a position takes up to half a second, so of a long game only every second, third ... move is
shown, but always its last one.
"""

from __future__ import annotations

import io
import time
from collections.abc import Mapping, Sequence
from typing import Any

from boche.engine.game import OptionValue
from boche.engine.games.registry import find

WIDTH = 360
"""Width in pixels."""
MOST_PICTURES = 81
MOST_SECONDS = 25.0
"""Time of drawing one animation, roughly."""
MOST_BYTES = 1_500_000
PACE, LINGER = 0.8, 4.0
"""Seconds for each picture, and for the last one."""


def animation(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> bytes:
    """Return a game as a GIF of at most ``MOST_BYTES``, as many positions as fit."""
    # Imported on demand, in the process that draws.
    from boche.viewer.export.figure.drawing import draw, extent_of, framed
    from boche.viewer.export.figure.png import image_of
    from boche.viewer.games.registry import build_live, build_scene, camera_of
    from boche.viewer.scene.live import LiveOptions

    position = find(game).start(options)
    positions = [position, *(position := position.play(text) for text in moves)]

    def scene_of(ply: int) -> Any:
        if positions[ply].outcome is not None:
            return build_scene(positions[ply])
        return build_live(positions[ply], LiveOptions(last=moves[ply - 1] if ply else None))

    last = scene_of(len(moves))
    camera = framed(last, camera_of(game, "top"))
    # A board may grow: all pictures show the same part of the world.
    corners = [extent_of(scene, camera) for scene in (scene_of(0), last)]
    extent = _least(corners), _most(corners)
    began = time.monotonic()
    pictures: dict[int, Any] = {}
    for ply in _plies(len(moves), MOST_PICTURES):
        spent = time.monotonic() - began
        if pictures and spent > MOST_SECONDS:
            break
        drawing = draw(scene_of(ply), camera, extent=extent)
        pictures[ply] = image_of(drawing, WIDTH)
    data = _gif([pictures[ply] for ply in sorted(pictures)])
    while len(data) > MOST_BYTES and len(pictures) > 2:
        kept = sorted(pictures, reverse=True)[::2]
        pictures = {ply: pictures[ply] for ply in kept}
        data = _gif([pictures[ply] for ply in sorted(pictures)])
    return data


def _plies(last: int, most: int) -> list[int]:
    """Return the positions to draw, in an order in which the drawing may stop after any of them.

    The last one comes first, then ever finer steps back from it.
    """
    step = 1
    while last // step + 1 > most:
        step += 1
    wanted = list(range(last, -1, -step))
    stride = 1
    while stride * 2 < len(wanted):
        stride *= 2
    order = dict[int, None]()
    while stride:
        order |= dict.fromkeys(wanted[::stride])
        stride //= 2
    return list(order)


def _gif(pictures: Sequence[Any]) -> bytes:
    import numpy as np

    from boche.viewer.export.film.animated import GifWriter

    images = [np.asarray(picture) for picture in pictures]
    file = io.BytesIO()
    writer = GifWriter(file, pictures[0].size, 0, [images[0], images[len(images) // 2], images[-1]])
    at = 0.0
    for number, image in enumerate(images):
        until = at + (LINGER if number == len(images) - 1 else PACE)
        writer.add(image, at, until)
        at = until
    writer.finish()
    return file.getvalue()


def _least(corners: Sequence[Any]) -> Any:
    import numpy as np

    return np.minimum(corners[0][0], corners[1][0])


def _most(corners: Sequence[Any]) -> Any:
    import numpy as np

    return np.maximum(corners[0][1], corners[1][1])
