"""Keyboards with other layouts, as a browser tells of their keys, and pages that take them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ALT, CTRL, META, SHIFT = 1, 2, 4, 8
"""The devtools' numbers of modifiers."""


@dataclass(frozen=True)
class Key:
    """A pressed key: what it types, where it lies, and with which modifiers."""

    types: str
    place: str
    held: int = 0


def _keys(letters: str, signs: dict[str, Key]) -> dict[str, Key]:
    """Return the keys of commands: ``letters`` are typed at T, X, O and N, digits at their own."""
    places = dict(zip("txon", letters, strict=True))
    digits = {digit: Key(digit, f"Digit{digit}") for digit in "123"}
    return (
        digits
        | {name: Key(typed, f"Key{name.upper()}") for name, typed in places.items()}
        | {"+": Key("+", "NumpadAdd"), "-": Key("-", "NumpadSubtract")}
        | signs
    )


LAYOUTS = {
    "qwerty": _keys("txon", {"+": Key("+", "Equal", SHIFT), "-": Key("-", "Minus"),
                             "?": Key("?", "Slash", SHIFT)}),
    "azerty": _keys("txon", {"1": Key("&", "Digit1"), "2": Key("é", "Digit2"),
                             "3": Key('"', "Digit3"), "+": Key("+", "Equal", SHIFT),
                             "-": Key("-", "Digit6"), "?": Key("?", "KeyM", SHIFT)}),
    "azerty with Shift": _keys("txon", {digit: Key(digit, f"Digit{digit}", SHIFT)
                                        for digit in "123"}),
    "qwertz": _keys("txon", {"+": Key("+", "BracketRight"), "-": Key("-", "Slash"),
                             "?": Key("?", "Minus", SHIFT)}),
    "dvorak": _keys("txon", {"t": Key("t", "KeyK"), "x": Key("x", "KeyB"), "o": Key("o", "KeyS"),
                             "n": Key("n", "KeyL"), "-": Key("-", "Quote"),
                             "+": Key("+", "BracketRight", SHIFT),
                             "?": Key("?", "BracketLeft", SHIFT)}),
    "greek": _keys("τχον", {"?": Key("?", "Slash", SHIFT)}),
    "cyrillic": _keys("ечщт", {"?": Key("?", "Digit7", SHIFT)}),
    "cyrillic with Caps Lock": _keys("ЕЧЩТ", {}),
    "arabic": _keys("فءخى", {"1": Key("١", "Digit1"), "2": Key("٢", "Digit2"),
                             "3": Key("٣", "Digit3"), "?": Key("؟", "Slash", SHIFT)}),
    "hebrew": _keys("אסםמ", {"?": Key("?", "Slash", SHIFT)}),
    "thai": _keys("ะปนื", {"1": Key("ๅ", "Digit1"), "2": Key("/", "Digit2"),
                           "3": Key("๓", "Digit4", SHIFT), "+": Key("+", "Digit1", SHIFT),
                           "-": Key("-", "Digit3"), "?": Key("?", "KeyM", SHIFT)}),
    "Caps Lock": _keys("TXON", {}),
    "number block": _keys("txon", {digit: Key(digit, f"Numpad{digit}") for digit in "123"}),
}  # fmt: skip
"""The keys of commands by their names on an American keyboard, in each layout."""


class Keyboard:
    """A keyboard at a page."""

    def __init__(self, page: Any) -> None:
        self._devtools = page.context.new_cdp_session(page)

    def press(self, key: Key) -> None:
        event = {"key": key.types, "code": key.place, "modifiers": key.held}
        text = {} if key.held & ~SHIFT or len(key.types) > 1 else {"text": key.types}
        self._devtools.send("Input.dispatchKeyEvent", {"type": "keyDown", **event, **text})
        self._devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})


RESTING = "() => document.getElementById('table').getAttribute('aria-busy') === 'false'"


def resting(page: Any) -> None:
    """Wait until nothing moves on the table."""
    page.wait_for_function(RESTING)


def _seen(page: Any) -> bytes:
    """Return the picture of the table once it rests."""
    resting(page)
    return bytes(page.locator("#table").screenshot())


class Exported:
    """A record's page, with the picture that each command of its keys leads to from the start."""

    def __init__(self, page: Any) -> None:
        self.page, self.keyboard = page, Keyboard(page)
        self.start = _seen(page)
        self.pictures = {name: self.after(LAYOUTS["qwerty"][name]) for name in "txo23+-"}

    def after(self, *keys: Key) -> bytes:
        """Return the picture after these keys, and go back to the start."""
        for key in keys:
            self.keyboard.press(key)
        picture = _seen(self.page)
        while self.page.get_attribute("#spread", "aria-pressed") == "true":
            self.page.click("#spread")
        self.page.click("#top")
        self.page.click("#corner")
        assert _seen(self.page) == self.start
        return picture

    def takes(self, keys: dict[str, Key]) -> None:
        """Check that these keys do what those of an American keyboard do."""
        assert len({self.start, *self.pictures.values()}) == 1 + len(self.pictures)
        for name, picture in self.pictures.items():
            assert self.after(keys[name]) == picture, name
        assert self.after(keys["2"], keys["1"]) == self.start


class LiveBoard:
    """The page of a board, of somebody with an account."""

    def __init__(self, page: Any) -> None:
        self.page, self.keyboard = page, Keyboard(page)

    def takes(self, keys: dict[str, Key]) -> None:
        """Check that these keys do what they are for."""
        page, press = self.page, self.keyboard.press
        page.focus("#table")
        press(keys["x"])
        page.wait_for_selector("#spread[aria-pressed=true]")
        while page.get_attribute("#spread", "aria-pressed") == "true":
            press(keys["x"])
        page.evaluate("localStorage.removeItem('boche view')")
        press(keys["t"])
        page.wait_for_function("() => localStorage.getItem('boche view') === 'top'")
        top = _seen(page)
        press(keys["1"])
        assert _seen(page) != top
        page.evaluate("document.getElementById('said').textContent = ''")
        press(keys["n"])
        page.get_by_text("It is not your turn in any other game.").wait_for()
        if "?" in keys:
            press(keys["?"])
            page.wait_for_selector("#shortcuts[open]")
            page.evaluate("document.getElementById('shortcuts').close()")
