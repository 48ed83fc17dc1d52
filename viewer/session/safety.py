"""Protection of unsaved work: every change is passed to a keeper, and failures are reported."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from boche.viewer.session.edits import Edits

Work = TypeVar("Work")
KeptWork = TypeVar("KeptWork", contravariant=True)


class Keeper(Protocol[KeptWork]):
    """A keeper of unsaved work; see ``viewer.storage.autosave.Autosave``."""

    @property
    def problem(self) -> str: ...
    def write(self, session: KeptWork, /) -> str: ...
    def clear(self) -> None: ...
    def release(self) -> None: ...


class Safety(Generic[Work]):
    """A link that passes ``work`` to a keeper after each edit, before the edit is displayed."""

    def __init__(self, work: Work, edits: Edits) -> None:
        self._work, self._edits = work, edits
        self._keeper: Keeper[Work] | None = None
        self._messages: list[str] = []
        edits.listen(self._write)

    def keep(self, keeper: Keeper[Work] | None) -> None:
        """Pass every change to a keeper from now on, and unsaved work at once."""
        self._keeper = keeper
        if self._edits.modified:
            self._write()

    def _write(self) -> None:
        if self._keeper is None:
            return
        if not self._edits.modified:  # saved, or undone back to the state of the file
            self._keeper.clear()
        elif message := self._keeper.write(self._work):
            self._messages.append(message)

    def renew(self) -> None:
        """Pass unsaved work to the keeper again, as after a change of its file."""
        self._write()

    @property
    def problem(self) -> str:
        """The reason why the last change is not on disk, in one line, or an empty string."""
        if self._keeper is None or not self._edits.modified:
            return ""
        return self._keeper.problem

    def try_again(self) -> bool:
        """Retry storing the last change. Return whether it is stored now."""
        if self.problem:
            self._write()
        return not self.problem

    def take_messages(self) -> list[str]:
        """Return the warnings since the last call, each one line to display."""
        messages, self._messages = self._messages, []
        return messages

    def close(self, *, discard: bool = False) -> None:
        """Release the keeper. It keeps unsaved work unless ``discard`` is set."""
        if self._keeper is None:
            return
        if discard or not self._edits.modified:
            self._keeper.clear()
        else:
            self.try_again()
            self._keeper.release()
        self._keeper = None
