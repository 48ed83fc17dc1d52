"""Learned weights: files in ``assets/weights``, and the arrays that the search works with."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from boche.engine.errors import BocheError, why_not
from boche.engine.game import Game
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.system import system_reason
from boche.engine.native.kernels import Kernels, features_of
from boche.engine.program import PROGRAM
from boche.engine.search.knowledge import (
    HIDDEN,
    INNER,
    LOWEST,
    POINT,
    STEEPEST,
    Net,
    Thought,
)

Arrays = Mapping[str, Any]
"""The fields of ``Net`` that are learned, by name."""


LONGEST_HEADER = 10_000
"""Bytes that an archive or one of its arrays may have beyond the numbers."""

OTHER = tr_later("its arrays are those of another game, or of other features")


class WeightsError(BocheError):
    """A file of weights that cannot be read or belongs to something else."""


def shapes(features: Any) -> dict[str, tuple[int, type]]:
    """Return length and type of each learned array, for a game's module ``features``."""
    moves, positions = features.MOVE_FEATURES, features.POSITION_FEATURES
    return {
        "move": (moves, np.int16),
        "alone": (positions, np.int16),
        "rows": (positions * HIDDEN, np.int16),
        "hidden": (HIDDEN, np.int32),
        "inner": (HIDDEN * INNER, np.int16),
        "inner_bias": (INNER, np.int32),
        "outer": (INNER + 1, np.int32),
    }


def packed(arrays: Arrays) -> bytes:
    """Return the contents of a file of weights: a compressed archive of numpy's arrays."""
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def unpacked(data: bytes, features: Any) -> Arrays:
    """Return the arrays in a file of weights.

    Raises ``WeightsError`` without the file's name. What is read is limited to the wanted sizes,
    whatever the archive says of itself.
    """
    wanted = shapes(features)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = {entry.filename: entry for entry in archive.infolist()}
            if sorted(archive.namelist()) != sorted(f"{key}.npy" for key in wanted):
                raise WeightsError(tr("its arrays are not those of learned weights"))
            return {
                key: _array(archive, entries[f"{key}.npy"], length, np.dtype(kind))
                for key, (length, kind) in wanted.items()
            }
    except WeightsError:
        raise
    except Exception as error:  # a damaged archive raises whatever its reader meets
        raise WeightsError(why_not(error)) from error


def _array(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, length: int, kind: np.dtype[Any]
) -> Any:
    # Other kinds of compression may unpack to any size at once.
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise WeightsError(tr("its arrays are compressed in another way"))
    if not 0 <= entry.file_size - length * kind.itemsize <= LONGEST_HEADER:
        raise WeightsError(tr(OTHER))
    with archive.open(entry) as file:
        content = io.BytesIO(file.read(entry.file_size))  # with a size: it unpacks no more
    version = np.lib.format.read_magic(content)
    if version != (1, 0):
        raise WeightsError(tr("its arrays were written by another version"))
    if np.lib.format.read_array_header_1_0(content) != ((length,), False, kind):
        raise WeightsError(tr(OTHER))
    return np.frombuffer(content.read(), kind, length).copy()


def read(path: Path, features: Any) -> Arrays:
    """Read a file of weights for a game's features. Raises ``WeightsError``."""
    name = repr(str(path))
    try:
        return _read(path, features)
    except OSError as error:
        raise WeightsError(
            tr("cannot read {name}: {error}", name=name, error=system_reason(error))
        ) from error
    except WeightsError as error:
        raise WeightsError(
            tr(
                "{name} has no learned weights for this game ({error}); give a file written by "
                "training in it",
                name=name,
                error=error,
            )
        ) from error


def check(path: Path, game: Game) -> None:
    """Raise ``WeightsError`` unless a file has weights for a game."""
    read(path, features_of(game))


def _read(path: Traversable, features: Any) -> Arrays:
    most = 2 * sum(length * np.dtype(kind).itemsize for length, kind in shapes(features).values())
    with path.open("rb") as file:
        data = file.read(most + LONGEST_HEADER)
        if file.read(1):
            raise WeightsError(tr("it is too large"))
    return unpacked(data, features)


@cache
def shipped(kernels: Kernels, name: str) -> Arrays | None:
    """Return the weights in ``assets/weights`` of that name, or of a file; None if not there.

    Raises ``WeightsError``.
    """
    path: Traversable = files("boche.assets").joinpath("weights", f"{name}.npz")
    if name.endswith(".npz"):
        path = Path(name)
    if not path.is_file():
        return None
    try:
        return _read(path, kernels.features)
    except (OSError, WeightsError) as error:
        raise WeightsError(
            tr(
                "the installation is damaged: {path!r} has no learned weights ({error}); "
                "install {program} again",
                path=str(path),
                error=why_not(error),
                program=PROGRAM,
            )
        ) from error


def new_thought(kernels: Kernels, arrays: Arrays | None, most_moves: int) -> Thought:
    """Return the weights, or empty ones, with scratch memory for one thread."""
    features = kernels.features
    if arrays is None:
        arrays = {key: np.zeros(1, kind) for key, (_, kind) in shapes(features).items()}
    most = max(features.MOST_OF_MOVE, features.MOST_OF_POSITION)
    return Thought(
        net=Net(**arrays, exponential=_exponential(), logistic=_logistic()),
        found=np.zeros(most, np.int32),
        scratch=np.zeros(features.SCRATCH, np.int32),
        exponents=np.zeros(most_moves, np.int64),
        sums=np.zeros(HIDDEN, np.int32),
        inner=np.zeros(INNER, np.int32),
    )


@cache
def _exponential() -> Any:
    """Return exp(-i / POINT) as integers; rounding makes them the same on every machine."""
    table = np.round(np.exp(-np.arange(LOWEST + 1) / POINT) * (1 << 24)).astype(np.int64)
    table[LOWEST] = 0
    return table


@cache
def _logistic() -> Any:
    """Return the logistic function of (i - STEEPEST) / POINT, in steps of 2 ** -16."""
    exponents = (np.arange(2 * STEEPEST + 1) - STEEPEST) / POINT
    return np.round((1 << 16) / (1 + np.exp(-exponents))) / (1 << 16)
