"""Photographs: many cheap frames, each with one light, added up in floating point.

Soft shadows that widen with distance, nests that the sky hardly reaches, smooth edges and, with a
lens, depth of field all result from averaging the frames. ``viewer.renderer.exposure`` defines each
of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boche.engine.errors import why_not
from boche.engine.languages.current import tr
from boche.viewer.camera.camera import (
    Camera,
    Matrix,
    basis,
    pixels_per_unit,
    projection_matrix,
    shifted,
    view_matrix,
)
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.exposure import KEY, ROUND, Exposure, exposure, table_light
from boche.viewer.renderer.framebuffers import Resources
from boche.viewer.renderer.layers import Layers, view_uniforms
from boche.viewer.renderer.light import (
    DepthMap,
    light_frame,
    map_size,
    pool_of,
    shadow_uniforms,
    table_outline,
    to_light,
)
from boche.viewer.renderer.programs import Programs, assign
from boche.viewer.renderer.style import Style, linear
from boche.viewer.scene.model import Scene

TEXELS = 32.0  # of the depth maps per world unit: averaging many frames blurs their edges
FAR = 60.0  # how far the table reaches around the scene, world units; beyond it is as bright


@dataclass(frozen=True)
class Subject:
    """Subject of a photograph, its size in pixels, and its look.

    ``lens`` is the lens's radius in world units: things at the camera's target are sharp, and with
    a lens of 0 everything is. ``part`` is (left, bottom, width, height) in pixels of the wanted
    part of the picture, or None for all of it.
    """

    scene: Scene
    camera: Camera
    size: tuple[int, int]
    style: Style = field(default_factory=Style)
    lens: float = 0.0
    part: tuple[int, int, int, int] | None = None


class Film:
    """Buffers of a photograph: a frame, and the sum of all, in linear light."""

    def __init__(self, context: Any, size: tuple[int, int]) -> None:
        """Allocate the buffers. Raises ``RenderError`` if GL has no memory for them."""
        self.size = size
        self._resources = Resources()
        try:
            self.last = self._resources.hold(context.texture(size, 4, dtype="f2"))
            self.sum = self._resources.hold(context.texture(size, 4, dtype="f4"))
            depth = self._resources.hold(context.depth_renderbuffer(size))
            self.frame = self._resources.hold(context.framebuffer([self.last], depth))
            self.sum_frame = self._resources.hold(context.framebuffer([self.sum]))
        except Exception as error:
            self.release()
            raise RenderError(
                tr(
                    "a photograph of {width}x{height}: GL is out of memory ({reason})",
                    width=size[0],
                    height=size[1],
                    reason=why_not(error),
                )
            ) from None

    def release(self) -> None:
        """Free everything."""
        self._resources.free()


class Photographer:
    """Renderer of photographs with one GL context, which it does not own, one at a time.

    Call ``begin``, then ``add`` any number of times, and ``develop`` whenever the picture is to be
    seen: it is right after each round of ``viewer.renderer.exposure``, and better with each.
    """

    def __init__(self, context: Any) -> None:
        self._context = context
        self._programs = Programs(context, "LINEAR")
        self._layers = Layers(context, self._programs)
        self._depth = DepthMap(context, self._programs)
        self._film: Film | None = None
        self._sheets: dict[str, Any] = {}
        self._subject: Subject | None = None
        self._map_size = (0, 0)
        self._light = np.zeros(3)  # of all frames, on a bare table
        self.frames = 0
        """Number of frames that the picture has so far."""

    def begin(self, subject: Subject) -> None:
        """Begin a picture. Raises ``RenderError``: unknown palette or theme, no memory."""
        size = subject.part[2:] if subject.part else subject.size
        if self._film is None or self._film.size != size:
            if self._film is not None:
                self._film.release()
                self._film = None
            self._film = Film(self._context, size)
        self._film.sum_frame.clear()
        self._subject, self.frames, self._light = subject, 0, np.zeros(3)
        self._look, self._lamp = subject.style.look, to_light(subject.camera)
        self._mean = table_light(self._lamp, self._look)
        self._pool = pool_of(table_outline(subject.scene, self._lamp))
        self._view = view_matrix(subject.camera)
        self._fixed = view_uniforms(subject.camera, self._view, subject.style, self._lamp)
        self._fixed["out_of_focus"] = _out_of_focus(subject)
        # One size for all frames, so that none has to allocate its own map.
        across = np.ptp(np.asarray(subject.scene.bounds, float), axis=0)
        self._map_size = map_size(np.full(2, np.linalg.norm(across)), TEXELS)

    def add(self) -> None:
        """Add a frame to the picture."""
        assert self._film is not None, "begin comes first"
        assert self._subject is not None
        subject, film = self._subject, self._film
        scene, camera, size = subject.scene, subject.camera, subject.size
        shot = exposure(self.frames, self._lamp, self._look)
        drawn = self._layers.load(scene)
        frame, extent = light_frame(scene, shot.light)
        self._depth.draw(frame, self._map_size, drawn if subject.style.shadows else [])
        uniforms = self._fixed | shadow_uniforms(frame, extent)
        uniforms |= {
            "view_proj": _view_proj(self._view, subject, shot).tobytes(),
            "to_light": tuple(shot.light),
            "sent": shot.key,
            "met": shot.met,
            "key_mirrored": len(ROUND) / ROUND.count(KEY) if shot.kind == KEY else 0.0,
        }
        uniforms |= self._table(shot)
        transparent = subject.style.transparent
        beyond = (*uniforms["table_lit"], 1.0)
        origin = subject.part[:2] if subject.part else (0, 0)
        self._layers.begin(film.frame, size, (0.0,) * 4 if transparent else beyond, origin)

        def ground() -> None:
            if scene.ground is not None and shot.up > 0.0:
                self._sheet("ground", uniforms)

        scale = pixels_per_unit(camera, size[1])
        self._layers.paint(drawn, uniforms, scale, ground, self._depth.use, blended=transparent)
        self._add_up(film)
        self._light += shot.up * np.array(shot.key)
        self.frames += 1

    def develop(self, target: Any) -> None:
        """Write the picture so far into the framebuffer ``target``, encoded for the display."""
        assert self._film is not None, "begin comes first"
        assert self._subject is not None
        origin = self._subject.part[:2] if self._subject.part else (0, 0)
        target.use()
        target.viewport = (0, 0, *self._film.size)
        self._context.enable_only(self._context.NOTHING)
        self._film.sum.use(0)
        self._sheet("develop", {"picture": 0, "exposed": self._exposed(), "origin": origin})

    def _exposed(self) -> tuple[float, float, float, float]:
        """Return the divisors of the sum, for each colour and for alpha.

        With them a bare table has the colour of its theme after few frames as well as after many.
        """
        r, g, b = (had / most for had, most in zip(self._light, self._mean, strict=True))
        return (r, g, b, float(max(self.frames, 1)))

    def release(self) -> None:
        """Free all resources on the card."""
        for part in (*self._sheets.values(), self._layers, self._depth):
            part.release()
        if self._film is not None:
            self._film.release()
        self._programs.release()
        self._sheets, self._film, self._subject = {}, None, None

    def _table(self, shot: Exposure) -> dict[str, Any]:
        """Return the uniforms of ``shaders/ground.frag`` for one frame."""
        assert self._subject is not None
        transparent = self._subject.style.transparent
        x, y, radius = self._pool
        # After many frames the table has the colour of its theme.
        albedo = [
            channel / most for channel, most in zip(self._fixed["felt"], self._mean, strict=True)
        ]
        part = shot.up * sum(shot.key) / sum(self._mean)  # of all light, the fraction in this frame
        dark = part * self._look.shadow_strength
        return {
            "square": (x, y, self._subject.scene.ground or 0.0, FAR + radius),
            "table_lit": tuple(a * k * shot.up for a, k in zip(albedo, shot.key, strict=True)),
            "table_met": tuple(
                0.3 * a * m * shot.up for a, m in zip(albedo, shot.met, strict=True)
            ),
            "pool": (x, y, radius, 0.0 if transparent else 1.0),
            "cover": (*(dark * part for part in linear(self._look.shadow)), dark),
        }

    def _add_up(self, film: Film) -> None:
        film.sum_frame.use()
        film.sum_frame.viewport = (0, 0, *film.size)
        self._context.enable_only(self._context.BLEND)
        self._context.blend_func = self._context.ONE, self._context.ONE
        film.last.use(0)
        self._sheet("copy", {"picture": 0})

    def _sheet(self, material: str, uniforms: dict[str, Any]) -> None:
        """Draw a square in its own material: a piece of the table, or the whole picture."""
        vertex = "ground" if material == "ground" else "whole"
        program = self._programs.get(vertex, material)
        if material not in self._sheets:
            self._sheets[material] = self._context.vertex_array(program, [])
        assign(program, uniforms)
        self._sheets[material].render(self._context.TRIANGLE_STRIP, vertices=4)


def _out_of_focus(subject: Subject) -> tuple[float, ...]:
    """Return the vector whose product with (x, y, z, 1) is the lens blur radius of a point.

    It may be negative. It equals the lens's own radius as far behind the target as the eye is
    before it.
    """
    camera = subject.camera
    plane = subject.lens / camera.distance * np.array(basis(camera)[2])
    return (*plane, float(-plane @ np.array(camera.target)))


def _view_proj(view: Matrix, subject: Subject, shot: Exposure) -> Matrix:
    """Return the matrix from world to clip space for a frame: lens position and pixel shift."""
    camera, (width, height) = subject.camera, subject.size
    x, y = (subject.lens * part for part in shot.lens)
    # The eye moves on the lens while the target stays fixed in the picture.
    through = np.eye(4)
    through[3, :2] = -x, -y
    through[2, :2] = -x / camera.distance, -y / camera.distance
    projection = projection_matrix(camera, width / height) @ shifted(shot.shift, subject.size)
    return np.asarray(view @ through @ projection, "<f4")
