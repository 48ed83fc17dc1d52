"""Assets of a game that ship with the program: positions from sample records, lessons."""

from __future__ import annotations

from typing import Any

from boche.engine.record import load_all, positions_along
from boche.viewer.resources import asset_names, asset_text


def sample(name: str, ply: int) -> Any:
    """Return the position after ``ply`` moves of a file of ``assets/records``, or at its end."""
    record = load_all(sample_data(name))[0]
    positions = positions_along(record, record.main_line()[-1])
    return positions[min(ply, len(positions) - 1)]


def sample_names() -> list[str]:
    """Return the names of the files of ``assets/records``."""
    folder = "records"
    return sorted(f"{n}{end}" for end in (".sgf", ".txt") for n in asset_names(folder, end))


def sample_data(name: str) -> bytes:
    """Return the content of a file of ``assets/records``."""
    return asset_text(f"records/{name}").encode()


def lessons(game: str) -> dict[str, bytes]:
    """Return the files of ``assets/lessons/<game>``, by their names without ``.sgf``."""
    folder = f"lessons/{game}"
    return {n: asset_text(f"{folder}/{n}.sgf").encode() for n in asset_names(folder, ".sgf")}
