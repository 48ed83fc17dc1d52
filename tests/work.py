"""Work measured in calls or lines of this project's code: the same on any machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

from tests import ROOT

ROOMS = tuple(f"{ROOT / 'boche' / room}/" for room in ("engine", "viewer"))


def calls_of(action: Callable[[], object]) -> Counter[str]:
    """Count the calls of functions in each of the project's files during an action."""
    found: Counter[str] = Counter()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(ROOMS):
            found[frame.f_code.co_filename] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return found


def lines_of(action: Callable[[], object]) -> int:
    """Count the lines of the project run by an action, each pass of a loop included.

    What a library does in one call is one line.
    """
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(ROOMS):
            return None
        count += event == "line"
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        action()
    finally:
        sys.settrace(before)
    return count
