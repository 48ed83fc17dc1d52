"""A hint: the best move, shown on the board without being played."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.engine.record import Node
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.display import chance_text
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.assistant.words import HINT
from boche.viewer.table import move_input
from boche.viewer.table.state import Table


class Hint:
    """The hint that the user has asked for; it is dropped when the table moves on."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._node: Node | None = None

    def ask(self) -> bool:
        """Ask for a hint at the position shown. Return False if it is already asked for."""
        node = self._table.session.cursor.node
        if self._node is node:
            return False
        self._node = node
        return True

    def forget(self) -> None:
        """Cancel the request."""
        self._node = None

    def search_request(self) -> SearchRequest | None:
        """Return a search request for the best move while the position asked about is shown."""
        if self._node is self._table.session.cursor.node:
            return SearchRequest("hint", self._node)
        self._node = None
        return None

    def finish(self, report: Report) -> None:
        """Show the move."""
        self._node = None
        table, answer = self._table, report.answer
        move_input.show_move(table, report.move)
        move = tr("swap colours (S)") if str(report.move) == "swap" else str(report.move)
        chance = chance_text(table.session.turn, answer.win, answer.proven)
        leave = tr("; Enter plays it, Esc leaves it") if table.selection.taken else ""
        table.say(HINT(what=move, chance=chance, leave=leave))
