"""The names of pyglet's key symbols, as in ``viewer.table.keys``."""

from __future__ import annotations

import unicodedata

from boche.viewer.hud.widgets.pyglet_setup import key

NAMES: dict[int, str] = {
    key.RETURN: "Enter",
    key.NUM_ENTER: "Enter",
    key.ESCAPE: "Escape",
    key.BACKSPACE: "Backspace",
    key.DELETE: "Delete",
    key.TAB: "Tab",
    key.SPACE: "Space",
    key.LEFT: "Left",
    key.RIGHT: "Right",
    key.UP: "Up",
    key.DOWN: "Down",
    key.HOME: "Home",
    key.END: "End",
    key.PAGEUP: "PageUp",
    key.PAGEDOWN: "PageDown",
    key.NUM_LEFT: "Left",
    key.NUM_RIGHT: "Right",
    key.NUM_UP: "Up",
    key.NUM_DOWN: "Down",
    key.NUM_HOME: "Home",
    key.NUM_END: "End",
    key.NUM_PAGE_UP: "PageUp",
    key.NUM_PAGE_DOWN: "PageDown",
    key.NUM_DELETE: "Delete",
    key.NUM_ADD: "+",
    key.NUM_SUBTRACT: "-",
    key.NUM_DIVIDE: "/",
    key.NUM_DECIMAL: ".",
    key.NUM_SEPARATOR: ",",
    key.NUM_EQUAL: "=",
    **{getattr(key, f"NUM_{n}"): str(n) for n in range(10)},
    **{getattr(key, f"F{n}"): f"F{n}" for n in range(1, 13)},
}

HELD: dict[int, str] = {
    key.LCTRL: "ctrl",
    key.RCTRL: "ctrl",
    key.LCOMMAND: "ctrl",
    key.RCOMMAND: "ctrl",
    key.LSHIFT: "shift",
    key.RSHIFT: "shift",
    key.LALT: "alt",
    key.RALT: "alt",
}
"""The modifier keys."""


def name_of(symbol: int) -> str:
    """Return the name of a key, or an empty text if it has none here."""
    if symbol in NAMES:
        return NAMES[symbol]
    return chr(symbol).upper() if 33 <= symbol <= 126 else ""


def modifiers_of(flags: int) -> tuple[str, ...]:
    """Return the pressed modifiers; the Mac's Command counts as Ctrl."""
    found = []
    if flags & (key.MOD_CTRL | key.MOD_COMMAND):
        found.append("ctrl")
    if flags & (key.MOD_ALT | key.MOD_OPTION):
        found.append("alt")
    if flags & key.MOD_SHIFT:
        found.append("shift")
    return tuple(found)


def is_typed(character: str) -> bool:
    """Return whether a character belongs into texts, as control characters do not."""
    return unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp")
