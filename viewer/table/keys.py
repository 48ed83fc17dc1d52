"""The table's names for keys.

A key is written ``Ctrl+Shift+Z``: modifiers in the order Ctrl, Alt, Shift, then the key's name.
Letters are capitals. Signs are the typed character, whatever keys the layout needs for it, and
therefore without Shift. The letters A to H alone choose a piece or its rotation; they are not used
for commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from boche.engine.languages.current import tr_later, tr_word, word_later

BOARD, TIMELINE = "board", "timeline"
"""The possible targets of the arrow keys."""

LESSON = "lesson"
"""The focus of keys in a lesson, which come before their usual meaning."""

TRAINING = "training"
"""The focus of keys in an exercise, likewise."""
SETUP = "setup"
"""The focus of keys in the position editor, which come before their usual meaning."""

CHOOSING = "ABCDEFGH"
EDITING = ("Ctrl+A", "Ctrl+C", "Ctrl+X", "Ctrl+V", "Ctrl+U")
"""The keys of letters that edit a text."""

SIGNS = frozenset("[]/:,.+-=?!;'\"\\")
_ORDER = ("Ctrl", "Alt", "Shift")

NAMES = (
    word_later("Ctrl"), word_later("Alt"), word_later("Shift"),
    word_later("Left"), word_later("Right"), word_later("Up"), word_later("Down"),
    word_later("Home"), word_later("End"), word_later("PageUp"), word_later("PageDown"),
    word_later("Space"), word_later("Enter"), word_later("Escape"), word_later("Tab"),
    word_later("Backspace"), word_later("Delete"), word_later("Insert"),
)  # fmt: skip
"""Names of keys that differ between languages; letters, signs and F1 to F12 do not."""


#: The rows of the help for gestures, which are not commands: (gesture, effect, chapter). Games add
#: their own.
GESTURES: tuple[tuple[str, str, str], ...] = (
    (tr_later("Left drag; right drag beside the board"), tr_later("walk round the table"), "Look"),
    (tr_later("Middle drag, Shift+drag"), tr_later("move the table"), "Look"),
    (tr_later("Wheel, Ctrl+wheel"), tr_later("zoom to the pointer"), "Look"),
    (tr_later("Wheel sideways"), tr_later("walk round the table"), "Look"),
    (
        tr_later("Left, Right, Home, End"),
        tr_later(
            "step through the line shown, or through the game where nobody is asked for a move; "
            "Tab: Left and Right choose places again"
        ),
        "Replay",
    ),
    (tr_later("Right click on a place"), tr_later("circle it, or take the circle off"), "Replay"),
    (tr_later("Shift, Ctrl, Alt + right click"), tr_later("square, triangle, cross"), "Replay"),
    (
        tr_later("Ctrl+Shift, Ctrl+Alt + right click"),
        tr_later("next letter, next number"),
        "Replay",
    ),
    (tr_later("Right drag from place to place"), tr_later("draw an arrow"), "Replay"),
)


_CHORD = re.compile(r"(Ctrl\+)?(Alt\+)?(Shift\+)?(.+)", re.DOTALL)


def is_key(text: str) -> bool:
    """Return whether a text is a key that a command may have, as ``chord`` writes it.

    The letters that choose a piece, alone or with Shift, are none of them.
    """
    found = _CHORD.fullmatch(text)
    if found is None:
        return False
    ctrl, alt, shift, name = found.groups()
    if len(name) == 1:
        choosing = name in CHOOSING and not (ctrl or alt)
        upper = name.isprintable() and not name.isspace() and name.upper() == name
        return upper and not choosing and not (shift and name in SIGNS)
    return name in NAMES[len(_ORDER) :] or re.fullmatch(r"F([1-9]|1[0-9]|2[0-4])", name) is not None


revision = [0]
"""How often what keys are called has changed: by another layout, or other keys of commands."""

_own: dict[str, str] = {}
_LOOKALIKES = dict(
    zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХҮЗՍՕՏ", "ABEZHIKMNOPTYXABESIJKMHOPCTYXY3UOS", strict=True)
)
"""Letters of other scripts, and the Latin letter or digit that each is taken for."""


def use_own_keys(own: Mapping[str, str]) -> bool:
    """Take over what stands on the user's keys in place of letters and signs that they lack.

    Return whether that has changed.
    """
    if own == _own:
        return False
    _own.clear()
    _own.update(own)
    revision[0] += 1
    return True


def key_name(pressed: str) -> str:
    """Return a key with its modifiers as it stands on the user's keyboard: ``Strg+Umschalt+Z``.

    A letter that looks like that of another key stands behind the Latin one, which such keyboards
    show as well: a Greek ``R`` is ``R (Ρ)``.
    """
    held, name = pressed[:-1], pressed[-1:]
    if (not held or held.endswith("+")) and name in _own:
        own = _own[name]
        pressed = held + (own if _LOOKALIKES.get(own, name) == name else f"{name} ({own})")
    return re.sub(r"[A-Za-z]{2,}", lambda name: tr_word(name[0]), pressed)


def chord(key: str, modifiers: Iterable[str] = ()) -> str:
    """Return the text of a key with its modifiers: ``z`` with ctrl and shift is ``Ctrl+Shift+Z``.

    Names of modifiers may be in any case; modifiers other than Ctrl, Alt and Shift are ignored.
    """
    held = {modifier.capitalize() for modifier in modifiers}
    name = key.upper() if len(key) == 1 else key
    if name in SIGNS:
        held.discard("Shift")
    return "+".join([*(m for m in _ORDER if m in held), name])
