"""Scene and camera to a picture in any framebuffer. Knows GL, and no game."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewer.camera.camera import Camera, basis, eye, pixels_per_unit, projection_matrix, view_matrix
from viewer.renderer.buffers import Drawn, SceneBuffers
from viewer.renderer.labels import Labels
from viewer.renderer.light import KeyLight, to_light
from viewer.renderer.programs import Programs, assign
from viewer.renderer.style import Style, palette, palette_uniforms, theme, theme_uniforms
from viewer.renderer.textures import grain
from viewer.scene.model import Scene


class Renderer:
    """Draws scenes with one GL context, which it does not own.

    ``draw`` sets all the state it needs and leaves nothing bound that matters to others. What the
    last scene needed stays on the card until another scene is drawn, or ``release``.
    """

    def __init__(self, context: Any) -> None:
        self._context = context
        self._programs = Programs(context)
        self._buffers = SceneBuffers(context, self._programs)
        self._labels = Labels(context, self._programs)
        self._figures = Labels(context, self._programs)  # what comes and goes has its own letters
        self._light = KeyLight(context, self._programs)
        self._grain: Any = None

    def draw(
        self,
        scene: Scene,
        camera: Camera,
        target: Any,
        size: tuple[int, int],
        style: Style | None = None,
    ) -> None:
        """Draw a scene into the framebuffer ``target``, ``size`` = (width, height) in pixels.

        Colours are encoded for the display (sRGB) and premultiplied by alpha. Raises
        ``RenderError`` for an unknown palette or theme.
        """
        style = style or Style()
        light = to_light(camera.azimuth)
        uniforms = self._uniforms(camera, size[0] / size[1], style, light)
        # All that needs textures made or other targets comes first: a change of target in the
        # middle of a picture makes a software renderer write out and read back all its samples.
        drawn = self._buffers.load(scene)
        self._labels.load(tuple(label for label in scene.labels if not label.outlined))
        self._figures.load(tuple(label for label in scene.labels if label.outlined))
        self._load_grain(drawn)
        self._light.update(scene, drawn, light, style.shadows)
        uniforms |= self._light.uniforms
        self._begin(target, size, style)
        scale = pixels_per_unit(camera, size[1])
        self._solids([d for d in drawn if not d.batch.translucent], uniforms, scale)
        self._begin_blending()
        if scene.ground is not None and style.shadows:
            self._light.draw_on_table(uniforms)
        self._labels.draw(uniforms)
        self._light.use()
        self._solids([d for d in drawn if d.batch.translucent], uniforms, scale)
        self._figures.draw_outlined(uniforms)
        self._context.disable(self._context.BLEND)

    def release(self) -> None:
        """Free all that lies on the card."""
        for held in (self._buffers, self._labels, self._figures, self._light, self._programs):
            held.release()
        if self._grain is not None:
            self._grain.release()
        self._grain = None

    def _begin(self, target: Any, size: tuple[int, int], style: Style) -> None:
        target.use()
        target.viewport = (0, 0, *size)
        target.color_mask, target.depth_mask = (True, True, True, True), True
        background = (0.0,) * 4 if style.transparent else (*theme(style.theme).table, 1.0)
        target.clear(*background, depth=1.0)
        self._context.enable_only(self._context.DEPTH_TEST | self._context.CULL_FACE)
        self._context.depth_func = "<"
        self._context.front_face, self._context.cull_face = "ccw", "back"

    def _load_grain(self, drawn: list[Drawn]) -> None:
        if self._grain is None and any(d.batch.material == "wood" for d in drawn):
            image = grain()
            self._grain = self._context.texture(image.shape[::-1], 1, image.tobytes())
        if self._grain is not None:
            self._grain.use(1)

    def _solids(self, drawn: list[Drawn], uniforms: dict[str, Any], scale: float) -> None:
        for each in drawn:
            assign(each.program, uniforms)
            each.render(scale)

    def _begin_blending(self) -> None:
        """From here on colours, premultiplied by alpha, go over what is there."""
        self._context.enable(self._context.BLEND)
        self._context.blend_func = self._context.ONE, self._context.ONE_MINUS_SRC_ALPHA

    def _uniforms(self, camera: Camera, aspect: float, style: Style, light: Any) -> dict[str, Any]:
        view_proj = view_matrix(camera) @ projection_matrix(camera, aspect)
        right, _, back = basis(camera)
        parallel = camera.projection == "ortho"
        return {
            "view_proj": np.ascontiguousarray(view_proj, "<f4").tobytes(),
            "eye": (*back, 0.0) if parallel else (*eye(camera), 1.0),
            "right": tuple(right[:2]),
            "to_light": tuple(light),
            "grain": 1,
            "glyphs": 0,
            **palette_uniforms(palette(style.palette)),
            **theme_uniforms(theme(style.theme)),
        }
