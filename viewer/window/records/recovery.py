"""Recovery of games that were unsaved when a process died: continue or discard them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.games.registry import find
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr, tr_count, tr_word, translate
from boche.engine.languages.formats import moment, paired
from boche.engine.message import capitalized
from boche.engine.players.spec import PlayerSpec
from boche.engine.record.people import called
from boche.viewer.assistant.assistant import Assistant
from boche.viewer.hud.dialogs.model import nothing
from boche.viewer.hud.dialogs.start_model import KEPT, LOST, StartAlternative
from boche.viewer.session import Seat, words
from boche.viewer.storage.autosave import Lost, discard, recover, recoverable, unfinished_kept
from boche.viewer.table.question import CANCEL, Answer
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange


class Recovery:
    """The leftover games of one desk, by the names of their files."""

    def __init__(self, desk: Desk, assistant: Assistant, exchange: Exchange) -> None:
        self._desk, self._assistant, self._exchange = desk, assistant, exchange
        self._lost: dict[str, Lost] = {}

    def look(self) -> None:
        """Look for leftover games, for ``entries``."""
        messages: list[str] = []
        self._lost = {}
        for lost in recoverable(report=messages.append):
            kept = lost.in_library or (lost.path is None and not lost.moves)  # all that is worth it
            if not (kept and lost.over and _let_go(lost)):
                self._lost[lost.file.name] = lost
        self._desk.say_all(messages)

    def offer(self) -> None:
        """Offer the leftover games one by one, the newest first."""
        self.look()
        self._offer_next(list(self._lost.values()))

    def entries(self) -> list[StartAlternative]:
        """Return a line of the start screen for each game."""
        return [_recovery_line(name, lost) for name, lost in self._lost.items()]

    def in_library(self) -> list[StartAlternative]:
        """Return a line for each of the library's latest unfinished games."""
        found = unfinished_kept()
        return [replace(_recovery_line(str(lost.file), lost), kind=KEPT) for lost in found]

    def take_up(self, name: str) -> None:
        """Put a game on the table. If it cannot be read, raises ``BocheError`` and keeps it."""
        self._exchange.settle(lambda: self._recover(name))

    def open_file(self, path: Path, then: Callable[[], object]) -> None:
        """Open a file by ``then``, or continue with unsaved work on it if the user prefers that."""
        self.look()
        lost = next((lost for lost in self._lost.values() if lost.path == path.absolute()), None)
        if lost is None:
            then()
            return

        self._desk.ask(
            tr("Continue with the unsaved changes to {name}?", name=path.name),
            tr("Unsaved: {what}.", what=_words_of(lost)[1]),
            (Answer("continue", tr("Continue"), "C"), lambda: self.take_up(lost.file.name)),
            (Answer("file", tr("Open as saved"), "S"), then), (CANCEL, nothing),
        )  # fmt: skip

    def _recover(self, name: str) -> None:
        session = recover(self._lost[name])
        del self._lost[name]
        self._exchange.swap_for(session, autosaved=True)
        self._ask_for_programs()

    def discard(self, name: str) -> None:
        """Discard a game. If that fails, raises ``BocheError`` and keeps it."""
        discard(self._lost[name])
        del self._lost[name]

    def _offer_next(self, left: list[Lost]) -> None:
        if not left:
            return
        lost, *others = left
        title = tr("Continue this game?") if lost.in_library else tr("A game was not saved")
        no = tr("No, thanks") if lost.in_library else tr("Discard")

        def later() -> None:
            self._offer_next(others)

        def go_on() -> None:
            try:
                self.take_up(lost.file.name)
            except BocheError as error:
                self._desk.refuse(str(error))
                later()

        def discard() -> None:
            with self._desk.care():
                self.discard(lost.file.name)
            later()

        self._desk.ask(title, paired(*_words_of(lost)),
                       (Answer("continue", tr("Continue"), "C"), go_on),
                       (Answer("later", tr("Later"), "L"), later),
                       (Answer("discard", no, "N" if lost.in_library else "D"), discard),
                       cancel=later)  # fmt: skip

    # -- programs that played

    def _ask_for_programs(self) -> None:
        """Ask for each program that played whether to start it.

        Until then a person has its seat.
        """
        session = self._desk.session
        if not session.seats.promised:
            return
        colour, player = next(iter(session.seats.promised.items()))
        name = session.seats[colour].name

        def start() -> None:
            self._assistant.set_seats({colour: Seat(name, player)})
            self._ask_for_programs()

        def leave_out() -> None:
            session.seats.seat(colour, Seat(name))
            self._ask_for_programs()

        who = session.exchanged(colour).capitalize()
        program = Seat("", player).label.removeprefix("program ")
        command = PlayerSpec.parse(player).foreign
        # Whoever cancels is asked again after the next recovery.
        self._desk.ask(words.START(program=program, colour=who),
                       words.STARTED_BY(colour=who, command=command),
                       (Answer("no", tr("No"), "N"), leave_out),
                       (Answer("start", tr("Start it"), "Y"), start))  # fmt: skip


def _let_go(lost: Lost) -> bool:
    """Discard a game that is over and in the library; return False if that fails."""
    try:
        discard(lost)
    except BocheError:
        return False
    return True


def _words_of(lost: Lost) -> tuple[str, str]:
    """Describe unsaved work: the game, players and file; then the number of moves and the time."""
    rules = find(lost.game)
    each = zip(lost.players, rules.colours, strict=True)
    names = " - ".join(translate(called(name)) or capitalized(tr_word(colour))
                       for name, colour in each if any(lost.players))  # fmt: skip
    what = ", ".join(filter(None, [rules.title, names, lost.path.name if lost.path else ""]))
    time = lost.when.astimezone()
    year = "" if time.year == datetime.now().year else f" {time.year}"
    when = f"{time:%d %B}{year}, {time:%H:%M}" if current() == ENGLISH else moment(time)
    return what, tr("{moves}, last played {time}", moves=_moves(lost), time=when)


def _moves(lost: Lost) -> str:
    return tr_count("{count} move", "{count} moves", lost.moves)


def _recovery_line(name: str, lost: Lost) -> StartAlternative:
    """Return a game as the start screen offers it."""
    what, how = _words_of(lost)
    tip = tr("Not saved: {what}, {how}", what=what, how=how)
    if lost.in_library:
        tip = tr("Not over: {what}, {how}", what=what, how=how)
    return StartAlternative(LOST, name, what, tip, capitalized(how))
