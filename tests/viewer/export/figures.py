"""Figures for tests: positions of records, rendered to pixels by a third-party renderer."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import resvg_py
from PIL import Image

from boche.viewer.camera.camera import Camera
from boche.viewer.export.figure.drawing import framed
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.session import Session
from tests import ROOT

RECORDS = ROOT / "assets" / "records"
SAMPLES = ("boche-path.sgf", "che-closed.sgf", "boku-row.sgf", "octi-south.sgf")


def seen(name: str, view: str, *, numbers: bool = False) -> tuple[Scene, Camera]:
    """Return the last position of a sample record as a scene, and the camera for it."""
    session = Session.open(RECORDS / name)
    session.cursor.go_index(len(session.record.main_line()) - 1)
    moves = tuple(node.move for node in session.cursor.node.path() if node.move is not None)
    options = SceneOptions(last=moves[-1], numbered=moves if numbers else ())
    scene = build_scene(session.position, options)
    return scene, framed(scene, camera_of(session.position.game.name, view))


def pixels(svg: str, width: int = 600) -> Any:
    """Render an SVG on white paper to an array (H, W, 3)."""
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, dpi=96, background="white")
    return np.asarray(Image.open(io.BytesIO(bytes(data))).convert("RGB"), int)
