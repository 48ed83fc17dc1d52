"""Assets of a game that ship with the program: positions from sample records, lessons."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.record import book_files, load, positions_along, sample_files
from boche.viewer.games.registry import view_of
from boche.viewer.resources import asset_names, asset_text


def sample(name: str, ply: int) -> Any:
    """Return the position after ``ply`` moves of a file of ``assets/records``, or at its end."""
    record = load(sample_files()[name])
    positions = positions_along(record, record.main_line()[-1])
    return positions[min(ply, len(positions) - 1)]


def samples(game: str) -> dict[str, bytes]:
    """Return the files of ``assets/records`` for a game, by their names."""
    return sample_files(game)


def sample_names() -> list[str]:
    """Return the names of the sample records and opening books of all games."""
    return sorted(_all_samples())


def sample_data(name: str) -> bytes:
    """Return the content of a sample or an opening book. Raises ``FileNotFoundError``."""
    try:
        return _all_samples()[name]
    except KeyError:
        raise FileNotFoundError(tr("unknown sample {name}", name=name)) from None


@cache
def _all_samples() -> dict[str, bytes]:
    found = book_files()
    for game in GAMES:
        with suppress(Exception):  # an external package may raise anything; the others go on
            found |= view_of(game).samples()
    return found


def demonstration(game: str) -> bytes:
    """Return the file of ``assets/demonstrations`` for a game."""
    return asset_text(f"demonstrations/{game}.sgf").encode()


def lessons(game: str) -> dict[str, bytes]:
    """Return the files of ``assets/lessons/<game>``, by their names without ``.sgf``."""
    folder = f"lessons/{game}"
    return {n: asset_text(f"{folder}/{n}.sgf").encode() for n in asset_names(folder, ".sgf")}
