"""Layers of every picture, in order: solids, shadows on the table, letters, glass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boche.viewer.camera.camera import Camera, Matrix, basis, eye
from boche.viewer.renderer.buffers import Drawn, SceneBuffers
from boche.viewer.renderer.labels import GLYPHS, Labels
from boche.viewer.renderer.programs import Programs, assign
from boche.viewer.renderer.style import Style, palette, palette_uniforms, theme_uniforms
from boche.viewer.scene.model import Scene


class Layers:
    """A scene on the card, and its layers painted into any framebuffer, with ``programs``."""

    def __init__(self, context: Any, programs: Programs) -> None:
        self._context = context
        self._buffers = SceneBuffers(context, programs)
        self._labels = Labels(context, programs)
        self._figures = Labels(context, programs)  # labels that come and go have their own letters

    def load(self, scene: Scene) -> list[Drawn]:
        """Prepare a scene.

        Everything that creates textures or uses other targets comes before ``begin``: switching
        targets in the middle of a picture makes a software renderer write out and read back all its
        samples.
        """
        drawn = self._buffers.load(scene)
        self._labels.load(tuple(label for label in scene.labels if not label.outlined))
        self._figures.load(tuple(label for label in scene.labels if label.outlined))
        return drawn

    def begin(
        self,
        target: Any,
        size: tuple[int, int],
        background: tuple[float, ...],
        origin: tuple[int, int] = (0, 0),
        *,
        behind: bool = False,
    ) -> None:
        """Set all the state that the layers need, and clear the target.

        ``size`` is the picture's; the target may be a part of it, whose lower left pixel lies at
        ``origin``. A layer ``behind`` everything else needs no depth test.
        """
        target.use()
        target.viewport = (-origin[0], -origin[1], *size)
        target.color_mask, target.depth_mask = (True, True, True, True), True
        target.clear(*background, depth=1.0)
        tested = self._context.NOTHING if behind else self._context.DEPTH_TEST
        self._context.enable_only(tested | self._context.CULL_FACE)
        self._context.depth_func = "<"
        self._context.front_face, self._context.cull_face = "ccw", "back"

    def paint(
        self,
        drawn: list[Drawn],
        uniforms: dict[str, Any],
        pixels_per_unit: float,
        ground: Callable[[], None],
        use_shadows: Callable[[], None],
        *,
        blended: bool,
    ) -> None:
        """Paint all layers.

        ``ground`` paints the table, which is ``blended`` if it is only a shadow; ``use_shadows``
        binds the depth map.
        """
        solid = [d for d in drawn if not d.batch.translucent]
        glass = [d for d in drawn if d.batch.translucent]
        self._solids(solid, uniforms, pixels_per_unit)
        # Blended colours are premultiplied by alpha, over the picture so far.
        self._context.blend_func = self._context.ONE, self._context.ONE_MINUS_SRC_ALPHA
        if blended:
            self._context.enable(self._context.BLEND)
        ground()
        self._context.enable(self._context.BLEND)
        use_shadows()
        self._labels.draw(uniforms)
        self._solids([d for d in glass if not d.batch.through], uniforms, pixels_per_unit)
        self._context.disable(self._context.DEPTH_TEST)
        self._solids([d for d in glass if d.batch.through], uniforms, pixels_per_unit)
        self._context.enable(self._context.DEPTH_TEST)
        self._figures.draw_outlined(uniforms)
        self._context.disable(self._context.BLEND)

    def _solids(self, drawn: list[Drawn], uniforms: dict[str, Any], scale: float) -> None:
        for solid in drawn:
            assign(solid.program, uniforms)
            solid.render(scale)

    def release(self) -> None:
        """Free all resources on the card."""
        for part in (self._buffers, self._labels, self._figures):
            part.release()


def view_uniforms(camera: Camera, view_proj: Matrix, style: Style, light: Any) -> dict[str, Any]:
    """Return the shaders' uniforms for a view and a style; ``light`` points to the light."""
    right, _, back = basis(camera)
    parallel = camera.projection == "ortho"
    return {
        "view_proj": np.ascontiguousarray(view_proj, "<f4").tobytes(),
        "eye": (*back, 0.0) if parallel else (*eye(camera), 1.0),
        "right": tuple(right[:2]),
        "to_light": tuple(light),
        "lamp": tuple(light),
        "glyphs": GLYPHS,
        **palette_uniforms(palette(style.palette)),
        **theme_uniforms(style.look),
    }
