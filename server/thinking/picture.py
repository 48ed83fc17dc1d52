"""A position as a picture for a mail: from straight above, drawn without GL, in a process."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from engine.errors import BocheError
from engine.game import OptionValue
from engine.printable import printable
from server.thinking.aside import Aside

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
        self._aside = Aside(PATIENCE)

    def draw(
        self, game: str, options: Mapping[str, OptionValue], moves: Sequence[str]
    ) -> bytes | None:
        """The picture of a position, None where it cannot be had."""
        try:
            return self._aside.do(picture, game, dict(options), tuple(moves))
        except (BocheError, LookupError) as error:
            log.info("no picture for a mail: %s", printable(error))
        except TimeoutError as error:
            log.warning("no picture for a mail: %s", type(error).__name__)
        return None

    def close(self) -> None:
        """End the process."""
        self._aside.close()
