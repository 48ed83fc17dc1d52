"""One user's table: session, camera, selection and what is done with them. No GL, no events."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engine.errors import BocheError
from viewer.camera import controls as orbit
from viewer.camera.animation import Glide, Hand
from viewer.camera.camera import Camera, Vector
from viewer.camera.controls import Limits, Orbit
from viewer.camera.rays import Ray, Viewport, on_target_plane, project, ray_at
from viewer.games.registry import front_of, picker_of
from viewer.games.view import Display, Pick, Picker
from viewer.session import Session
from viewer.storage.settings import Settings
from viewer.table import keyboard_navigation, keys
from viewer.table.playback import DROP, STEP, Timeline
from viewer.table.prompt import Writing
from viewer.table.selection import Selection

SPREAD = 0.25  # seconds in which levels spread
SLACK = 4.0  # pixels at scale 1 that a pointer may move and still count as at rest


class Table:
    """The state of a table, and all that a user can do at it.

    ``settings`` may be replaced at any time; ``play_speed`` counts from the next session on.
    ``pointer`` is where the pointer is, None off the picture, and ``pick`` what it is on.
    ``dragging`` is set while a drag moves the camera: then the pointer is on nothing. ``by_keys``
    is set while keys choose the target, until the pointer really moves.
    """

    def __init__(
        self,
        session: Session,
        viewport: Viewport,
        settings: Settings,
        now: float = 0.0,
        scale: float = 1.0,
    ) -> None:
        self.settings = settings
        self.viewport, self.scale, self.now = viewport, scale, now
        self.writing = Writing()
        self.set_session(session)

    def set_session(self, session: Session) -> None:
        """Put another record on the table and show all of it. Raises ``LookupError``."""
        self.picker: Picker = picker_of(session.record.game)
        self.session = session
        self.timeline = Timeline(session, self.now, self.settings.play_speed)
        self.selection = Selection(self.picker)
        self.selection.show(self.position)
        self.writing.close()
        bounds = self.picker.bounds(self.position)
        self._home = orbit.fitted(front_of(session.record.game), bounds, self.viewport)
        self.orbit = Orbit(self._home, Limits.around(bounds))
        self.explode, self.peeled = Glide.resting(0.0), 0
        self.pick, self.dragging = Pick(), False
        self._pick_key: tuple[Any, ...] = ()
        self._stale = False
        self._pick_there = Pick()
        self.pointer: tuple[float, float] | None = None
        self.by_keys = False
        self._hand = Hand()
        self._left_at: tuple[float, float] | None = None
        self._keys_at: Vector | None = None
        self._focus = keys.TIMELINE if len(session.line) > 1 else keys.BOARD

    @property
    def position(self) -> Any:
        """The position at the cursor."""
        return self.timeline.position

    @property
    def display(self) -> Display:
        """How the position is shown at the moment."""
        return Display(self.explode.at(self.now), self.peeled, self.selection.taken)

    @property
    def focus(self) -> str:
        """What the arrows work on: ``board`` or ``timeline``; a finished game has no open cells."""
        return keys.TIMELINE if self.position.outcome is not None else self._focus

    def set_focus(self, focus: str) -> None:
        self._focus = focus

    # -- time

    def tick(self, t: float) -> None:
        """Move everything that moves of itself on to a time."""
        self._stale |= self.orbit.moving or not self.explode.done(self.now)
        self.now = max(self.now, t)
        self.orbit.tick(self.now)
        self.timeline.tick(self.now)
        self.follow(STEP)

    def follow(self, length: float) -> None:
        """Take note of what has become of the session; a step is animated in that many seconds."""
        if not self.timeline.behind:
            return
        if self.timeline.follow(self.now, self.lasting(length), self.selection.taken):
            self.selection.show(self.position)
            self.peel(self.peeled)
            self._keep_home()
            self._stale = True

    def _keep_home(self) -> None:
        """Let a view of the whole board stay one as the board grows."""
        if self.orbit.goal != self._home:
            return
        bounds = self.picker.bounds(self.position)
        home = orbit.fitted(self._home, bounds, self.viewport)
        if home != self._home:
            self._home = home
            self.orbit.limits = Limits.around(bounds)
            self.orbit.go(home, self.now, self.lasting(orbit.GLIDE))

    def lasting(self, seconds: float) -> float:
        """A length of animation as the settings want it, 0 where they want none."""
        speed = self.settings.animation_speed
        return seconds / speed if speed > 0.0 else 0.0

    @property
    def animating(self) -> bool:
        """Whether the next frame will differ from this one without anything being done."""
        changing = self.timeline.change(self.now) is not None or self.turned is not None
        return changing or self.orbit.moving or not self.explode.done(self.now)

    # -- pointing

    def ray(self) -> Ray:
        """The ray under the pointer, or through the middle of the picture where it is away."""
        x, y = self.pointer or (self.viewport[0] / 2, self.viewport[1] / 2)
        return ray_at(self.orbit.camera, x, y, self.viewport)

    def settle(self) -> None:
        """Find out what the pointer is on where something else than the pointer has changed.

        That is wanted when the table is looked at or something is done at it, and not before:
        while nobody looks, the changes add up.
        """
        if self._stale:
            self._point(moved=False)

    def point(self, at: tuple[float, float] | None) -> None:
        """Let the pointer be at a place, or off the picture."""
        self.settle()
        self.pointer = at
        self._point(moved=True)

    def take_hold(self) -> None:
        """Begin a drag: until it ends the pointer is on nothing."""
        self.dragging, self.pick, self._stale = True, Pick(), False

    def _point(self, moved: bool) -> None:
        """Find out what the pointer is on; ``moved`` says that the pointer itself moved there.

        What keys have chosen stays until the pointer really moves.
        """
        self._stale = False
        pick = self._picked()
        elsewhere, self.pick = pick != self.pick, pick
        if moved and elsewhere:
            self.writing.forget()
        self.by_keys = self.by_keys and not (moved and self._really_moved())
        if not self.by_keys and not self.dragging:
            elsewhere |= self.selection.target is None
            self.selection.choose(None if self.timeline.playing else pick.target)
            if elsewhere and pick.key:
                self.selection.choose_key(pick.key)

    def _picked(self) -> Pick:
        """What the pointer is on; asked of the game only where something has changed."""
        if self.pointer is None or self.dragging:
            return Pick()
        timeline, camera = self.timeline, self.orbit.camera
        key = (timeline.revision, self.pointer, camera, self.viewport, self.display)
        if key != self._pick_key:
            self._pick_key = key
            self._pick_there = self.picker.pick(timeline.position, self.ray(), self.display)
        return self._pick_there

    def _really_moved(self) -> bool:
        if self.pointer is None or self._left_at is None:
            return self.pointer is not None
        return math.dist(self._left_at, self.pointer) > SLACK * self.scale

    def anchor(self) -> Vector:
        """The point under the pointer, or the one beside the target where it is on nothing."""
        if self.pick.point is not None:
            return np.asarray(self.pick.point)
        return on_target_plane(self.orbit.camera, self.ray())

    def over_choice(self) -> bool:
        """Whether the pointer is on the chosen target or on its ghost."""
        target = self.selection.target
        if target is None or self.pointer is None:
            return False
        on_it = self.pick.target == target
        return on_it or self.picker.over(self.position, target, self.ray(), self.display)

    # -- playing

    @property
    def turned(self) -> tuple[str, float] | None:
        """While the piece turns in the hand: the choice it turns from, and the part of the way."""
        target, choice = self.selection.target, self.selection.choice
        if target is None or choice is None:
            return None
        length = self.lasting(getattr(self.picker, "TURN", 0.0))
        return self._hand.turned(target, choice.text, self.now, length)

    def turn_to(self, key: str) -> None:
        """Choose by letter; without a chosen target the letter is remembered for the next one."""
        target = self.selection.target
        if target is None:
            self.selection.prefer(key)
            self.say(f"the next piece: {key}")
        elif self._points_at(key) and self.selection.cycle_key(1):
            return
        elif not self.selection.choose_key(key):
            self.say(self._refused(target, key), error=True)

    def _refused(self, target: str, key: str) -> str:
        """Why a letter does not fit, in the rules' words."""
        try:
            self.position.play(self.position.parse(self.picker.spell(target, key)))
        except BocheError as error:
            return str(error)
        return f"{key} does not fit; {', '.join(self.selection.keys())} do"

    def _points_at(self, key: str) -> bool:
        """Whether the chosen choice has a letter."""
        choice = self.selection.choice
        return choice is not None and self.picker.key_of(choice.text) == key

    def turn_choice(self, by: int) -> None:
        """Go on by that many choices; where the pointer says the letter, by those that have it."""
        if self.pick.key and self._points_at(self.pick.key) and self.selection.cycle_key(by):
            return
        if not self.selection.cycle(by):
            self.say("choose a cell first", error=True)

    def place(self) -> None:
        """Play what is chosen. Raises ``BocheError``."""
        if self.selection.choice is None:
            over = self.session.outcome
            why = over.reason if over is not None else self.pick.reason
            self.say(why or "choose a cell first", error=True)
            return
        move = self.selection.take()
        if move is not None:
            self.play(move)
        else:
            self._lay(self.selection.taken)
            self._stale = True

    def _lay(self, taken: str, *, forward: bool = True) -> None:
        """Show how a piece of an unfinished move comes, or goes, where it is one."""
        if taken and getattr(self.picker, "LAYS", False):
            length = self.lasting(DROP if forward else STEP)
            self.timeline.lay(taken, self.now, length, forward=forward)

    def step_back(self) -> None:
        """Undo the last step of an unfinished move."""
        taken = self.selection.taken
        if self.selection.back():
            self._lay(taken, forward=False)
            self._stale = True
        else:
            self.say("no move is begun; Ctrl+Z takes back a whole one")

    def let_go(self) -> None:
        """Leave an unfinished move."""
        self._lay(self.selection.taken, forward=False)
        self.selection.show(self.position)
        self._stale = True

    def play(self, move: object) -> None:
        """Play a move, or its text. Raises ``BocheError``; then nothing has changed."""
        self.timeline.playing = False
        self.session.play(move)
        self._focus, self.peeled = keys.BOARD, 0
        self.follow(DROP)

    def show_move(self, move: Any) -> bool:
        """Choose a whole move step by step, without playing it; False for one without a place."""
        before = self.selection.taken
        if not self.selection.choose_move(move):
            return False
        if self.selection.taken != before:
            self._lay(self.selection.taken)
        self.by_keys, self._left_at, self._keys_at = True, self.pointer, None
        return True

    def choose_beside(self, direction: str) -> None:
        """Choose the next open target in a direction of the screen; at first the nearest one.

        Nearest to where keys have chosen before, else to the pointer or the picture's middle.
        """
        self._focus = keys.BOARD
        targets = list(self.selection.targets())
        if not targets:
            return
        places = [self.picker.place(self.position, target, self.display) for target in targets]
        seen = project(self.orbit.goal, np.array(places), self.viewport)
        at: int | None
        if self.selection.target is None:
            at = keyboard_navigation.nearest(seen, self._keys_start())
        else:
            at = keyboard_navigation.neighbour(
                seen, targets.index(self.selection.target), direction
            )
        if at is not None:
            self.selection.choose(targets[at])
            self._keys_at = places[at]
        self.by_keys, self._left_at = True, self.pointer

    def _keys_start(self) -> tuple[float, float]:
        if self.by_keys and self._keys_at is not None:
            x, y = project(self.orbit.goal, self._keys_at[None], self.viewport)[0]
            return float(x), float(y)
        return self.pointer or (self.viewport[0] / 2, self.viewport[1] / 2)

    # -- looking

    def spread(self, apart: float) -> None:
        """Spread the levels ``apart`` cube edges, or let them sink together for 0."""
        if self.explode.high != apart:
            self.explode = self.explode.to(apart, self.now, self.lasting(SPREAD))
            self._stale = True

    def peel(self, levels: int) -> None:
        """Take that many levels off the picture, held within those that there are."""
        held = min(max(levels, 0), self.picker.levels(self.position))
        if held != self.peeled:
            self.peeled = held
            self._stale = True

    def zoom(self, factor: float) -> None:
        """Zoom to the pointer at once."""
        self.orbit.zoom(factor, self.anchor())
        self._stale = True

    def fly(self, goal: Camera) -> None:
        """Let the camera glide to a place."""
        self.orbit.go(goal, self.now, self.lasting(orbit.GLIDE))
        self._stale = True

    def fly_home(self, camera: Camera) -> None:
        """Let the camera glide to where it sees the whole board from a camera's angles."""
        bounds = self.picker.bounds(self.position)
        self._home = orbit.fitted(camera, bounds, self.viewport)
        self.fly(self._home)

    def resize(self, viewport: Viewport, scale: float) -> None:
        """Take note of the picture's size; a view of the whole board stays one."""
        self.viewport, self.scale = viewport, scale
        if self.orbit.goal == self._home:
            self.orbit.stop()
            bounds = self.picker.bounds(self.position)
            self._home = orbit.fitted(self._home, bounds, viewport)
            self.orbit.go(self._home, self.now, 0.0)
        self._stale = True

    def say(self, text: str, *, error: bool = False) -> None:
        """Show a line in the status until the next input."""
        self.writing.say(text, error)
