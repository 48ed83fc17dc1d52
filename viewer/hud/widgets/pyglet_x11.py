"""Pyglet's window for X11, with what is wrong in it mended; ``pyglet_setup`` gives it out."""

from __future__ import annotations

import locale
import os
import struct
import unicodedata
from collections.abc import Callable
from ctypes import (
    POINTER,
    byref,
    c_char,
    c_char_p,
    c_int,
    c_ubyte,
    c_uint,
    c_ulong,
    c_void_p,
    create_string_buffer,
    string_at,
)
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

from pyglet import clock
from pyglet.display import xlib as displays
from pyglet.display.xlib import XlibDisplay, XlibScreen
from pyglet.libs.x11 import xlib
from pyglet.window import key
from pyglet.window import xlib as backend
from pyglet.window.xlib import XlibEventHandler, XlibWindow

RESOURCES = "RESOURCE_MANAGER"

USUAL_DPI = 96.0
LEAST_DPI, MOST_DPI = 48.0, 768.0
"""What a screen may be said to have; the program takes any other number for nonsense."""

ANY = 0  # AnyPropertyType
NEW_VALUE = 0  # PropertyNewValue
LONGEST = 1 << 24  # of a property, in units of 4 bytes: more than a server keeps
MOST_BYTES = 1 << 26  # of what is pasted
PATIENCE = 1.0  # seconds until another program must have gone on
ISO_LEFT_TAB = 0xFE20  # of Tab with Shift, which pyglet does not know
GROUP = 0x6000  # the part of a key's state that tells which of the user's layouts is in use

_ROWS = ((10, "1234567890-="), (24, "QWERTYUIOP[]"), (38, "ASDFGHJKL;'`"), (51, "\\ZXCVBNM,./"))
PLACES = {code + at: name for code, row in _ROWS for at, name in enumerate(row)}
"""The names of the keys that type by their codes, as they lie on an American keyboard."""

_xkb_state = xlib._lib.XkbGetState
_xkb_state.argtypes = (POINTER(xlib.Display), c_uint, c_void_p)


def property_of(display: Any, window: Any, name: Any, *, delete: bool = False) -> tuple[bytes, int]:
    """Return a window's property and the atom of its type, which is 0 if there is none.

    Numbers of 32 bits take the place of a C long each, as Xlib gives them.
    """
    kind, form, data = xlib.Atom(), c_int(), POINTER(c_ubyte)()
    count, rest = c_ulong(), c_ulong()
    failed = xlib.XGetWindowProperty(
        display, window, name, 0, LONGEST, delete, ANY, byref(kind), byref(form), byref(count),
        byref(rest), byref(data),
    )  # fmt: skip
    if failed or not data:
        return b"", 0
    size = {8: 1, 16: 2, 32: 8}.get(form.value, 0)
    found = string_at(data, count.value * size)
    xlib.XFree(data)
    return found, int(kind.value)


def _dpi_of(screen: Any) -> float:
    """Return the dots per inch that the X resources have now, which may be fractional."""
    display = screen.display._display
    root = xlib.XRootWindow(display, 0)  # the resources of all screens
    text, _ = property_of(display, root, xlib.XInternAtom(display, RESOURCES.encode(), False))
    xlib.XrmInitialize()
    database = xlib.XrmGetStringDatabase(text) if text else None
    if not database:
        return USUAL_DPI
    kind, value = c_char_p(), xlib.XrmValue()
    found = xlib.XrmGetResource(database, b"Xft.dpi", b"Xft.Dpi", byref(kind), byref(value))
    try:
        dpi = float(value.addr) if found and value.addr else USUAL_DPI
    except ValueError:
        dpi = USUAL_DPI
    xlib.XrmDestroyDatabase(c_void_p(database))
    return dpi if LEAST_DPI <= dpi <= MOST_DPI else USUAL_DPI


def _open(display: Any, name: str | None = None, x_screen: int | None = None) -> None:
    """Open a display at the screen that its name tells; pyglet would always take the first.

    Where RANDR is missing, pyglet would ask for it all the same, and Xlib complain about that.
    """
    _opened(display, name, x_screen)  # type: ignore[no-untyped-call]
    display.x_screen = xlib.XDefaultScreen(display._display)
    number = byref(c_int())
    there = xlib.XQueryExtension(display._display, b"RANDR", number, number, number)
    displays._have_xrandr = displays._have_xrandr and bool(there)


_opened = XlibDisplay.__init__
XlibDisplay.__init__ = _open  # type: ignore[method-assign]
XlibScreen.is_primary = False  # type: ignore[attr-defined]  # pyglet asks it without RANDR, too
# Pyglet reads whole numbers only, and fails at all others.
XlibScreen.get_dpi = _dpi_of  # type: ignore[assignment, method-assign]


def _input_method(display: Any) -> Any:
    """Open Xlib's own input method, which knows dead keys and compose, in UTF-8 where it can.

    Return a null pointer if there is none: then keys type the letters of Latin-1.
    """
    before = locale.setlocale(locale.LC_CTYPE)
    for name in (before, "C.UTF-8", "en_US.UTF-8"):
        try:
            locale.setlocale(locale.LC_CTYPE, name)
        except locale.Error:
            continue
        if locale.nl_langinfo(locale.CODESET) == "UTF-8" and xlib.XSupportsLocale():
            break
    xlib.XSetLocaleModifiers(b"@im=none")
    method = xlib.XOpenIM(display, None, None, None) if xlib.XSupportsLocale() else None
    locale.setlocale(locale.LC_CTYPE, before)
    return method


def paths_of(uris: bytes) -> list[str]:
    """Return the paths of the files in a list of URIs; what is no file is left out."""
    found = []
    for line in uris.strip(b"\0").splitlines():
        scheme, _, rest = line.partition(b":")
        if scheme.lower() == b"file":
            path = rest[rest.find(b"/", 2) :] if rest.startswith(b"//") else rest  # without host
            found += [os.fsdecode(unquote_to_bytes(path))] if path.startswith(b"/") else []
    return found


def _as_printed(typed: str) -> str:
    """Return what is printed on the key that types a character: capitals of letters.

    A letter that shares its capital with another one stays small, as the second Greek sigma.
    """
    capital = typed.upper()
    return capital if capital.lower() == typed.lower() else typed


@dataclass(eq=False)
class Transfer:
    """A selection that another program hands over; ``parts`` are those of a long one so far."""

    selection: int
    then: Callable[[bytes | None], object]
    parts: list[bytes] | None = None
    give_up: Callable[[float], object] = lambda _: None


class X11Window(XlibWindow):
    """A window on X11.

    Everything that is asked of other programs is answered by events, or not within ``PATIENCE``.
    """

    display: Any
    screen: Any
    _clipboard_str: Any = None
    _height: Any
    _x_ic: Any
    _xdnd_format: Any
    _xdnd_source: Any
    _xdnd_version: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._symbols: dict[int, int] = {}  # of the keys that are down, by their codes
        self._named: dict[int, tuple[str, ...]] = {}
        self._transfers: dict[int, Transfer] = {}
        super().__init__(*args, **kwargs)

    def _create(self) -> None:
        if not self.display._x_im:
            self.display._x_im = _input_method(self.display._display)
        backend._have_utf8 = bool(self.display._x_im)  # without one, pyglet would crash
        super()._create()
        # Keys go to the parent, which the input method knows, wherever the pointer is.
        keys = xlib.KeyPressMask | xlib.KeyReleaseMask
        xlib.XSelectInput(self._x_display, self._view, self._default_event_mask & ~keys)
        self._xdnd_source = self._xdnd_version = 0
        root = xlib.XRootWindow(self._x_display, 0)
        xlib.XSelectInput(self._x_display, root, xlib.PropertyChangeMask)
        self.display._window_map[root] = self._root_changed
        if self._clipboard_str is not None:  # the text was that of a window which is gone
            self.set_clipboard_text(self._clipboard_str)

    def _recreate(self, changes: Any) -> None:
        if self._x_ic and "fullscreen" in changes:  # it belongs to the window that goes
            xlib.XDestroyIC(self._x_ic)
            self._x_ic = None
        super()._recreate(changes)

    def _atom(self, name: str) -> int:
        return int(xlib.XInternAtom(self._x_display, name.encode(), False))

    def _root_changed(self, event: Any) -> None:
        """Follow the scale of the screen, which is a resource that the desktop may change."""
        if event.type == xlib.PropertyNotify and event.xproperty.atom == self._atom(RESOURCES):
            dpi = self.screen.get_dpi()
            if dpi != self._dpi:
                self._dpi = dpi
                self.dispatch_event("on_scale", self.scale, dpi)

    # -- keys

    def names_of(self, symbol: int) -> tuple[str, ...]:
        """Return what a key that types may stand for, the most likely first.

        The first is the character that it types, the others those that are at its place on other
        keyboards, if this one has them nowhere. The tuple is empty for all other keys.
        """
        return self._named.get(symbol, ())

    def own_keys(self) -> dict[str, str]:
        """Return the characters that this keyboard has at the places of those that it lacks."""
        state = (c_ubyte * 32)()
        _xkb_state(self._x_display, 0x100, state)  # XkbUseCoreKbd; its first byte is the group
        group = (state[0] & 3) << 13
        there = self._typed_by_all(group)
        own = {name: _as_printed(self._typed_at(code, group)) for code, name in PLACES.items()}
        return {name: sign for name, sign in own.items() if sign and name not in there}

    def forget_released(self) -> None:
        """Forget the keys that were released while another window had the keyboard."""
        held = (c_char * 32)()
        xlib.XQueryKeymap(self._x_display, held)
        for code in [code for code in self._symbols if not held.raw[code // 8] >> code % 8 & 1]:
            self.pressed_keys.discard(self._symbols.pop(code))

    def _event_text_symbol(self, event: Any) -> Any:
        """Return what a key types, and its symbol, which is the same when it is released."""
        code = event.xkey.keycode
        pressed = event.type == xlib.KeyPress and code  # without a code, a text has been composed
        symbol = self._symbol_of(event.xkey) if pressed else None
        filtered = xlib.XFilterEvent(event, event.xany.window)
        if event.type != xlib.KeyPress:
            return None, self._symbols.pop(code, None)
        if symbol is not None:
            self._symbols[code] = symbol
        text = "" if filtered else self._typed(event.xkey)
        return text or None, symbol

    def _symbol_of(self, event: Any) -> int:
        """Return pyglet's symbol of a key; those that type have their code, whatever they type."""
        symbol, buffer = xlib.KeySym(), create_string_buffer(32)
        xlib.XLookupString(event, buffer, len(buffer), byref(symbol), None)
        known = key.TAB if symbol.value == ISO_LEFT_TAB else symbol.value
        if known in key._key_names and not 33 <= known <= 126:
            return int(known)
        own = int(key.user_key(event.keycode))
        self._named[own] = self.names_at(event.keycode, event.state)
        return own

    def names_at(self, code: int, state: int) -> tuple[str, ...]:
        """Return what the key with a code may stand for, as ``names_of``, in a state of X11."""
        group = state & GROUP
        plain = self._typed_at(code, group)
        own = self._typed_at(code, state & ~(xlib.ControlMask | xlib.Mod1Mask | xlib.LockMask))
        found = [own.upper()]
        found += [str(unicodedata.decimal(own))] if own.isdecimal() and len(own) == 1 else []
        # A French keyboard's digits need Shift. Thai ones do, too, but are not at the places of the
        # Latin digits, which stand on the keys as well.
        shifted = self._typed_at(code, group | xlib.ShiftMask)
        found += [shifted] if shifted.isascii() and shifted.isdecimal() else []
        if code in PLACES and not (plain.isascii() and plain.isalpha()):
            there = self._typed_by_all(group)
            latin = [self._typed_at(code, other << 13).upper() for other in range(4)]
            latin = [sign for sign in latin if sign.isascii() and sign.isalnum()]
            found += [sign for sign in [*latin, PLACES[code]] if sign not in there]
        return tuple(dict.fromkeys(found))

    def _typed_by_all(self, group: int) -> set[str]:
        """Return the characters that a layout has, letters as capitals.

        Letters are those of keys without Shift, with which they mean something else.
        """
        found = {self._typed_at(code, group).upper() for code in PLACES}
        for level in (xlib.ShiftMask, xlib.Mod5Mask):
            signs = {self._typed_at(code, group | level) for code in PLACES}
            found |= {sign for sign in signs if not sign.isalpha()}
        return found

    def _typed_at(self, code: int, state: int) -> str:
        """Return what a key would type without the input method."""
        event = xlib.XKeyEvent(type=xlib.KeyPress, display=self._x_display, window=self._window,
                               keycode=code, state=state)  # fmt: skip
        typed = self._typed(event)
        return typed if typed.isprintable() else ""

    def _typed(self, event: Any) -> str:
        """Return what a key types, or what the input method yields, which may be of any length."""
        symbol, status, size = xlib.KeySym(), c_int(), 64
        buffer = create_string_buffer(size)
        if not self._x_ic:
            count = xlib.XLookupString(event, buffer, size, byref(symbol), None)
            return buffer.raw[:count].decode("latin-1")
        lookup = xlib.Xutf8LookupString
        count = lookup(self._x_ic, event, buffer, size, byref(symbol), byref(status))
        if status.value == xlib.XBufferOverflow:
            buffer = create_string_buffer(count)
            count = lookup(self._x_ic, event, buffer, count, byref(symbol), byref(status))
        typed = status.value in (xlib.XLookupChars, xlib.XLookupBoth)
        return buffer.raw[:count].decode("utf-8", "replace") if typed else ""

    # -- what others hand over

    def read_clipboard(self, then: Callable[[str | None], object]) -> None:
        """Ask for the clipboard's text and call ``then`` with it; it is empty if there is none.

        ``then`` gets None if the owner does not answer.
        """
        owner = xlib.XGetSelectionOwner(self._x_display, self._clipboard_atom)
        if not owner or owner == self._window:
            then((self._clipboard_str or "") if owner else "")
            return

        def take(data: bytes | None) -> None:
            then(None if data is None else data.decode("utf-8", "replace"))

        self._ask_for(self._clipboard_atom, self._utf8_atom, xlib.CurrentTime, take)

    def _ask_for(
        self, selection: int, target: int, time: int, then: Callable[[bytes | None], object]
    ) -> None:
        """Ask a selection's owner to hand it over, and call ``then`` with its content.

        It is empty if the owner has nothing of that kind, and None if he does not answer.
        """
        old = self._transfers.pop(selection, None)
        if old is not None:
            self._end(old, None)
        self._transfers[selection] = transfer = Transfer(selection, then)
        xlib.XConvertSelection(self._x_display, selection, target, selection, self._window, time)
        xlib.XFlush(self._x_display)
        self._wait_for(transfer)

    def _wait_for(self, transfer: Transfer) -> None:
        clock.unschedule(transfer.give_up)
        transfer.give_up = lambda _: self._end(transfer, None)
        clock.schedule_once(transfer.give_up, PATIENCE)

    def _end(self, transfer: Transfer, data: bytes | None) -> None:
        clock.unschedule(transfer.give_up)
        if self._transfers.get(transfer.selection) is transfer:
            del self._transfers[transfer.selection]
        transfer.then(data)

    @XlibEventHandler(xlib.SelectionNotify)
    def _event_selection_notification(self, event: Any) -> None:
        transfer = self._transfers.get(event.xselection.selection)
        if transfer is None or transfer.parts is not None:
            return
        if not event.xselection.property:
            self._end(transfer, b"")
            return
        data, kind = property_of(self._x_display, self._window, transfer.selection, delete=True)
        if kind == self._incr_atom:  # the content follows in parts, each after the one before
            transfer.parts = []
            self._wait_for(transfer)
        else:
            self._end(transfer, data)

    @XlibEventHandler(xlib.PropertyNotify)
    def _event_property(self, event: Any) -> None:
        transfer = self._transfers.get(event.xproperty.atom)
        if transfer is None or transfer.parts is None or event.xproperty.state != NEW_VALUE:
            return
        data, _ = property_of(self._x_display, self._window, transfer.selection, delete=True)
        transfer.parts.append(data)
        if not data or sum(map(len, transfer.parts)) > MOST_BYTES:
            self._end(transfer, b"".join(transfer.parts) if not data else None)
        else:
            self._wait_for(transfer)

    @XlibEventHandler(xlib.SelectionRequest)
    def _event_selection_request(self, event: Any) -> None:
        """Hand our text over; pyglet would cut it by a byte for each letter that has several."""
        request = event.xselectionrequest
        if request.target == self._utf8_atom and self._clipboard_str is not None:
            data = self._clipboard_str.encode("utf-8", "replace")
            held = (c_ubyte * max(len(data), 1)).from_buffer_copy(data or b"\0")
            xlib.XChangeProperty(
                self._x_display, request.requestor, request.property, request.target, 8,
                xlib.PropModeReplace, held, len(data),
            )  # fmt: skip
            answer = xlib.XEvent()
            answer.xselection.type = xlib.SelectionNotify
            answer.xselection.requestor = request.requestor
            answer.xselection.selection = request.selection
            answer.xselection.target = request.target
            answer.xselection.property = request.property
            answer.xselection.time = request.time
            xlib.XSendEvent(self._x_display, request.requestor, False, 0, byref(answer))
            xlib.XFlush(self._x_display)
        else:
            super()._event_selection_request(event)

    def _event_drag_enter(self, event: Any) -> None:
        data = event.xclient.data.l
        self._xdnd_source, self._xdnd_version = data[0], data[1] >> 24 & 0xFF
        offered = list(data[2:5])
        if data[1] & 1:
            listed, _ = property_of(self._x_display, data[0], self._xdnd_atoms["XdndTypeList"])
            offered = list(struct.unpack(f"{len(listed) // 8}L", listed))
        uris = self._xdnd_atoms["text/uri-list"]
        self._xdnd_format = uris if uris in offered else None

    def _event_drag_drop(self, event: Any) -> None:
        if self._xdnd_format:
            self._ask_for(self._xdnd_atoms["XdndSelection"], self._xdnd_format,
                          event.xclient.data.l[2], self._dropped)  # fmt: skip
        else:
            self._dropped(b"")

    def _dropped(self, uris: bytes | None) -> None:
        """Tell the source that the drop is done, and the window which files it was."""
        paths, answer = paths_of(uris or b""), xlib.XEvent()
        answer.xclient.type = xlib.ClientMessage
        answer.xclient.message_type = self._xdnd_atoms["XdndFinished"]
        answer.xclient.window = self._xdnd_source
        answer.xclient.format = 32
        answer.xclient.data.l[0] = self._window
        answer.xclient.data.l[1] = bool(paths)
        answer.xclient.data.l[2] = self._xdnd_atoms["XdndActionCopy"] if paths else 0
        xlib.XSendEvent(self._x_display, self._xdnd_source, False, 0, byref(answer))
        xlib.XFlush(self._x_display)
        x, y = self._xdnd_position
        self.dispatch_event("on_file_drop", x, self._height - y, paths)
