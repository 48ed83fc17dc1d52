"""Pictures and photographs of the table, or of the whole window: their fields and previews."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_count, tr_later
from boche.engine.record import Node
from boche.viewer.camera.camera import Camera
from boche.viewer.export import jobs
from boche.viewer.export.formats import (
    FRAMES,
    KINDS,
    LENSES,
    MOST_FRAMES,
    NUMBER,
    kind_of,
    numbered_names,
    parse_size,
)
from boche.viewer.export.framing import view_of
from boche.viewer.export.images import Image, encode_picture
from boche.viewer.games.registry import build_live, build_scene, viewpoint
from boche.viewer.hud import layout
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.hud.dialogs.share_model import Values
from boche.viewer.hud.model import HudData
from boche.viewer.renderer.photo import Subject
from boche.viewer.renderer.style import Style
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Scene, SceneOptions
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.sharing.fields import (
    AS_SEEN,
    apart_of,
    colour_fields,
    levels_field,
    path_field,
    ranged,
    shown_fields,
    view_field,
)
from boche.viewer.window.sharing.file_jobs import Works
from boche.viewer.window.sharing.names import Names, path_of, size_said, size_told
from boche.viewer.window.sharing.studio import Studio, two_smaller, within
from boche.viewer.window.sharing.work import Estimate, grown, with_time
from boche.viewer.window.snapshot import window_image

SIZES = (AS_SEEN, "1280x720", "1920x1080", "3840x2160")
ROOM = (320, 240)
"""The maximum size of a preview in pixels."""
BANDS = 8
"""The number of parts in which a picture is packed to learn its size."""
ROWS = 16
"""The rows in each part that is drawn for that; the squares of a JPEG have 8."""
ROUGH = 32
"""The most frames of a photograph in its preview."""
MEASURED = 4
"""Frames of a photograph taken to learn how long one takes, after one that does not count."""
FEW, MANY = 64, 1024
LENS_STEPS = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0)
LENS_TIP = tr_later("In piece widths: what is nearer or farther is not sharp; 0: all of it is")


class Shooting:
    """The pictures of one desk, or its photographs: the dialog's fields, and their making."""

    def __init__(self, canvas: Canvas, names: Names, works: Works, *, photo: bool = False) -> None:
        self._canvas, self._names, self._works, self._photo = canvas, names, works, photo
        self._counted: tuple[tuple[Any, ...], int] | None = None
        self._timed: tuple[tuple[Any, ...], float] | None = None

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the size, the view, what is shown, and the file."""
        desk = self._canvas.desk
        game, settings = desk.session.record.game_name, desk.settings
        sizes = tuple((s, tr("as seen") if s == AS_SEEN else size_said(s)) for s in SIZES)
        view = view_field(given, seen=True)
        fields = [
            Field("pixels", "choice", tr("Size"), given.get("pixels", SIZES[0]), choices=sizes),
            view,
            *(levels_field(given, game) if view.value != AS_SEEN else []),
        ]
        if self._photo:
            fields += [
                ranged("frames", tr("Frames"), given.get("frames", FRAMES), (FEW, FRAMES, MANY),
                       (1, MOST_FRAMES), whole=True,
                       tip=tr("More make softer light and smoother edges, and take longer")),
                ranged("lens", tr("Lens"), given.get("lens", LENSES[0]), LENS_STEPS, LENSES,
                       tip=tr(LENS_TIP)),
            ]  # fmt: skip
        fields += [
            *colour_fields(given, settings),
            *(self._series_field(given) if view.value != AS_SEEN else []),
            Field("transparent", "flag", tr("Without the table"), given.get("transparent", False),
                  tip=tr("Transparent around the board and its shadow; not as a JPEG")),
            *shown_fields(given, settings),
        ]  # fmt: skip
        if not self._photo and view.value == AS_SEEN:
            fields.append(Field("panels", "flag", tr("The whole window"),
                                given.get("panels", False),
                                tip=tr("With its panels, just as it is seen")))  # fmt: skip
        path = self._names.suggested(given.get("path"), ".png")
        path = series_name(path, is_series=_is_series(given))
        return [*fields, path_field(path, KINDS)]

    def description(self, given: Values) -> str:
        """Return its size in pixels and, once known, about that in bytes and the time it takes."""
        width, height = self._size(given)
        told = tr("{width} x {height} pixels.", width=width, height=height)
        if self._counted is not None and self._counted[0] == _key(given):
            about = size_told(self._counted[1])
            told = tr(
                "{width} x {height} pixels, about {about}.", width=width, height=height, about=about
            )
        if _is_series(given):
            count = len(self._line())
            told = tr_count("{count} picture of {size}", "{count} pictures of {size}", count,
                            size=told)  # fmt: skip
        if self._photo:
            told = tr("Soft light and shadows, of many frames. {size}", size=told)
        return with_time(told, self._works.speeds, self._estimate(given))

    def _estimate(self, given: Values) -> Estimate | None:
        """Return how long it takes, once a part was drawn; a window is drawn already."""
        if self._timed is None or self._timed[0] != _key(given):
            return None
        count = len(self._line()) if _is_series(given) else 1
        return Estimate(("photo" if self._photo else "picture", _kind(given)),
                        count * self._timed[1])  # fmt: skip

    def _series_field(self, given: Values) -> list[Field]:
        """Return the field that asks for all positions, if there are several."""
        if len(self._line()) == 1:
            return []
        tip = tr("One of each position; {number} in the name stands for its number", number=NUMBER)
        return [Field("all", "flag", tr("All positions"), given.get("all", False), tip=tip)]

    def _line(self) -> list[Node]:
        """Return the nodes of the line on the table that have a position of their own."""
        start, *after = self._canvas.desk.session.cursor.line
        return [start, *(node for node in after if node.move is not None)]

    def _size(self, given: Values) -> tuple[int, int]:
        desk = self._canvas.desk
        if given.get("panels"):
            return desk.window.pixels
        size: str = given["pixels"]
        return layout.picture_size(desk.areas) if size == AS_SEEN else parse_size(size)

    def _style(self, given: Values) -> Style:
        shadows = self._photo or self._canvas.desk.settings.quality != "low"
        return Style(given["palette"], given["theme"], given["transparent"], shadows)

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield the picture, small; its size in bytes is known after the last step."""
        kind = _kind(given)
        if given.get("panels"):
            whole = self._window()
            yield _shrunk(whole[::-1, :, :3])
            count = 0
            for band in np.array_split(whole, BANDS):
                count += len(encode_picture(band, False, kind))
                yield None
        else:
            size, alpha = self._size(given), given["transparent"] and kind != "JPEG"
            view = view_of_table(self._canvas.hud_data(), given, size)
            yield None
            for image in self._drawn(studio, view, given, within(size, ROOM)):
                yield _on_white(image[::-1]) if image is not None else None
            bands = []
            for rows in _bands(size[1]):
                for image in self._drawn(studio, view, given, size, rows):
                    bands += [] if image is None else [image]
                    yield None
            watch, part = self._works.speeds.watch(), sum(map(len, bands)) / size[1]
            whole = np.concatenate(bands)
            packed = next(watch.through(encode_picture(whole, alpha, kind) for _ in range(1)))
            count = round(len(packed) / part)
            yield None
            key = _kind_of_work(given, size, self._photo)
            if key not in self._works.speeds.measured:
                yield from self._measure(key, given, studio, size)
            drawing = self._works.speeds.measured[key][0]
            drawn = drawing * (given["frames"] if self._photo else 1)
            self._timed = _key(given), drawn + watch.seconds / part
        self._counted = _key(given), count

    def _measure(
        self, key: object, given: Values, studio: Studio, size: tuple[int, int]
    ) -> Iterator[None]:
        """Draw it in two small sizes, to learn how long it takes in its own: a frame of a photo."""
        speeds, found = self._works.speeds, []
        frames = min(given["frames"], MEASURED) if self._photo else 1
        view = view_of_table(self._canvas.hud_data(), given, size)
        for small in two_smaller(size, 2 * ROOM[1]):
            for _ in self._drawn(studio, view, given, small, frames=1):
                yield None
            watch = speeds.watch()
            for _ in watch.through(self._drawn(studio, view, given, small, frames=frames)):
                yield None
            found.append((small[0] * small[1], watch.seconds / frames))
        speeds.measured[key] = (grown(found[0], found[1], size[0] * size[1]),)

    def _drawn(
        self, studio: Studio, view: tuple[Scene, Camera], given: Values, size: tuple[int, int],
        rows: tuple[int, int] | None = None, frames: int = ROUGH,
    ) -> Iterator[Image | None]:  # fmt: skip
        """Yield the picture, or some of its rows; before that None for each frame of a photo."""
        if not self._photo:
            yield studio.draw(*view, self._style(given), size, rows=rows)
            return
        part = None if rows is None else (0, rows[0], size[0], rows[1] - rows[0])
        subject = Subject(*view, size, self._style(given), given["lens"], part)
        yield from studio.photograph(subject, min(given["frames"], frames))

    def _window(self) -> Image:
        """Return the whole window without the dialog."""
        hud = self._canvas.desk.hud
        form, hud.form = hud.form, None
        try:
            return window_image(self._canvas)
        finally:
            hud.form, hud.dirty = form, True

    def begin(self, given: Values) -> None:
        """Start to make the picture. Raises ``BocheError``."""
        path = path_of(given["path"], ".png")
        panels = bool(given.get("panels"))
        kind = kind_of(path.name, transparent=given["transparent"] and not panels)
        if panels:
            self._works.begin(path, jobs.Drawn(self._window(), kind))
            return
        size = self._size(given)
        frames, lens = (given["frames"], given["lens"]) if self._photo else (0, 0.0)
        if not _is_series(given):
            scene, camera = view_of_table(self._canvas.hud_data(), given, size)
            self._works.begin(path, jobs.Picture(
                scene, camera, self._style(given), size, kind, frames=frames, lens=lens
            ), estimate=self._estimate(given))  # fmt: skip
            return
        session = self._canvas.desk.session
        path = path.with_name(series_name(path.name, is_series=True))
        names = numbered_names(path.name, range(len(self._line())))
        job = jobs.Series(
            jobs.Played.of(session.file.named, session.cursor.line[-1]),
            viewpoint(session.record.game_name, given["view"]), apart_of(given),
            self._style(given), size, kind, frames, lens,
            labels=given["labels"], numbers=given["numbers"], marks=given["marks"],
        )  # fmt: skip
        parts = [path.with_name(name) for name in names.values()]
        self._works.begin(path, job, parts, self._estimate(given))


def _is_series(given: Values) -> bool:
    return bool(given.get("all")) and given.get("view", AS_SEEN) != AS_SEEN


def series_name(name: str, *, is_series: bool) -> str:
    """Return a file's name with ``NUMBER`` in it for a series, without it for one picture."""
    stem, ending = os.path.splitext(name)
    if is_series:
        return name if NUMBER in name else f"{stem}-{NUMBER}{ending}"
    return stem.replace(f"-{NUMBER}", "").replace(NUMBER, "") + ending


def view_of_table(shown: HudData, given: Values, size: tuple[int, int]) -> tuple[Scene, Camera]:
    """Return the scene of the table without ghost and pointer, and the camera for a picture."""
    display, position, marks = shown.view.display, shown.session.position, given["marks"]
    moves = moves_to(shown.session.cursor.node)
    options = SceneOptions(
        last=shown.view.last if marks else None,
        numbered=moves if given.get("numbers") else (),
        labels=given["labels"],
        result=marks,
        drawn=shown.view.marks if marks else (),
    )
    if given["view"] == AS_SEEN and display.peeled:
        live = LiveOptions(
            explode=display.explode, apart=display.apart, peeled=display.peeled,
            labels=options.labels, last=options.last, numbered=options.numbered,
            drawn=options.drawn, lit=shown.view.lit if marks else (),
        )  # fmt: skip
        return build_live(position, live), shown.view.camera
    if given["view"] == AS_SEEN:
        options = replace(options, explode=display.explode, apart=display.apart)
        return build_scene(position, options), shown.view.camera
    seen = viewpoint(position.game.name, given["view"])
    return view_of(position, options, seen, apart_of(given), size)


def moves_to(node: Node) -> tuple[str, ...]:
    """Return the texts of the moves that led to a node, from the first on."""
    return tuple(str(each.move) for each in node.path() if each.move is not None)


def _bands(height: int) -> list[tuple[int, int]]:
    """Return rows from all over a picture, as pairs of the first and the one after the last."""
    if height <= BANDS * ROWS:
        return [(0, height)]
    lowest = [round(height * (band + 0.5) / BANDS) - ROWS // 2 for band in range(BANDS)]
    return [(first, first + ROWS) for first in lowest]


def _key(given: Values) -> tuple[Any, ...]:
    values = {name: value for name, value in given.items() if name != "path"}
    return (*values.items(), Path(given["path"].strip()).suffix.lower())


def _kind_of_work(given: Values, size: tuple[int, int], photo: bool) -> tuple[object, ...]:
    """Return what the time for drawing depends on, as far as it matters."""
    return photo, size, bool(given.get("lens")), given["transparent"], given["view"] == AS_SEEN


def _kind(given: Values) -> str:
    """Return the kind of file; PNG while its name has no known extension."""
    try:
        return kind_of(Path(given["path"].strip()).name)
    except BocheError:
        return "PNG"


def _on_white(image: Image) -> Image:
    """Return an image that is premultiplied by its alpha on white, (height, width, 3)."""
    return np.asarray(image[:, :, :3] + (255 - image[:, :, 3:]))


def _shrunk(image: Image) -> Image:
    """Return the image reduced to at most ``ROOM``; each pixel is the mean of a square."""
    height, width = image.shape[:2]
    by = max(-(-width // ROOM[0]), -(-height // ROOM[1]), 1)
    rows, columns = height // by, width // by
    squares = image[: rows * by, : columns * by].reshape(rows, by, columns, by, -1)
    return np.asarray(squares.mean(axis=(1, 3), dtype=np.float32)).astype(np.uint8)
