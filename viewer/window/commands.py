"""The window's commands, each implemented by the part in charge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Do = Callable[[], None]


@dataclass(frozen=True)
class WindowCommands:
    """The commands of ``viewer.table.context.Window``.

    ``toggle`` takes the name of a setting, ``turn_lesson`` a number of pages.
    """

    new: Do
    rematch: Do
    play_from: Do
    open: Do
    save: Do
    save_as: Do
    share: Do
    share_page: Do
    copy: Do
    paste: Do
    screenshot: Do
    settings: Do
    toggle: Callable[[str], None]
    fullscreen: Do
    help: Do
    this_game: Do
    library: Do
    lessons: Do
    leave_lesson: Do
    first_game: Callable[[str], None]
    turn_lesson: Callable[[int], None]
    quit: Do
