"""Installed fonts by way of fontconfig: which of them has a letter."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from ctypes import POINTER, byref, c_char_p, c_int, c_uint32, c_void_p
from functools import lru_cache
from typing import Any, NamedTuple

LIBRARY = "libfontconfig.so.1"
BOLD, REGULAR = 200, 80  # fontconfig's values for them


class FontFile(NamedTuple):
    """A file, and the index of a face in it; with ``colour`` it has bitmaps and no outlines."""

    path: str
    face: int
    colour: bool


class _FontSet(ctypes.Structure):
    _fields_ = (("count", c_int), ("room", c_int), ("fonts", POINTER(c_void_p)))


def fonts_with(character: str, bold: bool = False) -> Iterator[FontFile]:
    """Yield the fonts that have a letter, those with outlines first, then by suitability.

    Yields nothing if there is no fontconfig.
    """
    library = _library()
    if library is None:
        return
    fonts = [
        file for file, charset in _sorted(bold) if library.FcCharSetHasChar(charset, ord(character))
    ]
    yield from sorted(fonts, key=lambda file: file.colour)


@lru_cache(maxsize=1)
def spare_font() -> bytes:
    """Return the contents of a font file for systems without any font: the one within Pillow."""
    from PIL import ImageFont

    font: Any = ImageFont.load_default(12)
    return bytes(font.font_bytes)


@lru_cache(maxsize=1)
def _library() -> Any:
    """Return fontconfig, or None if the system lacks it."""
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        return None
    library.FcNameParse.argtypes, library.FcNameParse.restype = (c_char_p,), c_void_p
    library.FcConfigSubstitute.argtypes = (c_void_p, c_void_p, c_int)
    library.FcDefaultSubstitute.argtypes = (c_void_p,)
    library.FcFontSort.argtypes = (c_void_p, c_void_p, c_int, c_void_p, POINTER(c_int))
    library.FcFontSort.restype = POINTER(_FontSet)
    library.FcPatternDestroy.argtypes = (c_void_p,)
    library.FcCharSetHasChar.argtypes = (c_void_p, c_uint32)
    for name, kind in (("String", c_char_p), ("Integer", c_int), ("Bool", c_int)):
        getter = getattr(library, f"FcPatternGet{name}")
        getter.argtypes = (c_void_p, c_char_p, c_int, POINTER(kind))
    library.FcPatternGetCharSet.argtypes = (c_void_p, c_char_p, c_int, POINTER(c_void_p))
    return library if library.FcInit() else None


@lru_cache(maxsize=2)
def _sorted(bold: bool) -> list[tuple[FontFile, Any]]:
    """Return all fonts with the letters they have, by how well they suit a text of that weight.

    Fontconfig's font set is never freed, since it owns the sets of letters.
    """
    library = _library()
    pattern = library.FcNameParse(f"sans-serif:weight={BOLD if bold else REGULAR}".encode())
    library.FcConfigSubstitute(None, pattern, 0)
    library.FcDefaultSubstitute(pattern)
    fonts = library.FcFontSort(None, pattern, 1, None, byref(c_int()))
    library.FcPatternDestroy(pattern)
    if not fonts:
        return []
    listed = (fonts.contents.fonts[n] for n in range(fonts.contents.count))
    return [font for font_pattern in listed if (font := _read(library, font_pattern)) is not None]


def _read(library: Any, pattern: Any) -> tuple[FontFile, Any] | None:
    """Return a font and its letters, or None for a font of a single size without colours."""
    path = _value(library.FcPatternGetString, pattern, b"file", c_char_p())
    charset = _value(library.FcPatternGetCharSet, pattern, b"charset", c_void_p())
    colour = bool(_value(library.FcPatternGetBool, pattern, b"color", c_int()))
    outline = bool(_value(library.FcPatternGetBool, pattern, b"outline", c_int()))
    if not path or not charset or not (colour or outline):
        return None
    face = _value(library.FcPatternGetInteger, pattern, b"index", c_int()) or 0
    return FontFile(path.decode("utf-8", "surrogateescape"), face, colour), charset


def _value(getter: Any, pattern: Any, name: bytes, value: Any) -> Any:
    return None if getter(pattern, name, 0, byref(value)) else value.value
