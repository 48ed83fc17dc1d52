"""Players in files of Python, named as in ``python:bot.py:Bot``."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from boche.engine.errors import why_not
from boche.engine.languages.current import tr
from boche.engine.players.errors import PlayerError
from boche.engine.players.own import Own, check_own
from boche.engine.players.spec import SCRIPT, PlayerSpec
from boche.engine.printable import one_line

_LOADED: dict[Path, ModuleType] = {}
"""Modules by their files, each of which is run once in a process."""


def player_in_file(spec: PlayerSpec) -> Own:
    """Return the player of a name such as ``python:bot.py:Bot``.

    Raises ``PlayerError`` if the name is not of this form, for whatever the file raises, and if
    there is no such player in it.
    """
    file, name = spec.file, spec.name_in_file
    if not file or not name:
        raise PlayerError(
            tr(
                "player {kind}: give a file and the player in it, as in '{kind}:bot.py:Bot'",
                kind=SCRIPT,
            )
        )
    found: Any = getattr(_module(file), name, None)
    if found is None:
        raise PlayerError(tr("{file}: there is no {name!r} in it", file=file, name=name))
    try:
        check_own(found)
    except PlayerError as error:
        raise PlayerError(tr("{file}: {problem}", file=file, problem=error)) from error
    own: Own = found
    return own


def _module(file: str) -> ModuleType:
    """Return the module of a file. Raises ``PlayerError``."""
    path = Path(os.path.abspath(file))
    if path in _LOADED:
        return _LOADED[path]
    if not path.is_file():
        raise PlayerError(tr("{file}: file not found", file=file))
    # No other module has this name, and what the file defines is found again by it.
    name = f"player_{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PlayerError(tr("{file}: the name of a file of Python ends in .py", file=file))
    folder = str(path.parent)
    if folder not in sys.path:  # as for a program, which can import its neighbours
        sys.path.insert(0, folder)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        reason = f"{type(error).__name__}: {one_line(why_not(error))}"
        line = _line_of(error, str(path))
        raise PlayerError(
            tr("{file}, line {line}: {reason}", file=file, line=line, reason=reason)
            if line
            else tr("{file}: {problem}", file=file, problem=reason)
        ) from error
    _LOADED[path] = module
    return module


def _line_of(error: BaseException, path: str) -> int:
    """Return the last line of the file on the way to an error, or 0."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
