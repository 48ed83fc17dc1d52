"""A full board rendered to a PNG by this program; with --frames also the time of each frame.

python benchmarks/render_boche.py OUT.png [--size 6] [--pixels 1920x1080] [--frames]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from render_positions import full_pyramid, per_frame, report  # noqa: E402

from boche.engine.atomic_write import write_file  # noqa: E402
from boche.viewer.camera.camera import VIEWS  # noqa: E402
from boche.viewer.export.images import Exporter, framed  # noqa: E402
from boche.viewer.games.registry import build_scene  # noqa: E402


def main() -> None:
    """Render, write, and with --frames measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--size", type=int, default=6)
    parser.add_argument("--pixels", default="1920x1080")
    parser.add_argument("--frames", action="store_true")
    given = parser.parse_args()
    width, height = map(int, given.pixels.split("x"))
    scene = build_scene(full_pyramid(given.size))
    camera = framed(scene, VIEWS["corner"], (width, height))
    with Exporter((width, height), 4) as exporter:
        write_file(given.out, exporter.picture(scene, camera))
        if given.frames:
            report(size=given.size, frame=per_frame(lambda: exporter.image(scene, camera)))


if __name__ == "__main__":
    main()
