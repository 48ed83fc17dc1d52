"""A user who looks for games at a server, and for their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.own_games_model import NAME, GameRow
from boche.viewer.remote.client.account import Seek
from boche.viewer.remote.session import RemoteSession
from boche.viewer.session import Session
from boche.viewer.table.commands import NEXT_GAME, OWN_GAMES
from boche.viewer.table.shown import TableView
from boche.viewer.window.online_search import Finding
from boche.viewer.window.online_table import RemoteTable
from boche.viewer.window.records.kept_games import Keeping
from boche.viewer.window.records.record_switch import Exchange
from tests.viewer.remote.host import Host, until
from tests.viewer.remote.rival import PASSWORD
from tests.viewer.window.user import User


class Seeker:
    """A user who looks for a game, with the parts of the window that take part."""

    def __init__(self) -> None:
        self.user = User(Session.new("boche", size=4))
        desk = self.user.desk
        keeping = Keeping(desk)
        self.finding = Finding(desk, Exchange(desk, self.user.saving, keeping))
        own = self.own = self.finding.own
        self.table = RemoteTable(desk, keeping.keep, self.finding.rematch, own.watch)
        commands = {OWN_GAMES: own.show, NEXT_GAME: own.next}
        desk.controller.join(self.user.assistant, commands)

    @property
    def form(self) -> Form:
        return self.user.form

    def press(self, button: str, **values: Any) -> None:
        for name, value in values.items():
            self.user.set(name, value)
        self.form.press(button)

    def reads(self, part: str) -> None:
        """Wait until a dialog shows a text, as its message or its error."""

        self.until(lambda: part in f"{self.form.text} {self.form.problem}")

    def sits_down(self) -> RemoteSession:
        """Wait until the table shows a board, and return its session."""

        far: RemoteSession = self.until(lambda: self.user.desk.controller.table.far)
        return far

    def sign_in(self, host: Host, address: str, name: str) -> None:
        host.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
        self.finding.show("boche", {"size": 4, "kill": 0})
        self.press("go", server=address, name=name, password=PASSWORD)
        self.reads("Challenges are for Boche (Size 4, Blobs to enclose 0)")

    def until(self, holds: Callable[[], Any]) -> Any:
        """Let time pass until something holds, and return it."""

        def held() -> Any:
            self.user.pass_time()
            return holds()

        return until(held)

    @property
    def rows(self) -> tuple[GameRow, ...]:
        """The games in the list of one's own; none if another dialog is open, or none at all."""
        form = self.user.desk.hud.open_form
        return form.of.rows if form is not None and form.name == NAME else ()

    def games(self, count: int = 1) -> tuple[GameRow, ...]:
        """Wait until the list has that many games, and return them."""
        self.until(lambda: len(self.rows) == count)
        return self.rows

    @property
    def view(self) -> TableView:
        return self.user.desk.controller.view()

    @property
    def board(self) -> int:
        """The number of the board on the table; 0 if the game there is none of a server."""
        far = self.user.desk.controller.table.far
        return far.wire.place.board if far is not None else 0

    def close(self) -> None:
        self.table.close()
        self.own.forget()

    @property
    def seeks(self) -> list[Seek]:
        """The games in the dialog that wait for anybody."""
        return [value for each in self.form.fields if each.name == "seats"
                for value, _ in each.choices]  # fmt: skip

    @property
    def listed(self) -> list[str]:
        """Lines of the list in the dialog."""
        lists = (each for each in self.form.fields if each.kind == "list")
        return [label for each in lists for _, label in each.choices]
