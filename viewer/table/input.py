"""Input events, turned into what is done at the table. No GL, no drawing.

Pointer places are framebuffer pixels from the lower left corner of the picture; ``t`` are seconds
of any clock that does not run backwards. Buttons are ``left``, ``middle``, ``right``; modifiers
``ctrl``, ``alt``, ``shift``; keys are named as in ``viewer.table.keys``.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import BocheError, IllegalMoveError, why_not
from viewer.camera.rays import Viewport
from viewer.session import Session
from viewer.storage.settings import Settings
from viewer.table import actions, commands, keys, making
from viewer.table.conditions import tone_of
from viewer.table.context import Assistant, Context, Window
from viewer.table.lessons.lesson_commands import comes_first
from viewer.table.playback import STEP
from viewer.table.pointing.mouse import Mouse
from viewer.table.shown import TableView
from viewer.table.state import Table
from viewer.table.table_view import view_of
from viewer.table.writing.question import Question


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
        self._mouse = Mouse(self.table, lambda: self._do("place"))
        self._drawn: TableView | None = None

    # -- for the window and the HUD

    def set_session(self, session: Session) -> None:
        """Put another record on the table. Raises ``LookupError``."""
        self._mouse.let_go()
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
        """Do a command as its key would, for buttons. Raises ``LookupError`` for an unknown one.

        One that is held is let go of where it is on.
        """
        self._begin(self.table.now if t is None else t)
        if commands.named(name).held and self.table.looking.explode.high > 0.0:
            actions.spread(self.table, 0.0)
            return True
        return self._do(name)

    def _do(self, name: str) -> bool:
        return commands.do(self.context, commands.named(name))

    def submit(self, kind: str, text: str) -> bool:
        """Take a typed line: a ``move`` to play, a ``comment``, or ``chat``. False where it is
        refused.
        """
        table = self.table
        if kind == "move" and not text.strip():
            return True
        if kind == "move" and text.strip().casefold() == "resign":
            return self._do("resign")
        why = self.context.waiting_for() if kind == "move" else ""
        if why:
            table.say(why, tone="waiting")
            return False
        try:
            if kind == "comment":
                table.session.edits.set_comment(text)
            elif kind == "chat":
                actions.far_away(table).say(text)
            else:
                table.play(text)
        except BocheError as error:
            why = error.reason if isinstance(error, IllegalMoveError) else str(error)
            table.say(why_not(error), tone=tone_of(self.context, why))
            return False
        table.follow(STEP)
        return True

    def answer(self, name: str, t: float) -> None:
        """Give an answer to what is asked, by its name, for buttons."""
        self._begin(t)
        self._answer(name)

    def _answer(self, name: str) -> None:
        commands.attempt(self.table, lambda: self.table.writing.answer(name))

    def put_away(self, t: float) -> None:
        """Take the line over the board away, for a click on it."""
        self._begin(t)

    def choose_key(self, key: str, t: float | None = None) -> None:
        """Turn the piece by a letter, for a palette."""
        self._begin(self.table.now if t is None else t)
        making.turn_to(self.table, key)

    def tick(self, t: float) -> None:
        """Move everything that moves of itself on to a time."""
        self.table.tick(t)

    def next_wakeup(self) -> float | None:
        """When ``tick`` is wanted next: the present time while animating, None for never."""
        table = self.table
        table.settle()
        if table.animating:
            return table.now
        wanted = [table.timeline.wakeup()]
        if table.teaching is not None:
            wanted.append(table.teaching.wakeup(table.now))
        return min((time for time in wanted if time is not None), default=None)

    @property
    def wants_frame(self) -> bool:
        """Whether what is to be seen differs from what was drawn last."""
        return self.view() != self._drawn

    def view(self) -> TableView:
        """What the table shows now."""
        self.table.settle()
        return view_of(self.context)

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
        self._mouse.leave()

    def pressed(
        self, button: str, x: float, y: float, t: float, modifiers: Iterable[str] = ()
    ) -> None:
        """A button goes down. A second one before the first comes up counts for nothing."""
        self._begin(t)
        self._mouse.press(button, (x, y), modifiers)

    def dragged(self, x: float, y: float, t: float) -> None:
        """The pointer moves with a button down."""
        self.table.tick(t)
        self._mouse.move((x, y))

    def released(self, button: str, x: float, y: float, t: float) -> None:
        """A button comes up: the end of a drag, or a click."""
        self.table.tick(t)
        self._mouse.release(button, (x, y))

    def wheel(
        self, dx: float, dy: float, x: float, y: float, t: float, modifiers: Iterable[str] = ()
    ) -> None:
        """The wheel turns by ``dy`` notches, more than 0 away from the user; two fingers on a
        touchpad also by ``dx``, more than 0 to the right, which walks round the table.

        Parts of a notch add up; a gesture goes on with what it began.
        """
        self._begin(t)
        self._mouse.turn_wheel(dx, dy, (x, y), modifiers)

    # -- keys

    def key(self, name: str, t: float, modifiers: Iterable[str] = ()) -> bool:
        """A key goes down, or repeats. False for one that means nothing here.

        Signs that are typed come through ``text``, whatever keys the layout has for them.
        """
        self._begin(t)
        table, pressed = self.table, keys.chord(name, modifiers)
        table.pointing.note_key()
        if table.writing.question is not None:
            return self._while_asked(table.writing.question, pressed)
        if table.writing.key(pressed, self.submit):
            return True
        if table.writing.entry is not None:
            return self._while_typing(pressed)
        letter = pressed.removeprefix("Shift+")
        if len(letter) == 1 and letter in keys.CHOOSING:
            making.turn_to(table, letter.lower())
            return True
        return pressed not in keys.SIGNS and self._do_key(pressed)

    def _while_asked(self, question: Question, pressed: str) -> bool:
        """A key while something is asked: for that, or a command that is possible anywhere."""
        command = commands.command_for(pressed, self.table.focus)
        if command is not None and command.anywhere:
            return commands.do(self.context, command)
        given = question.given_by(pressed)
        if given:
            self._answer(given)
        else:
            self.table.writing.question = question.moved_by(pressed)
        return True

    def _while_typing(self, pressed: str) -> bool:
        """A key that the line being typed does not take: it may be for window or assistant."""
        command = commands.command_for(pressed, self.table.focus)
        return command is not None and command.needs != "" and commands.do(self.context, command)

    def _do_key(self, pressed: str) -> bool:
        command = commands.command_for(pressed, self.table.focus)
        in_lesson = commands.command_for(pressed, keys.LESSON)
        if in_lesson is not None and not in_lesson.refused(self.context):
            put_away = command is not None and command.name == "cancel"
            command = command if put_away and comes_first(self.table) else in_lesson
        return command is not None and commands.do(self.context, command)

    def key_released(self, name: str, t: float) -> None:
        """A key comes up, whatever modifiers are down."""
        self.table.tick(t)
        command = commands.command_for(keys.chord(name), self.table.focus)
        if command is not None and command.held:
            actions.spread(self.table, 0.0)

    def text(self, text: str, t: float) -> bool:
        """Text is typed. False where it means nothing: what its key has said stays then."""
        table = self.table
        writing = table.writing.question is not None or table.writing.entry is not None
        command = commands.command_for(text, table.focus) if text in keys.SIGNS else None
        if not writing and command is None:
            return False
        self._begin(t)
        if table.writing.question is not None:
            return True
        if table.writing.entry is not None:
            table.writing.type(text)
            return True
        return command is not None and commands.do(self.context, command)

    def focus_lost(self, t: float) -> None:
        """The window no longer hears keys and buttons: let go of what is held."""
        self.table.tick(t)
        self._mouse.let_go()
        actions.spread(self.table, 0.0)

    def resized(self, width: int, height: int, t: float, scale: float = 1.0) -> None:
        """The picture has another size in pixels, or a point has another number of them."""
        self.table.tick(t)
        self.table.resize((width, height), scale)

    def _begin(self, t: float) -> None:
        self.table.tick(t)
        self.table.settle()
        self.table.interrupt()
