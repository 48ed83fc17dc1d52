"""What travels with the program about a game: positions out of sample records, lessons."""

from __future__ import annotations

from typing import Any

from engine.record import load_all, positions_along
from viewer.resources import asset_names, asset_text


def sample(name: str, ply: int) -> Any:
    """The position after ``ply`` moves of a file of ``assets/records``, or at its end."""
    record = load_all(sample_data(name))[0]
    positions = positions_along(record, record.main_line()[-1])
    return positions[min(ply, len(positions) - 1)]


def sample_names() -> list[str]:
    """The files of ``assets/records``."""
    folder = "records"
    return sorted(f"{n}{end}" for end in (".sgf", ".txt") for n in asset_names(folder, end))


def sample_data(name: str) -> bytes:
    """What a file of ``assets/records`` holds."""
    return asset_text(f"records/{name}").encode()


def lessons(game: str) -> dict[str, bytes]:
    """The files of ``assets/lessons/<game>``, by their names without ``.sgf``."""
    folder = f"lessons/{game}"
    return {n: asset_text(f"{folder}/{n}.sgf").encode() for n in asset_names(folder, ".sgf")}
