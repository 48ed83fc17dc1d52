"""The comparison program: 56 textured cubes rendered offscreen by PyVista, without shadows.

    python benchmarks/render_pyvista.py OUT.png [--pixels 1920x1080] [--frames]

It needs ``pip install pyvista`` in an environment of its own, and nothing of this program.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
import pyvista as pv


def truchet(side: int = 256) -> pv.Texture:
    """Return the texture of a two-coloured face."""
    v, u = np.mgrid[0:side, 0:side] / (side - 1)
    apart = np.minimum(np.hypot(u, v), np.hypot(1 - u, 1 - v)) < 0.5
    colours = np.array([[246, 239, 226], [35, 44, 66]], np.uint8)
    return pv.Texture(colours[apart.astype(int)])


def cubes(size: int) -> pv.PolyData:
    """Return the cubes of a full board as one mesh with texture coordinates on each face."""
    made = []
    for level in range(size):
        for column in range(size - level):
            for row in range(size - level - column):
                centre = (0.5 - column, 0.5 - row, 0.5 + column + row + level)
                made.append(pv.Cube(center=centre, clean=False))
    merged = pv.merge(made, merge_points=False)
    merged.active_texture_coordinates = merged["TCoords"]
    return merged


def plotter(size: int, pixels: tuple[int, int]) -> pv.Plotter:
    """Return the scene: the cubes, a plane below them, and a camera as in this program's view."""
    made = pv.Plotter(off_screen=True, window_size=list(pixels))
    made.enable_anti_aliasing("msaa", multi_samples=4)
    made.set_background("#e9e7e3")
    made.add_mesh(cubes(size), texture=truchet())
    middle = ((2 - size) / 3, (2 - size) / 3, (2 * size - 1) / 3)
    board = pv.Polygon(center=middle, radius=size, normal=(1, 1, 1), n_sides=3)
    made.add_mesh(board, color="#e6d3b3")
    made.camera.focal_point = middle
    made.camera.position = np.array(middle) + 4.2 * size * np.array([0.32, 0.83, 0.46])
    made.camera.up = (0.5, -0.3, 0.8)
    made.camera.view_angle = 28.0
    return made


def main() -> None:
    """Render, write, and with --frames measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--size", type=int, default=6)
    parser.add_argument("--pixels", default="1920x1080")
    parser.add_argument("--frames", action="store_true")
    given = parser.parse_args()
    width, height = map(int, given.pixels.split("x"))
    scene = plotter(given.size, (width, height))
    scene.screenshot(given.out)
    if given.frames:
        times = []
        for _ in range(15):
            start = time.perf_counter()
            scene.render()
            scene.image  # noqa: B018  reads the pixels back
            times.append(time.perf_counter() - start)
        print(json.dumps({"size": given.size, "frame": sorted(times)[7]}))


if __name__ == "__main__":
    main()
