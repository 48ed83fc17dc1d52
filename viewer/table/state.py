"""One user's table: what lies on it, how it is looked at, what time does to it. No GL, no events.

It is made of small parts, each with a task of its own: the record (``session``), stepping through
it in time (``timeline``), somebody far away (``far``, the record as one of theirs, or None), a
lesson's answers (``teaching``, None where there is no lesson), the move in the making
(``selection``), the camera (``looking``), the pointer (``pointing``), what is written
(``writing``), and what is said over the board (``news``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from viewer.camera.animation import Hand
from viewer.camera.camera import Camera
from viewer.camera.controls import GLIDE
from viewer.camera.rays import Viewport
from viewer.games.registry import camera_of, picker_of, view_of
from viewer.games.view import Display, Picker
from viewer.lessons.session import LessonSession
from viewer.session import Session
from viewer.storage.settings import Settings
from viewer.table import keys
from viewer.table.lessons.teaching import Teaching
from viewer.table.news.news import News
from viewer.table.playback import DROP, STEP, Timeline
from viewer.table.pointing.looking import Looking, Place
from viewer.table.pointing.pointer import Pointing, Sight
from viewer.table.selection import Selection
from viewer.table.shown import Tone
from viewer.table.writing.prompt import Writing

if TYPE_CHECKING:
    from viewer.remote.session import FarSession

Arrived = TypeVar("Arrived")


class Table:
    """The state of a table. ``viewer.table.making`` and ``viewer.table.actions`` work on it.

    ``settings`` may be replaced at any time; ``play_speed`` counts from the next session on.
    ``used`` is what was used last, the board or the timeline.
    """

    def __init__(
        self,
        session: Session,
        viewport: Viewport,
        settings: Settings,
        now: float = 0.0,
        scale: float = 1.0,
    ) -> None:
        self.settings, self.now = settings, now
        self.writing = Writing()
        self._seat(session, viewport, scale)

    def set_session(self, session: Session) -> None:
        """Put another record on the table and show all of it. Raises ``LookupError``."""
        self._seat(session, self.looking.viewport, self.looking.scale)

    def _seat(self, session: Session, viewport: Viewport, scale: float) -> None:
        self.picker: Picker = picker_of(session.record.game)
        self.session = session
        self.timeline = Timeline(session, self.now, self.settings.play_speed)
        self.far = _far(session)
        self.teaching = Teaching(session) if isinstance(session, LessonSession) else None
        self.selection = Selection(self.picker)
        self.selection.show(self.position)
        self.writing.close()
        self.news = News(session)
        if self.lesson is None and len(session.cursor.line) == 1:
            self.news.begun(self.settings)
        self.looking = Looking(self.front, self.picker.bounds(self.position), viewport, scale)
        self.pointing, self.hand = Pointing(), Hand()
        replayed = len(session.cursor.line) > 1 and self.lesson is None
        self.used = keys.TIMELINE if replayed else keys.BOARD
        self._pointed_at = self._sight()

    @property
    def front(self) -> Camera:
        """Where the board is seen from at first: the only person's side, where there is one."""
        game = self.session.record.game
        return camera_of(game, view_of(game).sides.get(self.session.own_colour, "corner"))

    @property
    def lesson(self) -> LessonSession | None:
        """The lesson that is on the table, or None."""
        return self.teaching.lesson if self.teaching is not None else None

    @property
    def position(self) -> Any:
        """The position at the cursor."""
        return self.timeline.position

    @property
    def display(self) -> Display:
        """How the position is shown at the moment."""
        opened = "" if self.pointing.by_keys else self.pointing.opened
        return self.looking.display(self.now, self.selection.taken, opened)

    @property
    def focus(self) -> str:
        """What the arrows work on: ``board`` or ``timeline``; a finished game has no open cells."""
        return keys.TIMELINE if self.position.outcome is not None else self.used

    # -- time

    def tick(self, t: float) -> None:
        """Move everything that moves of itself on to a time."""
        self.now = max(self.now, t)
        self.looking.tick(self.now)
        self.timeline.tick(self.now)
        if self.teaching is not None:
            self.teaching.tick(self.now)
        self.follow(STEP)
        self.news.tick(self.now)

    def follow(self, length: float) -> None:
        """Take note of what has become of the session; a step is animated in that many seconds."""
        if not self.timeline.behind:
            return
        if self.timeline.follow(self.now, self.lasting(length), self.selection.taken):
            position = self.timeline.position
            self.selection.show(position)
            self.pointing.rest()
            self.peel(self.looking.peeled)
            bounds = self.picker.bounds(position)
            self.looking.keep_home(bounds, self.now, self.lasting(GLIDE))
        not_kept = self.teaching.note() if self.teaching is not None else ""
        if not_kept:
            self.say(not_kept, tone="refused")

    def lasting(self, seconds: float) -> float:
        """A length of animation as the settings want it, 0 where they want none."""
        speed = self.settings.animation_speed
        return seconds / speed if speed > 0.0 else 0.0

    @property
    def turned(self) -> tuple[str, float] | None:
        """While the piece turns in the hand: the choice it turns from, and the part of the way."""
        target, choice = self.selection.target, self.selection.choice
        if target is None or choice is None:
            return None
        length = self.lasting(self.picker.turn)
        return self.hand.turned(target, choice.text, self.now, length)

    @property
    def animating(self) -> bool:
        """Whether the next frame will differ from this one without anything being done."""
        changing = self.timeline.change(self.now) is not None or self.turned is not None
        return changing or self.news.ending or self.looking.moving(self.now)

    # -- what the pointer is on

    def settle(self) -> None:
        """Find out what the pointer is on where something else than the pointer has changed.

        That is wanted when the table is looked at or something is done at it, and not before:
        while nobody looks, the changes add up.
        """
        sight = self._sight()
        if sight != self._pointed_at:
            self._point(sight)

    def point(self, at: Place | None) -> None:
        """Let the pointer be at a place, or off the picture.

        What keys have chosen stays until the pointer really moves.
        """
        self.settle()
        self.pointing.at = at
        self._point(self._sight(), moved=True)

    def _sight(self) -> Sight:
        """What a resting pointer is on depends on this alone."""
        return (self.position, self.looking.orbit.camera, self.looking.viewport, self.display)

    def _point(self, sight: Sight, *, moved: bool = False) -> None:
        pointing, selection = self.pointing, self.selection
        opened = pointing.opened
        elsewhere = pointing.find(self.picker, self.looking, sight)
        # What stands apart now is shown elsewhere: that is no change to be looked into again.
        self._pointed_at = sight if pointing.opened == opened else self._sight()
        if moved and elsewhere:
            self.writing.forget()
        if moved:
            pointing.come_back(self.looking.scale)
        if not pointing.by_keys and not pointing.dragging:
            elsewhere |= selection.target is None
            selection.choose(None if self.timeline.playing else pointing.target)
            if elsewhere and pointing.pick.key:
                selection.choose_key(pointing.pick.key)

    # -- what commands and the computer do

    def play(self, move: object) -> None:
        """Play a move, or its text. Raises ``BocheError``; then nothing has changed."""
        self.timeline.playing = False
        swapped = self.position.swapped
        self.session.play(move)
        self.used, self.looking.peeled = keys.BOARD, 0
        self.follow(DROP)
        if self.position.swapped != swapped and self.lesson is None:
            self.news.swapped()
        self._note_end()

    def declare(self, end: Callable[[], object]) -> None:
        """Let the game end by what somebody declares, as a resignation. Raises what that raises."""
        end()
        self.follow(0.0)
        self._note_end()

    def receive(self, arrive: Callable[[], Arrived]) -> Arrived:
        """Let what comes from far away change the record; it is animated where it is looked at."""
        swapped, over = self.position.swapped, self.session.outcome is not None
        found = arrive()
        if self.timeline.behind:
            self.follow(DROP)
            if self.position.swapped and not swapped:
                self.news.swapped()
            if not over:
                self._note_end()
        return found

    def _note_end(self) -> None:
        """Let the end of a game that is played here be said, once its last piece has landed."""
        if self.session.outcome is not None and self.lesson is None:
            self.news.ended(self.timeline.landed(self.now), self.lasting)
            self.news.tick(self.now)

    def interrupt(self) -> None:
        """What any input does first: changes jump to their end, old messages go.

        The line over the board stays while a question hides it.
        """
        self.timeline.skip()
        self.writing.forget()
        if self.writing.question is None:
            self.news.forget()

    def peel(self, levels: int) -> None:
        """Take that many levels off the picture, but for the lowest of those that there are."""
        there = self.picker.levels(self.position) if levels > 0 else 0
        self.looking.peeled = min(max(levels, 0), max(there - 1, 0))

    def resize(self, viewport: Viewport, scale: float) -> None:
        """Take note of the picture's size in pixels and of the pixels of a point."""
        self.looking.resize(viewport, scale, self.picker.bounds(self.position), self.now)

    def say(self, text: str, *, tone: Tone = "said") -> None:
        """Show a line in the status until the next input, or until it no longer holds."""
        self.writing.say(text, tone)


def _far(session: Session) -> FarSession | None:
    """The session as one with somebody far away. What that takes is loaded when there is one."""
    if type(session) is Session:
        return None
    from viewer.remote.session import FarSession

    return session if isinstance(session, FarSession) else None
