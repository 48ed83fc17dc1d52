"""A position as a picture for a mail: from straight above, drawn without GL, in a process."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from engine.errors import BocheError
from engine.game import OptionValue
from engine.interrupt import end_with_parent
from engine.printable import printable

WIDTH = 560
"""Pixels."""
PATIENCE = 60.0
"""Seconds for a picture; a mail may do without one."""
ABOVE = "top"

log = logging.getLogger(__name__)


def picture(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> bytes:
    """The position after these moves, as a PNG. Raises ``BocheError`` where there is none."""
    # Imported where it is drawn: a server that sends no mail needs none of it.
    from engine.games.registry import find
    from viewer.export.figure.drawing import draw, framed
    from viewer.export.figure.png import png_of
    from viewer.games.registry import build_scene, camera_of

    position = find(game).start(options)
    for text in moves:
        position = position.play(text)
    scene = build_scene(position)
    return png_of(draw(scene, framed(scene, camera_of(game, ABOVE))), WIDTH)


class Studio:
    """Draws pictures, one at a time, in a process that ends with this one."""

    def __init__(self) -> None:
        self._pool: Executor | None = None

    def draw(
        self, game: str, options: Mapping[str, OptionValue], moves: Sequence[str]
    ) -> bytes | None:
        """The picture of a position, None where it cannot be had."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=end_with_parent)
        try:
            return self._pool.submit(picture, game, dict(options), tuple(moves)).result(PATIENCE)
        except (BocheError, LookupError) as error:
            log.info("no picture for a mail: %s", printable(error))
        except (BrokenProcessPool, TimeoutError) as error:
            log.warning("no picture for a mail: %s", type(error).__name__)
            self.close()
        return None

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
