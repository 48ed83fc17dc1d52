"""The commands of the program, in one registry for keys, buttons, help and tooltips.

The arrow keys work on what was used last, the board or the timeline; ``focus`` says for which of
the two a key counts, empty for both. Keys of a lesson come before all others during a lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.message import begun
from boche.viewer.session import Session
from boche.viewer.table import actions as act
from boche.viewer.table import conditions as when
from boche.viewer.table import making, review, words
from boche.viewer.table.context import Assistant, Context, Window
from boche.viewer.table.keys import BOARD, TIMELINE
from boche.viewer.table.lessons import lesson_commands as lesson
from boche.viewer.table.playback import STEP
from boche.viewer.table.state import Table

Run = Callable[[Context], object]
Condition = Callable[[Context], str]


@dataclass(frozen=True)
class Command:
    """A command: its name, its keys, a line for help and tooltips, its chapter of the help.

    ``run`` executes it; ``possible`` returns why it cannot be done now, or an empty text. ``needs``
    is the part of the context that it requires, empty for the table alone. ``held`` commands act
    while their key is down, or from one click on their button to the next. ``anywhere`` commands
    are also possible while a dialog is open. ``is_in`` returns whether a game has the command.
    """

    name: str
    keys: tuple[str, ...]
    text: str
    chapter: str
    run: Run
    possible: Condition = when.always
    focus: str = ""
    held: bool = False
    needs: str = ""
    anywhere: bool = False
    is_in: Callable[[Session], bool] = when.in_all_games

    def refused(self, context: Context) -> str:
        """Return in one line why it cannot be done now, or an empty text."""
        if not self.has_room(context):
            return f"{self.name}: not available here"
        session = context.table.session
        if not self.is_in(session):
            return words.NOT_IN_GAME(game=session.record.game.title)
        return self.possible(context)

    def has_room(self, context: Context) -> bool:
        """Return whether the part of the context that it needs exists."""
        return not self.needs or getattr(context, self.needs) is not None


Row = tuple[str, str, str, Run] | tuple[str, str, str, Run, Condition]


def _chapter(title: str, *rows: Row, **more: Any) -> tuple[Command, ...]:
    """Build commands from rows: name (``name@focus``), keys, text, action and condition.

    Keys are separated by blanks; the condition may be left out. ``more`` are further fields that
    all of them share.
    """
    made = []
    for row in rows:
        name, _, focus = row[0].partition("@")
        possible = row[4] if len(row) == 5 else when.always
        keys = tuple(row[1].split())
        made.append(Command(name, keys, row[2], title, row[3], possible, focus, **more))
    return tuple(made)


def _table(do: Callable[..., object], *values: object) -> Run:
    """Turn a function of the table into the action of a command."""
    return lambda context: do(context.table, *values)


def _window(do: Callable[[Window], object]) -> Run:
    def run(context: Context) -> None:
        assert context.window is not None
        do(context.window)

    return run


def _assistant(do: Callable[[Assistant], object]) -> Run:
    def run(context: Context) -> None:
        assert context.assistant is not None
        do(context.assistant)

    return run


_PLAY: tuple[Row, ...] = (
    ("choose_left@board", "Left", "choose the open cell to the left",
     _table(making.choose_beside, "left")),
    ("choose_right@board", "Right", "choose the open cell to the right",
     _table(making.choose_beside, "right")),
    ("choose_up@board", "Up", "choose the open cell above, on the screen",
     _table(making.choose_beside, "up")),
    ("choose_down@board", "Down", "choose the open cell below, on the screen",
     _table(making.choose_beside, "down")),
    ("next_choice", "Tab ]", "next rotation", _table(making.turn_choice, 1)),
    ("previous_choice", "Shift+Tab [", "previous rotation", _table(making.turn_choice, -1)),
    ("place", "Enter", "place the piece, or take the next step of a move", _table(making.place),
     when.can_move),
    ("type_move", "/ :", "type a move", _table(act.type_move)),
    ("undo", "Ctrl+Z", "undo", act.undo, when.can_undo),
    ("redo", "Ctrl+Y Ctrl+Shift+Z", "redo", act.redo, when.can_redo),
    ("resign", "R", "resign (asks first)", _table(act.resign), when.can_resign),
    ("cancel", "Escape", "cancel, back to the board", _table(act.cancel)),
)  # fmt: skip

_STEP_BACK: Row = ("step_back", "Backspace", "undo the last step of an unfinished move",
                   _table(making.step_back))  # fmt: skip

_LOOK: tuple[Row, ...] = (
    ("fit", "Home", "reset the view", _table(act.fit)),
    ("top", "T", "from above", _table(act.look_down)),
    ("corner", "1", "from the first corner (as at the start)", _table(act.view_from, "corner")),
    ("corner2", "2", "from the second corner", _table(act.view_from, "corner2")),
    ("corner3", "3", "from the third corner", _table(act.view_from, "corner3")),
    ("projection", "O", "perspective or orthographic", _table(act.projection)),
    ("zoom_in", "+ =", "zoom in", _table(act.zoom, 1 / act.KEY_ZOOM)),
    ("zoom_out", "-", "zoom out", _table(act.zoom, act.KEY_ZOOM)),
    ("turn_left", "Shift+Left", "walk round the table to the left",
     _table(act.turn, act.KEY_TURN, 0.0)),
    ("turn_right", "Shift+Right", "walk round the table to the right",
     _table(act.turn, -act.KEY_TURN, 0.0)),
    ("turn_up", "Shift+Up", "look from higher up", _table(act.turn, 0.0, -act.KEY_TURN)),
    ("turn_down", "Shift+Down", "look from lower down", _table(act.turn, 0.0, act.KEY_TURN)),
)  # fmt: skip

_SWAP: Row = ("swap", "S", "exchange colours, as the second move", _table(Table.play, "swap"),
              when.can_swap)  # fmt: skip
_EXPLODE: Row = ("explode", "X", "hold: spread the levels apart", _table(act.spread, act.LIFT))
_PEEL: tuple[Row, ...] = (
    ("peel", ",", "hide the top level", _table(act.peel, 1)),
    ("unpeel", ".", "show a hidden level again", _table(act.peel, -1)),
)

_REPLAY: tuple[Row, ...] = (
    ("back@timeline", "Left", "one move back", _table(act.step, -1), when.can_step_back),
    ("forward@timeline", "Right", "one move forward", _table(act.step, 1), when.can_step_on),
    ("back", "PageUp Ctrl+Left", "one move back", _table(act.step, -1), when.can_step_back),
    ("forward", "PageDown Ctrl+Right", "one move forward", _table(act.step, 1), when.can_step_on),
    ("back_ten", "Shift+PageUp", "ten moves back", _table(act.step, -10), when.can_step_back),
    ("forward_ten", "Shift+PageDown", "ten moves forward", _table(act.step, 10), when.can_step_on),
    ("first", "Ctrl+Home", "to the start", _table(act.to_end, False), when.can_step_back),
    ("last", "End Ctrl+End", "to the end", _table(act.to_end, True), when.can_step_on),
    ("previous_variation@timeline", "Up", "previous variation", _table(act.variation, -1)),
    ("next_variation@timeline", "Down", "next variation", _table(act.variation, 1)),
    ("previous_variation", "Ctrl+Up", "previous variation", _table(act.variation, -1)),
    ("next_variation", "Ctrl+Down", "next variation", _table(act.variation, 1)),
    ("next_mistake", "N", "next mistake",
     lambda context: review.to_mistake(context, 1), when.can_see_mistake),
    ("previous_mistake", "Shift+N", "previous mistake",
     lambda context: review.to_mistake(context, -1), when.can_see_mistake),
    ("show_missed", review.BACK, "show the missed move as a variation; again: back to the game",
     review.show_missed, when.can_show_missed),
    ("play_on", "Space", "replay the moves automatically, or stop", _table(act.play_on),
     when.can_play_on),
    ("faster", "Shift+Space", "replay faster", _table(act.speed, act.FASTER)),
    ("slower", "Ctrl+Space", "replay slower", _table(act.speed, 1 / act.FASTER)),
    ("comment", "K", "write a comment on this move", _table(act.comment)),
    ("promote", "M", "promote this variation", _table(act.promote),
     when.can_promote),
    ("delete", "Ctrl+Delete", "delete this move and everything after it (asks first)",
     _table(act.delete), when.can_delete),
    ("other_focus", "F6", "switch the arrow keys between board and timeline",
     _table(act.other_focus)),
)  # fmt: skip

_WINDOW: tuple[Row, ...] = (
    ("new", "Ctrl+N", "new game", _window(lambda window: window.new())),
    ("rematch", "Ctrl+R", "rematch with colours exchanged",
     _window(lambda window: window.rematch()), when.can_rematch),
    ("play_from", "Ctrl+Shift+N", "play from here against the computer, as a new game",
     _window(lambda window: window.play_from()), when.can_play_from),
    ("open", "Ctrl+O", "open a record", _window(lambda window: window.open())),
    ("library", "Ctrl+Shift+O", "library: samples, recent records and your games",
     _window(lambda window: window.library())),
    ("save", "Ctrl+S", "save", _window(lambda window: window.save())),
    ("save_as", "Ctrl+Shift+S", "save as", _window(lambda window: window.save_as())),
    ("share", "Ctrl+E", "share: the record, a picture, a film, a page, a figure",
     _window(lambda window: window.share())),
    ("share_page", "Ctrl+Shift+E", "export the game as a web page",
     _window(lambda window: window.share_page())),
    ("copy", "Ctrl+C", "copy the record", _window(lambda window: window.copy())),
    ("paste", "Ctrl+V", "paste a record or moves", _window(lambda window: window.paste())),
    ("screenshot", "P", "save a picture of the table",
     _window(lambda window: window.screenshot())),
    ("settings", "Ctrl+,", "settings", _window(lambda window: window.settings())),
    ("left_panel", "F2", "show or hide the left panel",
     _window(lambda window: window.toggle("left_panel"))),
    ("right_panel", "F3", "show or hide the right panel",
     _window(lambda window: window.toggle("right_panel"))),
    ("coordinates", "L", "show or hide the coordinates",
     _window(lambda window: window.toggle("coordinates"))),
    ("numbers", "Shift+L", "show or hide move numbers on the pieces",
     _window(lambda window: window.toggle("numbers"))),
    ("help", "F1 ?", "rules and keys", _window(lambda window: window.help())),
    ("this_game", "F4", "this game's rules in short and its options",
     _window(lambda window: window.this_game())),
    ("lessons", "Ctrl+L", "lessons", _window(lambda window: window.lessons())),
)  # fmt: skip

_ANYWHERE: tuple[Row, ...] = (
    ("fullscreen", "F11", "full screen", _window(lambda window: window.fullscreen())),
    ("quit", "Ctrl+Q", "quit", _window(lambda window: window.quit())),
)

_COMPUTER: tuple[Row, ...] = (
    ("hint", "I", "hint: show a good move; again: show it at once",
     _assistant(lambda assistant: assistant.hint()), when.can_hint),
    ("evaluate", "V", "evaluation: show who is ahead and how good each move is",
     _assistant(lambda assistant: assistant.evaluate()), when.can_evaluate),
    ("analyse", "Ctrl+I", "analyse the game, or stop",
     _assistant(lambda assistant: assistant.analyse()), when.can_analyse),
    ("look_deeper", "Ctrl+Shift+I", "look deeper at this move",
     _assistant(lambda assistant: assistant.look_deeper()), when.can_look_deeper),
    ("pause", "W", "pause or resume the computer players",
     _assistant(lambda assistant: assistant.pause()), when.can_pause),
)  # fmt: skip

_FAR: tuple[Row, ...] = (
    ("draw", "Ctrl+D", "propose a draw", _table(act.propose_draw), when.can_propose),
    ("accept", "Ctrl+Enter", "accept a proposal", _table(act.answer_offer, True),
     when.can_accept),
    ("reject", "Ctrl+Backspace", "reject a proposal, or withdraw your own",
     _table(act.answer_offer, False), when.can_reject),
    ("chat", "Ctrl+T", "write to the other player", _table(act.chat), when.can_chat),
)  # fmt: skip

_LESSON: tuple[Row, ...] = (
    ("lesson_next@lesson", "Enter", "continue after a right answer", lesson.go_on,
     lesson.can_go_on),
    ("lesson_again@lesson", "R", "restart the exercise", lesson.again, lesson.can_restart),
    ("lesson_show@lesson", "I", "show the solution", lambda context: show_right(context),
     lesson.can_show),
    ("lesson_text_back@lesson", "PageUp", "scroll the text back",
     lesson.turn_text(-1), lesson.can_restart),
    ("lesson_text_on@lesson", "PageDown", "scroll the text on",
     lesson.turn_text(1), lesson.can_restart),
    ("lesson_leave@lesson", "Escape", "leave the lesson", lesson.leave, lesson.can_restart),
)  # fmt: skip

COMMANDS: tuple[Command, ...] = (
    *_chapter("Play", *_PLAY),
    *_chapter("Play", _STEP_BACK, is_in=when.has_steps),
    *_chapter("Play", _SWAP, is_in=when.has_swap),
    *_chapter("Look", *_LOOK),
    *_chapter("Look", _EXPLODE, held=True, is_in=when.has_explode),
    *_chapter("Look", *_PEEL, is_in=when.has_peel),
    *_chapter("Replay", *_REPLAY),
    *_chapter("Game and window", *_WINDOW, needs="window"),
    *_chapter("Game and window", *_ANYWHERE, needs="window", anywhere=True),
    *_chapter("Computer", *_COMPUTER, needs="assistant"),
    *_chapter("Online", *_FAR),
    *_chapter("In a lesson", *_LESSON),
)


def named(name: str) -> Command:
    """Return a command by its name. Raises ``LookupError`` for an unknown one."""
    found = _BY_NAME.get(name)
    if found is None:
        raise LookupError(f"no command {name!r}")
    return found


def command_for(pressed: str, focus: str) -> Command | None:
    """Return the command on a key in a focus, or None."""
    return _BY_KEY.get((pressed, focus))


def keys_of(name: str) -> tuple[str, ...]:
    """Return all keys of a command for its tooltip, first those that work in any focus."""
    rows = [c for c in COMMANDS if c.name == name]
    rows.sort(key=lambda c: c.focus != "")
    return tuple(dict.fromkeys(key for row in rows for key in row.keys))


def tip_of(name: str, texts: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the tooltip of a command: its text and its first key.

    ``texts`` are the current game's own texts for some commands.
    """
    text, pressed = texts.get(name, named(name).text), keys_of(name)
    text = begun(text)
    return f"{text}  ({pressed[0]})" if pressed else text


def places() -> Iterator[tuple[tuple[str, str], Command]]:
    """Yield every (key, focus) with its command."""
    for command in COMMANDS:
        for key in command.keys:
            for focus in (BOARD, TIMELINE) if not command.focus else (command.focus,):
                yield (key, focus), command


def refused(context: Context) -> frozenset[str]:
    """Return the names of the commands that cannot be done now because of their condition."""
    return frozenset(
        name for possible, names in _CONDITIONAL.items() if possible(context) for name in names
    )


def do(context: Context, command: Command) -> bool:
    """Execute a command, or report in the status why it cannot be done.

    Return False if the part of the context that it needs is missing.
    """
    table, why = context.table, command.refused(context)
    if why:
        table.say(why, tone=when.tone_of(context, why))
        return command.has_room(context)
    attempt(table, lambda: command.run(context))
    if table.lesson is not None:
        table.lesson.did(command.name)
        table.follow(STEP)
    return True


def show_right(context: Context) -> None:
    """Do what the lesson asks for. Raises ``BocheError``."""
    lesson_there = context.table.lesson
    if lesson_there is not None and lesson_there.state.command:
        do(context, named(lesson_there.state.command))
    else:
        lesson.play_right(context)


def attempt(table: Table, action: Callable[[], object]) -> None:
    """Do something at the table and report a refusal in the status."""
    try:
        action()
    except BocheError as error:
        table.say(why_not(error), tone="refused")
    table.follow(STEP)


_BY_KEY = dict(places())
_BY_NAME = {command.name: command for command in reversed(COMMANDS)}
_CONDITIONAL = {
    possible: {command.name for command in COMMANDS if command.possible is possible}
    for possible in dict.fromkeys(command.possible for command in COMMANDS)
    if possible is not when.always
}
"""The names of the commands by their condition, so that each condition is evaluated only once."""
