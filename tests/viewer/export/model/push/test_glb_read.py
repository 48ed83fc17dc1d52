"""Models read by another program."""

from __future__ import annotations

import io

import numpy as np
import pytest
import trimesh

from tests.viewer.export.model.glb_file import GlbFile
from tests.viewer.export.model.test_glb import GAMES, written


@pytest.mark.parametrize("name", GAMES)
def test_another_reader_takes_the_file(name: str) -> None:
    loaded = trimesh.load(io.BytesIO(written(name)), file_type="glb")
    ours = GlbFile.read(written(name))
    corners = [
        each.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        for node, matrix in ours.nodes
        for each, _, _ in ours.parts(node)
    ]
    flat = np.concatenate(corners)
    assert loaded.bounds == pytest.approx(np.array([flat.min(axis=0), flat.max(axis=0)]), abs=1e-6)
