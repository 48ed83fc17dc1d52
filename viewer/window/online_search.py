"""Finding an online opponent: signing in, links, challenges and open seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import replace
from functools import partial
from typing import Any

from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs import online_forms
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.pages.game_card import changed_in_short
from boche.viewer.remote.client import account
from boche.viewer.remote.client.account import Seek
from boche.viewer.remote.client.address import check_server, unsafe_line
from boche.viewer.remote.client.login import Login, keep, saved, sign_in, sign_out, sign_up
from boche.viewer.remote.errors import RefusedError, RemoteError
from boche.viewer.remote.opening import known_here, open_board
from boche.viewer.remote.seat_link import Place, SeatLink
from boche.viewer.remote.session import RemoteSession
from boche.viewer.remote.turn_watch import turns_now
from boche.viewer.window.desk import Desk
from boche.viewer.window.online_games import OwnGames
from boche.viewer.window.online_requests import Answer, Requests
from boche.viewer.window.records.record_switch import Exchange


class Finding:
    """The dialogs of one desk for finding an opponent. They send one request at a time.

    ``own`` are the user's games at the server. ``records`` gets those whose pictures are wanted.
    """

    def __init__(
        self, desk: Desk, exchange: Exchange, records: MutableMapping[str, bytes] | None = None
    ) -> None:
        self._desk, self._requests = desk, Requests(desk, exchange)
        self._game: tuple[str, Mapping[str, Any]] | None = None
        self._login: Login | None = None
        self._to_own = False  # whether to show the user's games once they have signed in
        self.own = OwnGames(
            desk, exchange, self._first_sign_in, self._from_own, {} if records is None else records
        )

    def show(self, game: str, options: Mapping[str, Any]) -> None:
        """Show the first dialog; a challenge would be to this game."""
        self._game, self._to_own = (game, options), False
        self._begin()

    def _from_own(self) -> None:
        """Show it from the list of the user's games."""
        self._to_own = False
        self._begin()

    def _first_sign_in(self, why: str) -> None:
        """Show the dialog to sign in, with a line, and then the user's games."""
        self._begin(ask=False)
        self._to_own = True
        form = self._requests.form
        assert form is not None
        form.text = why
        given = form.values()
        missing = next(name for name in ("server", "name", "password") if not given[name])
        form.focus_on([field.name for field in form.fields].index(missing))

    def _begin(self, *, ask: bool = True) -> None:
        if self._game is None:
            record = self._desk.session.record
            self._game = record.game_name, record.options
        try:
            self._login = saved()
        except RemoteError as error:
            self._login = None
            self._desk.refuse(str(error))
        self._door()
        if ask and self._login is not None and self._login.session:
            self._list()

    def follow(self, link: SeatLink) -> None:
        """Put an online game on the table."""
        login = self._login
        self._requests.ask(lambda: open_board(link, login), self._requests.lay,
                           tr("Looking for {host}…", host=link.place.host))  # fmt: skip

    def rematch(self, place: Place) -> None:
        """Put the rematch on the table; it is reached by the same seat link, or account."""
        far = self._desk.controller.table.far
        secret = far.wire.secret if far is not None else None
        self._login = self._login or saved()
        self._requests.form = None
        self.follow(SeatLink(place, secret))

    # -- the dialogs

    def _door(self) -> None:
        login = self._login
        server, name = (login.server, login.name or "") if login is not None else ("", "")
        self._show(online_forms.door(self._actions(), known_here(), server, name, _address_warning))

    def _ask(self, work: Callable[[Login], Answer], then: Callable[[Answer], None]) -> None:
        """Ask the server where the user is signed in."""
        login = self._login
        assert login is not None
        asking = tr("Asking {server}…", server=login.server)
        self._requests.ask(lambda: work(login), then, asking)

    def _list(self) -> None:
        self._ask(lambda login: (account.seeks(login), turns_now(login).due), self._listed)

    def _listed(self, found: tuple[list[Seek], int]) -> None:
        login, (seeks, due) = self._login, found
        assert login is not None
        assert self._game is not None
        game, options = find(self._game[0]), self._game[1]
        chosen = ", ".join(_words_of(tr(each.title), options[each.name]) for each in game.options
                           if options.get(each.name, each.default) != each.default)  # fmt: skip
        what = game.title + (f" ({chosen})" if chosen else "")
        who = tr("Signed in as {name} at {server}", name=login.name, server=login.server)
        rows = [(seek, label_of(seek)) for seek in seeks]
        self._show(online_forms.games(self._actions(), who, rows, what, due, self._door,
                                      self._desk.settings))  # fmt: skip

    def _show(self, form: Form) -> None:
        self._requests.form = form
        self._desk.hud.open(form)

    def _actions(self) -> online_forms.OnlineActions:
        return online_forms.OnlineActions(
            link=lambda text: self.follow(SeatLink.parse(text)), known=self.follow,
            sign_in=self._sign_in, sign_up=partial(self._enter, sign_up),
            sign_out=self._sign_out, open=self._open, challenge=self._challenge,
            own=self.own.show,
        )  # fmt: skip

    # -- what is wished for

    def _sign_in(self, server: str, name: str, password: str) -> None:
        """Sign in; the code of a second factor is asked for only if the account has one."""

        def ask_for_code(at: str) -> None:
            def send(code: str) -> None:
                self._enter(partial(sign_in, code=code), at, name, password)

            host = at.partition("://")[2]
            self._show(online_forms.code(name, host, send, self._door))

        self._enter(sign_in, server, name, password, ask_for_code)

    def _enter(
        self, how: Callable[[str, str, str], Login], server: str, name: str, password: str,
        ask_for_code: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        at = check_server(server)

        def work() -> Login | None:
            try:
                login = how(at, name, password)
            except RefusedError as error:
                if ask_for_code is None or not error.needs_code:
                    raise
                return None
            keep(login)
            return login

        def done(login: Login | None) -> None:
            if login is not None:
                self._signed_in(login)
            elif ask_for_code is not None:
                ask_for_code(at)

        self._requests.ask(work, done, tr("Asking {at}…", at=at))

    def _signed_in(self, login: Login) -> None:
        self._login = login
        if self._to_own:
            self.own.show()
        else:
            self._list()

    def _sign_out(self) -> None:
        def work(login: Login) -> Login:
            sign_out(login)
            return Login(login.server)

        def done(login: Login) -> None:
            self._login = login
            self.own.forget()
            self._door()

        self._ask(work, done)

    def _open(self, seek: Seek) -> None:
        def work(login: Login) -> RemoteSession:
            return open_board(SeatLink(account.join(login, seek.place), None), login)

        self._ask(work, self._requests.lay)

    def _challenge(self, rival: str, begins: str, days: int, rated: bool) -> None:
        assert self._game is not None
        game, options = self._game

        def work(login: Login) -> RemoteSession:
            place = account.challenge(login, game, options, rival, begins, days, rated)
            return open_board(SeatLink(place, None), login)

        def made(session: RemoteSession) -> None:
            desk = self._desk
            chosen = replace(desk.settings, challenge_begins=begins, challenge_days=days,
                             challenge_rated=rated)  # fmt: skip
            if chosen != desk.settings:
                desk.set_settings(chosen)
            self._requests.lay(session)

        self._ask(work, made)


def label_of(seek: Seek) -> str:
    """Return the text of a game that waits for anybody."""
    game = ", ".join([seek.game.title, *changed_in_short(seek.game, seek.options)])
    terms = tr("{clock}, rated", clock=seek.clock) if seek.rated else seek.clock
    rival = seek.name or tr("somebody")
    return tr("{game}, against {opponent}, {terms}", game=game, opponent=rival, terms=terms)


def _address_warning(address: str) -> str:
    """Return the warning about a typed address, or an empty text if it is not an address."""
    try:
        return unsafe_line(check_server(address.partition("#")[0]))
    except RemoteError:
        return ""


def _words_of(title: str, value: object) -> str:
    """Return a changed option in the words of the start screen."""
    if value is False:
        return tr("not: {option}", option=title)
    return title if value is True else f"{title} {value}"
