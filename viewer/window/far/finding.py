"""Finding an online opponent: a thread asks the server while the window goes on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.games.registry import find
from boche.viewer.hud.dialogs.far import forms
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.remote.client import account
from boche.viewer.remote.client.account import Listed
from boche.viewer.remote.client.address import check_server, unsafe_line
from boche.viewer.remote.client.login import Login, keep, saved, sign_in, sign_out, sign_up
from boche.viewer.remote.errors import RemoteError
from boche.viewer.remote.opening import known_here, open_board
from boche.viewer.remote.seat_link import Place, SeatLink
from boche.viewer.remote.session import RemoteSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange

POLL = 0.1  # seconds between checks for an answer


class Finding:
    """The dialogs of one desk for finding an opponent. They send one request at a time."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange
        self._answers: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._asked, self._number = False, 0
        self._then: Callable[[Any], None] = lambda _: None
        self._form: Form | None = None
        self._text = ""  # the dialog's text while there is no request
        self._game: tuple[str, Mapping[str, Any]] = ("", {})
        self._login: Login | None = None

    def show(self, game: str, options: Mapping[str, Any]) -> None:
        """Show the first dialog; a challenge would be to this game."""
        self._game = game, options
        try:
            self._login = saved()
        except RemoteError as error:
            self._login = None
            self._desk.say(str(error), tone="refused")
        if self._login is not None and self._login.session:
            self._door()
            self._list()
        else:
            self._door()

    def follow(self, link: SeatLink) -> None:
        """Put an online game on the table."""
        login = self._login
        self._ask(lambda: open_board(link, login), self._lay, f"Looking for {link.place.host}…")

    def rematch(self, place: Place) -> None:
        """Put the rematch on the table; it is reached by the same seat link, or account."""
        far = self._desk.controller.table.far
        secret = far.wire.secret if far is not None else None
        self._login = self._login or saved()
        self._form = None
        self.follow(SeatLink(place, secret))

    # -- the dialogs

    def _door(self) -> None:
        login = self._login
        server, name = (login.server, login.name or "") if login is not None else ("", "")
        self._show(forms.door(self._careful(), known_here(), server, name, _aloud))

    def _list(self) -> None:
        login = self._login
        assert login is not None
        self._ask(lambda: account.games_of(login), self._listed, f"Asking {login.server}…")

    def _listed(self, found: list[Listed]) -> None:
        login, (game, options) = self._login, self._game
        assert login is not None
        chosen = ", ".join(_words_of(each.title, options[each.name]) for each in find(game).options
                           if options.get(each.name, each.default) != each.default)  # fmt: skip
        what = find(game).title + (f" ({chosen})" if chosen else "")
        who = f"Signed in as {login.name} at {login.server}"
        rows = [(each, each.label) for each in found]
        self._show(forms.games(self._careful(), who, rows, what, self._door))

    def _show(self, form: Form) -> None:
        self._form, self._desk.hud.form = form, None
        self._desk.hud.open(form)

    def _careful(self) -> forms.Wishes:
        """Return handlers that report failures to start a request in the dialog."""

        def careful(do: Callable[..., None]) -> Callable[..., str]:
            def done(*values: Any) -> str:
                assert self._form is not None
                self._form.stay()
                try:
                    do(*values)
                except RemoteError as error:
                    return str(error)
                return ""

            return done

        return forms.Wishes(
            link=careful(lambda text: self.follow(SeatLink.parse(text))),
            known=careful(self.follow),
            sign_in=careful(lambda *given: self._sign_in(sign_in, *given)),
            sign_up=careful(lambda *given: self._sign_in(sign_up, *given)),
            sign_out=careful(self._sign_out), open=careful(self._open),
            challenge=careful(self._challenge),
        )  # fmt: skip

    # -- what is wished for

    def _sign_in(
        self, how: Callable[[str, str, str], Login], server: str, name: str, password: str
    ) -> None:
        at = check_server(server)

        def work() -> Login:
            login = how(at, name, password)
            keep(login)
            return login

        self._ask(work, self._signed_in, f"Asking {at}…")

    def _signed_in(self, login: Login) -> None:
        self._login = login
        self._list()

    def _sign_out(self) -> None:
        login = self._login
        assert login is not None

        def done(_: object) -> None:
            self._login = Login(login.server)
            self._door()

        self._ask(lambda: sign_out(login), done, f"Asking {login.server}…")

    def _open(self, listed: Listed) -> None:
        login = self._login
        assert login is not None

        def work() -> RemoteSession:
            place = account.join(login, listed.place) if listed.free else listed.place
            return open_board(SeatLink(place, None), login)

        self._ask(work, self._lay, f"Asking {login.server}…")

    def _challenge(self, rival: str, begins: str, days: int, rated: bool) -> None:
        login, (game, options) = self._login, self._game
        assert login is not None

        def work() -> RemoteSession:
            place = account.challenge(login, game, options, rival, begins, days, rated)
            return open_board(SeatLink(place, None), login)

        self._ask(work, self._lay, f"Asking {login.server}…")

    def _lay(self, session: RemoteSession) -> None:
        """Put the game on the table, once the user has decided about the current one."""
        aloud = unsafe_line(session.wire.place.server)

        def begin() -> None:
            self._exchange.swap_for(session, [aloud] if aloud else [])

        self._form = None
        self._desk.hud.form = None
        self._exchange.settle(begin, session.wire.close)

    # -- asking

    def _ask(self, work: Callable[[], Any], then: Callable[[Any], None], meanwhile: str) -> None:
        """Run ``work`` in a thread; a later request replaces this one."""
        self._number += 1
        number, self._then = self._number, then
        if self._form is not None:
            if not self._asked:
                self._text = self._form.text
            self._form.text = meanwhile
        self._asked = True

        def run() -> None:
            try:
                found: Any = work()
            except (BocheError, OSError) as error:
                found = error
            self._answers.put((number, found))

        threading.Thread(target=run, name="ask a server", daemon=True).start()

    def wakeup(self) -> float | None:
        """Return when ``tick`` is due, or None for never."""
        return self._desk.now + POLL if self._asked else None

    def tick(self) -> None:
        """Handle answers; results that nobody waits for any more are discarded."""
        while not self._answers.empty():
            number, found = self._answers.get()
            form, hud = self._form, self._desk.hud
            gone = number != self._number or (form is not None and hud.open_form is not form)
            self._asked &= number != self._number
            if gone:
                if isinstance(found, RemoteSession):
                    found.wire.close()
            elif isinstance(found, Exception):
                self._failed(why_not(found))
            else:
                self._then(found)
            hud.dirty = True

    def _failed(self, why: str) -> None:
        if self._form is None:
            self._desk.say(why, tone="refused")
        else:
            self._form.text, self._form.problem = self._text, why


def _aloud(address: str) -> str:
    """Return the warning about a typed address, or an empty text if it is not an address."""
    try:
        return unsafe_line(check_server(address.partition("#")[0]))
    except RemoteError:
        return ""


def _words_of(title: str, value: object) -> str:
    """Return a changed option in the words of the start screen."""
    return title if value is True else f"not: {title}" if value is False else f"{title} {value}"
