"""Generator of the pictures in docs/pictures/: ``make pictures``."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from boche.engine.atomic_write import write_file
from boche.engine.game import Position
from boche.engine.record import load, positions_along
from boche.viewer.camera.camera import parse_view
from boche.viewer.export.images import Exporter, Photo, framed
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.renderer.style import Style
from boche.viewer.scene import SceneOptions
from scripts.page_picture import page_picture
from scripts.server_pictures import draw_games, page_pictures

ROOT = Path(__file__).parent.parent
SIZE = (1280, 720)

# Name of the picture: record, moves from the start (None: all), view, style.
PICTURES: dict[str, tuple[str, int | None, str, Style]] = {
    "enclosure": ("boche-enclosure", None, "corner", Style()),
    "path-dark": ("boche-path", None, "corner", Style(theme="dark")),
    "safe": ("boche-path", 30, "corner2", Style(palette="safe")),
    "che": ("che-closed", None, "corner", Style(palette="blue")),
    "boku": ("boku-sandwiches", None, "corner", Style()),
    "boku-taken": ("boku-row", 17, "corner", Style()),
    "octi": ("octi-three-bases", 34, "corner", Style()),
    "octi-torus": ("octi-fast-torus", 34, "corner", Style()),
}

# Photographs, of 256 frames: record, moves, view.
PHOTOS: dict[str, tuple[str, int | None, str]] = {
    "photo-boche": ("boche-path", 38, "-100,40"),
    "photo-che": ("che-closed", None, "-75,40"),
    "photo-boku": ("boku-row", None, "-75,36"),
    "photo-octi": ("octi-three-bases", 40, "-70,38"),
}
LENS, FRAMES = 0.2, 256


def main() -> int:
    """Draw all pictures and print their folder."""
    folder = ROOT / "docs" / "pictures"
    folder.mkdir(exist_ok=True)
    with Exporter(SIZE, samples=4) as exporter:
        for name, picture in PICTURES.items():
            write_file(folder / f"{name}.png", small(draw(exporter, *picture)))
        for name, photo in PHOTOS.items():
            write_file(folder / f"{name}.jpg", take_photograph(exporter, *photo))
    print(f"{len(PICTURES) + len(PHOTOS)} pictures in {folder}")
    draw_games()
    draw_pages(folder)
    return draw_windows(folder)


def draw_pages(folder: Path) -> None:
    """Draw the pictures of pages, if there is a browser."""
    try:
        pictures = {"page": page_picture("boche-path.sgf", 44), **page_pictures()}
    except Exception as error:  # the driver raises many types
        print(f"no browser, the pictures of pages stay as they are: {str(error).splitlines()[0]}")
        return
    for name, picture in pictures.items():
        write_file(folder / f"{name}.png", small(picture))


def draw_windows(folder: Path) -> int:
    """Draw the pictures of the window, on the current display or under xvfb-run."""
    command = [sys.executable, "-m", "scripts.window_pictures"]
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            print("no display and no xvfb-run: the pictures of the window stay as they are")
            return 0
        command = ["xvfb-run", "-a", "-s", "-screen 0 1920x1200x24", *command]
    with tempfile.TemporaryDirectory() as made:
        code = subprocess.run([*command, made], cwd=ROOT).returncode
        for path in sorted(Path(made).glob("*.png")):
            write_file(folder / path.name, small(path.read_bytes()))
    return code


def draw(exporter: Exporter, record_name: str, moves: int | None, view: str, style: Style) -> bytes:
    """Return a picture as PNG."""
    game, position, last = position_in(record_name, moves)
    scene = build_scene(position, SceneOptions(last=last))
    camera = camera_of(game, view)
    return exporter.picture(scene, framed(scene, camera, SIZE), style)


def take_photograph(exporter: Exporter, record_name: str, moves: int | None, view: str) -> bytes:
    """Return a photograph as JPEG, without marks."""
    _, position, _ = position_in(record_name, moves)
    scene = build_scene(position, SceneOptions(result=False))
    camera, _ = parse_view(view)
    photo = Photo(FRAMES, LENS)
    return exporter.picture(scene, framed(scene, camera, SIZE), None, "JPEG", photo)


def position_in(record_name: str, moves: int | None) -> tuple[str, Position, Any]:
    """Return a sample record's game, its position after some or all moves, and the last move."""
    record = load(ROOT / "assets" / "records" / f"{record_name}.sgf")
    nodes = [node for node in record.main_line() if node.move is not None]
    nodes = nodes if moves is None else nodes[:moves]
    return record.game_name, positions_along(record, nodes[-1])[-1], nodes[-1].move


def small(png: bytes) -> bytes:
    """Return the picture in 256 colours, enough for these few materials, at a third of the size.

    An octree keeps rare colours, such as those of marks; a median cut drops them.
    """
    with Image.open(io.BytesIO(png)) as image:
        packed = io.BytesIO()
        plain = image.convert("RGB")
        few = plain.quantize(256, Image.Quantize.FASTOCTREE)
        # The light on the table changes so slowly that steps would be visible.
        few = plain.quantize(palette=few, dither=Image.Dither.FLOYDSTEINBERG)
        few.save(packed, "PNG", optimize=True)
    return packed.getvalue()


if __name__ == "__main__":
    sys.exit(main())
