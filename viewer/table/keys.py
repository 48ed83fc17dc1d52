"""Keys as the table names them.

A key is written ``Ctrl+Shift+Z``: modifiers in the order Ctrl, Alt, Shift, then the key's name.
Letters are capitals, signs are the character that is typed, whatever the keyboard's layout needs to
type it, and so go without Shift. The letters A to H alone choose a piece or how it is turned; no
command sits on them.
"""

from __future__ import annotations

from collections.abc import Iterable

BOARD, TIMELINE = "board", "timeline"
"""What keys can work on."""

LESSON = "lesson"
"""Keys that count in a lesson, before what they mean elsewhere."""

CHOOSING = "ABCDEFGH"
SIGNS = frozenset("[]/:,.+-=?!;'\"\\")
_ORDER = ("Ctrl", "Alt", "Shift")


#: The rows of the help that are no commands, but for a game's own: (what to do, what it does,
#: chapter).
GESTURES: tuple[tuple[str, str, str], ...] = (
    ("Left or right drag", "walk round the table", "Look"),
    ("Middle drag, Shift+drag", "move the table", "Look"),
    ("Wheel, Ctrl+wheel", "zoom to the pointer", "Look"),
    ("Wheel sideways", "walk round the table", "Look"),
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
