"""Scene and camera to a picture in any framebuffer. Depends on GL, and on no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boche.viewer.camera.camera import (
    Camera,
    pixels_per_unit,
    projection_matrix,
    shifted,
    view_matrix,
)
from boche.viewer.camera.outline import Points, outline
from boche.viewer.renderer.framebuffers import Multisampled
from boche.viewer.renderer.layers import Layers, view_uniforms
from boche.viewer.renderer.light import KeyLight, to_light
from boche.viewer.renderer.programs import Programs
from boche.viewer.renderer.style import Style, theme
from boche.viewer.scene.extent import extent
from boche.viewer.scene.model import Scene

EDGE = 4.0  # two pixels in clip space, for the half pixel by which an edge extends beyond itself


class Renderer:
    """Renderer of scenes with one GL context, which it does not own.

    ``draw`` sets all the state it needs and leaves nothing bound that matters to others. The last
    scene's resources stay on the card until another scene is drawn, or ``release`` is called.
    """

    def __init__(self, context: Any) -> None:
        self._programs = Programs(context)
        self._layers = Layers(context, self._programs)
        self._light = KeyLight(context, self._programs)
        self._measured: Scene | None = None  # the scene whose extent is cached
        self._extent: Points = np.zeros((0, 3))

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
        """Draw a scene into ``target``, a framebuffer or a ``Multisampled`` one.

        The latter is resolved as well. ``size`` is (width, height) of the picture in pixels.

        The target may be a part of a picture of that size, its lower left pixel at ``origin``.
        ``shift`` moves the picture by pixels to the right and upwards: by fractions of one, for a
        picture that is the mean of several.
        Colours are encoded for the display (sRGB) and premultiplied by alpha. Raises
        ``RenderError`` for an unknown palette or theme, and if GL has no memory.
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

        def paint(table: Callable[[], None]) -> None:
            self._layers.paint(
                drawn, uniforms, scale, table, self._light.use, blended=style.transparent
            )

        scale = pixels_per_unit(camera, size[1])
        if not isinstance(target, Multisampled):
            self._layers.begin(target, size, background, origin)
            paint(ground)
            return
        # The table has no edge in the picture: one sample per pixel is enough for it, and
        # everything on it is drawn over it.
        self._layers.begin(target.resolved, size, background, origin, behind=True)
        ground()
        if scene is not self._measured:
            self._extent, self._measured = extent(scene), scene
        inside = outline(self._extent, view_proj, EDGE / min(size))
        corner = target.begin((-origin[0], -origin[1], *size), inside)
        if corner is None:
            return
        x, y = origin[0] + corner[0], origin[1] + corner[1]
        self._layers.begin(target.framebuffer, size, (0.0,) * 4, (x, y))
        self._light.use()
        paint(lambda: None)
        target.resolve()

    def release(self) -> None:
        """Free all resources on the card."""
        for part in (self._layers, self._light, self._programs):
            part.release()
        self._measured = None
