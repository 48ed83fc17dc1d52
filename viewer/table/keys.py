"""The table's names for keys.

A key is written ``Ctrl+Shift+Z``: modifiers in the order Ctrl, Alt, Shift, then the key's name.
Letters are capitals. Signs are the typed character, whatever keys the layout needs for it, and
therefore without Shift. The letters A to H alone choose a piece or its rotation; they are not used
for commands.
"""

from __future__ import annotations

from collections.abc import Iterable

from boche.engine.languages.current import tr_later

BOARD, TIMELINE = "board", "timeline"
"""The possible targets of the arrow keys."""

LESSON = "lesson"
"""The focus of keys in a lesson, which come before their usual meaning."""

TRAINING = "training"
"""The focus of keys in an exercise, likewise."""
SETUP = "setup"
"""The focus of keys in the position editor, which come before their usual meaning."""

CHOOSING = "ABCDEFGH"
SIGNS = frozenset("[]/:,.+-=?!;'\"\\")
_ORDER = ("Ctrl", "Alt", "Shift")


#: The rows of the help for gestures, which are not commands: (gesture, effect, chapter). Games add
#: their own.
GESTURES: tuple[tuple[str, str, str], ...] = (
    (tr_later("Left drag; right drag beside the board"), tr_later("walk round the table"), "Look"),
    (tr_later("Middle drag, Shift+drag"), tr_later("move the table"), "Look"),
    (tr_later("Wheel, Ctrl+wheel"), tr_later("zoom to the pointer"), "Look"),
    (tr_later("Wheel sideways"), tr_later("walk round the table"), "Look"),
    (tr_later("Right click on a place"), tr_later("circle it, or take the circle off"), "Replay"),
    (tr_later("Shift, Ctrl, Alt + right click"), tr_later("square, triangle, cross"), "Replay"),
    (
        tr_later("Ctrl+Shift, Ctrl+Alt + right click"),
        tr_later("next letter, next number"),
        "Replay",
    ),
    (tr_later("Right drag from place to place"), tr_later("draw an arrow"), "Replay"),
)


def chord(key: str, modifiers: Iterable[str] = ()) -> str:
    """Return the text of a key with its modifiers: ``z`` with ctrl and shift is ``Ctrl+Shift+Z``.

    Names of modifiers may be in any case; modifiers other than Ctrl, Alt and Shift are ignored.
    """
    held = {modifier.capitalize() for modifier in modifiers}
    name = key.upper() if len(key) == 1 else key
    if name in SIGNS:
        held.discard("Shift")
    return "+".join([*(m for m in _ORDER if m in held), name])
