"""Whole pictures against stored ones, with a tolerance too small for a wrong band."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boche.viewer.games.boche.scene import PAIR
from tests.gl.test_reference import ALLOWED, CASES, picture, scene_of, wrong_pixels


def test_one_wrong_band_on_any_face_is_noticed(context: Any) -> None:
    plies, view, style = CASES["middle"]
    scene = scene_of(plies)
    right = picture(context, scene, view, style)
    for face in range(len(scene.batches[0].instances)):
        faces = scene.batches[0].instances.copy()
        faces["pattern"][face] ^= PAIR
        broken = replace(
            scene, batches=(replace(scene.batches[0], instances=faces), *scene.batches[1:])
        )
        assert wrong_pixels(picture(context, broken, view, style), right) > 2 * ALLOWED, face
