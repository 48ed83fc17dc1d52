"""Scene and camera to a picture in any framebuffer. Knows GL, and no game."""

from __future__ import annotations

from typing import Any

from viewer.camera.camera import (
    Camera,
    pixels_per_unit,
    projection_matrix,
    shifted,
    view_matrix,
)
from viewer.renderer.layers import Layers, view_uniforms
from viewer.renderer.light import KeyLight, to_light
from viewer.renderer.programs import Programs
from viewer.renderer.style import Style, theme
from viewer.scene.model import Scene


class Renderer:
    """Draws scenes with one GL context, which it does not own.

    ``draw`` sets all the state it needs and leaves nothing bound that matters to others. What the
    last scene needed stays on the card until another scene is drawn, or ``release``.
    """

    def __init__(self, context: Any) -> None:
        self._programs = Programs(context)
        self._layers = Layers(context, self._programs)
        self._light = KeyLight(context, self._programs)

    def draw(
        self,
        scene: Scene,
        camera: Camera,
        target: Any,
        size: tuple[int, int],
        style: Style | None = None,
        *,
        origin: tuple[int, int] = (0, 0),
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Draw a scene into the framebuffer ``target``, ``size`` = (width, height) in pixels.

        The target may be a part of a picture of that size, its lower left pixel at ``origin``.
        ``shift`` moves the picture by parts of a pixel, for one that is the mean of several.
        Colours are encoded for the display (sRGB) and premultiplied by alpha. Raises
        ``RenderError`` for an unknown palette or theme.
        """
        style = style or Style()
        light = to_light(camera)
        projection = projection_matrix(camera, size[0] / size[1]) @ shifted(shift, size)
        view_proj = view_matrix(camera) @ projection
        uniforms = view_uniforms(camera, view_proj, style, light)
        drawn = self._layers.load(scene)
        self._light.update(scene, drawn, light, style.shadows)
        uniforms |= self._light.uniforms
        background = (0.0,) * 4 if style.transparent else (*theme(style.theme).table, 1.0)

        def ground() -> None:
            if scene.ground is not None:
                self._light.draw_table(uniforms, alone=style.transparent)

        self._layers.begin(target, size, background, origin)
        scale = pixels_per_unit(camera, size[1])
        self._layers.paint(
            drawn, uniforms, scale, ground, self._light.use, blended=style.transparent
        )

    def release(self) -> None:
        """Free all that lies on the card."""
        for held in (self._layers, self._light, self._programs):
            held.release()
