"""The user's online games at the desk: the list of them, the next one, and how many wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, MutableMapping, Sequence

from boche.engine.durations import in_words
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.message import capitalized
from boche.viewer.hud.dialogs.own_games_model import GameRow, OwnGamesActions, OwnGamesForm
from boche.viewer.hud.dialogs.tall_list import picture_name
from boche.viewer.hud.pages.game_card import changed_in_short
from boche.viewer.remote.client import account
from boche.viewer.remote.client.account import Listed
from boche.viewer.remote.client.http import Client
from boche.viewer.remote.client.login import Login, saved
from boche.viewer.remote.errors import RemoteError
from boche.viewer.remote.opening import open_board
from boche.viewer.remote.seat_link import Place, SeatLink
from boche.viewer.remote.session import RemoteSession
from boche.viewer.remote.turn_watch import TurnWatch, turns_now
from boche.viewer.remote.view import Turns
from boche.viewer.storage.library_cards import check_short
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.commands import NEXT_GAME
from boche.viewer.table.words import NO_OTHER_TURN, OTHER_TURN
from boche.viewer.window.desk import Desk
from boche.viewer.window.notifications import announce
from boche.viewer.window.online_requests import Requests
from boche.viewer.window.records.record_switch import Exchange

POLL = 0.5  # seconds between looks at the open list, and at what waits
SIGN_IN = tr_later("Sign in to see your games.")


class OwnGames:
    """The user's games at the server where they are signed in.

    ``sign_in`` shows the dialog for that, with a line; ``others`` that with challenges and open
    seats. ``records`` gets the records of games whose pictures are wanted, by their names.
    """

    def __init__(
        self,
        desk: Desk,
        exchange: Exchange,
        sign_in: Callable[[str], None],
        others: Callable[[], None],
        records: MutableMapping[str, bytes],
    ) -> None:
        self._desk, self._sign_in, self._others = desk, sign_in, others
        self._listing, self._opening = Requests(desk, exchange), Requests(desk, exchange)
        self._pictures = GamePictures(records)
        self._login: Login | None = None
        self._page: OwnGamesForm | None = None
        self._games: list[Listed] = []
        self._watch: TurnWatch | None = None
        self._known: Turns | None = None  # what the open list takes account of

    # -- the list

    def show(self) -> None:
        """Show the list, or the dialog to sign in."""
        login = self._signed_in()
        if login is None:
            self._sign_in(tr(SIGN_IN))
            return
        self._watch_turns(login)
        self._login, self._games = login, []
        wishes = OwnGamesActions(self._open, self.next, self._list, self._others)
        page = self._page = OwnGamesForm(login.server, wishes)
        self._listing.form = self._opening.form = page.form
        self._desk.hud.open(page.form)
        self._list()

    def _signed_in(self) -> Login | None:
        """Return the login, or None; a damaged file is reported."""
        try:
            login = saved()
        except RemoteError as error:
            self._desk.refuse(str(error))
            return None
        return login if login is not None and login.session else None

    def _list(self) -> None:
        """Ask for the games of the open list."""
        login = self._login
        assert login is not None
        self._known = self._desk.controller.table.awaited
        self._listing.ask(lambda: account.own_games(login, time.time), self._listed,
                          tr("Asking {server}…", server=login.server), self._sign_in)  # fmt: skip
        self._desk.schedule.at(self._desk.now + POLL, self._follow)

    def _listed(self, games: list[Listed]) -> None:
        assert self._page is not None
        self._games, self._page.form.text, self._page.form.problem = games, "", ""
        self._show_rows()

    def _show_rows(self) -> None:
        page = self._page
        assert page is not None
        rows = [row_of(game, time.time(), self._pictures.name_of(game)) for game in self._games]
        self._desk.hud.dirty |= page.show(rows)

    def _follow(self) -> None:
        """Keep the list current while it is open: times left, pictures, and news."""
        page, login, desk = self._page, self._login, self._desk
        if page is None or login is None or desk.hud.open_form is not page.form:
            self._pictures.close()
            return
        desk.schedule.at(desk.now + POLL, self._follow)
        by_number = {game.place.board: game for game in self._games}
        seen = [by_number[row.board] for row in page.seen if row.board in by_number]
        self._pictures.want(login, seen)
        busy = self._listing.busy or self._opening.busy
        awaited = desk.controller.table.awaited
        if awaited is not None and awaited != self._known and not busy:
            if self._tells(awaited):
                self._known = awaited
            else:
                self._list()
        elif self._games:
            self._show_rows()

    def _tells(self, awaited: Turns) -> bool:
        """Return whether the list tells of the same turns and challenges."""
        due = {game.place.board for game in self._games if game.due}
        asked = sum(game.asks and not game.over for game in self._games)
        return due == set(awaited.boards) and len(due) + asked == awaited.due

    # -- opening

    def _open(self, board: int) -> None:
        login, far = self._login, self._desk.controller.table.far
        assert login is not None
        link = SeatLink(Place(login.server, board), None)
        if far is not None and far.wire.place == link.place:
            self._desk.hud.close()  # it is on the table
            return
        self._opening.ask(lambda: open_board(link, login), self._opening.lay,
                          tr("Looking for {host}…", host=link.place.host))  # fmt: skip

    def next(self) -> None:
        """Open the next game where it is the user's turn, other than the one on the table."""
        login, table = self._signed_in(), self._desk.controller.table
        if login is None:
            self._sign_in(tr(SIGN_IN))
            return
        here = table.far.wire.place if table.far is not None else None

        def work() -> RemoteSession | None:
            others = turns_now(login).others(here)
            if not others:
                return None
            return open_board(SeatLink(Place(login.server, others[0]), None), login)

        self._watch_turns(login)
        page = self._page.form if self._page is not None else None
        self._opening.form = page if page is self._desk.hud.open_form else None
        self._opening.ask(work, self._show_session, tr("Asking {server}…", server=login.server),
                          self._sign_in)  # fmt: skip

    def _show_session(self, session: RemoteSession | None) -> None:
        if session is not None:
            self._opening.lay(session)
        elif self._opening.form is not None:
            self._opening.form.text = ""
            self._opening.form.problem = f"{capitalized(translate(NO_OTHER_TURN))}."
        else:
            self._desk.say(NO_OTHER_TURN, tone="noted")

    # -- what waits

    def watch(self) -> None:
        """Follow from now on how many games wait, if the game on the table is an account's."""
        far, login = self._desk.controller.table.far, self._signed_in()
        if far is not None and login is not None and far.wire.secret is None:
            self._watch_turns(login)

    def _watch_turns(self, login: Login) -> None:
        if self._watch is not None and self._watch.login == login:
            return
        self.forget()
        self._watch = TurnWatch(login)
        self._desk.schedule.at(self._desk.now, self._take_turns)

    def _take_turns(self) -> None:
        watch, desk, table = self._watch, self._desk, self._desk.controller.table
        if watch is None:
            return
        desk.schedule.at(desk.now + POLL, self._take_turns)
        if watch.latest == table.awaited:
            return
        first, before = table.awaited is None, set(table.other_turns)
        table.awaited, desk.hud.dirty = watch.latest, True
        if not first and not before.issuperset(table.other_turns):
            announce(desk, OTHER_TURN(key=shown_key(NEXT_GAME.name)), "noted")

    def forget(self) -> None:
        """Follow it no longer: the user has signed out, or the window is closed."""
        watch, self._watch = self._watch, None
        self._desk.controller.table.awaited = None
        if watch is not None:
            watch.close()


def row_of(game: Listed, now: float, picture: str = "") -> GameRow:
    """Return a game as a line of the list."""
    options = ", ".join(changed_in_short(game.game, game.options))
    heading = game.game.title
    if game.opponent:
        heading = tr("{game} against {opponent}", game=heading, opponent=game.opponent)
    begins = tr("not begun") if game.waits else tr("move {number}", number=game.ply + 1)
    state = tr("over") if game.over else begins
    board, rated = tr("board {board}", board=game.place.board), tr("rated") if game.rated else ""
    note, left = ", ".join(filter(None, (options, state, board, rated))), ""
    if game.deadline is not None and not game.over:
        left = tr("{time} left", time=in_words(game.deadline - now))
    return GameRow(game.place.board, heading, state_of(game), note, left, game.due or game.asks,
                   picture)  # fmt: skip


def state_of(game: Listed) -> str:
    """Return whose turn it is in a game, or what it waits for."""
    opponent = game.opponent or tr("somebody")
    if game.asks and game.over:
        return tr("{opponent} proposes a rematch", opponent=opponent)
    if game.asks:
        return tr("{opponent} waits for your answer", opponent=opponent)
    if game.waits and game.opponent:
        return tr("Waits for {opponent}", opponent=opponent)
    if game.waits:
        return tr("Waits for somebody to take the other seat")
    return tr("Your move") if game.due else tr("{opponent} to move", opponent=opponent)


# Records of listed online games, fetched by a thread for their small pictures.

MOST = 200  # records kept


class GamePictures:
    """The pictures of online games, as the names of records in ``records``."""

    def __init__(self, records: MutableMapping[str, bytes]) -> None:
        self._records = records
        self._without: set[str] = set()
        self._thread: threading.Thread | None = None
        self._client: Client | None = None

    def name_of(self, game: Listed) -> str:
        """Return the name of a game's picture, or an empty text if it is not there yet."""
        key = _key(game)
        return picture_name(key) if key in self._records else ""

    def want(self, login: Login, games: Sequence[Listed]) -> None:
        """Fetch the records of those games whose pictures are missing."""
        if self._thread is not None and self._thread.is_alive():
            return
        missing = [
            game for game in games if _key(game) not in self._records
            and _key(game) not in self._without
        ]  # fmt: skip
        if not missing:
            return
        client = self._client = login.client()
        self._thread = threading.Thread(
            target=self._fetch, args=(client, missing), name="fetch records", daemon=True
        )
        self._thread.start()

    def _fetch(self, client: Client, games: Sequence[Listed]) -> None:
        for game in games:
            try:
                data = client.data(f"{game.place.path}/record.sgf")
                check_short(data)
            except (BocheError, OSError):
                self._without.add(_key(game))  # the list goes on without this picture
                continue
            while len(self._records) >= MOST:
                del self._records[next(iter(self._records))]
            self._records[_key(game)] = data

    def close(self) -> None:
        """End the request, and try again later what had no picture."""
        self._without.clear()
        if self._client is not None:
            self._client.close()


def _key(game: Listed) -> str:
    """Return the name of a game's record as it stands."""
    return f"{game.place}@{game.ply}"
