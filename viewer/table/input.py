"""Translation of input events into actions at the table. No GL, no drawing.

Pointer places are framebuffer pixels from the lower left corner of the picture; ``t`` is in seconds
of any clock that does not run backwards. Buttons are ``left``, ``middle``, ``right``; modifiers
``ctrl``, ``alt``, ``shift``; keys are named as in ``viewer.table.keys``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boche.engine.errors import BocheError, IllegalMoveError, why_not
from boche.engine.game import line_texts
from boche.engine.languages.current import tr, tr_word
from boche.engine.message import NOTHING, Message
from boche.engine.record.marks import Mark, marks_of
from boche.engine.threats import loss_by
from boche.engine.typed_move import bare, joined
from boche.viewer.camera.rays import Viewport
from boche.viewer.games.drawing import TOLD
from boche.viewer.games.info import Located
from boche.viewer.games.registry import view_of as game_view
from boche.viewer.games.view import Hover, Pick, Preview
from boche.viewer.games.words import TAKES
from boche.viewer.session import Session
from boche.viewer.session.words import OPENED
from boche.viewer.storage.settings import Settings
from boche.viewer.table import (
    actions,
    commands,
    conditions,
    keys,
    lines,
    marking,
    move_input,
    rating,
    words,
)
from boche.viewer.table.clocks import clocks_of
from boche.viewer.table.command_keys import shown_key, with_keys
from boche.viewer.table.conditions import tone_of
from boche.viewer.table.context import Assistant, Context, Window
from boche.viewer.table.example import with_example
from boche.viewer.table.hover.mouse import Mouse
from boche.viewer.table.hover.view_control import Place
from boche.viewer.table.lesson_commands import comes_first
from boche.viewer.table.playback import STEP
from boche.viewer.table.question import Question
from boche.viewer.table.shown import (
    END_CHOICES,
    RETRY,
    Box,
    FirstTurnView,
    Ghost,
    SetupView,
    TableView,
    Tone,
)
from boche.viewer.table.state import Table
from boche.viewer.table.teaching import Showing
from boche.viewer.table.threats import threats_of_table
from boche.viewer.table.trial import Hinted
from boche.viewer.table.warnings import answer_on, asks, view_of_warning

MOST_MARKED = 24  # places marked for an action that is told; of more none, for all are meant
PEEK = 0.5  # seconds after which a key that is down is no longer just pressed


class Controller:
    """The controller of one user's table.

    After any event a window checks ``wants_frame``, draws ``view()`` and passes it to ``drawn``;
    with nothing more to do it sleeps until ``next_wakeup()``, then calls ``tick``.
    """

    def __init__(
        self,
        session: Session,
        viewport: Viewport = (1280, 720),
        settings: Settings | None = None,
        now: float = 0.0,
        scale: float = 1.0,
    ) -> None:
        """Create the table. Raises ``LookupError`` for a game without a picker."""
        self.table = Table(session, viewport, settings or Settings(), now, scale)
        self.context = Context(self.table)
        self._mouse = Mouse(self.context)
        self._drawn: TableView | None = None
        self._down_since: float | None = None
        self._down = ""  # the key that is down since then, without modifiers
        self._peeking = False  # it is known to have been down for longer than a press

    # -- for the window and the HUD

    def set_session(self, session: Session) -> None:
        """Put another record on the table. Raises ``LookupError``."""
        self._mouse.let_go()
        self.table.set_session(session)

    def set_settings(self, settings: Settings) -> None:
        """Apply other settings."""
        table = self.table
        if settings.play_speed != table.settings.play_speed:
            table.timeline.set_speed(settings.play_speed, table.now)
        table.settings = settings

    def join(self, assistant: Assistant | None = None, window: Window | None = None) -> None:
        """Connect the assistant and the window for the commands that need them."""
        self.context.assistant, self.context.window = assistant, window

    def command(self, name: str, t: float | None = None) -> bool:
        """Execute a command as its key would. Raises ``LookupError`` for an unknown one.

        This is for buttons: a ``held`` command that is active is switched off.
        """
        self._begin(self.table.now if t is None else t)
        if commands.named(name).held and self.table.looking.explode.high > 0.0:
            actions.spread(self.table, 0.0)
            return True
        return self._do(name)

    def end_view(self, kind: str, t: float) -> None:
        """End a view of the pile that is on, as its sign at the board does when clicked."""
        self._begin(t)
        actions.end_view(self.table, kind)

    def _do(self, name: str) -> bool:
        return commands.do(self.context, commands.named(name))

    def submit(self, kind: str, text: str) -> bool:
        """Take a typed line: a ``move`` to play, a ``comment``, a ``mark``, or ``chat``.

        Return False if it is refused.
        """
        table = self.table
        text = bare(joined(text)) if kind == "move" else text
        if kind == "move" and not text:
            return True
        if kind == "move" and text.casefold() == "resign":
            return self._do("resign")
        why = self.context.waiting_for() if kind == "move" else ""
        if why:
            table.say(why, tone="waiting")
            return False
        try:
            if kind == "comment":
                actions.keep_comment(table, text)
            elif kind == "mark":
                marking.draw_typed(table, text)
            elif kind == "chat":
                actions.far_away(table).say(text)
            else:
                return self._play_typed("swap" if text.lower() in _swaps() else text)
        except BocheError as error:
            why = error.reason if isinstance(error, IllegalMoveError) else str(error)
            told = NOTHING
            if kind == "move":
                told = with_example(table.position, text, error, captures=table.teaching is None)
            table.say(told or why_not(error), tone=tone_of(self.context, why))
            return False
        table.follow(STEP)
        return True

    def _play_typed(self, text: str) -> bool:
        """Play a typed move; return False while that is asked about, which keeps the line."""
        table, played = self.table, False
        move = move_input.typed(table, text)

        def play() -> None:
            nonlocal played
            table.play(move)
            played, table.writing.entry = True, None
            table.follow(STEP)

        rating.ask_first(table, rating.branches(table, move), play)
        return played

    def answer(self, name: str, t: float) -> None:
        """Answer the open question with the answer of that name, for buttons."""
        self._begin(t)
        self._answer(name)

    def _answer(self, name: str) -> None:
        self.table.attempt(lambda: self.table.writing.answer(name))

    def put_away(self, t: float) -> None:
        """Remove the banner after a click on it, or the hint in its place."""
        self._begin(t)
        move_input.let_hint_go(self.table)

    def choose_key(self, key: str, t: float | None = None) -> None:
        """Turn the piece by a letter, for a palette.

        Where the letter is all that a begun move lacks, or what the piece taken up may get, it is
        played: the pointer, which is on the palette, is on no place where a click would. Beside a
        wrong try it is chosen for the next one: the try is taken back.
        """
        self._begin(self.table.now if t is None else t)
        if (task := self.table.wrong_try) is not None:
            self.table.attempt(task.take_back)
        if move_input.armed(self.table) == key and move_input.put_away(self.table):
            return  # a second click takes back what the first has done
        completes = move_input.lacks_letter(self.table)
        move_input.turn_to(self.table, key)
        if completes and move_input.chosen_letter(self.table) == key:
            move_input.place(self.context)

    def take(self, target: str, t: float) -> None:
        """Take a step of a begun move, or the whole move of a hint, for a button."""
        self._begin(t)
        table, hint = self.table, self.table.selection.hint
        table.pointing.resting = False
        if hint is not None and str(hint) == target:
            chosen = move_input.show_move(table, hint)
        else:
            chosen = table.selection.choose(target)
        if chosen:
            move_input.place(self.context)

    def carry(self, key: str, t: float) -> None:
        """Take along the piece of a letter, which is dragged from a palette onto the board."""
        self._begin(t)
        self._mouse.carry(key)

    def adjust(self, name: str, by: int, t: float) -> None:
        """Change a setting of the position editor by one step, for buttons."""
        self._begin(t)
        setup = self.table.setup
        if setup is not None:
            self.table.attempt(lambda: setup.adjust(name, by))

    def point_out(self, name: str) -> None:
        """Mark the place of that name, or those of a move, until another one is given or none."""
        self.table.named = name

    def point_to(self, where: Located | None) -> None:
        """Show where on the board that is which the pointer is on in the panel, or nothing."""
        self.table.pointed = where

    def keep_pointing_to(self, where: Located) -> None:
        """Show where something is until the position changes or that is clicked again."""
        self.table.kept = None if self.table.kept == where else where

    def tick(self, t: float) -> None:
        """Advance everything that moves by itself to time ``t``.

        All input until then has been handled: a key that is still down is held.
        """
        self.table.tick(t)
        if self._down_since is not None and t - self._down_since >= PEEK:
            self._peeking = True

    def next_wakeup(self) -> float | None:
        """Return when ``tick`` is due: the present time while animating, or None for never."""
        table = self.table
        table.settle()
        if table.animating:
            return table.now
        wanted = [table.timeline.wakeup()]
        if table.trial is not None:
            wanted.append(table.trial.wakeup(table.now))
        if table.teaching is not None:
            wanted.append(table.teaching.wakeup(table.now))
        if self._down_since is not None and not self._peeking:
            wanted.append(self._down_since + PEEK)
        return min((time for time in wanted if time is not None), default=None)

    @property
    def wants_frame(self) -> bool:
        """True if the view differs from the one drawn last."""
        return self.view() != self._drawn

    def view(self) -> TableView:
        """Return the current view of the table."""
        table = self.table
        table.settle()
        view = view_of(self.context)
        if view.ghost is not None and table.teaching is None and table.setup is None:
            told = table.news.banner
            table.news.previewed(view.ghost.preview, table.settings)
            view = view if table.news.banner is told else replace(view, banner=table.news.banner)
        return view

    def drawn(self, view: TableView) -> None:
        """Note that this view is on the screen."""
        self._drawn = view

    # -- the pointer

    def pointer_moved(self, x: float, y: float, t: float) -> None:
        """Handle a move of the pointer with no button down."""
        self.table.tick(t)
        self.table.point((x, y))

    def pointer_left(self, t: float) -> None:
        """Handle the pointer leaving the picture, for a panel or the outside of the window."""
        self.table.tick(t)
        self._mouse.leave()

    def pressed(
        self, button: str, x: float, y: float, t: float, modifiers: Iterable[str] = ()
    ) -> None:
        """Handle a button press. A second button is ignored until the first is released."""
        self._begin(t)
        self._mouse.press(button, (x, y), modifiers)

    def dragged(self, x: float, y: float, t: float) -> None:
        """Handle a move of the pointer with a button down."""
        self.table.tick(t)
        self._mouse.move((x, y))

    def released(self, button: str, x: float, y: float, t: float) -> None:
        """Handle a button release: the end of a drag, or a click."""
        self.table.tick(t)
        self._mouse.release(button, (x, y))

    def wheel(
        self, dx: float, dy: float, x: float, y: float, t: float, modifiers: Iterable[str] = ()
    ) -> None:
        """Handle a turn of the wheel by ``dy`` notches, positive away from the user.

        Two fingers on a touchpad also turn it by ``dx``, positive to the right, which walks round
        the table. Parts of a notch add up; a gesture keeps its first meaning.
        """
        self._begin(t)
        self._mouse.turn_wheel(dx, dy, (x, y), modifiers)

    # -- keys

    def key(self, name: str, t: float, modifiers: Iterable[str] = ()) -> bool:
        """Handle a key press or its repetition. Return False if the key has no meaning here.

        Printed characters come through ``text``, whatever keys the layout has for them.
        """
        table, pressed = self.table, keys.chord(name, modifiers)
        if pressed in ("Tab", "Shift+Tab") and self._walk_end(-1 if "+" in pressed else 1, t):
            return True
        chosen = table.end_focus if pressed in ("Enter", "Space") else ""
        self._begin(t)
        table.pointing.note_key()
        if chosen:
            return self._do(chosen)
        if table.writing.question is not None:
            return self._while_asked(table.writing.question, pressed)
        if table.writing.key(pressed, self.submit):
            return True
        if table.writing.entry is not None:
            return self._while_typing(pressed)
        answer = answer_on(table, pressed)
        if answer is not None:
            return self._do(answer) if answer else True
        letter = pressed.removeprefix("Shift+")
        if len(letter) == 1 and letter in keys.CHOOSING:
            table.try_out(None)
            move_input.turn_to(table, letter.lower())
            return True
        return pressed not in keys.SIGNS and self._do_key(pressed)

    def _walk_end(self, by: int, t: float) -> bool:
        """Go along what is offered after the end of a game; return whether there is anything.

        The line over the board that says how it ended stays: it may have the buttons.
        """
        table = self.table
        table.tick(t)
        table.settle()
        ended = table.session.outcome is not None and not table.news.ending
        apart = table.teaching is not None or table.setup is not None or table.trial is not None
        apart = apart or table.session.tries
        typing = table.writing.entry is not None or table.writing.question is not None
        shown = table.settings.right_panel or table.news.banner is not None
        refused = commands.refused(self.context)
        beside = [RETRY] if table.settings.right_panel else []  # its button is in the panel alone
        names = [name for name in (*END_CHOICES, *beside) if name not in refused]
        if not (ended and shown and names) or apart or typing or table.timeline.playing:
            return False
        at = names.index(table.end_focus) + by if table.end_focus in names else min(by, 0)
        table.end_focus = names[at % len(names)]
        table.pointing.note_key()
        table.say(words.ENTER_DOES(command=tr(commands.named(table.end_focus).text)))
        return True

    def _while_asked(self, question: Question, pressed: str) -> bool:
        """Handle a key while a question is open: for it, or for a command possible anywhere."""
        command = commands.command_for(pressed, self.table.focus)
        if command is not None and (command.anywhere or command is commands.HELP):
            return commands.do(self.context, command)
        if question.has_letter(pressed) and not self.table.writing.may_be_read(self.table.now):
            return True  # it was typed before anybody could have read the question
        given = question.given_by(pressed)
        if given:
            self._answer(given)
        else:
            self.table.writing.question = question.moved_by(pressed)
        return True

    def _while_typing(self, pressed: str) -> bool:
        """Handle a key that the line being typed ignores; it may belong to window or assistant."""
        command = commands.command_for(pressed, self.table.focus)
        return command is not None and command.needs != "" and commands.do(self.context, command)

    def _do_key(self, pressed: str) -> bool:
        command = commands.command_for(pressed, self.table.focus)
        exercise = keys.LESSON if self.table.training is None else keys.TRAINING
        for focus in (exercise, keys.SETUP):
            own = commands.command_for(pressed, focus)
            if own is None or not self._in(focus):
                continue
            if not own.refused(self.context):
                put_away = command is not None and command.name == "cancel"
                command = command if put_away and comes_first(self.table) else own
            elif command is not None and command.refused(self.context):
                command = own  # which says what is so here, and not that the other is not possible
        if command is None and pressed == "Delete":
            how = with_keys(words.DELETES, undo="undo", delete="delete")
            self.table.refuse(commands.named("delete").refused(self.context) or how)
            return True
        if command is not None and command.name == "place" and self.table.trial is not None:
            self.table.try_out(None)  # the board comes back first: what would be placed is unseen
            return True
        if command is not None and command.held:
            if self._down_since is not None:
                return True  # the key is repeated
            self._down_since, self._down = self.table.now, pressed.rpartition("+")[2] or "+"
            self._peeking = False
        return command is not None and commands.do(self.context, command)

    def _in(self, focus: str) -> bool:
        """Return whether there is what keys of a focus belong to."""
        table = self.table
        return (table.setup if focus == keys.SETUP else table.teaching) is not None

    def key_released(self, name: str, t: float) -> None:
        """Handle the release of a key, whatever modifiers are down."""
        self.table.tick(t)
        if self._down_since is not None and keys.chord(name) == self._down:
            self._let_go(peeking=True)

    def _let_go(self, *, peeking: bool) -> None:
        """End what lasts as long as a key is down.

        Layers stay apart unless their key was down long enough for a look between them. That is
        seen from ``tick``: where drawing is slow, a release is handled long after it happened.
        """
        self._down_since = None
        actions.spread(self.table, 0.0)
        if peeking and self._peeking and self.table.looking.way:
            actions.put_together(self.table)

    def text(self, text: str, t: float, latin: str = "") -> bool:
        """Handle typed text. Return False if it has no meaning; the key's message then stays.

        ``latin`` is the Latin letter or digit of a key that types another script, or empty: moves
        have no others.
        """
        table = self.table
        writing = table.writing.question is not None or table.writing.entry is not None
        command = commands.command_for(text, table.focus) if text in keys.SIGNS else None
        if not writing and command is None:
            return False
        self._begin(t)
        if table.writing.question is not None:
            return True
        if table.writing.entry is not None:
            is_move = table.writing.entry.kind == "move"
            table.writing.type(latin if latin and is_move else text)
            return True
        return command is not None and commands.do(self.context, command)

    def focus_lost(self, t: float) -> None:
        """Release everything that is held, because the window no longer gets keys and buttons."""
        self.table.tick(t)
        self._mouse.let_go()
        self._let_go(peeking=False)

    def resized(self, width: int, height: int, t: float, scale: float = 1.0) -> None:
        """Handle a change of the picture's size in pixels, or of the pixels per point."""
        self.table.tick(t)
        self.table.resize((width, height), scale)

    def _begin(self, t: float) -> None:
        self.table.tick(t)
        self.table.settle()
        self.table.interrupt()


def _swaps() -> tuple[str, ...]:
    """Return what may be typed for a swap in the current language, beside the move itself."""
    return tr_word("the swap").lower(), tr_word("to swap").lower()


# The construction of a ``TableView`` from a settled table.


def view_of(context: Context) -> TableView:
    """Return the visible state of the table, with the commands that cannot be done now."""
    table, pick = context.table, context.table.pick
    trial = table.trial.view(table.now) if table.trial is not None else None
    ghost = ghost_of(table) if trial is None else None
    begun = table.selection.beginning
    # What an X-ray follows stays lit while one steps: nothing can be placed that it might cover.
    follows = table.looking.xray and not table.display.apart
    rests = table.pointing.resting and ghost is None and not follows
    resting = rests or trial is not None
    display = table.display
    # What keys have chosen is named in place of what the pointer was left on.
    chosen = table.selection.target is not None or table.passed is not None
    by_keys = table.pointing.by_keys and not table.inspected and chosen
    named = Pick(target=table.selection.target) if by_keys else pick
    if follows and not by_keys and pick.face:
        named = replace(pick, target=None)  # what is told is the cube's whose band it is
    place = NOTHING if resting else table.picker.place_name(table.position, named, begun)
    if follows and not resting:
        # A dialog over the board, such as that of a picture, keeps what the pointer has followed.
        pick = pick if pick.face else table.pointing.left_on(table.position)
        display = replace(
            display, peeled=max(display.peeled, table.picker.above(table.position, pick))
        )
        pick = replace(pick, peeled=display.peeled)
    where = table.pointed or table.kept
    hovers = pick.face and not resting and table.marks_groups
    hover = table.picker.hover(table.position, pick) if hovers else Hover()
    refused = commands.refused(context)
    hint = table.hint if table.hinted is not None else None
    quiet = _quiet(table, ghost)
    change = table.timeline.change(table.now)
    first_turn = _first_turn(context, changing=change is not None)
    begins = first_turn is None and change is None
    status, tone = _line(context, quiet, hint, may_swap="swap" not in refused, begins=begins)
    prompted = move_input.clear_of_prompt(table) if ghost is not None else None
    views = actions.views_on(table, hover)
    reach = table.looking.pixels(table.looking.framed).tolist() if views else []
    return TableView(
        position=table.position,
        revision=table.timeline.revision,
        camera=table.looking.orbit.camera,
        display=display,
        ghost=ghost,
        lit=hover.lit if ghost is None or table.looking.xray else (),
        # Together, the levels would bury the piece that keys look at under the rings of others.
        linked=hover.linked if display.apart else hover.linked[:1],
        status=status,
        tone=tone,
        place=place,
        info=NOTHING if by_keys else hover.text,
        change=change,
        last=_marked(table),
        focus=table.focus,
        playing=table.timeline.playing or (table.line is not None and table.line.runs(table.now)),
        speed=table.timeline.speed,
        entry=table.writing.entry,
        question=table.writing.question,
        refused=refused,
        takes_back_first=comes_first(table),
        lesson=table.lesson.state if table.lesson is not None else None,
        training=table.training.state if table.training is not None else None,
        banner=table.news.banner,
        won=table.news.lit(table.now),
        far=table.far.view(table.now) if table.far is not None else None,
        trial=trial,
        clocks=clocks_of(table.session, table.settings.clock_warning),
        marks=_marks(table) if trial is None else (),
        named=marking.named_marks(table, where) if trial is None else (),
        pointed=where.lit if where is not None and trial is None else (),
        kept=table.kept,
        setup=SetupView(table.setup.draft, table.setup.knob) if table.setup is not None else None,
        awaiting=table.awaited.due if table.awaited is not None else 0,
        others=len(table.other_turns) if table.awaited is not None else None,
        views=views,
        reach=tuple(map(tuple, reach)),
        end_focus=table.end_focus,
        beside=table.writing.beside,
        chosen_at=_chosen_at(table) if table.writing.beside else None,
        prompted=prompted,
        pieces=_boxes_of_pieces(table) if table.writing.beside or prompted is not None else (),
        first_turn=first_turn,
        asked=table.selection.asked,
        seconds=table.picker.seconds(table.position, begun) if begun and trial is None else (),
        hint=_hint(table, hint) if trial is None else "",
        hint_text=hint.text if hint is not None and trial is None else NOTHING,
        warning=view_of_warning(table),
        threats=threats_of_table(table) if trial is None or trial.passing else None,
    )


def _hint(table: Table, told: Hinted | None) -> str:
    """Return the move of a hint that a button plays, or nothing; ``told`` is what stands."""
    if isinstance(table.teaching, Showing) or table.setup is not None:
        return ""
    if table.selection.hint is not None:
        return str(table.selection.hint)
    return told.move if told is not None else ""


def _first_turn(context: Context, *, changing: bool) -> FirstTurnView | None:
    """Return the kind of action that is told now, or None: only a person who may move is told."""
    table, node = context.table, context.table.session.cursor.node
    apart = table.teaching is not None or table.setup is not None or table.far is not None
    busy = table.trial is not None or table.threats_shown or table.timeline.playing
    asked = table.writing.entry is not None or table.writing.question is not None
    if changing or apart or busy or asked or table.news.banner is not None:
        return None
    if node.children or table.position.outcome is not None or context.waiting_for():
        return None
    if table.session.person_of(table.position.turn).player:
        return None
    if table.used == keys.TIMELINE or table.reviews:  # keys do something else than is told
        return None
    turn = table.news.first_turn(table.selection.beginning, table.settings)
    if turn is None:
        return None
    places = turn.where(table.position, table.selection.beginning)
    if not places:
        return None
    boxes = move_input.boxes_of(table, places)
    drawn = tuple(Mark(TOLD, name) for name in boxes) if len(boxes) <= MOST_MARKED else ()
    text = move_input.worded(table, turn.text)
    name = table.news.name_of(turn)
    return FirstTurnView(
        text,
        name,
        drawn,
        tuple(boxes.values()),
        _boxes_of_pieces(table),
        move_input.clear_of_told(table, turn),
    )


def _boxes_of_pieces(table: Table) -> tuple[Box, ...]:
    """Return the boxes in the picture of the pieces on the board."""
    aloud = game_view(table.session.record.game_name).aloud(table.position)
    return tuple(move_input.boxes_of(table, [piece.place for piece in aloud]).values())


def _chosen_at(table: Table) -> Place | None:
    """Return where in the picture keys have chosen a target, or stand without one, or None."""
    target, passed = table.selection.target, table.passed
    if passed is not None:
        place = passed.place
    elif target is None or not table.pointing.by_keys:
        return None
    else:
        place = table.picker.place(table.position, target, table.display)
    x, y = table.looking.pixels(place[None])[0]
    return float(x), float(y)


def _marks(table: Table) -> tuple[Mark, ...]:
    """Return the marks of the position, with the one being drawn or without that taken off."""
    kept, drawing = marks_of(table.session.cursor.node), table.drawing
    if drawing is None:
        return kept
    rest = tuple(mark for mark in kept if mark != drawing)
    return rest if len(rest) < len(kept) else (*kept, drawing)


def _marked(table: Table) -> str | None:
    """Return the move whose piece is marked: the last one, or in the editor the chosen piece."""
    if table.setup is None:
        return table.session.cursor.last_move
    pieces, chosen = table.setup.draft.pieces, table.selection.target
    return pieces.get(chosen or "") if table.setup.draft.taking else table.setup.placed or None


def _line(
    context: Context, quiet: str, hint: Hinted | None, *, may_swap: bool, begins: bool
) -> tuple[str, Tone]:
    """Return the status line: the last message while it holds, else the state under the pointer.

    If there is neither, it says that whoever is asked for a move ``may_swap``, or, where nothing
    else does, how one ``begins``.
    """
    writing, session = context.table.writing, context.table.session
    waited = writing.tone == "waiting" and not context.waiting_for()
    resumed = writing.tone == "over" and not (session.outcome or session.main_outcome)
    left = writing.at is not None and writing.at is not session.cursor.node
    if writing.message and not (waited or resumed or left):
        return writing.message, writing.tone
    trial = context.table.trial
    if trial is not None:
        table = context.table
        moves = line_texts(trial.positions[0], trial.moves)
        return lines.line_status(trial.view(table.now), moves), "noted"
    if hint is not None and not context.table.settings.right_panel:
        return hint.text, "said"  # else the panel has it
    hidden = NOTHING if quiet else _hidden_move(context.table)
    if hidden:
        return hidden, "noted"
    replayed = context.table.timeline.playing or context.waiting_for()
    if not quiet and session.tries and not replayed:
        back, on = lines.arrow_keys()
        return words.TRIED(back=back, on=on, last=shown_key("last")), "noted"
    if not quiet and (session.looks_back or session.computer_waits) and not replayed:
        return _earlier(context), "noted"
    both = NOTHING if quiet else _both_here(context.table)
    if may_swap and not quiet and _is_asked(context.table):
        told = words.MAY_SWAP(colour=session.turn.capitalize(), key=shown_key("swap"))
        return words.WITH_MEANING(news=told, meaning=both) if both else told, "noted"
    if both:
        return both, "noted"
    lost = NOTHING if quiet else _lost(context.table)
    if lost:
        return lost, "noted"
    if begins and not quiet and not replayed and _is_asked(context.table):
        begin = _how_to_begin(context.table)
        if begin:
            return begin, "noted"
    ended = session.outcome if quiet else None
    return quiet, "over" if ended is not None and quiet == ended.reason else "said"


def _is_asked(table: Table) -> bool:
    """Return whether somebody here is asked for a whole move, other than in an exercise."""
    return table.teaching is None and table.asks_for_move and not table.selection.beginning


def _both_here(table: Table) -> Message:
    """Return that both sides are played at this table, until each of them has moved; else nothing.

    That is so only where nobody has said who plays: whoever has closed the start screen may wait
    for a computer that does not come.
    """
    session, made = table.session, len(table.session.cursor.line) - 1
    begun_here = type(session) is Session and session.unrated != OPENED and table.far is None
    if made > 1 or not begun_here or session.seats.sitting or session.cursor.index != made:
        return NOTHING
    if session.outcome is not None or table.selection.beginning:
        return NOTHING
    return words.BOTH_HERE(new=shown_key("new"), players=shown_key("players"))


def _how_to_begin(table: Table) -> Message:
    """Return how the first move is made in somebody's first games of a kind, else nothing.

    The bubble on the board says it once only, maybe in a game that was never played.
    """
    if table.session.person_of(table.position.turn).player or table.far is not None:
        return NOTHING
    if table.used == keys.TIMELINE or table.reviews or table.session.cursor.node.children:
        return NOTHING
    turn = table.news.how_to_begin(table.settings)
    return move_input.worded(table, turn.text) if turn is not None else NOTHING


def _lost(table: Table) -> Message:
    """Return what a computer's last move has captured of the person here; else nothing."""
    session, node = table.session, table.session.cursor.node
    if not session.seats.computers or node.parent is None or node.move is None:
        return NOTHING
    before = session.positions.at(node.parent)
    if before.turn == session.turn or not _is_asked(table):
        return NOTHING
    return loss_by(before, str(node.move)) or NOTHING


def _hidden_move(table: Table) -> Message:
    """Return that the last move was made on a hidden level, and on which; else nothing."""
    node, positions, levels = (
        table.session.cursor.node,
        table.session.positions,
        table.picker.levels,
    )
    if not table.hidden or node.parent is None or node.move is None:
        return NOTHING
    after = levels(positions.at(node))
    before = {name for names in levels(positions.at(node.parent)) for name in names}
    for level in range(len(after) - table.looking.hidden(len(after)), len(after)):
        if not before.issuperset(after[level]):
            return words.ON_HIDDEN(move=node.move, level=level)
    return NOTHING


def _earlier(context: Context) -> str:
    """Return what the keys do at an earlier move of a game against a computer, or of a task."""
    if context.table.focus == keys.BOARD:
        return with_keys(words.KEYS_ON_BOARD, key="other_focus")
    back, on = lines.arrow_keys()
    if context.table.session.sets_task:
        return words.EARLIER_TASK(back=back, on=on, last=shown_key("last"))
    shown = {
        "back": back, "on": on, "board": shown_key("next_choice"),
        "focus": shown_key("other_focus"), "last": shown_key("last"),
    }  # fmt: skip
    if conditions.can_let_play(context):
        return words.EARLIER(**shown)
    return words.EARLIER_ITS(play=shown_key("let_play"), **shown)


def _quiet(table: Table, ghost: Ghost | None) -> Message:
    """Return the status without news: a request for a choice, or the effect of the ghost.

    A resting pointer gets no reasons for refusals, only the outcome. The same holds for a pointer
    on something whose reason only describes it.
    """
    if isinstance(table.teaching, Showing):
        return table.teaching.demonstration.hint
    if table.news.ending:
        return NOTHING
    if table.setup is not None and table.setup.draft.taking and table.selection.target:
        return TAKES(place=table.selection.target)
    if ghost is None:
        over = table.session.outcome if table.position.outcome is not None else None
        quiet = over.reason if over is not None else NOTHING
        pick = table.pointing.pick
        told = over is None and not table.pointing.resting and not pick.told
        return pick.reason if told else quiet  # a position knows no loss on time
    asked = move_input.choice_prompt(table) or ghost.preview.text
    return move_input.with_other(table, move_input.worded(table, asked))


def ghost_of(table: Table) -> Ghost | None:
    """Return the piece that would be placed now, or None.

    A pointer resting where a piece has just been played, or a mark drawn, shows no ghost until it
    moves, so that the piece or the mark itself is visible.
    """
    if isinstance(table.teaching, Showing):  # the moves play themselves
        return None
    if asks(table):  # it would be a piece of the opponent, who waits
        return None
    if table.looking.xray and not table.looking.way and not table.pointing.by_keys:
        return None  # it would hang over what is seen through, and a click ends the X-ray
    if table.teaching is not None and (table.wrong_try is not None or table.why_no_try):
        return None  # a click takes the try back, or does nothing
    begun, hidden = table.selection.beginning, table.pointing.resting or table.drawing is not None
    if hidden and not begun:
        return None
    if table.setup is not None and table.setup.draft.taking:
        return None
    choice, target = table.selection.choice, table.selection.target
    if choice is None or target is None or hidden:
        if not begun:
            return None
        fitting, preview = move_input.fitting_letters(table), _preview(table, begun)
        return Ghost(begun, begun, "", fitting, False, preview)
    key, fitting = table.picker.key_of(choice.text), move_input.fitting_letters(table)
    if table.selection.proposal is not None:
        key = ""  # of several pieces none is in the hand
    move = choice.move if choice.move is not None else choice.text
    preview = _preview(table, move)
    legal = choice.move is not None
    return Ghost(
        target=target,
        text=choice.text,
        key=key,
        keys=fitting,
        legal=legal,
        preview=preview,
        move=choice.move,
        turned=table.turned,
        hint=table.selection.hinted,
    )


def _preview(table: Table, move: object) -> Preview:
    """Return the effect of a move; in a lesson nothing of it that would answer the task.

    Else a task would be solved by pointing at one place after another until the line says "wins".
    """
    if not table.marks_groups:
        return Preview()
    return table.picker.preview(table.position, move).limited(task=table.lesson is not None)
