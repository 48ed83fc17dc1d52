"""The key light and its shadow map."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from boche.viewer.camera.camera import HIGHEST, Camera
from boche.viewer.renderer.buffers import Drawn, used
from boche.viewer.renderer.framebuffers import Resources
from boche.viewer.renderer.programs import Programs, assign
from boche.viewer.scene.model import Scene

Floats = npt.NDArray[np.float64]

BESIDE, ELEVATION = -96.0, 55.0  # degrees: left of the viewer's direction, above the horizon
ABOVE, FARTHER = 66.0, 32.0  # above this elevation it turns, by this much for a view from above
TEXELS = 48.0  # of the depth map per world unit; shadows have soft edges three texels wide
SMALLEST, LARGEST = 64, 2048
POOL = 0.68  # radius of the brighter table around the board, in widths of its shadow
POOL_SIDES = 24
MARGIN = 0.8  # around the contents of the map; more than any tap reaches
TABLE_TEXELS, TABLE_SIDE = 8.0, 256  # of the table's shadow: per world unit, and at most
REACH = 1.3  # of the table's soft edge, which the light hits obliquely, relative to the map's
SPREAD = 0.6  # reach of the soft edge in world units; shaders/shade.frag takes 9 steps over it


def to_light(camera: Camera) -> Floats:
    """Return the unit vector to the light for a camera.

    The light turns with the camera, as if the board were turned under a lamp, so that a cube's
    three faces have three clearly different tones from everywhere. It always comes from the upper
    left of the picture; for a view from above it stands farther round.
    """
    turned = FARTHER * max(camera.elevation - ABOVE, 0.0) / (HIGHEST - ABOVE)
    az, el = math.radians(camera.azimuth + BESIDE - turned), math.radians(ELEVATION)
    return np.array([math.cos(el) * math.cos(az), math.cos(el) * math.sin(az), math.sin(el)])


def light_frame(scene: Scene, direction: Floats) -> tuple[Floats, Floats]:
    """Return rows (3, 4) that map the world to the map (0 to 1 in x, y, depth), and its extent.

    The extent is (x, y).
    """
    right = np.array([-direction[1], direction[0], 0.0])
    right /= np.linalg.norm(right)
    rows = np.stack([right, np.cross(direction, right), -direction])
    points = np.asarray(scene.bounds, float) @ rows.T
    low, high = points.min(axis=0) - MARGIN, points.max(axis=0) + MARGIN
    extent = high - low
    scaled = rows / extent[:, None]
    return np.column_stack([scaled, -low / extent]), extent[:2]


def table_outline(scene: Scene, direction: Floats) -> Floats:
    """Return the part of the table in the scene's shadow: a convex outline (N, 2)."""
    points = np.asarray(scene.bounds, float)
    fallen = points - direction * ((points[:, 2:] - (scene.ground or 0.0)) / direction[2])
    turn = np.arange(8) * np.pi / 4
    around = REACH * SPREAD * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    inner = convex_hull(np.concatenate([fallen, points])[:, :2])
    return convex_hull((inner[:, None] + around).reshape(-1, 2))


def foot_of(scene: Scene) -> Floats | None:
    """Return the part of the table that the scene's board covers, as ``Mesh.foot``, or None."""
    for batch in scene.batches:
        if batch.mesh.foot is not None and not batch.translucent:
            return np.asarray(batch.mesh.foot + batch.instances["position"][0, :2], float)
    return None


def towards(foot: Floats, points: Floats) -> Floats:
    """Return places (N, 2) just within a convex outline, from its middle towards ``points``."""
    middle = foot.mean(axis=0)
    side = np.roll(foot, -1, axis=0) - foot
    outward = np.stack([side[:, 1], -side[:, 0]], axis=1)
    away = ((foot - middle) * outward).sum(axis=1)
    speed = (points - middle) @ outward.T
    parts = np.where(speed > 0.0, away / np.where(speed > 0.0, speed, 1.0), np.inf).min(axis=1)
    return np.asarray(middle + 0.97 * np.minimum(parts, 1.0)[:, None] * (points - middle))


def pool_of(outline: Floats) -> tuple[float, float, float]:
    """Return the brighter pool on the table around the board: its middle (x, y) and radius.

    They are in world units.
    """
    low, high = outline.min(axis=0), outline.max(axis=0)
    x, y = (low + high) / 2
    return float(x), float(y), POOL * float(max(high - low))


def convex_hull(points: Floats) -> Floats:
    """Return the convex hull of points (N, 2), counterclockwise."""
    ordered = sorted(map(tuple, points.tolist()))
    halves: list[list[tuple[float, ...]]] = []
    for points_in_order in (ordered, ordered[::-1]):
        half: list[tuple[float, ...]] = []
        for x, y in points_in_order:
            while len(half) > 1 and _turns_right(half[-2], half[-1], (x, y)):
                half.pop()
            half.append((x, y))
        halves.append(half[:-1])
    return np.array(halves[0] + halves[1])


def _turns_right(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0.0


def map_size(extent: Floats, texels: float = TEXELS) -> tuple[int, int]:
    """Return the texels of a depth map: ``texels`` per world unit, within limits."""
    w, h = (int(np.clip(texels * side, SMALLEST, LARGEST)) // 16 * 16 for side in extent)
    return w, h


class DepthMap:
    """Depths seen from the light; the shaders compare them."""

    def __init__(self, context: Any, programs: Programs) -> None:
        self._context, self._programs = context, programs
        self._texture: Any = None
        self._target: Any = None

    def draw(self, frame: Floats, size: tuple[int, int], drawn: list[Drawn]) -> None:
        """Draw the shadow casters into a map of ``size`` texels, and bind it to texture unit 0."""
        self._resize(size)
        clip = np.vstack([2.0 * frame, [0.0, 0.0, 0.0, 1.0]])
        clip[:3, 3] -= 1.0
        self._target.use()
        self._target.depth_mask = True
        self._target.clear(depth=1.0)
        self._context.enable_only(self._context.DEPTH_TEST)
        self._context.depth_func = "<"
        program = self._programs.get("depth", "depth")
        program["view_proj"].write(clip.T.astype("<f4").tobytes())
        for drawable in drawn:
            if drawable.batch.casts:
                drawable.render_depth()
        self.use()

    def use(self) -> None:
        """Bind the map to texture unit 0."""
        self._texture.use(0)

    def release(self) -> None:
        """Free the map."""
        for resource in (self._target, self._texture):
            if resource is not None:
                resource.release()
        self._target = self._texture = None

    def _resize(self, size: tuple[int, int]) -> None:
        if self._texture is not None and self._texture.size == size:
            return
        self.release()
        self._texture = self._context.depth_texture(size)
        self._texture.compare_func = "<="
        self._texture.filter = self._context.LINEAR, self._context.LINEAR
        self._texture.repeat_x = self._texture.repeat_y = False
        self._target = self._context.framebuffer(depth_attachment=self._texture)


class TableShade:
    """The table, and its shadow as a small texture, so that the wide soft edge costs one tap."""

    def __init__(self, context: Any, programs: Programs) -> None:
        self._context, self._programs = context, programs
        self._resources = Resources()
        self._texture: Any = None
        self._near: Any = None  # the area that may be in shadow,
        self._open: Any = None  # and the area beyond
        self._pool: tuple[float, ...] = ()

    def collect(
        self, outline: Floats, height: float, foot: Floats | None, uniforms: dict[str, Any]
    ) -> None:
        """Fill the texture, for a table at ``height``, from the depth map bound to unit 0.

        The table has a hole within ``foot``, the area that a board covers: where Mesa draws several
        samples per pixel, fragments that fail the depth test are shaded nonetheless.
        """
        self.release()
        context = self._context
        low, high = outline.min(axis=0), outline.max(axis=0)
        size = tuple(int(np.clip(TABLE_TEXELS * side, 16, TABLE_SIDE)) for side in high - low)
        *middle, radius = self._pool = pool_of(outline)

        def drawn(vertex: str, fragment: str, corners: Floats) -> Any:
            level = np.full((len(corners), 1), height)
            rows = np.hstack([corners, level, (corners - low) / (high - low)])
            data = self._resources.hold(context.buffer(rows.astype("<f4").tobytes()))
            program = self._programs.get(vertex, fragment)
            layout = [(data, *used(program, "3f4 2f4", ("in_position", "in_uv")))]
            return self._resources.hold(context.vertex_array(program, layout))

        def ring(inner: Floats | None, outer: Floats) -> Floats:
            """Return a strip from just within a convex outline to another one around it."""
            within = np.full_like(outer, middle) if inner is None else towards(inner, outer)
            both = np.stack([within, outer], axis=1).reshape(-1, 2)
            return np.concatenate([both, both[:2]])

        flat = drawn("shade", "shade", outline)
        turn = 2.0 * np.pi * np.arange(POOL_SIDES) / POOL_SIDES
        around = 1.01 * radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        outer = np.array(middle) + around
        self._near = drawn("table", "table", ring(foot, outline))
        self._open = drawn("table", "open", ring(outline, outer))
        self._texture = self._resources.hold(context.texture(size, 1))
        self._texture.repeat_x = self._texture.repeat_y = False
        target = self._resources.hold(context.framebuffer(color_attachments=[self._texture]))
        target.use()
        target.clear()
        context.enable_only(context.NOTHING)
        assign(flat.program, uniforms)
        flat.render(context.TRIANGLE_FAN)

    def draw(self, uniforms: dict[str, Any], *, alone: bool) -> None:
        """Draw the table, blended; only its shadow if ``alone``, for a picture without a table."""
        self._texture.use(0)
        # Both draw within the outline: the one with the shadow comes last.
        values = {**uniforms, "pool": (*self._pool, 0.0 if alone else 1.0)}
        for array in (self._near,) if alone else (self._open, self._near):
            assign(array.program, values)
            array.render(self._context.TRIANGLE_STRIP)

    def release(self) -> None:
        """Free everything."""
        self._resources.free()
        self._texture = self._near = self._open = None


class KeyLight:
    """The key light's shadows, computed again only for another scene or direction."""

    def __init__(self, context: Any, programs: Programs) -> None:
        self._depth = DepthMap(context, programs)
        self._table = TableShade(context, programs)
        self._scene: Scene | None = None
        self._cast: tuple[Any, ...] = ()
        self._of: tuple[float, ...] = ()
        self.uniforms: dict[str, Any] = {}

    def update(self, scene: Scene, drawn: list[Drawn], direction: Floats, shadows: bool) -> None:
        """Bring the shadows up to date and bind the depth map to texture unit 0."""
        of = (*direction, float(shadows))
        if scene is not self._scene:
            # A scene with a ghost or a lit group has the same shadows as without.
            casters = _casters(scene)
            self._of = self._of if casters == self._cast else ()
            self._scene, self._cast = scene, casters
        if of != self._of:
            frame, extent = light_frame(scene, direction)
            self._depth.draw(frame, map_size(extent), drawn if shadows else [])
            self.uniforms = shadow_uniforms(frame, extent)
            if scene.ground is not None:
                outline = table_outline(scene, direction)
                self._table.collect(outline, scene.ground, foot_of(scene), self.uniforms)
            self._of = of
        self._depth.use()

    def use(self) -> None:
        """Bind the depth map to texture unit 0 again, after others have used the unit."""
        self._depth.use()

    def draw_table(self, uniforms: dict[str, Any], *, alone: bool) -> None:
        """Draw the table, or only its shadow if ``alone``.

        Call it with blending on, for a scene that has a ground.
        """
        self._table.draw(uniforms, alone=alone)

    def release(self) -> None:
        """Free everything."""
        self._depth.release()
        self._table.release()
        self._scene, self._cast, self._of = None, (), ()


def _casters(scene: Scene) -> tuple[Any, ...]:
    """Return everything that the shadows of a scene depend on, besides the light."""
    solids = [batch for batch in scene.batches if batch.casts]
    parts = [
        (b.mesh, *(b.instances[name].tobytes() for name in ("position", "orientation")),
         b.instances["look"][:, 0].tobytes())
        for b in solids
    ]  # fmt: skip
    return (scene.ground, scene.bounds.tobytes(), *parts)


def shadow_uniforms(frame: Floats, extent: Floats) -> dict[str, Any]:
    """Return the shaders' uniforms for a depth map, from the result of ``light_frame``."""
    rows = frame[:, :3]
    matrix = np.vstack([frame, [0.0, 0.0, 0.0, 1.0]])
    slope = rows / (rows * rows).sum(axis=1, keepdims=True)
    return {
        "light_proj": matrix.T.astype("<f4").tobytes(),
        "light_slope": slope.T.astype("<f4").tobytes(),
        "shadow_step": (SPREAD / 9.1 / extent[0], SPREAD / 9.1 / extent[1]),
        "shadow_map": 0,
        "table_shade": 0,
    }
