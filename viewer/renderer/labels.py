"""Labels: letters inlaid in the board, or written over it, one instance each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from boche.viewer.renderer.programs import Programs, assign
from boche.viewer.renderer.textures import Glyph, glyph_atlas
from boche.viewer.scene.model import Label

INK, OUTLINE = (1.0, 1.0, 1.0, 1.0), (0.05, 0.06, 0.08, 0.92)
"""Colours of outlined letters and of their outlines, as ``ink`` in the shader."""

GLYPHS = 1  # the texture unit of the letters

SPREAD = 5.0  # width of the outline in texels of the atlas; no more than half its gaps


def outlined() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the shader's uniforms for outlined letters: for the outlines, then for the letters."""
    return (
        {"inlaid": 0.0, "ink": OUTLINE, "spread": SPREAD},
        {"inlaid": 0.0, "ink": INK, "spread": 0.0},
    )


GLYPH_ROW = np.dtype([("at", "<f4", 3), ("box", "<f4", 4), ("uv", "<f4", 4), ("facing", "<f4", 4)])


class Labels:
    """Renderer for labels of one kind, inlaid or outlined.

    The atlas grows with the letters seen.
    """

    def __init__(self, context: Any, programs: Programs) -> None:
        self._context, self._programs = context, programs
        self._glyphs: dict[str, Glyph] = {}
        self._atlas: Any = None
        self._corners: Any = None
        self._loaded: tuple[Label, ...] = ()
        self._glyphs_buffer: list[Any] = []

    def load(self, labels: tuple[Label, ...]) -> None:
        """Prepare the labels that ``draw`` draws."""
        if labels == self._loaded:
            return
        for resource in self._glyphs_buffer:
            resource.release()
        self._glyphs_buffer, self._loaded = [], labels
        if labels:
            self._load_atlas(set("".join(label.text for label in labels)))
            self._load_glyphs(labels)

    def draw(self, uniforms: dict[str, Any]) -> None:
        """Draw the inlaid labels.

        Call it with blending on (premultiplied), and the depth map on texture unit 0.
        """
        # The boxes of letters overlap, so none may hide the next: no depth writes.
        self._context.fbo.depth_mask = False
        self._draw({**uniforms, "inlaid": 1.0, "spread": 0.0})
        self._context.fbo.depth_mask = True

    def draw_outlined(self, uniforms: dict[str, Any]) -> None:
        """Draw the labels over everything: all outlines first, so that none hides a letter.

        Call it with blending on, as the last step of a picture.
        """
        self._context.disable(self._context.DEPTH_TEST)
        for outline in outlined():
            self._draw(uniforms | outline)
        self._context.enable(self._context.DEPTH_TEST)

    def _draw(self, uniforms: dict[str, Any]) -> None:
        if self._glyphs_buffer:
            self._atlas.use(GLYPHS)
            assign(self._programs.get("label", "label"), uniforms)
            self._glyphs_buffer[1].render(self._context.TRIANGLE_STRIP)

    def release(self) -> None:
        """Free everything."""
        self.load(())
        self._release_atlas()
        self._glyphs = {}

    def _load_atlas(self, characters: set[str]) -> None:
        if characters <= self._glyphs.keys():
            return
        self._release_atlas()
        image, self._glyphs = glyph_atlas(sorted(characters | self._glyphs.keys()))
        height, width = image.shape
        self._atlas = self._context.texture((width, height), 1, image.tobytes(), alignment=1)
        self._atlas.repeat_x = self._atlas.repeat_y = False
        corners = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], "<f4")
        self._corners = self._context.buffer(corners.tobytes())

    def _release_atlas(self) -> None:
        for resource in (self._atlas, self._corners):
            if resource is not None:
                resource.release()
        self._atlas = self._corners = None

    def _load_glyphs(self, labels: tuple[Label, ...]) -> None:
        glyphs = np.array([row for label in labels for row in self._lay_out(label)], GLYPH_ROW)
        data = self._context.buffer(glyphs.tobytes())
        array = self._context.vertex_array(
            self._programs.get("label", "label"),
            [
                (self._corners, "2f4", "in_corner"),
                (data, "3f4 4f4 4f4 4f4/i", "at", "box", "uv_box", "facing"),
            ],
        )
        array.instances = len(glyphs)
        self._glyphs_buffer = [data, array]

    def _lay_out(self, label: Label) -> Iterator[tuple[Any, ...]]:
        """Yield a row of ``GLYPH_ROW`` for each character, the text centred on the label."""
        glyphs = [self._glyphs[ch] for ch in label.text]
        x = -sum(g.advance for g in glyphs) / 2
        for glyph in glyphs:
            left, bottom, width, height = glyph.box
            box = np.array([x + left, bottom - 0.5, width, height]) * label.height
            yield label.position, tuple(box), glyph.uv, (*label.facing, label.least)
            x += glyph.advance
