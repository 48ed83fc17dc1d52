"""Requests of a desk to a server: a thread asks while the window goes on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import translate
from boche.engine.message import capitalized
from boche.viewer.hud.dialogs.model import Form, nothing
from boche.viewer.remote.client.address import unsafe_line
from boche.viewer.remote.connection import NOT_SIGNED_IN
from boche.viewer.remote.errors import RefusedError
from boche.viewer.remote.session import RemoteSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange

POLL = 0.1  # seconds between checks for an answer


Answer = TypeVar("Answer")


class Requests:
    """Requests that are made one at a time, for a dialog or for the table.

    ``form`` is the dialog that shows what is asked and what went wrong; if it is closed meanwhile,
    the answer is discarded. Without one, the status line does that.
    """

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange
        self._answers: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._asked, self._number, self._pending = False, 0, 0
        self._then: Callable[[Any], None] = nothing
        self._signed_out: Callable[[str], None] | None = None
        self._text = ""  # the dialog's text while there is no request
        self.form: Form | None = None

    def ask(
        self, work: Callable[[], Answer], then: Callable[[Answer], None], meanwhile: str,
        signed_out: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        """Run ``work`` in a thread; a later request replaces this one.

        ``then`` gets the answer; ``signed_out`` gets a sentence if the session has ended.
        """
        self._number += 1
        number, self._then, self._signed_out = self._number, then, signed_out
        if self.form is not None:
            if not self._asked:
                self._text = self.form.text
            self.form.text = meanwhile
        self._asked = True
        self._pending += 1
        self._desk.schedule.at(self._desk.now + POLL, self._take_answers)

        def run() -> None:
            try:
                found: Any = work()
            except (BocheError, OSError) as error:
                found = error
            self._answers.put((number, found))

        threading.Thread(target=run, name="ask a server", daemon=True).start()

    @property
    def busy(self) -> bool:
        """True while an answer is awaited."""
        return self._asked

    def _take_answers(self) -> None:
        """Handle answers; results that nobody waits for any more are discarded."""
        if self._pending:
            self._desk.schedule.at(self._desk.now + POLL, self._take_answers)
        while not self._answers.empty():
            number, found = self._answers.get()
            self._pending -= 1
            form, hud = self.form, self._desk.hud
            gone = number != self._number or (form is not None and hud.open_form is not form)
            self._asked &= number != self._number
            if gone:
                if isinstance(found, RemoteSession):
                    found.wire.close()
            elif isinstance(found, Exception):
                self._failed(found)
            else:
                self._then(found)
            hud.dirty = True

    def _failed(self, error: Exception) -> None:
        why, ended = why_not(error), isinstance(error, RefusedError) and error.status
        if self._signed_out is not None and ended == NOT_SIGNED_IN:
            self._signed_out(f"{capitalized(translate(why))}.")
        elif self.form is None:
            self._desk.refuse(why)
        else:
            self.form.text, self.form.problem = self._text, why

    def lay(self, session: RemoteSession) -> None:
        """Put a game on the table, once the user has decided about the current one."""
        aloud = unsafe_line(session.wire.place.server)

        def begin() -> None:
            self._exchange.swap_for(session, [aloud] if aloud else [])

        self.form = None
        self._exchange.settle(begin, session.wire.close)
