"""The tournament in the window: planned, played in the background and at the table, stored."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from boche.engine.atomic_write import write_durably
from boche.engine.errors import BocheError, why_not
from boche.engine.games.registry import find
from boche.engine.languages.current import tr, tr_later
from boche.engine.match.crosstable import as_csv, as_text
from boche.engine.match.round_robin import Fixture
from boche.engine.match.tournament import Entrant, Tournament, TournamentPlan, play_games
from boche.engine.record import Record
from boche.viewer.hud.dialogs.tournament_model import PlanForm, TableForm, TableWishes
from boche.viewer.session import Seat, Session
from boche.viewer.storage.kept_games import keep_record, kept_files, open_kept
from boche.viewer.storage.tournaments import new_file, save_tournament, stored
from boche.viewer.table.command_keys import shown_key
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.kept_games import Keeping
from boche.viewer.window.records.opening import Opening
from boche.viewer.window.records.overwrite_question import with_consent
from boche.viewer.window.records.record_switch import Exchange

EVERY = 0.5
"""Seconds between two looks at the computers' games."""

LAST_WAIT = 3.0
"""Seconds that the games under way have to stop in when the window closes."""

GOES_ON = tr_later("the game that was begun continues")

STAMP = len("2026-11-22-184501")
"""The length of the time in the names of tournaments and of kept games."""

Report = tuple[Fixture, Record] | str | None
"""A finished game, the reason why no more are played, or None at the end."""


class Background:
    """The computers' games of one tournament, played by processes that a thread watches."""

    def __init__(self, tournament: Tournament) -> None:
        self.reports: SimpleQueue[Report] = SimpleQueue()
        self._stopped = threading.Event()
        jobs = max((os.cpu_count() or 2) - 1, 1)  # one core stays free for the window
        copy = Tournament(tournament.plan, dict(tournament.played))
        self._thread = threading.Thread(target=self._run, args=(copy, jobs), daemon=True)
        self._thread.start()

    def _run(self, tournament: Tournament, jobs: int) -> None:
        last: Report = None
        try:
            play_games(tournament, jobs, lambda *game: self.reports.put(game),
                       self._stopped.is_set)  # fmt: skip
        except Exception as error:
            last = why_not(error)
        self.reports.put(last)

    def stop(self, wait: float = 0.0) -> None:
        """Abandon the games under way."""
        self._stopped.set()
        if wait:
            self._thread.join(wait)


class Tournaments:
    """The tournament of one desk. It is stored after every game, and found again at a start.

    ``tournament`` is the one in hand, or None, ``path`` its file, ``form`` its table as shown last.
    ``background`` plays the computers' games, and is None while none are played.
    """

    def __init__(
        self,
        desk: Desk,
        exchange: Exchange,
        opening: Opening,
        chooser: FileChooser,
        keeping: Keeping,
    ) -> None:
        self._desk, self._exchange, self._opening = desk, exchange, opening
        self._chooser, self._keeping = chooser, keeping
        self.path: Path | None = None
        self.tournament: Tournament | None = None
        self.background: Background | None = None
        self.form: TableForm | None = None
        self._plan: PlanForm | None = None
        self._seen: tuple[Session, int] | None = None
        self._looked = False
        desk.schedule.watchers.append(self.look)

    # -- shown

    def show(self) -> None:
        """Show the tournament's table; without one under way, ask for a new one."""
        if self.tournament is None:
            self._find()
        if self.tournament is None:
            self.new()
            return
        wishes = TableWishes(self._play, self._open, self._go_on, self._export, self.new)
        self.form = TableForm(self.tournament, self.background is not None, wishes)
        self._desk.hud.open(self.form.form)

    def new(self) -> None:
        """Ask for a new tournament: a plan that was left, else one with the last one's players."""
        desk, last = self._desk, self.tournament
        first: tuple[Entrant, ...] = last.plan.entrants if last is not None else ()
        if self._plan is None or not self._plan.form.cancelled:
            self._plan = PlanForm(desk.session.record.game_name, self._start, first)
        self._plan.open()
        desk.hud.open(self._plan.form)

    def _find(self) -> None:
        """Take up the stored tournament that was played last, if it is not over."""
        problems: list[str] = []
        latest = next(stored(problems), None)
        self._desk.say_all(problems)
        if latest is not None and not latest[1].over:
            self.path, self.tournament = latest

    def _start(self, plan: TournamentPlan) -> None:
        """Begin a tournament. Raises ``BocheError``; then the former one remains."""
        tournament, path = Tournament(plan), new_file(plan.title)
        save_tournament(path, tournament)
        self._stop()
        self.path, self.tournament = path, tournament
        self._go_on(True)
        self.show()

    # -- the computers' games

    def _go_on(self, go: bool) -> None:
        """Let the computers play, or stop them."""
        if not go:
            self._stop()
        elif self.background is None and self.tournament is not None:
            tournament = self.tournament
            if any(tournament.for_computers(one) for one in tournament.missing):
                self.background = Background(tournament)
                self._desk.schedule.at(self._desk.now + EVERY, self.take)
        self._changed()

    def _stop(self) -> None:
        if self.background is not None:
            self.background.stop()
            self.background = None

    def take(self) -> None:
        """Take the games that have ended."""
        background = self.background
        while background is not None:
            try:
                report = background.reports.get_nowait()
            except Empty:
                self._desk.schedule.at(self._desk.now + EVERY, self.take)
                return
            if isinstance(report, tuple):
                self._note(*report, partial(keep_record, report[1]))
                continue
            self.background = background = None
            if report:
                self._desk.refuse(tr("the tournament has stopped: {report}", report=report))
            self._changed()

    def _note(self, fixture: Fixture, record: Record, keep: Callable[[], Path | None]) -> None:
        """Store a game and its result; the result counts even if its record cannot be kept."""
        if self.tournament is None or self.path is None:
            return
        try:
            path = keep()
        except BocheError as error:
            self._desk.refuse(tr("a game could not be added to the library: {error}", error=error))
            path = None
        self.tournament.note(fixture, record, str(path) if path is not None else "")
        try:
            save_tournament(self.path, self.tournament)
        except BocheError as error:
            self._desk.refuse(tr("the tournament is not saved: {error}", error=error))
        self._changed()

    def _changed(self) -> None:
        """Show what has changed, if the table is open."""
        form = self.form
        if form is not None and self._desk.hud.open_form is form.form:
            form.running = self.background is not None
            form.changed()
            self._desk.hud.dirty = True

    # -- games at the table

    def _play(self, fixture: Fixture) -> None:
        """Begin a game at the table, or continue it if it was begun and left."""
        desk, tournament = self._desk, self.tournament
        assert tournament is not None
        if desk.session.counts and self._fixture_of(desk.session) == fixture:
            desk.session.cursor.go(desk.session.positions.main_end)
            desk.say(tr(GOES_ON), tone="noted")
            return
        seats = self._seats(fixture)
        session = self._unfinished_game(fixture)
        begun = session is not None
        if session is None:
            plan = tournament.plan
            options: dict[str, Any] = dict(plan.options)
            session = Session.new(plan.game, seats=seats, control=plan.control, **options)
            tournament.sign(session.record, fixture)
        else:
            for colour, seat in seats.items():
                session.seats.seat(colour, seat)
            session.clock.paused = False
        session.counts = True
        self._exchange.replace_with(session)
        if begun and desk.session is session:
            desk.say(tr(GOES_ON), tone="noted")

    def _seats(self, fixture: Fixture) -> dict[str, Seat]:
        """Return the players of a game by their colours."""
        assert self.tournament is not None
        plan = self.tournament.plan
        players = (plan.entrants[fixture.first], plan.entrants[fixture.second])
        colours = find(plan.game).colours
        return {colour: Seat(player.name, player.player)
                for colour, player in zip(colours, players, strict=True)}  # fmt: skip

    def _unfinished_game(self, fixture: Fixture) -> Session | None:
        """Return a game that was begun and left, from the library, or None."""
        assert self.path is not None
        self._keeping.keep()
        since = self.path.name[:STAMP]
        with suppress(OSError):
            for path, _ in kept_files():
                if path.name[:STAMP] < since:  # it was kept before the tournament began
                    continue
                with suppress(BocheError, OSError):
                    session = open_kept(path)
                    if self._is_of(session, fixture) and not session.is_over:
                        session.cursor.go(session.positions.main_end)
                        return session
        return None

    def look(self) -> None:
        """Note the result of a tournament's game that has ended at the table."""
        session = self._desk.session
        now = (session, session.edits.changes)
        if now == self._seen:
            return
        self._seen = now
        if self.tournament is None and session.record.root.text("RO") and not self._looked:
            self._looked = True
            self._find()
        fixture = self._fixture_of(session)
        is_played, session.counts = session.counts or session.played, fixture is not None
        if (
            fixture is not None
            and is_played
            and session.positions.ending(session.positions.main_end)
        ):
            self._note(fixture, session.record, lambda: self._keep_copy(session))
            self._desk.say(tr("this game counts for the tournament: {key} shows the table",
                              key=shown_key("tournament")), tone="noted")  # fmt: skip

    def _keep_copy(self, session: Session) -> Path | None:
        self._keeping.keep()
        copy = session.file.library_copy
        return copy[0] if copy is not None else None

    def _fixture_of(self, session: Session) -> Fixture | None:
        """Return the missing game of the tournament that is played at the table, or None.

        It is known by its record, so that a recovered game counts as well.
        """
        tournament = self.tournament
        if tournament is None or not session.seats.sitting:
            return None
        return next((one for one in tournament.missing if self._is_of(session, one)), None)

    def _is_of(self, session: Session, fixture: Fixture) -> bool:
        """Return whether the record says that it is of this game of the tournament."""
        tournament, record = self.tournament, session.record
        assert tournament is not None
        told = (record.event, record.game_name, record.root.text("RO"))
        plan = (tournament.plan.title, tournament.plan.game, str(fixture.round))
        return told == plan and tuple(record.players.values()) == tournament.named(fixture)

    def _open(self, fixture: Fixture) -> None:
        """Open a game that was played. Raises ``BocheError``."""
        assert self.tournament is not None
        played = self.tournament.played.get(fixture.number)
        if played is not None and played.file:
            self._opening.open_path(played.file)

    # -- the table as a file

    def _export(self) -> None:
        """Ask for a file, and write the table: CSV, or text for another ending."""
        tournament = self.tournament
        assert tournament is not None
        start = self._chooser.folder / "table.csv"
        title = tr("Export the table (.csv: in English, for programs; .txt: to be read)")
        self._chooser.ask(title, start, self.export_to, save=True, back=self.show)

    def export_to(self, name: str, agreed: bool) -> None:
        """Write the table to a file; ask first if it exists, unless the user has agreed."""
        path = Path(os.path.expanduser(name))
        write = partial(self._write, path)
        if agreed:
            write()
        else:
            with_consent(self._desk, path, write)

    def _write(self, path: Path) -> None:
        assert self.tournament is not None
        said = as_csv if path.suffix.lower() == ".csv" else as_text
        write_durably(path, said(self.tournament).encode())
        self._desk.say(tr("the table is in {name}", name=path.name))

    def close(self) -> None:
        """Stop the computers' games; the next start continues the tournament."""
        if self.background is not None:
            self.background.stop(LAST_WAIT)
