"""Drawing of pages: boxes and strokes in one draw call per page, then pictures, then texts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Box, Page, Picture, Stroke
from boche.viewer.hud.widgets.text import Texts
from boche.viewer.hud.widgets.text_layout import Layouts
from boche.viewer.renderer.programs import Programs

SHAPE = np.dtype(
    [
        ("middle", "<f4", 2),
        ("half_size", "<f4", 2),
        ("direction", "<f4", 2),
        ("edge", "<f4", 3),
        ("fill", "u1", 4),
        ("border", "u1", 4),
    ]
)
LAYOUT = ("2f4 2f4 2f4 3f4 4f1 4f1/i", *(SHAPE.names or ()))


class Painter:
    """A painter of pages into the bound framebuffer. It shares its GL context with others."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self.layouts = Layouts()
        self._programs = Programs(context)
        square = np.array([[-1, -1], [1, -1], [-1, 1], [1, 1]], "<f4")
        self._square = context.buffer(square.tobytes())
        self._unit = context.buffer(((square + 1) / 2).astype("<f4").tobytes())
        self._copy = context.vertex_array(
            self._programs.get("picture", "picture"), [(self._unit, "2f4", "corner")]
        )
        self._layers: list[_Layer] = []

    def draw(
        self, pages: Sequence[Page], size: tuple[int, int], textures: Mapping[str, Any]
    ) -> None:
        """Draw the pages from the bottom up; ``textures`` are those that pictures name."""
        while len(self._layers) < len(pages):
            self._layers.append(_Layer(self._context, self._programs, self._square))
        for layer, page in zip(self._layers, pages, strict=False):
            self.set_state()
            layer.draw_boxes(page.boxes, size)
            for picture in page.pictures:
                if picture.name in textures:
                    self.show(textures[picture.name], picture, size)
            layer.texts.load(page.texts, size[1])
            layer.texts.draw()
            self.layouts.draw(page.areas, size[1])
        for layer in self._layers[len(pages) :]:
            layer.texts.load([], size[1])

    def set_state(self) -> None:
        """Set up flat drawing: no depth, no culling, colours premultiplied by alpha."""
        context = self._context
        context.enable_only(context.BLEND)
        context.blend_func = context.ONE, context.ONE_MINUS_SRC_ALPHA

    def show(self, texture: Any, picture: Picture, size: tuple[int, int]) -> None:
        """Draw a part of a texture into a rectangle of a window of ``size``."""
        texture.use(0)
        program = self._programs.get("picture", "picture")
        program["box"].value = clip_box(picture.rect, size)
        program["part"].value = picture.part
        program["alpha"].value = picture.alpha
        self._copy.render(self._context.TRIANGLE_STRIP)

    def release(self) -> None:
        """Free all resources."""
        for layer in self._layers:
            layer.release()
        self._layers = []
        for part in (self.layouts, self._copy, self._square, self._unit, self._programs):
            part.release()


def clip_box(rect: Rect, size: tuple[int, int]) -> tuple[float, float, float, float]:
    """Return a rectangle's lower left corner and size in clip space."""
    sx, sy = 2.0 / size[0], 2.0 / size[1]
    return (rect.x * sx - 1.0, 1.0 - rect.bottom * sy, rect.w * sx, rect.h * sy)


class _Layer:
    """The GPU resources of one page."""

    def __init__(self, context: Any, programs: Programs, square: Any) -> None:
        self._context, self._programs, self._square = context, programs, square
        self._boxes: list[Box | Stroke] = []
        self._resources: list[Any] = []
        self.texts = Texts()

    def draw_boxes(self, boxes: list[Box | Stroke], size: tuple[int, int]) -> None:
        """Draw boxes and strokes in their order."""
        if boxes != self._boxes:
            self._load(boxes)
        if boxes:
            self._programs.get("hud", "hud")["window"].value = size
            self._resources[0].render(self._context.TRIANGLE_STRIP, instances=len(boxes))

    def _load(self, boxes: list[Box | Stroke]) -> None:
        self._free()
        self._boxes = list(boxes)
        if boxes:
            data = self._context.buffer(shapes(boxes).tobytes())
            array = self._context.vertex_array(
                self._programs.get("hud", "hud"),
                [(self._square, "2f4", "corner"), (data, *LAYOUT)],
            )
            self._resources = [array, data]

    def _free(self) -> None:
        for resource in self._resources:
            resource.release()
        self._resources, self._boxes = [], []

    def release(self) -> None:
        """Free all resources."""
        self._free()
        self.texts.release()


def shapes(boxes: Sequence[Box | Stroke]) -> Any:
    """Return boxes and strokes as an array of ``SHAPE``."""
    rows = [_box(item) if isinstance(item, Box) else _stroke(item) for item in boxes]
    return np.array(rows, SHAPE)


def _box(box: Box) -> tuple[Any, ...]:
    half = (box.rect.w / 2, box.rect.h / 2)
    edge = (box.radius, box.width, box.soft)
    return (box.rect.middle, half, (1.0, 0.0), edge, box.fill, box.border)


def _stroke(line: Stroke) -> tuple[Any, ...]:
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    length = math.hypot(dx, dy)
    direction = (dx / length, dy / length) if length else (1.0, 0.0)
    middle = ((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2)
    half = (length / 2 + line.width / 2, line.width / 2)
    return (middle, half, direction, (line.width / 2, 0.0, 0.0), line.colour, line.colour)
