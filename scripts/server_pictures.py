"""Draws the pictures of the games on the server's front page, in ``assets/server/pictures/``."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.atomic_write import write_file
from engine.record import load, positions_along
from viewer.export.figure.files import figure_file
from viewer.games.registry import build_scene, camera_of

ROOT = Path(__file__).parent.parent
WIDTH = 60.0
"""Millimetres, on which the width of lines depends."""

# Of each game a record, and how many of its moves (None: all).
POSITIONS = (
    ("boche-path", None), ("che-tiles-out", None), ("boku-row", None), ("octi-three-bases", 34),
)  # fmt: skip


def main() -> int:
    """Draw them and say where they are."""
    folder = ROOT / "assets" / "server" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, moves in POSITIONS:
        record = load(ROOT / "assets" / "records" / f"{name}.sgf")
        nodes = [node for node in record.main_line() if node.move is not None][:moves]
        position = positions_along(record, nodes[-1])[-1]
        game = position.game
        data = figure_file(
            build_scene(position), camera_of(game.name), ".svg", palette="classic", width=WIDTH,
            title=game.title,
        )  # fmt: skip
        write_file(folder / f"{game.name}.svg", data)
    print(f"{len(POSITIONS)} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
