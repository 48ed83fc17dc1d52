"""Keeping unsaved work safe: every change is handed to a keeper, and what fails is told."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from viewer.session.edits import Edits

Work = TypeVar("Work")
Kept = TypeVar("Kept", contravariant=True)


class Keeper(Protocol[Kept]):
    """What keeps unsaved work safe; see ``viewer.storage.autosave.Autosave``."""

    @property
    def problem(self) -> str: ...
    def write(self, session: Kept, /) -> str: ...
    def clear(self) -> None: ...
    def release(self) -> None: ...


class Safety(Generic[Work]):
    """Hands ``work`` to a keeper after each of its edits, before anyone sees what they did."""

    def __init__(self, work: Work, edits: Edits) -> None:
        self._work, self._edits = work, edits
        self._keeper: Keeper[Work] | None = None
        self._messages: list[str] = []
        edits.listen(self._write)

    def keep(self, keeper: Keeper[Work] | None) -> None:
        """Hand every change to a keeper from now on, and what is unsaved at once."""
        self._keeper = keeper
        if self._edits.modified:
            self._write()

    def _write(self) -> None:
        if self._keeper is None:
            return
        if not self._edits.modified:  # saved, or undone back to what the file has
            self._keeper.clear()
        elif message := self._keeper.write(self._work):
            self._messages.append(message)

    @property
    def problem(self) -> str:
        """Why the last change is on no disk, in one line; empty where it is, or there is none."""
        if self._keeper is None or not self._edits.modified:
            return ""
        return self._keeper.problem

    def try_again(self) -> bool:
        """Try once more to make safe what is not; whether it is now."""
        if self.problem:
            self._write()
        return not self.problem

    def take_messages(self) -> list[str]:
        """The warnings since the last call, each one line to show."""
        messages, self._messages = self._messages, []
        return messages

    def close(self, *, discard: bool = False) -> None:
        """Let the keeper go. It keeps what is unsaved, unless that is to be discarded."""
        if self._keeper is None:
            return
        if discard or not self._edits.modified:
            self._keeper.clear()
        else:
            self.try_again()
            self._keeper.release()
        self._keeper = None
