"""A font made of rectangles, for letters that the window's fonts may lack."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

EM = 1000
STRIKE = 64  # size of the pictures in pixels

Bar = tuple[int, int, int, int]
"""Left, bottom, right and top, in thousandths of the size."""
Ink = tuple[int, int, int]


def install(folder: Path, bars: Mapping[str, Bar], pictures: Mapping[str, Ink]) -> Path:
    """Write fonts for fontconfig beside the system's: letters of one bar each, and picture glyphs.

    Pictures have one colour. Returns the file to use as ``FONTCONFIG_FILE``.
    """
    fonts = folder / "fonts"
    fonts.mkdir()
    (fonts / "bars.ttf").write_bytes(_font("Made Bars", bars))
    wide = dict.fromkeys(pictures, (0, 0, 0, 0))
    strike = _strike(list(pictures.values()))
    (fonts / "pictures.ttf").write_bytes(_font("Made Pictures", wide, {"sbix": strike}))
    path = folder / "fonts.conf"
    path.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
        '<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
        f"<dir>{fonts}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>"
    )
    return path


def _font(name: str, bars: Mapping[str, Bar], more: Mapping[str, bytes] | None = None) -> bytes:
    """Return a TrueType font; its first glyph, for all other characters, is empty."""
    outlines = [b"", *(_outline(bar) for bar in bars.values())]
    ends = [0]
    for outline in outlines:
        ends.append(ends[-1] + len(outline))
    count = len(outlines)
    tables = {
        "OS/2": struct.pack(">HhHHH", 4, EM, 400, 5, 0) + bytes(22) + bytes(10) + bytes(16)
        + b"MADE" + struct.pack(">HHHhhhHH", 64, 0, 0xFFFF, 800, -200, 0, 800, 200)
        + bytes(8) + struct.pack(">hhHHH", 500, 700, 0, 32, 0),
        "cmap": _numbers(list(bars)),
        "glyf": b"".join(outlines) or bytes(4),
        "head": struct.pack(">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM, 0, 0,
                            0, -200, EM, 800, 0, 8, 2, 1, 0),
        "hhea": struct.pack(">IhhhHhhhhhh8xhH", 0x10000, 800, -200, 0, EM, 0, 0, EM, 1, 0, 0, 0,
                            count),
        "hmtx": struct.pack(">Hh", EM, 0) * count,
        "loca": struct.pack(f">{count + 1}I", *ends),
        "maxp": struct.pack(">IH26x", 0x10000, count),
        "name": _names(name),
        "post": struct.pack(">I28x", 0x30000),
        **(more or {}),
    }  # fmt: skip
    place = 12 + 16 * len(tables)
    head, body = struct.pack(">IHHHH", 0x10000, len(tables), 16, 0, 0), b""
    for tag, table in sorted(tables.items()):
        head += struct.pack(">4sIII", tag.encode(), 0, place + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    return head + body


def _outline(bar: Bar) -> bytes:
    left, bottom, right, top = bar
    if left == right:
        return b""
    points = struct.pack(">hhhhhHH4B", 1, left, bottom, right, top, 3, 0, 1, 1, 1, 1)
    steps = struct.pack(">8h", left, 0, right - left, 0, bottom, top - bottom, 0, bottom - top)
    outline = points + steps
    return outline + bytes(-len(outline) % 4)


def _numbers(letters: list[str]) -> bytes:
    """Return the table that maps characters to glyphs."""
    groups = sorted((ord(letter), n) for n, letter in enumerate(letters, 1))
    rows = b"".join(struct.pack(">III", code, code, n) for code, n in groups)
    table = struct.pack(">HHIII", 12, 0, 16 + len(rows), 0, len(groups)) + rows
    return struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table


def _names(name: str) -> bytes:
    texts = {1: name, 2: "Regular", 4: name, 6: name.replace(" ", "")}
    rows, said = b"", b""
    for number, text in texts.items():
        coded = text.encode("utf-16-be")
        rows += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(coded), len(said))
        said += coded
    return struct.pack(">HHH", 0, len(texts), 6 + len(rows)) + rows + said


def _strike(inks: list[Ink]) -> bytes:
    """Return pictures of one size, each a square of one colour."""
    pictures = [b"", *(struct.pack(">hh4s", 0, 0, b"png ") + _png(ink) for ink in inks)]
    places = [4 + 4 * (len(pictures) + 1)]
    for picture in pictures:
        places.append(places[-1] + len(picture))
    strike = struct.pack(f">HH{len(places)}I", STRIKE, 72, *places) + b"".join(pictures)
    return struct.pack(">HHII", 1, 1, 1, 12) + strike


def _png(ink: Ink) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    row = b"\0" + bytes((*ink, 255)) * STRIKE
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", STRIKE, STRIKE, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(row * STRIKE))
        + chunk(b"IEND", b"")
    )
