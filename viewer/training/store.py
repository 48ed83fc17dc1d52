"""What is kept of training: cards, puzzle ratings and days, in one file of the user's data."""

from __future__ import annotations

from pathlib import Path

from boche.engine.languages.current import tr_later
from boche.viewer.storage.shared_file import SharedFile
from boche.viewer.training.results import Results, as_data, from_data

STORE = SharedFile(
    "training.json",
    tr_later("training"),
    tr_later("your results are not being saved"),
    Results(),
    from_data,
    as_data,
)

load_results, change_results = STORE.load, STORE.change


def training_file() -> Path:
    """Return the path of the file."""
    return STORE.path
