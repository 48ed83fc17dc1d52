"""Boards as compiled code takes them: tuples of numpy arrays."""

from __future__ import annotations

from typing import Any


def as_arrays(part: Any, kind: type) -> Any:
    """Convert a tuple to ``kind``, the sequences of integers in it copied to int64 arrays."""
    import numpy as np

    return kind(*(np.array(v, dtype=np.int64) if isinstance(v, list | tuple) else v for v in part))
