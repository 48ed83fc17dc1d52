"""Animated pictures: GIF, WebP and APNG, written frame by frame.

Pillow compresses each picture. It does not write the files, since it would hold all of their frames
in memory. Only the rectangle that differs from the frame before is written, so that a still picture
costs nothing, however long it stays.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import IO

import numpy as np
import numpy.typing as npt

from boche.viewer.export.images import Image

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

COLOURS = 255
"""Colours of a GIF's palette; one more stands for an unchanged pixel."""
OFTEN, STEPS = 400, 64
"""Of a film's most frequent colours (``OFTEN``), at most ``STEPS`` are in a GIF's palette as they
are.
"""
FAINTEST_CHANGE = 6
"""Tolerance of a GIF's unchanged pixel in each channel, 0 to 255. At twice as much, edges of
shadows that are gone stay visible on the table.
"""
LONGEST = 65535
"""Longest duration of a frame: hundredths of a second for GIF, milliseconds for APNG."""


def changed(before: Image | None, after: Image, even: bool = False) -> Box:
    """Return the smallest rectangle that holds all differences, or one pixel if there are none.

    With ``even`` its upper left corner has even coordinates.
    """
    height, width = after.shape[:2]
    if before is None:
        return 0, 0, width, height
    differs = (before != after).reshape(height, width, -1).any(axis=2)
    columns, rows = np.flatnonzero(differs.any(axis=0)), np.flatnonzero(differs.any(axis=1))
    if not len(rows):
        return 0, 0, 1, 1
    left, top = int(columns[0]), int(rows[0])
    if even:
        left, top = left - left % 2, top - top % 2
    return left, top, int(columns[-1]) + 1, int(rows[-1]) + 1


def _cut(image: Image, box: Box) -> Image:
    left, top, right, bottom = box
    return np.ascontiguousarray(image[top:bottom, left:right])


class GifWriter:
    """A GIF with one palette, made from ``samples`` of its content.

    ``loop`` is the number of times it is played, 0 for endless.
    """

    def __init__(
        self, file: IO[bytes], size: tuple[int, int], loop: int, samples: Sequence[Image]
    ) -> None:
        self._table = _gif_palette(np.concatenate(samples))
        self._nearest = np.full(1 << 24, COLOURS, np.uint8)  # by colour; COLOURS: not known yet
        self._file = file
        self._before: Image | None = None
        colours = self._table.astype(np.uint8).tobytes()
        file.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0))
        file.write(colours.ljust(3 * 256, b"\0"))
        if loop != 1:
            again = max(min(loop, 65536) - 1, 0)  # a viewer plays it once, and then this many times
            file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", again) + b"\0")

    def add(self, picture: Image, start: float, end: float) -> None:
        """Add a picture for a time, in seconds."""
        from PIL import GifImagePlugin
        from PIL import Image as Pillow

        indices = self._indices(picture)
        stays = np.zeros(indices.shape, bool)
        if self._before is not None:
            differences = np.abs(self._table[self._before] - picture.astype(np.int16)).max(axis=2)
            stays = (indices == self._before) | (differences <= FAINTEST_CHANGE)
            indices[stays] = self._before[stays]
        box = changed(self._before, indices)
        encoded = np.where(stays, COLOURS, indices).astype(np.uint8)
        self._before = indices
        part = Pillow.fromarray(_cut(encoded, box), "P")
        hundredths = max(round(100 * end) - round(100 * start), 1)
        while hundredths > 0:
            duration = min(hundredths, LONGEST)
            frame_options = {"duration": 10 * duration, "transparency": COLOURS, "disposal": 1}
            for data in GifImagePlugin.getdata(part, box[:2], **frame_options):
                self._file.write(data)
            hundredths -= duration

    def _indices(self, picture: Image) -> Image:
        """Return the palette's nearest colour to each pixel.

        Pillow's own search is exact only within four steps.
        """
        numbers = _numbers(picture)
        new = np.unique(numbers[self._nearest[numbers] == COLOURS])
        for part in np.array_split(new, len(new) // 4096 + 1):
            differences = _parts(part)[:, None] - self._table
            self._nearest[part] = np.square(differences).sum(axis=2).argmin(axis=1)
        return self._nearest[numbers]

    def finish(self) -> None:
        """Write the end."""
        self._file.write(b";")


def _gif_palette(pictures: Image) -> npt.NDArray[np.int32]:
    """Return the ``COLOURS`` most frequent in pictures, chosen so that all others have one near.

    Most of a picture is table, whose tone changes so slowly that each step has to be there: a
    colour tree merges many of them into one, and the borders between these would be visible.
    """
    from PIL import Image as Pillow

    numbers, counts = np.unique(_numbers(pictures), return_counts=True)
    often = _parts(numbers[np.argsort(-counts)][:OFTEN])
    chosen = often[:1]
    for colour in often[1:]:
        if len(chosen) < STEPS and np.abs(chosen - colour).sum(axis=1).min() > 2:
            chosen = np.vstack([chosen, colour])
    tree = Pillow.fromarray(pictures).quantize(
        COLOURS - len(chosen), Pillow.Quantize.FASTOCTREE, dither=Pillow.Dither.NONE
    )
    others = np.array(tree.getpalette() or [], np.int32).reshape(-1, 3)
    return np.vstack([chosen, others])


def _numbers(picture: Image) -> npt.NDArray[np.int32]:
    """Return each pixel's colour as one number."""
    return picture.astype(np.int32) @ np.array([1 << 16, 1 << 8, 1], np.int32)


def _parts(numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the red, green and blue of such numbers."""
    return numbers[..., None] >> np.array([16, 8, 0]) & 255


class WebpWriter:
    """A WebP: each frame is a separate picture, as Pillow writes one, in a list of frames."""

    QUALITY = 86

    def __init__(self, file: IO[bytes], size: tuple[int, int], loop: int) -> None:
        self._file, self._size = file, size
        self._before: Image | None = None
        self._begin = file.tell()
        animated = 0x02
        file.write(b"RIFF\0\0\0\0WEBP")
        head = struct.pack("<B3x", animated) + _three(size[0] - 1) + _three(size[1] - 1)
        file.write(_riff(b"VP8X", head))
        file.write(_riff(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, min(loop, 65535))))

    def add(self, picture: Image, start: float, end: float) -> None:
        """Add a picture for a time, in seconds."""
        from PIL import Image as Pillow

        left, top, right, bottom = box = changed(self._before, picture, even=True)
        self._before = picture
        packed = io.BytesIO()
        part = Pillow.fromarray(_cut(picture, box))
        part.save(packed, "WEBP", quality=self.QUALITY, method=4)
        place = _three(left // 2) + _three(top // 2)
        size = _three(right - left - 1) + _three(bottom - top - 1)
        lasts = _three(max(round(1000 * end) - round(1000 * start), 1))
        opaque = b"\x02"
        frame = place + size + lasts + opaque + packed.getvalue()[12:]
        self._file.write(_riff(b"ANMF", frame))

    def finish(self) -> None:
        """Write the length, which is known now."""
        length = self._file.tell() - self._begin - 8
        self._file.seek(self._begin + 4)
        self._file.write(struct.pack("<I", length))
        self._file.seek(0, io.SEEK_END)


def _three(value: int) -> bytes:
    """Return a number as three bytes."""
    return struct.pack("<I", value)[:3]


def _riff(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


class ApngWriter:
    """An APNG: a PNG with further pictures for readers that support them."""

    def __init__(self, file: IO[bytes], size: tuple[int, int], loop: int) -> None:
        self._file, self._loop = file, loop
        self._before: Image | None = None
        self._frames = self._number = 0
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(_png(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)))
        self._count_at = file.tell()
        self._write_count()

    def _write_count(self) -> None:
        self._file.write(_png(b"acTL", struct.pack(">II", self._frames, self._loop)))

    def add(self, picture: Image, start: float, end: float) -> None:
        """Add a picture for a time, in seconds."""
        left, top, right, bottom = box = changed(self._before, picture)
        part = _cut(picture, box)
        self._before = picture
        lasts = max(round(1000 * end) - round(1000 * start), 1)
        place = (right - left, bottom - top, left, top)
        while lasts > 0:
            duration = min(lasts, LONGEST)
            control = struct.pack(">IIIIIHHBB", self._number, *place, duration, 1000, 0, 0)
            self._file.write(_png(b"fcTL", control))
            self._number += 1
            for data in _packed(part):
                if not self._frames:
                    self._file.write(_png(b"IDAT", data))
                else:
                    self._file.write(_png(b"fdAT", struct.pack(">I", self._number) + data))
                    self._number += 1
            self._frames += 1
            lasts -= duration

    def finish(self) -> None:
        """Write the end, and the number of frames."""
        self._file.write(_png(b"IEND", b""))
        self._file.seek(self._count_at)
        self._write_count()
        self._file.seek(0, io.SEEK_END)


def _png(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _packed(image: Image) -> Iterator[bytes]:
    """Yield the contents of the pixel chunks in an image's PNG."""
    from PIL import Image as Pillow

    file = io.BytesIO()
    Pillow.fromarray(image).save(file, "PNG", compress_level=6)
    data, at = file.getvalue(), 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        if name == b"IDAT":
            yield data[at + 8 : at + 8 + length]
        at += length + 12
