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

from boche.engine.errors import BocheError
from boche.engine.jit.kernels import Kernels
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


def unpacked(data: bytes, features: Any, name: str) -> Arrays:
    """Return the arrays in a file of weights. Raises ``WeightsError`` with the file's name."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {key: archive[key] for key in shapes(features)}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise WeightsError(f"{name}: no file of weights ({error})") from error
    for key, (length, kind) in shapes(features).items():
        if arrays[key].shape != (length,) or arrays[key].dtype != kind:
            raise WeightsError(f"{name}: weights for other features; train them again")
    return arrays


def read(path: Path, kernels: Kernels) -> Arrays:
    """Read a file of weights for a game. Raises ``WeightsError``."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    return unpacked(data, kernels.features, str(path))


@cache
def shipped(kernels: Kernels, name: str) -> Arrays | None:
    """Return the weights in ``assets/weights`` of that name, or of a file; None if not there."""
    path: Traversable = files("boche.assets").joinpath("weights", f"{name}.npz")
    if name.endswith(".npz"):
        path = Path(name)
    if not path.is_file():
        return None
    return unpacked(path.read_bytes(), kernels.features, f"{name}.npz")


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
