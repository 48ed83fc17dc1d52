"""One user's table: its record, its view, and the effects of time. No GL, no events.

It is made of small parts with one task each: the record (``session``), stepping through it in time
(``timeline``), the remote opponent (``far``, the session as an online one, or None), a lesson's
or an exercise's answers (``teaching``, or None), the unfinished move (``selection``), the camera
(``looking``), the pointer (``pointing``), typed text and questions (``writing``), and the banner
over the board (``news``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from boche.engine.errors import BocheError, why_not
from boche.engine.message import NOTHING, Message
from boche.engine.record import Node
from boche.engine.record.marks import Mark
from boche.viewer.camera.animation import Hand
from boche.viewer.camera.camera import Camera
from boche.viewer.camera.controls import GLIDE
from boche.viewer.camera.rays import Points, Viewport
from boche.viewer.games.editing import editing
from boche.viewer.games.info import Located
from boche.viewer.games.registry import front_of, picker_of
from boche.viewer.games.view import Blocked, Display, Pick, Picker
from boche.viewer.lessons.session import DemonstrationSession, LessonSession
from boche.viewer.session import Session
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.storage.settings import Settings, user_name_of
from boche.viewer.table import keys
from boche.viewer.table.hover.pointer import Pointing, Sight
from boche.viewer.table.hover.view_control import Looking, Place
from boche.viewer.table.news import News
from boche.viewer.table.playback import DROP, STEP, Timeline
from boche.viewer.table.prompt import Writing
from boche.viewer.table.selection import Selection
from boche.viewer.table.shown import EXPLORER, Tone
from boche.viewer.table.teaching import Showing, Teaching
from boche.viewer.table.trial import Hinted, Proof, Trial
from boche.viewer.table.warned import Warnings
from boche.viewer.training.session import TrainingSession

if TYPE_CHECKING:
    from boche.viewer.remote.session import RemoteSession
    from boche.viewer.remote.view import Turns

Arrived = TypeVar("Arrived")

APART = 0.4  # seconds that it takes to take layers apart


class Table:
    """The state of a table. ``viewer.table.move_input`` and ``viewer.table.actions`` work on it.

    ``settings`` may be replaced at any time; ``play_speed`` takes effect with the next session.
    ``used`` is what was used last, the board or the timeline. ``drawing`` is the mark that the
    right button is drawing, or None. ``threats_shown`` says whether threats on the board are shown.
    ``awaited`` are the online games that wait for the user, or None if no server has been asked.
    ``end_focus`` is what keys have reached of the choices after the end of a game.
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
        self.awaited: Turns | None = None
        self._seat(session, viewport, scale)

    def set_session(self, session: Session) -> None:
        """Put another record on the table and show all of it. Raises ``LookupError``.

        The clock of the one that leaves it stops, since that may come back.
        """
        if session is not self.session:
            self.session.clock.run(False)
        self._note_steps()
        self._seat(session, self.looking.viewport, self.looking.scale)

    def _seat(self, session: Session, viewport: Viewport, scale: float) -> None:
        picker: Picker = picker_of(session.record.game_name)
        self.picker = editing(picker) if isinstance(session, SetupSession) else picker
        self.session = session
        self.timeline = Timeline(session, self.now, self.settings.play_speed)
        self.far = _far(session)
        self.teaching = _teacher(session)
        self.selection = Selection(self.picker)
        self.selection.show(self.position)
        self.selection.resume(session.begun)
        self.writing.close()
        self.news = News(session)
        self.warnings, self.threats_shown = Warnings(), False
        self.end_focus = ""
        self.trial: Trial | None = None
        self.proof: Proof | None = None  # of the last hint
        self.hinted: Hinted | None = None  # what that says, whether or not it still stands
        self._edited = self._edits
        begins = self.teaching is None and self.setup is None
        if begins and len(session.cursor.line) == 1:
            self.news.explain_game(self.settings)
        self.looking = Looking(self.front, self.bounds, viewport, scale)
        self.pointing, self.hand = Pointing(), Hand()
        self.drawing: Mark | None = None
        self.named = ""  # what the pointer reads beside the board: a place's name, or a move
        self.pointed: Located | None = None  # where that is which the pointer reads in the panel
        self.kept: Located | None = None  # where that is which was clicked there
        self._inspected = ""
        goes_on = session.seats.computers > 0 and not session.is_over
        replayed = len(session.cursor.line) > 1 and self.teaching is None and not goes_on
        self.used = keys.TIMELINE if replayed else keys.BOARD
        self._pointed_at = self._sight()

    @property
    def front(self) -> Camera:
        """The first view of the board: from the user's side, if there is one."""
        own = self.session.side_in_front(user_name_of(self.settings))
        return front_of(self.session.record.game_name, own)

    @property
    def lesson(self) -> LessonSession | None:
        """The lesson on the table, or None."""
        return self.teaching.lesson if isinstance(self.teaching, Teaching) else None

    @property
    def training(self) -> TrainingSession | None:
        """The exercise on the table, or None."""
        return self.teaching.training if isinstance(self.teaching, Coaching) else None

    @property
    def setup(self) -> SetupSession | None:
        """The position that is being set up, or None."""
        return self.session if isinstance(self.session, SetupSession) else None

    @property
    def other_turns(self) -> tuple[int, ...]:
        """The online games other than this one where it is the user's turn, as far as known."""
        place = self.far.wire.place if self.far is not None else None
        return self.awaited.others(place) if self.awaited is not None else ()

    @property
    def position(self) -> Any:
        """The position at the cursor."""
        return self.timeline.position

    @property
    def on_board(self) -> Node:
        """The node whose position is on the board; the record may lack that of a line.

        A line on which only the pointer rests counts as none: what is said of the game stays.
        """
        line = self.chosen_line
        return self.session.cursor.node if line is None else line.node_at(self.now)

    @property
    def inspected(self) -> str:
        """The name of the piece that keys look at, or nothing, as when the pointer has moved."""
        by_keys = self.pointing.by_keys and self.selection.target is None
        there = by_keys and any(self._inspected in names for names in self.levels)
        return self._inspected if there else ""

    @property
    def levels(self) -> tuple[tuple[str, ...], ...]:
        """The names of the pieces of each level, the lowest first; without the hidden levels."""
        found = self.picker.levels(self.position)
        return found[: len(found) - self.hidden]

    @property
    def hidden(self) -> int:
        """The number of levels that are hidden, from the highest on."""
        return self.looking.hidden(self.picker.layers(self.position)) if self.looking.lowest else 0

    @property
    def pick(self) -> Pick:
        """What the pointer is on, or the piece that keys look at."""
        if not self.inspected:
            return self.pointing.pick
        return self.picker.looked_at(self.position, self.inspected, self.display)

    def inspect(self, name: str) -> None:
        """Look at a piece, as a pointer on it would; at none for no name."""
        self._inspected = name
        if name:
            self.selection.choose(None)
            place = self.picker.looked_at(self.position, name, self.display).point
            self.pointing.leave_to_keys(np.asarray(place))

    @property
    def hint(self) -> Hinted | None:
        """The hint that stands: until a place is chosen, a move is played or it is put away."""
        hinted = self.hinted
        if hinted is None or hinted.node is not self.session.cursor.node:
            return None
        gone = hinted.placed and str(self.selection.hint) != hinted.move
        return None if gone else hinted

    @property
    def blocked(self) -> tuple[Blocked, ...]:
        """The places without a move that arrow keys pass over."""
        if self.setup is not None:
            return ()
        return self.picker.blocked(self.position, self.selection.beginning)

    @property
    def passed(self) -> Blocked | None:
        """The place without a move on which arrow keys stand, or None once a target is chosen."""
        pointing = self.pointing
        if not (pointing.by_keys and pointing.blocked) or self.selection.target is not None:
            return None
        return next((each for each in self.blocked if each.spot == pointing.blocked), None)

    @property
    def display(self) -> Display:
        """The current display of the position."""
        opened = "" if self.pointing.by_keys else self.pointing.opened
        layers = self.picker.layers(self.position) if self.looking.lowest else 0
        return self.looking.display(self.now, layers, self.selection.beginning, opened)

    @property
    def focus(self) -> str:
        """The target of the arrow keys, ``board`` or ``timeline``.

        They step wherever nobody is asked for a move: through a line that is shown, and after the
        end of a game unless they look at a piece. Elsewhere it is what was used last.
        """
        if self.used == keys.TIMELINE or self.line is not None:
            return keys.TIMELINE
        over = self.session.outcome is not None and not self.inspected
        return keys.TIMELINE if over else self.used

    @property
    def reviews(self) -> bool:
        """True where moves are tried: beside the game of a record, or where its game has ended.

        No computer answers there. The arrow keys step, also at the end of such a line.
        """
        session = self.session
        # First what a click in a game asks each time, without a step for each move before it.
        if session.cursor.is_on_main_line and session.main_outcome is None:
            return False
        taught = self.teaching is not None or self.setup is not None
        return not (taught or self.far is not None or session.seats.computers)

    @property
    def marks_groups(self) -> bool:
        """Whether what a move joins or encloses is marked, as everywhere but in first lessons."""
        return self.lesson is None or self.lesson.state.lesson.marks_groups

    @property
    def asks_for_move(self) -> bool:
        """True where a game or an exercise goes on from, if somebody here is to move."""
        session = self.session
        if not self.goes_on or session.why_no_move:
            return False
        return session.person_of(session.turn).kind != "computer"

    @property
    def goes_on(self) -> bool:
        """True where a game or an exercise goes on from, whoever is to move."""
        session, far = self.session, self.far
        if self.reviews or session.cursor.node.children or session.outcome is not None:
            return False
        if session.sets_task:
            return True
        return far.goes_on if far is not None else session.seats.computers > 0 or session.played

    def stepped(self) -> None:
        """Give the arrow keys to the moves, but to the board where somebody is asked for one."""
        self.used = keys.BOARD if self.asks_for_move else keys.TIMELINE

    @property
    def line(self) -> Trial | None:
        """The line that is shown and can be stepped through, or None.

        A move of the explorer is none: it stays a ghost.
        """
        return self.trial if self.trial is not None and self.trial.source != EXPLORER else None

    @property
    def chosen_line(self) -> Trial | None:
        """The line that somebody has put on the board, or None: not one that the pointer is on."""
        return self.line if self.line is not None and not self.line.passing else None

    @property
    def wrong_try(self) -> LessonSession | TrainingSession | None:
        """The lesson or the exercise in which a wrong try stands on the board, or None."""
        for task in (self.lesson, self.training):
            if task is not None and task.state.phase == "wrong":
                return task
        return None

    @property
    def why_no_try(self) -> Message:
        """The reason why the step of a lesson on the table takes no move, or an empty text."""
        teaching = self.teaching
        return teaching.lesson.why_no_try if isinstance(teaching, Teaching) else NOTHING

    # -- time

    def tick(self, t: float) -> None:
        """Advance everything that moves by itself to time ``t``."""
        self.now = max(self.now, t)
        self.looking.tick(self.now)
        self.timeline.tick(self.now)
        if self.teaching is not None:
            self.teaching.tick(self.now)
        self.follow(STEP)
        self.news.tick(self.now)

    def follow(self, length: float) -> None:
        """Follow changes of the session; a step is animated for ``length`` seconds."""
        if not self.timeline.behind:
            return
        before, self._edited = self._edited, self._edits
        stays = self._edited == before and self.teaching is None
        if self.trial is None or self._has_left(self.trial) or not stays:
            self.try_out(None)
        chosen = self.selection.target
        edits = self.setup is not None and chosen is not None
        at = self.picker.spot(self.position, Pick(target=chosen)) if edits else ""
        if self.timeline.follow(self.now, self.lasting(length), self.selection.beginning):
            position = self.timeline.position
            self.pointed = self.kept = None
            self.named = ""  # a ring on the move just chosen in a list would look like a cursor
            if self.session.cursor.node.children and not (self.teaching or self.setup):
                self.used = keys.TIMELINE  # the move here was made: whoever is here reviews it
            elif self.used == keys.TIMELINE and self.asks_for_move:
                self.used = keys.BOARD
            self.selection.show(position)
            self.pointing.held = None
            if self.setup is not None and self.pointing.by_keys:
                self._choose_again(chosen, at)  # keys go on from where they put a piece
            self.pointing.rest()
            self.keep_in_view()
            if self.looking.arranged is not None:
                self._arrange_again(self.lasting(GLIDE))
        not_kept = self.teaching.note() if self.teaching is not None else ""
        if not_kept:
            self.say(not_kept, tone="refused")

    def _choose_again(self, target: str | None, spot: str) -> None:
        """Choose a target of the position before, or what is there now if it had holes open."""
        if self.selection.choose(target):
            return
        there = (text for text in self.selection.targets()
                 if self.picker.spot(self.position, Pick(target=text)) == spot)  # fmt: skip
        self.selection.choose(next(there, None))

    @property
    def _edits(self) -> int:
        """The changes of the record that end a line: neither what is found nor the time noted."""
        return self.session.edits.changes - self.session.edits.findings

    def _has_left(self, trial: Trial) -> bool:
        """Return whether the cursor has left the place of a line that is shown."""
        return (trial.cursor or trial.node) is not self.session.cursor.node

    def try_out(self, trial: Trial | None) -> None:
        """Show a line on the board without playing it, or the position again; all of it in view."""
        if trial is self.trial:
            return
        self.trial = trial
        self.keep_in_view()

    @property
    def bounds(self) -> Points:
        """Points (N, 3) that a view of all must contain: with a begun move, a hint, or a line."""
        if self.trial is not None:
            return self.picker.bounds(self.trial.positions[-1])
        shown = self.selection.choice if self.selection.proposal is not None else None
        begun = shown.text if shown is not None else self.selection.beginning
        return self.picker.bounds(self.picker.begun(self.position, begun))

    def keep_in_view(self) -> None:
        """Keep the whole board in view as it grows, if it was in view."""
        self.looking.keep_home(self.bounds, self.now, self.lasting(GLIDE))

    def keep_turn_in_view(self) -> None:
        """Do that during a turn, once the places that come next are not all in the picture.

        Between two clicks of a turn the table stays where it is, or the second one misses.
        """
        targets = list(self.selection.targets())
        if targets:
            places = [self.picker.place(self.position, each, self.display) for each in targets]
            near = [(x, y, 0.0) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
            corners = (np.array(places)[:, None] + np.array(near)).reshape(-1, 3)
            seen = self.looking.pixels(corners)
            if ((seen >= 0.0) & (seen <= self.looking.viewport)).all():
                return
        self.keep_in_view()

    def lasting(self, seconds: float) -> float:
        """Return the length of an animation under the settings; 0 if animations are off."""
        speed = self.settings.animation_speed
        return seconds / speed if speed > 0.0 else 0.0

    @property
    def turned(self) -> tuple[str, float] | None:
        """The turn of the piece in the hand: the choice it turns from, and the progress.

        None if no piece is turning.
        """
        target, choice = self.selection.target, self.selection.choice
        if target is None or choice is None:
            return None
        length = self.lasting(self.picker.turn)
        return self.hand.turned(target, choice.text, self.now, length)

    @property
    def animating(self) -> bool:
        """True if the next frame will differ from this one without any input."""
        changing = self.timeline.change(self.now) is not None or self.turned is not None
        return changing or self.news.ending or self.looking.moving(self.now)

    # -- what the pointer is on

    def settle(self) -> None:
        """Update the pick under the pointer if anything but the pointer has changed.

        This is needed when the table is looked at or used, and not before; meanwhile changes add
        up.
        """
        self._note_steps()
        sight = self._sight()
        if sight != self._pointed_at:
            self._point(sight)

    def _note_steps(self) -> None:
        """Let the session know a half-made move, so that it is not lost with the table."""
        steps = self.selection.own_steps
        if steps != self.session.begun:
            self.session.begun = steps
            self.session.safety.renew()

    def point(self, at: Place | None) -> None:
        """Set the pointer's place, or None off the picture.

        A choice by keys stays until the pointer really moves.
        """
        self.settle()
        self.pointing.at = at
        self._point(self._sight(), moved=True)

    def _sight(self) -> Sight:
        """Return everything that the pick of a resting pointer depends on."""
        return (self.position, self.looking.orbit.camera, self.looking.viewport, self.display)

    def _point(self, sight: Sight, *, moved: bool = False) -> None:
        pointing, selection = self.pointing, self.selection
        opened = pointing.opened
        elsewhere = pointing.find(self.picker, self.looking, sight)
        # Pieces that now stand apart are displayed elsewhere; that is not a change to look into
        # again.
        self._pointed_at = sight if pointing.opened == opened else self._sight()
        if moved and elsewhere:
            self.writing.forget()
        if moved:
            pointing.come_back(self.looking.scale)
        if not pointing.by_keys and not pointing.dragging and selection.proposal is None:
            elsewhere |= selection.target is None
            selection.choose(None if self.timeline.playing else pointing.target, opens=self.opens)
            if elsewhere and self._takes_asked():
                pass
            elif elsewhere and pointing.pick.key:
                fits = selection.choose_key(pointing.pick.key)
                if not fits and pointing.carried is not None:
                    selection.clear()  # the hand holds this piece, and no other is shown there
            elif elsewhere:
                selection.open(opens=self.opens)

    @property
    def asked_at(self) -> str | None:
        """The target under the pointer that the letter asked for belongs to, or None.

        Only pieces that are taken up need one: anywhere else the letter itself is remembered.
        """
        selection, pick = self.selection, self.pointing.pick
        if not (selection.asked and self.picker.takes_up) or selection.beginning:
            return None
        return self.picker.lettered(self.position, None, pick, "") if pick.target else None

    def _takes_asked(self) -> bool:
        """Choose the letter asked for at the piece under the pointer; return whether it fits."""
        selection, onto = self.selection, self.asked_at
        if onto is None or self.timeline.playing or not selection.choose(onto):
            return False
        if selection.choose_key(selection.asked):
            self.pointing.instead = onto
            return True
        selection.choose(self.pointing.target, opens=self.opens)
        return False

    @property
    def opens(self) -> bool:
        """True if the pointer means a piece as a whole, and none of the letters below it."""
        pointing = self.pointing
        return self.picker.takes_up and not pointing.pick.key and pointing.instead is None

    # -- what commands and the computer do

    def play(self, move: object) -> None:
        """Play a move or its text. Raises ``BocheError`` and then changes nothing."""
        self.timeline.playing, self.hinted = False, None
        before = self.position
        swapped = before.swapped
        self.session.play(move)
        if self.teaching is None and self.setup is None:
            self.news.moves.append((before, str(move)))
        self.looking.lowest = 0
        self.follow(DROP)
        self.used = keys.TIMELINE if self.reviews else keys.BOARD
        if self.position.swapped != swapped and self.teaching is None:
            self.news.swapped()
        self._note_end()

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something and follow it; report a refusal in the status."""
        try:
            action()
        except BocheError as error:
            self.say(why_not(error), tone="refused")
        self.follow(STEP)

    def declare(self, end: Callable[[], object]) -> None:
        """End the game by a declaration, such as a resignation. Raises what ``end`` raises."""
        end()
        self.follow(0.0)
        self._note_end()

    def receive(self, arrive: Callable[[], Arrived]) -> Arrived:
        """Let a message from a remote opponent change the record; animate it if it is in view."""
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
        """Announce the end of a game played here once its last piece has landed."""
        if self.session.outcome is not None and self.teaching is None:
            self.news.ended(self.timeline.landed(self.now), self.lasting, self.settings)
            self.news.tick(self.now)

    def interrupt(self) -> None:
        """Prepare for any input: finish changes at once, drop old messages.

        The banner stays while a question hides it.
        """
        self.timeline.skip()
        self.writing.forget()
        self.end_focus = ""
        if self.writing.question is None:
            self.news.forget()

    def peel(self, layers: int) -> None:
        """Hide that many levels; the lowest one always stays.

        As many as are left then are shown of any other position as well.
        """
        there = self.picker.layers(self.position) if layers > 0 else 0
        self.looking.lowest = max(there - layers, 1) if there > 1 else 0

    def end_xray(self) -> None:
        """End the X-ray; levels that were apart before it are apart again."""
        self.looking.xray = False
        if self.looking.way_before:
            self.arrange(self.looking.way_before)

    def arrange(self, way: str, camera: Camera | None = None) -> None:
        """Take the layers apart in one of the ``WAYS``, or lay them on each other for no way.

        They are arranged for a view from the angles of ``camera``, by default the present ones.
        """
        looking, length = self.looking, self.lasting(APART)
        looking.way, looking.way_before = way, ""
        if not way or self.picker.arranged is None:
            looking.put_together(self.now, length)
            return
        wide, high = looking.viewport
        angles = camera or looking.orbit.goal
        found = self.picker.arranged(self.position, way, angles, max(wide, 1) / max(high, 1))
        looking.take_apart(found, self.now, length)

    def _arrange_again(self, length: float) -> None:
        """Arrange layers anew if another position, or a picture of another shape, needs it."""
        looking, arrange = self.looking, self.picker.arranged
        if looking.arranged is None or arrange is None:
            return
        wide, high = looking.viewport
        angles = looking.arranged.camera
        found = arrange(self.position, looking.way, angles, max(wide, 1) / max(high, 1))
        if found.apart != looking.arranged.apart:
            looking.take_apart(found, self.now, length)

    def resize(self, viewport: Viewport, scale: float) -> None:
        """Take the picture's size in pixels and the pixels per point."""
        self.looking.resize(viewport, scale, self.now)
        self._arrange_again(0.0)

    def say(self, text: str, *, tone: Tone = "said", beside: bool = False) -> None:
        """Show a line in the status until the next input, or until it no longer holds.

        If it is about what is pointed at, it is shown ``beside`` that, too.
        """
        self.writing.say(text, tone, beside=beside)

    def note(self, text: str) -> None:
        """Show a line in the status that is told by the board as well, until it shows another."""
        self.writing.say(text, at=self.session.cursor.node)

    def refuse(self, why: str) -> None:
        """Show why nothing is placed, beside the pointer or what keys have chosen.

        After the end of the game that is always how it has ended, which the banner says as well.
        """
        over = self.session.outcome
        if over is not None:
            self.say(over.reason, tone="over")
            return
        stands = self.selection.target is not None or self.passed is not None
        beside = not self.pointing.by_keys or stands
        self.say(why, tone="refused", beside=beside)


def _teacher(session: Session) -> Teaching | Showing | Coaching | None:
    """Return the driver of a lesson, a demonstration or an exercise; None for another session."""
    if isinstance(session, DemonstrationSession):
        return Showing(session)
    if isinstance(session, LessonSession):
        return Teaching(session)
    return Coaching(session) if isinstance(session, TrainingSession) else None


def _far(session: Session) -> RemoteSession | None:
    """Return the session as an online one, or None. The modules for it are imported on demand."""
    if type(session) is Session:
        return None
    from boche.viewer.remote.session import RemoteSession

    return session if isinstance(session, RemoteSession) else None


# An exercise at the table: its timing and its results.

ARRIVING = 0.6  # seconds before the move that led to the position
PAUSE = 1.0  # seconds before each move that follows by itself


class Coaching:
    """The driver of the exercise on the table."""

    def __init__(self, training: TrainingSession) -> None:
        self.training = training
        self._due: float | None = None

    def tick(self, now: float) -> None:
        """Let the exercise go on by itself when it is due."""
        state = self.training.state
        if not state.moving:
            self._due = None
        elif self._due is None:
            self._due = now + (ARRIVING if state.phase == "arrives" else PAUSE)
        elif now >= self._due:
            self.training.go_on()
            self._due = None

    def wakeup(self, now: float) -> float | None:
        """Return when ``tick`` is due, or None for never."""
        if not self.training.state.moving:
            return None
        return now if self._due is None else self._due

    def note(self) -> str:
        """Keep the result once it is certain; what went wrong is reported by the course."""
        self.training.note()
        return ""
