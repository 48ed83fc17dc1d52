"""Timeline of a film as data: positions, moving pieces, captions. No GL."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from boche.engine.comments import comment_shown
from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.languages.current import tr
from boche.engine.record import Node, Record, node_text
from boche.engine.record.marks import Mark, marks_of
from boche.viewer.camera.animation import Span
from boche.viewer.export.film import FPS, SPEEDS, TURNS
from boche.viewer.fonts.glyph_picture import unseen
from boche.viewer.games.registry import view_of
from boche.viewer.scene.live import LiveOptions
from boche.viewer.table.lighting import Lighting
from boche.viewer.table.playback import DROP, Passage
from boche.viewer.table.shown import in_motion

TITLE, END = 3.0, 2.0
"""Seconds of the title, and of the last position once it is at rest."""

CHARACTERS_PER_SECOND = 16.0
"""Characters of a comment read per second: a position stays until its comment is read."""

MOST_CHARACTERS = 240
"""Characters of a comment that are waited for; about as many are shown, in three lines."""

LONGEST_READ = MOST_CHARACTERS / CHARACTERS_PER_SECOND
"""Most seconds that a position stays for its comment, however long that is."""


class RangeError(BocheError):
    """An option of a film out of its range; the message says which, and the range."""


class MovesError(BocheError, ValueError):
    """Moves that a film cannot show; the message is one line on which, and what to give."""


@dataclass(frozen=True)
class Story:
    """One line of a record: its ``moves``, and the positions before, between and after them.

    ``drawn`` has marks by the nodes that show them, besides those of the record.
    """

    record: Record
    moves: Sequence[Node]
    positions: Sequence[Position]
    drawn: Mapping[Node, tuple[Mark, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class FilmOptions:
    """Selection and presentation of a story.

    It shows the moves from ``first`` to ``last``, counted from 1, by default all. ``speed`` is in
    moves per second, ``fps`` in pictures per second. The camera goes round by ``turn`` degrees in
    all, counterclockwise. ``title`` begins with a card of players, game and result.
    Raises ``RangeError``.
    """

    first: int = 1
    last: int | None = None
    speed: float = 1.0
    fps: int = 20
    turn: float = 0.0
    captions: bool = True
    title: bool = False
    numbers: bool = False
    labels: bool = True
    marks: bool = True

    def __post_init__(self) -> None:
        ranges = {"speed": SPEEDS, "fps": FPS, "turn": TURNS}
        for name, (low, high) in ranges.items():
            value = getattr(self, name)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or not low <= value <= high:
                raise RangeError(
                    tr("a film's {name} {value!r}: give {low:g} to {high:g}",
                       name=name, value=value, low=low, high=high)
                )  # fmt: skip


@dataclass(frozen=True)
class Caption:
    """Text below a picture: the move's number and text, its player, its comment.

    ``who`` is a colour by its name in the game. ``number`` is 0 before the first move. If the
    game is over, ``end`` says how.
    """

    number: int = 0
    move: str = ""
    who: str = ""
    comment: str = ""
    end: str = ""


@dataclass(frozen=True)
class Shot:
    """Content of a picture; ``ply`` stands for ``position`` in comparisons.

    ``turn`` is how far the camera has gone round, in degrees. A ``card`` shows the title instead
    of the board.
    """

    ply: int
    position: Any = field(compare=False)
    options: LiveOptions
    turn: float = 0.0
    caption: Caption = Caption()
    card: bool = False


@dataclass(frozen=True)
class Frame:
    """A shot from one time to another, in seconds from the film's beginning."""

    shot: Shot
    start: float
    end: float


def move_range(text: str) -> tuple[int, int]:
    """Return the first and the last move of ``10-30``, or of ``7`` for one.

    Raises ``MovesError``.
    """
    match = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last:
        raise MovesError(tr("{text!r}: give a first and a last move, as in 10-30", text=text))
    return first, last


def seconds_to_read(comment: str) -> float:
    """Return how long a comment is shown, in seconds: at most ``LONGEST_READ``."""
    seen = (character for character in comment if not unseen(character))
    return sum(1 for _ in islice(seen, MOST_CHARACTERS)) / CHARACTERS_PER_SECOND


class Plan:
    """Timeline of a film of a story. Raises ``ViewError`` for a game without a view."""

    def __init__(self, story: Story, options: FilmOptions) -> None:
        """Plan the film.

        ``options.first`` and ``last`` are in this order. Raises ``MovesError`` if the story does
        not have them.
        """
        self.story, self.options = story, options
        count = len(story.moves)
        last = options.last if options.last is not None else count
        if last > count:
            raise MovesError(
                tr(
                    "moves {first}-{last}: this line has {count} moves",
                    first=options.first,
                    last=last,
                    count=count,
                )
            )
        self.plies = range(options.first - 1, last + 1)
        """Numbers of moves made in the positions that are shown; the first is shown at rest."""
        self._captions: dict[int, Caption] = {}
        self._drop = min(DROP, 1.0 / options.speed)
        self._begins: list[float] = []
        begin = TITLE if options.title else 0.0
        for ply in self.plies:
            self._begins.append(begin)
            begin += max(1.0 / options.speed, seconds_to_read(self.caption(ply).comment))
        outcome = story.positions[last].outcome
        decided = view_of(story.record.game_name).decided(story.positions[last]) if outcome else ()
        landed = self._begins[-1] + (self._drop if len(self.plies) > 1 else 0.0)
        self._lighting = Lighting.of(len(decided), landed, lambda seconds: seconds)
        self.seconds = max(begin, landed + self._lighting.span.length) + END
        """Duration of the film."""

    @property
    def shown_positions(self) -> Sequence[Position]:
        """The positions that are shown."""
        return self.story.positions[self.plies.start : self.plies.stop]

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures to draw, each for as long as nothing changes in it."""
        fps, held, start = self.options.fps, self.at(0.0), 0
        for tick in range(1, self.ticks):
            shot = self.at(tick / fps)
            if shot != held:
                yield Frame(held, start / fps, tick / fps)
                held, start = shot, tick
        yield Frame(held, start / fps, self.ticks / fps)

    @property
    def ticks(self) -> int:
        """The number of pictures in the film at ``fps`` per second, counting repeated ones."""
        return max(math.ceil(self.seconds * self.options.fps - 1e-6), 1)

    def stills(self, most: int) -> list[Shot]:
        """Return at most this many positions from all over the film, at rest, and any title."""
        count = min(most, len(self.plies))
        if not count:
            return []
        last = len(self.plies) - 1
        chosen = {round(i * last / max(count - 1, 1)) for i in range(count)}
        shots = [self._at_rest(self.plies[i], None) for i in sorted(chosen)]
        return [*shots, self.at(0.0)] if self.options.title else shots

    def at(self, now: float) -> Shot:
        """Return the shot at a time."""
        begins = self._begins
        if now < begins[0]:
            ply = self.plies[0]
            return Shot(ply, self.story.positions[ply], LiveOptions(), card=True)
        step = bisect_right(begins, now) - 1
        ply = self.plies[step]
        turned = self.options.turn * (now - begins[0]) / (self.seconds - begins[0])
        won = None if self._lighting.done(now) else self._lighting.lit(now)
        shot = self._at_rest(ply, won if step == len(begins) - 1 else None)
        if step:
            before, after = self.story.positions[ply - 1 : ply + 1]
            move = self.story.moves[ply - 1].move
            change = Passage(before, after, True, move, Span(begins[step], self._drop)).at(now)
            if change is not None:
                position, moving = in_motion(change, self._options(ply - 1))
                shot = replace(shot, ply=ply - 1, position=position, options=moving)
        return replace(shot, turn=turned)

    def _at_rest(self, ply: int, won: int | None) -> Shot:
        """Return a position after ``ply`` moves, with ``won`` of the deciding pieces lit."""
        options, marks = self._options(ply), self.options.marks
        last = self.story.moves[ply - 1].move if ply and marks else None
        node = self._node(ply)
        drawn = (*marks_of(node), *self.story.drawn.get(node, ())) if marks else ()
        options = replace(options, last=last, won=won if marks else 0, drawn=drawn)
        return Shot(ply, self.story.positions[ply], options, caption=self.caption(ply))

    def _options(self, ply: int) -> LiveOptions:
        moves = self.story.moves[:ply] if self.options.numbers else ()
        return LiveOptions(
            labels=self.options.labels, numbered=tuple(str(node.move) for node in moves)
        )

    def _node(self, ply: int) -> Node:
        return self.story.moves[ply - 1] if ply else self.story.record.root

    def caption(self, ply: int) -> Caption:
        """Return the text below the position after ``ply`` moves; empty without captions."""
        if ply not in self._captions:  # asked for each picture, and comments may be long
            self._captions[ply] = self._caption(ply)
        return self._captions[ply]

    def _caption(self, ply: int) -> Caption:
        if not self.options.captions:
            return Caption()
        outcome = self.story.positions[ply].outcome
        end = outcome.reason if outcome is not None else ""
        node = self._node(ply)
        comment = " ".join(comment_shown(node.comment).split())
        return Caption(
            ply, node_text(self.story.record.start, node), str(node.colour or ""), comment, end
        )
