"""Pictures in a terminal that can show them: by kitty's protocol, or as sixels."""

from __future__ import annotations

import base64
import io
import os
import re
import select
import time
from collections.abc import Iterator, Mapping
from typing import BinaryIO

import numpy as np

from boche.viewer.export.images import Image

CHUNK = 4096  # bytes of base64 that kitty's protocol allows in one piece
COLOURS = 255  # of a sixel picture; most terminals have this many registers and one for nothing
BAND = 6  # rows of pixels per row of sixels
WAIT = 0.3  # seconds to wait for a terminal's answer
ASK = b"\x1b[c"  # "what are you?"; 4 among the answers means sixels
ANSWER = re.compile(rb"\x1b\[\?([0-9;]*)c")


def kind_of_terminal(output: BinaryIO, environment: Mapping[str, str]) -> str:
    """Return ``kitty``, ``sixel``, or empty for a terminal without pictures, or no terminal."""
    if not output.isatty():
        return ""
    program = environment.get("TERM_PROGRAM", "")
    if environment.get("TERM") == "xterm-kitty" or program in ("WezTerm", "ghostty"):
        return "kitty"
    return "sixel" if "4" in _answer(output.fileno()).split(";") else ""


def _answer(output: int) -> str:
    """Return the capabilities that a terminal reports; empty if it does not answer in time."""
    try:
        import termios
        import tty
    except ImportError:  # not on Windows
        return ""
    try:
        before = termios.tcgetattr(output)
        tty.setcbreak(output)
    except termios.error:
        return ""
    try:
        os.write(output, ASK)
        reply, end = b"", time.monotonic() + WAIT
        while (remaining := end - time.monotonic()) > 0 and not ANSWER.search(reply):
            if not select.select([output], [], [], remaining)[0]:
                break
            reply += os.read(output, 256)
    except OSError:
        return ""
    finally:
        termios.tcsetattr(output, termios.TCSADRAIN, before)
    match = ANSWER.search(reply)
    return match[1].decode() if match else ""


def kitty(png: bytes) -> bytes:
    """Return a PNG in kitty's graphics protocol."""
    text = base64.b64encode(png)
    parts = [text[i : i + CHUNK] for i in range(0, len(text), CHUNK)]
    last = len(parts) - 1
    heads = (
        f"{'a=T,f=100,' if not i else ''}m={int(i < last)}".encode() for i in range(len(parts))
    )
    pieces = (b"\x1b_G%s;%s\x1b\\" % pair for pair in zip(heads, parts, strict=True))
    return b"".join(pieces) + b"\n"


def sixel(png: bytes) -> bytes:
    """Return a PNG as sixels, in at most ``COLOURS`` colours."""
    from PIL import Image as Pillow

    picture = Pillow.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS)
    indices: Image = np.asarray(picture)
    height, width = indices.shape
    palette = (picture.getpalette() or [])[: 3 * (int(indices.max()) + 1)]
    out = [f'\x1bP0;1q"1;1;{width};{height}'.encode()]
    for number in range(len(palette) // 3):
        r, g, b = (round(part * 100 / 255) for part in palette[3 * number : 3 * number + 3])
        out.append(f"#{number};2;{r};{g};{b}".encode())
    for top in range(0, height, BAND):
        out += _band(indices[top : top + BAND])
    return b"".join([*out, b"\x1b\\\n"])


def _band(rows: Image) -> Iterator[bytes]:
    """Yield a row of sixels: each colour drawn over the same place."""
    weights = (1 << np.arange(len(rows), dtype=np.uint8))[:, None]
    for colour in np.unique(rows):
        bits = ((rows == colour) * weights).sum(axis=0)
        yield b"#%d" % colour + _runs(bits + 63) + b"$"
    yield b"-"


def _runs(codes: Image) -> bytes:
    """Return characters, with runs of more than three written as ``!count``."""
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    lengths = np.diff(starts, append=len(codes))
    return b"".join(
        b"!%d%c" % (count, codes[start]) if count > 3 else bytes([codes[start]]) * count
        for start, count in zip(starts.tolist(), lengths.tolist(), strict=True)
    )
