"""A film's frames as pictures: the board as drawn elsewhere, with the caption at its foot."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from boche.engine.languages.current import tr
from boche.engine.pictures import Apart as Way
from boche.viewer.camera.camera import Camera, frame
from boche.viewer.export.film.captions import Lettering
from boche.viewer.export.film.frames import Caption, Plan, Shot
from boche.viewer.export.images import Image, ViewerError
from boche.viewer.games.registry import build_live, picker_of, taken_apart
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.style import Style, palette, theme
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Floats, Scene


class Draw(Protocol):
    """Drawer of a board like ``viewer.export.images.Exporter.image``, for a fixed size."""

    def __call__(
        self, scene: Scene, camera: Camera, style: Style, *, shift: tuple[float, float]
    ) -> Image: ...


LEAST = 32
"""Least size in pixels of a film's smaller side."""

ROUND = 24
"""Number of angles at which the board must fit into a picture whose camera goes round."""


@dataclass(frozen=True)
class Looks:
    """Look of a film: ``size`` is (width, height) in pixels.

    With ``framed`` the camera moves so that the whole board is visible in every position. A
    pyramid's levels are ``apart`` in one of the ways to do so, and seen whole, or stacks are fanned
    out by ``explode``, 0 to 1. Only that many ``lowest`` levels are shown, or all for 0.
    """

    size: tuple[int, int]
    camera: Camera
    style: Style
    framed: bool = True
    apart: Way | None = None
    explode: float = 0.0
    lowest: int = 0


class Pictures:
    """The pictures of a plan, (height, width, 3) each, top row first.

    ``size`` is theirs, which ``draw`` must use, ``board`` that of the part above the captions,
    where the board is: (width, height) in pixels. The table goes on below them. Raises
    ``ViewerError``, and ``ViewpointError`` in a game without levels to take apart.
    """

    def __init__(self, plan: Plan, looks: Looks) -> None:
        self._plan, self._looks = plan, looks
        self.size = looks.size
        if min(looks.size) < LEAST:
            raise ViewerError(
                tr(
                    "picture size {size}x{size2}: both sides of a film must be at "
                    "least {least} pixels",
                    size=looks.size[0],
                    size2=looks.size[1],
                    least=LEAST,
                )
            )
        try:
            names, colours = palette(looks.style.palette).names, theme(looks.style.theme)
        except RenderError as error:
            raise ViewerError(str(error)) from None
        self._lettering = Lettering(looks.size, colours, names)
        captions = [plan.caption(ply) for ply in plan.plies]
        self._strip = self._lettering.strip_height(captions)
        self.board = looks.size[0], looks.size[1] - self._strip
        self._levels, camera = LiveOptions(explode=looks.explode), looks.camera
        if looks.apart is not None:
            camera = self._taken_apart(looks.apart)
        elif looks.framed:
            camera = self._framed()
        self._camera = self._widened(camera)
        self._written: tuple[tuple[Caption, bytes], Image] | None = None

    def _widened(self, camera: Camera) -> Camera:
        """Return the camera that shows the board as large, in a picture higher by the strip."""
        half = math.tan(math.radians(camera.fov) / 2) * self.size[1] / self.board[1]
        return replace(camera, fov=math.degrees(2.0 * math.atan(half)))

    def _framed(self) -> Camera:
        """Return the camera that shows the whole board in the first position and in the last."""
        positions = self._plan.shown_positions
        shown = LiveOptions(explode=self._levels.explode)
        bounds = [build_live(each, shown).bounds for each in (positions[0], positions[-1])]
        return self._all_round(self._looks.camera, np.concatenate(bounds))

    def _taken_apart(self, way: Way) -> Camera:
        """Take the levels apart as the last position needs it; return the camera that shows all."""
        last, (width, height) = self._plan.shown_positions[-1], self.board
        found = taken_apart(last, way, self._looks.camera, width / height)
        self._levels = LiveOptions(apart=found.apart)
        return self._all_round(found.camera, np.asarray(found.bounds))

    def _all_round(self, camera: Camera, points: Floats) -> Camera:
        """Return the camera that shows all these points (N, 3), also while it goes round."""
        if self._plan.options.turn:
            points = np.concatenate([_turned(points, 360.0 * i / ROUND) for i in range(ROUND)])
        width, height = self.board
        return frame(camera, points, width / height) if len(points) else camera

    def of(self, shot: Shot, draw: Draw) -> Image:
        """Return the picture of a shot."""
        if shot.card:
            outcome = self._plan.story.positions[-1].outcome
            return self._lettering.title(self._plan.story, outcome)
        scene = build_live(shot.position, self._live_options(shot))
        camera, up = turned(self._camera, shot.turn), (0.0, self._strip / 2)
        drawn = draw(scene, camera, self._looks.style, shift=up)[::-1, :, :3]
        if not self._strip:
            return np.ascontiguousarray(drawn)
        board, foot = drawn[: self.board[1]], drawn[self.board[1] :]
        below = shot.caption, foot.tobytes()
        if self._written is None or self._written[0] != below:
            self._written = below, self._lettering.strip(shot.caption, foot)
        return np.concatenate([board, self._written[1]])

    def _live_options(self, shot: Shot) -> LiveOptions:
        """Return what a shot shows, its levels as the film has them."""
        levels, lowest = self._levels, self._looks.lowest
        there = picker_of(shot.position.game.name).layers(shot.position) if lowest else 0
        return replace(
            shot.options, explode=levels.explode, apart=levels.apart,
            peeled=max(there - lowest, 0),
        )  # fmt: skip


def turned(camera: Camera, degrees: float) -> Camera:
    """Return the camera moved round the board's middle, counterclockwise."""
    if not degrees:
        return camera
    x, y, z = _turned(np.array([camera.target]), degrees)[0].tolist()
    return replace(camera, target=(x, y, z), azimuth=camera.azimuth + degrees)


def _turned(points: Floats, degrees: float) -> Floats:
    """Return points (N, 3) turned round the vertical axis."""
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    turn = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    return points @ turn
