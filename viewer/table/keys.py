"""All commands of the table and their keys: one table, for dispatch, help and tooltips.

A key is written ``Ctrl+Shift+Z``: modifiers in the order Ctrl, Alt, Shift, then the key's name.
Letters are capitals, signs are the character that is typed, whatever the keyboard's layout needs to
type it, and so go without Shift. The letters A to H alone choose a piece's turn (Boche: the
rotation); no command sits on them.

The arrows work on what was used last, the board or the timeline; ``focus`` says for which of the
two a key counts, empty for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

BOARD, TIMELINE = "board", "timeline"
CHOOSING = "ABCDEFGH"
SIGNS = frozenset("[]/:,.+-=?!;'\"\\")
_ORDER = ("Ctrl", "Alt", "Shift")


@dataclass(frozen=True)
class Command:
    """A command: its name, its keys, a line for help and tooltips, the chapter of the help.

    ``held`` commands act as long as their key is down. ``outside`` ones are done by whoever
    registered for them: files, clipboard, window.
    """

    name: str
    keys: tuple[str, ...]
    text: str
    chapter: str
    focus: str = ""
    held: bool = False
    outside: bool = False


def _chapter(title: str, *rows: tuple[str, str, str], **more: bool) -> tuple[Command, ...]:
    """Commands of a chapter from rows of name (``name@focus``), keys by blanks, text."""
    made = []
    for name, keys, text in rows:
        name, _, focus = name.partition("@")
        made.append(Command(name, tuple(keys.split()), text, title, focus, **more))
    return tuple(made)


COMMANDS: tuple[Command, ...] = (
    *_chapter(
        "Play",
        ("walk_left@board", "Left", "choose the open cell to the left"),
        ("walk_right@board", "Right", "choose the open cell to the right"),
        ("walk_up@board", "Up", "choose the open cell above, on the screen"),
        ("walk_down@board", "Down", "choose the open cell below, on the screen"),
        ("next_choice", "Tab ]", "turn the piece on"),
        ("previous_choice", "Shift+Tab [", "turn the piece back"),
        ("place", "Enter", "place the piece, or take the next step of a move"),
        ("step_back", "Backspace", "undo the last step of a move that is not whole"),
        ("swap", "S", "exchange colours, as the second move"),
        ("type_move", "/ :", "type a move"),
        ("undo", "Ctrl+Z", "undo"),
        ("redo", "Ctrl+Y Ctrl+Shift+Z", "redo"),
        ("resign", "R", "resign (asks first)"),
        ("cancel", "Escape", "cancel, back to the board"),
    ),
    *_chapter(
        "Look",
        ("fit", "Home", "show the whole board"),
        ("top", "T", "from above, as in printed diagrams"),
        ("corner", "1", "from the first corner"),
        ("corner2", "2", "from the second corner"),
        ("corner3", "3", "from the third corner"),
        ("projection", "O", "perspective or orthographic"),
        ("zoom_in", "+ =", "zoom in"),
        ("zoom_out", "-", "zoom out"),
        ("turn_left", "Shift+Left", "walk round the table to the left"),
        ("turn_right", "Shift+Right", "walk round the table to the right"),
        ("turn_up", "Shift+Up", "look from higher up"),
        ("turn_down", "Shift+Down", "look from lower down"),
        ("peel", ",", "take the top level off the picture"),
        ("unpeel", ".", "put a level back"),
    ),
    *_chapter("Look", ("explode", "X", "hold: spread the levels apart"), held=True),
    *_chapter(
        "Replay",
        ("back@timeline", "Left", "one move back"),
        ("forward@timeline", "Right", "one move on"),
        ("back", "PageUp Ctrl+Left", "one move back"),
        ("forward", "PageDown Ctrl+Right", "one move on"),
        ("back_ten", "Shift+PageUp", "ten moves back"),
        ("forward_ten", "Shift+PageDown", "ten moves on"),
        ("first", "Ctrl+Home", "to the start"),
        ("last", "End Ctrl+End", "to the end"),
        ("previous_variation@timeline", "Up", "the variation before"),
        ("next_variation@timeline", "Down", "the variation after"),
        ("previous_variation", "Ctrl+Up", "the variation before"),
        ("next_variation", "Ctrl+Down", "the variation after"),
        ("play_on", "Space", "play the moves on by themselves, or stop"),
        ("faster", "Shift+Space", "play on faster"),
        ("slower", "Ctrl+Space", "play on slower"),
        ("comment", "K", "write a comment on this move"),
        ("promote", "M", "move this variation up, towards the main line"),
        ("delete", "Ctrl+Delete", "delete this move and all after it (asks first)"),
        ("other_focus", "F6", "let the arrows work on the other: board or timeline"),
    ),
    *_chapter(
        "Game and window",
        ("new", "Ctrl+N", "new game"),
        ("open", "Ctrl+O", "open a record"),
        ("save", "Ctrl+S", "save"),
        ("save_as", "Ctrl+Shift+S", "save under a new name"),
        ("copy", "Ctrl+C", "copy the record"),
        ("paste", "Ctrl+V", "paste a record or moves"),
        ("screenshot", "P", "save a picture of what is seen"),
        ("settings", "Ctrl+,", "settings"),
        ("left_panel", "F2", "show or hide the left panel"),
        ("right_panel", "F3", "show or hide the right panel"),
        ("coordinates", "L", "show or hide the coordinates"),
        ("fullscreen", "F11", "full screen"),
        ("help", "F1 ?", "all keys"),
        ("quit", "Ctrl+Q", "quit"),
        outside=True,
    ),
    *_chapter(
        "Computer",
        ("hint", "I", "show the best move; again: at once"),
        ("evaluate", "V", "show how the game stands, and where the computer looks"),
        ("analyse", "Ctrl+I", "analyse the whole record, or stop that"),
        ("pause", "W", "let computer seats wait, or play on"),
        outside=True,
    ),
)

#: The rows of the help that are no commands: (what to do, what it does, chapter).
GESTURES: tuple[tuple[str, str, str], ...] = (
    ("Click a hole or nest", "place the piece", "Play"),
    ("Wheel over a cell", "turn the piece", "Play"),
    ("Right click on the piece", "turn the piece on", "Play"),
    ("A to H", "turn the piece that way", "Play"),
    ("Left or right drag", "walk round the table", "Look"),
    ("Middle drag, Shift+drag", "move the table", "Look"),
    ("Wheel, Ctrl+wheel", "zoom to the pointer", "Look"),
)


def chord(key: str, modifiers: Iterable[str] = ()) -> str:
    """The text of a key with its modifiers: ``z`` with ctrl and shift is ``Ctrl+Shift+Z``.

    Names of modifiers are taken in any case; others than Ctrl, Alt and Shift are left out.
    """
    held = {modifier.capitalize() for modifier in modifiers}
    name = key.upper() if len(key) == 1 else key
    if name in SIGNS:
        held.discard("Shift")
    return "+".join([*(m for m in _ORDER if m in held), name])


def command_for(pressed: str, focus: str) -> Command | None:
    """The command on a key in a focus, or None."""
    return _BY_KEY.get((pressed, focus))


def keys_of(name: str) -> tuple[str, ...]:
    """All keys of a command, for its tooltip, the ones that always count first."""
    rows = sorted((c for c in COMMANDS if c.name == name), key=lambda c: c.focus != "")
    return tuple(dict.fromkeys(key for row in rows for key in row.keys))


def names() -> tuple[str, ...]:
    """The names of all commands, each once."""
    return tuple(dict.fromkeys(command.name for command in COMMANDS))


def places() -> Iterator[tuple[tuple[str, str], Command]]:
    """Every (key, focus) with its command."""
    for command in COMMANDS:
        for key in command.keys:
            for focus in (BOARD, TIMELINE) if not command.focus else (command.focus,):
                yield (key, focus), command


_BY_KEY = dict(places())
