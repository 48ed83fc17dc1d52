"""What a command works on: the table, and the assistant and the window where there are any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from viewer.table.state import Table


class Assistant(Protocol):
    """Who plays and thinks besides people, as commands see it."""

    @property
    def analysing(self) -> bool:
        """Whether the record is being analysed."""

    def waiting_for(self) -> str:
        """Why nobody may move now, as while a computer seat thinks; empty if one may."""

    def hold(self) -> None:
        """Let a computer seat that is to move wait until the user lets it go on."""

    def hint(self) -> None: ...
    def evaluate(self) -> None: ...
    def analyse(self) -> None: ...
    def pause(self) -> None: ...


class Window(Protocol):
    """What commands want of a window: files, clipboard, settings, the screen."""

    def new(self) -> None: ...
    def open(self) -> None: ...
    def save(self) -> None: ...
    def save_as(self) -> None: ...
    def copy(self) -> None: ...
    def paste(self) -> None: ...
    def screenshot(self) -> None: ...
    def settings(self) -> None: ...
    def toggle(self, setting: str) -> None: ...
    def fullscreen(self) -> None: ...
    def help(self) -> None: ...
    def quit(self) -> None: ...


@dataclass(frozen=True)
class Context:
    """Handed to each command. ``assistant`` and ``window`` are None where there is none."""

    table: Table
    assistant: Assistant | None = None
    window: Window | None = None

    def waiting_for(self) -> str:
        """Why nobody may move now; empty if one may."""
        return self.assistant.waiting_for() if self.assistant is not None else ""
