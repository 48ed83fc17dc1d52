"""Input events, turned into what is done at the table. No GL, no drawing.

Pointer places are framebuffer pixels from the lower left corner of the picture; ``t`` are seconds
of any clock that does not run backwards. Buttons are ``left``, ``middle``, ``right``; modifiers
``ctrl``, ``alt``, ``shift``; keys are named as in ``viewer.table.keys``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import BocheError
from viewer.camera import controls as orbit
from viewer.camera.camera import Vector
from viewer.camera.rays import Viewport
from viewer.games.view import Hover
from viewer.session import Session
from viewer.storage.settings import Settings
from viewer.table import commands, keys
from viewer.table.context import Assistant, Context, Window
from viewer.table.playback import STEP
from viewer.table.shown import Ghost, TableView
from viewer.table.state import Table

DRAG = 4.0  # pixels at scale 1 that a pointer may move in a click
GESTURE = 0.25  # seconds after which a turn of the wheel begins anew


@dataclass
class Press:
    """A button that is down: where it went down and on what, where the pointer was last."""

    button: str
    start: tuple[float, float]
    last: tuple[float, float]
    pans: bool
    anchor: Vector


@dataclass(frozen=True)
class Wheel:
    """A movement of the wheel: when it last turned, what it does, the part of a notch left over."""

    last: float = -math.inf
    action: str = "zoom"
    rest: float = 0.0


class Controller:
    """Listens to one user at one table.

    After any event a window asks ``wants_frame``, draws ``view()`` and hands it to ``drawn``; with
    nothing more to do it sleeps until ``next_wakeup()``, then calls ``tick``.
    """

    def __init__(
        self,
        session: Session,
        viewport: Viewport = (1280, 720),
        settings: Settings | None = None,
        now: float = 0.0,
        scale: float = 1.0,
    ) -> None:
        """Raises ``LookupError`` for a game that has no picker."""
        self.table = Table(session, viewport, settings or Settings(), now, scale)
        self.context = Context(self.table)
        self._press: Press | None = None
        self._wheel = Wheel()
        self._drawn: TableView | None = None

    # -- for the window and the HUD

    def set_session(self, session: Session) -> None:
        """Put another record on the table. Raises ``LookupError``."""
        self._press = None
        self.table.set_session(session)

    def set_settings(self, settings: Settings) -> None:
        """Let other settings count."""
        table = self.table
        if settings.play_speed != table.settings.play_speed:
            table.timeline.set_speed(settings.play_speed, table.now)
        table.settings = settings

    def join(self, assistant: Assistant | None = None, window: Window | None = None) -> None:
        """Take note of who else is at the table, for the commands that need them."""
        self.context = Context(self.table, assistant, window)

    def command(self, name: str, t: float | None = None) -> bool:
        """Do a command as its key would, for buttons. Raises ``LookupError`` for an unknown one."""
        self._begin(self.table.now if t is None else t)
        return self._do(name)

    def _do(self, name: str) -> bool:
        return commands.do(self.context, commands.named(name))

    def submit(self, kind: str, text: str) -> bool:
        """Take a typed line: a ``move`` to play or a ``comment``. False where it is refused."""
        table = self.table
        if kind == "move" and text.strip().casefold() == "resign":
            return self._do("resign")
        why = self.context.waiting_for() if kind == "move" else ""
        if why:
            table.say(why, error=True)
            return False
        try:
            if kind == "comment":
                table.session.set_comment(text)
            else:
                table.play(text)
        except BocheError as error:
            table.say(str(error), error=True)
            return False
        table.follow(STEP)
        return True

    def choose_key(self, key: str, t: float | None = None) -> None:
        """Turn the piece by a letter, for a palette."""
        self._begin(self.table.now if t is None else t)
        self.table.turn_to(key)

    def tick(self, t: float) -> None:
        """Move everything that moves of itself on to a time."""
        self.table.tick(t)

    def next_wakeup(self) -> float | None:
        """When ``tick`` is wanted next: the present time while animating, None for never."""
        table = self.table
        table.settle()
        return table.now if table.animating else table.timeline.wakeup()

    @property
    def wants_frame(self) -> bool:
        """Whether what is to be seen differs from what was drawn last."""
        return self.view() != self._drawn

    def drawn(self, view: TableView) -> None:
        """Note that this view is on the screen."""
        self._drawn = view

    # -- the pointer

    def pointer_moved(self, x: float, y: float, t: float) -> None:
        """The pointer moves with no button down."""
        self.table.tick(t)
        self.table.point((x, y))

    def pointer_left(self, t: float) -> None:
        """The pointer leaves the picture, for a panel or for outside of the window."""
        self.table.tick(t)
        if self._press is None:
            self.table.point(None)
        else:
            self.table.pointer = None

    def pressed(
        self, button: str, x: float, y: float, t: float, modifiers: Iterable[str] = ()
    ) -> None:
        """A button goes down. A second one before the first comes up counts for nothing."""
        self._begin(t)
        if self._press is not None:
            return
        self.table.orbit.stop()
        self.table.point((x, y))
        pans = button == "middle" or "shift" in set(modifiers)
        self._press = Press(button, (x, y), (x, y), pans, self.table.anchor())

    def dragged(self, x: float, y: float, t: float) -> None:
        """The pointer moves with a button down."""
        if self._press is None:
            self.pointer_moved(x, y, t)
            return
        table, press = self.table, self._press
        table.tick(t)
        table.pointer = (x, y)
        if not table.dragging and math.dist(press.start, (x, y)) > DRAG * table.scale:
            table.take_hold()
        if table.dragging:
            self._drag(press, x, y)

    def _drag(self, press: Press, x: float, y: float) -> None:
        table, old = self.table, press.last
        press.last = (x, y)
        if press.pans:
            table.orbit.pan(old, (x, y), table.viewport, press.anchor)
            return
        settings = table.settings
        per_pixel = orbit.TURN * settings.mouse_sensitivity / max(table.viewport[1], 1)
        right = (x - old[0]) * per_pixel * (-1 if settings.invert_x else 1)
        up = (y - old[1]) * per_pixel * (-1 if settings.invert_y else 1)
        table.orbit.turn(right, up, table.now)

    def released(self, button: str, x: float, y: float, t: float) -> None:
        """A button comes up: the end of a drag, or a click."""
        self.dragged(x, y, t)
        table, press = self.table, self._press
        if press is None or press.button != button:
            return
        self._press = None
        if table.dragging:
            table.dragging = False
            table.orbit.release(table.now, not press.pans and table.lasting(1.0) > 0.0)
            table.point((x, y))
            return
        if (x, y) != press.start:
            table.point((x, y))
        table.settle()
        if button == "left":
            self._click()
        elif button == "right" and table.over_choice():
            table.turn_choice(1)

    def _click(self) -> None:
        table = self.table
        if table.writing.question is not None:
            table.writing.question = None
        elif table.timeline.playing:
            table.timeline.playing = False
        elif table.pick.target is not None:
            table.selection.choose(table.pick.target)
            table.set_focus(keys.BOARD)
            self._do("place")

    def wheel(
        self, dx: float, dy: float, x: float, y: float, t: float, modifiers: Iterable[str] = ()
    ) -> None:
        """The wheel turns by ``dy`` notches, more than 0 away from the user. ``dx`` means nothing.

        Parts of a notch, as touchpads give them, add up; a movement goes on with what it began.
        """
        self._begin(t)
        self.table.point((x, y))
        table, wheel = self.table, self._wheel
        if "ctrl" in set(modifiers):
            wheel = Wheel()
        elif table.now - wheel.last > GESTURE:
            turns = table.settings.wheel == "rotate" and table.over_choice()
            wheel = Wheel(action="turn" if turns else "zoom")
        rest = wheel.rest
        if wheel.action == "zoom":
            table.zoom(orbit.ZOOM ** -min(max(dy, -10.0), 10.0))
        else:
            rest += min(max(dy, -1.0), 1.0)
            if int(rest):
                table.turn_choice(int(rest))
            rest -= int(rest)
        self._wheel = Wheel(table.now, wheel.action, rest)

    # -- keys

    def key(self, name: str, t: float, modifiers: Iterable[str] = ()) -> bool:
        """A key goes down, or repeats. False for one that means nothing here.

        Signs that are typed come through ``text``, whatever keys the layout has for them.
        """
        self._begin(t)
        table, pressed = self.table, keys.chord(name, modifiers)
        answer = commands.command_for(pressed, keys.QUESTION)
        if table.writing.question is not None and answer is not None:
            return commands.do(self.context, answer)
        if table.writing.key(pressed, self.submit):
            return True
        if table.writing.entry is not None:
            return self._while_typing(pressed)
        table.writing.question = None
        letter = pressed.removeprefix("Shift+")
        if len(letter) == 1 and letter in keys.CHOOSING:
            table.turn_to(letter.lower())
            return True
        return pressed not in keys.SIGNS and self._do_key(pressed)

    def _while_typing(self, pressed: str) -> bool:
        """A key that the line being typed does not take: it may be for window or assistant."""
        command = commands.command_for(pressed, self.table.focus)
        return command is not None and command.needs != "" and commands.do(self.context, command)

    def _do_key(self, pressed: str) -> bool:
        command = commands.command_for(pressed, self.table.focus)
        return command is not None and commands.do(self.context, command)

    def key_released(self, name: str, t: float) -> None:
        """A key comes up, whatever modifiers are down."""
        self.table.tick(t)
        command = commands.command_for(keys.chord(name), self.table.focus)
        if command is not None and command.held:
            self.table.spread(0.0)

    def text(self, text: str, t: float) -> bool:
        """Text is typed. False where it means nothing."""
        self._begin(t)
        table = self.table
        if table.writing.entry is not None:
            table.writing.type(text)
            return True
        command = commands.command_for(text, table.focus) if text in keys.SIGNS else None
        if command is None:
            return False
        table.writing.question = None
        return commands.do(self.context, command)

    def focus_lost(self, t: float) -> None:
        """The window no longer hears keys and buttons: let go of what is held."""
        self.table.tick(t)
        self._press, self.table.dragging = None, False
        self.table.spread(0.0)

    def resized(self, width: int, height: int, t: float, scale: float = 1.0) -> None:
        """The picture has another size in pixels, or a point has another number of them."""
        self.table.tick(t)
        self.table.resize((width, height), scale)

    def _begin(self, t: float) -> None:
        """What any input does first: changes jump to their end, old messages go."""
        self.table.tick(t)
        self.table.settle()
        self.table.timeline.skip()
        self.table.writing.forget()

    # -- what is to be seen

    def view(self) -> TableView:
        """What the table shows now."""
        table = self.table
        table.settle()
        ghost = ghost_of(table)
        hover = table.picker.hover(table.position, table.pick) if table.pick.face else Hover()
        message = table.writing.message
        quiet = ghost.preview.text if ghost is not None else table.pick.reason
        return TableView(
            position=table.position,
            revision=table.timeline.revision,
            camera=table.orbit.camera,
            display=table.display,
            ghost=ghost,
            lit=() if ghost else hover.lit,
            status=message or quiet,
            error=table.writing.error,
            info=hover.text,
            change=table.timeline.change(table.now),
            last=table.session.last_move,
            focus=table.focus,
            playing=table.timeline.playing,
            speed=table.timeline.speed,
            entry=table.writing.entry,
            question=table.writing.question,
            refused=commands.refused(self.context),
        )


def ghost_of(table: Table) -> Ghost | None:
    """The piece that would be placed now, or None."""
    choice, begun = table.selection.choice, table.selection.taken
    target = table.selection.target
    if choice is None or target is None:
        if not begun:
            return None
        return Ghost(begun, begun, "", (), False, table.picker.preview(table.position, begun))
    key, fitting = table.picker.key_of(choice.text), table.selection.keys()
    move = choice.move if choice.move is not None else choice.text
    preview = table.picker.preview(table.position, move)
    legal = choice.move is not None
    return Ghost(target, choice.text, key, fitting, legal, preview, choice.move, table.turned)
