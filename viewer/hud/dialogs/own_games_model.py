"""The user's online games as a form: a list, the nearest deadline first, and what to do there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boche.engine.languages.current import tr, tr_count, tr_later
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values

NAME = "own games"
GAMES, MAIN = 0, 1
"""The index of the list, and of the main button, behind it."""
HINT = tr_later("Enter: open, J: next game, F5: refresh")
KEYS = {"J": "next", "F5": "again"}
"""Keys of this page, and the buttons that they press."""
AT_ENDS = {"Down": -1, "Up": 0}
"""Keys at the ends of the list, where other lists lose the focus."""


@dataclass(frozen=True)
class GameRow:
    """A game in the list: its board's number, and its texts.

    ``state`` says whose turn it is, or what the game waits for; ``time`` is the time left. With
    ``calls``, the game waits for the user. ``picture`` is the name of a texture, or empty.
    """

    board: int
    heading: str
    state: str
    note: str
    time: str = ""
    calls: bool = False
    picture: str = ""


@dataclass(frozen=True)
class OwnGamesActions:
    """The handlers of the page's buttons. Each keeps the page open, except for ``others``.

    ``others`` leads to challenges and open seats.
    """

    open: Callable[[int], None]
    next: Callable[[], None]
    again: Callable[[], None]
    others: Callable[[], None]


class OwnGamesForm:
    """The list of the user's games at a server. ``show`` takes its lines, ``fail`` a problem."""

    def __init__(self, server: str, wishes: OwnGamesActions) -> None:
        """Set it up, still without games."""
        self.server, self._wishes, self._known = server, wishes, False
        self.seen: Sequence[GameRow] = ()
        """The visible games, as they were drawn last."""
        self.form = Form(NAME, tr("My games"), [Field("games", "list", "", None)], ())
        self.form.extra, self.form.of = self._key, self
        self.form.buttons = self._buttons()

    def show(self, rows: Sequence[GameRow]) -> bool:
        """Show the games that the server has told; return whether that changes anything.

        The chosen one stays chosen, or else the first one is.
        """
        form, field = self.form, self.form.fields[GAMES]
        if self._known and tuple(rows) == self.rows:
            return False
        board = field.value.board if field.value is not None else None
        value = next((row for row in rows if row.board == board), rows[0] if rows else None)
        self._known = True
        form.refit([Field("games", "list", "", value, choices=tuple((row, "") for row in rows))])
        form.buttons = self._buttons()
        if bool(rows) != bool(field.choices) or form.focus < 0:
            form.focus_on(GAMES if rows else MAIN)
        return True

    def _buttons(self) -> list[Button]:
        does, close = self._wishes, Button("cancel", tr("Close"))
        again = Button("again", tr("Refresh"), lambda given: does.again(), stays=True)
        others = Button("others", tr("Play online"), lambda given: does.others())
        if not self._known:
            return [again._replace(label=tr("Try again")), close, others]
        if not self.rows:
            return [others, close, again]
        following = Button("next", tr("Next game"), lambda given: does.next(), stays=True)
        return [Button("open", tr("Open"), self._open, stays=True), close, following, again, others]

    def _open(self, given: Values) -> None:
        if given["games"] is not None:
            self._wishes.open(given["games"].board)

    @property
    def rows(self) -> tuple[GameRow, ...]:
        """The games."""
        return tuple(row for row, _ in self.form.fields[GAMES].choices)

    @property
    def status(self) -> str:
        """A line about the list: what is going on, or how many games call."""
        if self.form.text or not self._known:
            return self.form.text
        calls = sum(row.calls for row in self.rows)
        games = tr_count("{number} game", "{number} games", len(self.rows), number=len(self.rows))
        if not calls:
            return tr("{games}, none waiting for you", games=games)
        return tr_count("{games}, {count} waits for you", "{games}, {count} wait for you", calls,
                        games=games)  # fmt: skip

    @property
    def empty(self) -> str:
        """What is shown in place of games, or an empty text."""
        if self.rows:
            return ""
        if not self._known:
            return tr("The list cannot be shown yet.") if self.form.problem else self.form.text
        return tr(
            "You have no games at {server}. "
            "Press Play online to challenge somebody or to take an open seat.",
            server=self.server,
        )

    def _key(self, pressed: str) -> bool:
        """Handle this page's own keys; the list keeps what is chosen when the focus leaves it."""
        form, here, rows = self.form, self.form.focused, self.rows
        if pressed in KEYS:
            if KEYS[pressed] in [each.name for each in form.buttons]:
                form.press(KEYS[pressed])
        elif here is not None and rows and pressed in ("Tab", "Shift+Tab"):
            form.focus_on(MAIN if pressed == "Tab" else len(form.buttons))
        else:
            ends = here is not None and rows and pressed in AT_ENDS
            return bool(ends) and self.form.fields[GAMES].value is rows[AT_ENDS[pressed]]
        return True
