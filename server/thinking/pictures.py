"""Pictures of positions, and moves as a page, made without GL in a separate process.

The last move is marked, or what decided the game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue
from boche.engine.printable import printable
from boche.server.thinking.worker_process import WorkerProcess

if TYPE_CHECKING:
    from boche.viewer.export.figure.drawing import Drawing

WIDTH = 560
"""Width in pixels."""
CARD = (1200, 630)
"""Size in pixels of a picture beside a link: sites crop other shapes."""
PATIENCE = 60.0
"""Timeout of a picture in seconds; a mail can do without one."""
ABOVE = "top"

Draw = Callable[[str, Mapping[str, OptionValue], Sequence[str]], bytes]

log = logging.getLogger(__name__)


def picture(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> bytes:
    """Draw the position after these moves as a PNG. Raises ``BocheError`` if there is none."""
    # Imported on demand: a server that sends no mail does not need it.
    from boche.viewer.export.figure.png import png_of

    return png_of(_drawing(game, options, moves), WIDTH)


def card(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> bytes:
    """Draw the same in the middle of a picture of the size ``CARD``."""
    from boche.viewer.export.figure.png import framed_png_of

    return framed_png_of(_drawing(game, options, moves), CARD)


def figure(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> bytes:
    """Draw the same as an SVG."""
    from boche.viewer.export.figure.svg import svg_of

    return svg_of(_drawing(game, options, moves)).encode()


def replay(
    game: str, options: Mapping[str, OptionValue], moves: Sequence[str], view: str = "corner"
) -> bytes:
    """Return the moves as a self-contained page, to be embedded in another one."""
    from boche.engine.games.registry import find
    from boche.engine.record import Node, Record
    from boche.viewer.export.page.document import page_of
    from boche.viewer.export.page.game_data import Look

    record, position = Record(game, options), find(game).start(options)
    node = record.root
    for text in moves:
        node = Node(text, position.turn, parent=node)
        position = position.play(text)
    return page_of([record], Look(move=-1, view=view, board_only=True)).encode()


def replay_above(
    game: str, options: Mapping[str, OptionValue], moves: Sequence[str]
) -> bytes:  # fmt: skip
    """Return the same, seen from above at first."""
    return replay(game, options, moves, ABOVE)


def _drawing(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> Drawing:
    from boche.engine.games.registry import find
    from boche.viewer.export.figure.drawing import draw, framed
    from boche.viewer.games.registry import build_live, build_scene, camera_of
    from boche.viewer.scene.live import LiveOptions

    position = find(game).start(options)
    for text in moves:
        position = position.play(text)
    if position.outcome is None:
        scene = build_live(position, LiveOptions(last=moves[-1] if moves else None))
    else:
        scene = build_scene(position)
    return draw(scene, framed(scene, camera_of(game, ABOVE)))


class Studio:
    """A renderer of one picture at a time, in a process that ends with this one."""

    def __init__(self) -> None:
        self._aside = WorkerProcess(PATIENCE)

    def draw(
        self, game: str, options: Mapping[str, OptionValue], moves: Sequence[str]
    ) -> bytes | None:
        """Draw a position; return None if that fails."""
        try:
            return self.ask(picture, game, options, moves)
        except (BocheError, LookupError) as error:
            log.info("no picture for a mail: %s", printable(error))
        except TimeoutError as error:
            log.warning("no picture for a mail: %s", type(error).__name__)
        return None

    def ask(
        self, kind: Draw, game: str, options: Mapping[str, OptionValue], moves: Sequence[str]
    ) -> bytes:
        """Draw a position by ``picture`` or ``figure``, blocking until it is done.

        Raises what they raise, and ``TimeoutError``.
        """
        return self._aside.do(kind, game, dict(options), tuple(moves))

    def close(self) -> None:
        """End the process."""
        self._aside.close()
