"""Progress of what takes long: told to a function, or shown as a bar."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from boche.engine.arguments import ArgumentError, in_short
from boche.engine.languages.current import tr, tr_word

Progress = Callable[[int, int], object] | bool | None
"""A function of what is done and of the whole; True for a bar; None for one in notebooks only."""


def check_progress(progress: object) -> None:
    """Raise ``ArgumentError`` unless the value says how progress is to be told."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise ArgumentError(
            tr(
                "progress: {value} is neither a function nor True or False",
                value=in_short(progress),
            )
        )


def followed(steps: Iterable[object], total: int, progress: Progress) -> Iterator[object]:
    """Yield the pictures as they are made, and tell of each once it is there."""
    if callable(progress):
        for done, step in enumerate(steps, 1):
            progress(done, total)
            yield step
    elif progress or (progress is None and in_notebook()):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it may miss ipywidgets, and then draws in characters
            from tqdm.autonotebook import tqdm
        yield from tqdm(steps, total=total, unit=tr_word("picture"), file=sys.stderr)
    else:
        yield from steps


def in_notebook() -> bool:
    """Return whether this is the process behind a notebook, in which a cell has no terminal."""
    if "IPython" not in sys.modules:
        return False
    shell = import_module("IPython").get_ipython()
    return shell is not None and "IPKernelApp" in shell.config
