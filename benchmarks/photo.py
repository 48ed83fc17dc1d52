"""Photographs: cost compared with plain frames, and the effect of more frames.

    python -m benchmarks.photo [--pixels 640x360] [RECORD ...]

For the end of each record, prints the seconds of 256 plain frames with the same light, of 256 with
a different light each, and of a photograph of 256 frames, drawn in turns of 32; also the mean
difference between photographs of 256 and 1,024 frames.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.machine import machine_line
from boche.engine.record import load_all, positions_along
from boche.viewer.camera.camera import Camera
from boche.viewer.export.formats import parse_size
from boche.viewer.export.images import framed
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.renderer.offscreen import Target, create_context
from boche.viewer.renderer.photo import Photographer, Subject
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.scene import Scene

RECORDS = Path(__file__).parent.parent / "assets" / "records"
SAMPLES = ("boche-path", "che-extent", "boku-row", "octi-south")
FRAMES, MANY, TURN = 256, 1024, 32


def end_of(path: Path) -> tuple[str, Scene]:
    """Return the game of a record and the scene of its end."""
    record = load_all(path)[0]
    *_, end = positions_along(record, record.main_line()[-1])
    return record.game_name, build_scene(end)


def timed(work: Callable[[], None], finish: Callable[[], None]) -> float:
    """Return the seconds that ``work`` takes, including its drawing."""
    start = time.perf_counter()
    work()
    finish()
    return time.perf_counter() - start


def measure(context: object, path: Path, size: tuple[int, int]) -> str:
    """Return a row of the table for a record."""
    game, scene = end_of(path)
    camera = framed(scene, camera_of(game, "corner"), size)
    renderer, photographer = Renderer(context), Photographer(context)
    target, plain = Target(context, size), Target(context, size, 0)
    photographer.begin(Subject(scene, camera, size))
    count = 0

    def draw(seen: Camera) -> None:
        renderer.draw(scene, seen, target.drawn, size)

    def still() -> None:
        for _ in range(TURN):
            draw(camera)

    def turning() -> None:
        nonlocal count
        for _ in range(TURN):
            count += 1
            draw(replace(camera, azimuth=camera.azimuth + 1e-4 * count))

    def photo() -> None:
        for _ in range(TURN):
            photographer.add()

    finish = context.finish  # type: ignore[attr-defined]
    draw(camera)
    photographer.add()
    photographer.begin(Subject(scene, camera, size))
    seconds = np.zeros(3)
    for _ in range(FRAMES // TURN):
        seconds += [timed(work, finish) for work in (still, turning, photo)]
    photographer.develop(plain.drawn)
    first = plain.read().astype(int)
    while photographer.frames < MANY:
        photographer.add()
    photographer.develop(plain.drawn)
    apart = np.abs(plain.read().astype(int) - first)[..., :3].mean()
    for held in (renderer, photographer, target, plain):
        held.release()
    a, b, c = seconds
    return f"| {game} | {a:.1f} s | {b:.1f} s | {c:.1f} s | {c / a:.2f} | {apart:.2f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="*", metavar="RECORD")
    parser.add_argument("--pixels", default="640x360")
    given = parser.parse_args()
    size = parse_size(given.pixels)
    paths = [Path(p) for p in given.records] or [RECORDS / f"{name}.sgf" for name in SAMPLES]
    context = create_context()
    print(machine_line())
    print(f"{context.info['GL_RENDERER']}, {given.pixels}")
    print("| game | plain | plain, light moved | photograph | of plain | 256 against 1,024 |")
    print("|---|---|---|---|---|---|")
    for path in paths:
        print(measure(context, path, size), flush=True)


if __name__ == "__main__":
    main()
