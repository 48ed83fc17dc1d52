"""The explorer in the window: asked whenever its tab shows another position."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.explorer.answers import Answer, GameFound, MoveCount
from boche.engine.explorer.book import BookMove
from boche.engine.explorer.keys import proven_moves
from boche.engine.languages.current import tr, tr_count
from boche.engine.languages.formats import paired
from boche.engine.languages.system import system_reason
from boche.viewer.explorer.view import NOTHING_EXPLORED, ExplorerView
from boche.viewer.explorer.worker import Asker, Indexer, Question
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.session.words import EXPLORED
from boche.viewer.storage.explorer import explored_folders, index_file
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.shown import EXPLORER
from boche.viewer.table.trial import Trial
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import FileChooser

POLL = 0.05  # seconds between two looks at the thread
AGAIN = 1.0  # seconds until an answer is asked for again while the folder is being read
FRESH = 20.0  # seconds for which what has been read counts as up to date


class Exploring:
    """The explorer of one desk. ``view`` is what the tab shows."""

    def __init__(self, desk: Desk, chooser: FileChooser) -> None:
        self._desk, self._chooser = desk, chooser
        self._asker, self._indexer = Asker(), Indexer()
        self._asked: tuple[Any, ...] = ()
        self._asked_at = self._read_at = float("-inf")
        self._seen, self._read = 0, tuple[Path, ...]()
        self._games: Callable[[tuple[GameFound, ...]], object] | None = None
        self._wanted: Any = None  # the position whose games are looked for, once all is read
        self.view = NOTHING_EXPLORED
        desk.schedule.watchers.append(self._watch)

    @property
    def is_open(self) -> bool:
        """True if the explorer's tab is visible."""
        settings = self._desk.settings
        return settings.right_panel and settings.panel_tab == "explorer"

    @property
    def _folders(self) -> tuple[Path, ...]:
        return explored_folders(self._desk.settings.explorer_folder)

    # -- asking

    def _watch(self) -> None:
        """Ask when the position has changed, and take what is known.

        Nothing is asked where it would be help that is not allowed, or where there is no position.
        """
        if self._desk.session.why_no_help:
            self._games = self._wanted = None
            if self.view is not NOTHING_EXPLORED:
                self.view, self._asked, self._desk.hud.dirty = NOTHING_EXPLORED, (), True
            return
        if not self.is_open and self._games is None:
            return
        self._bring_up_to_date()
        desk, path = self._desk, index_file(self._folders)
        position, now = desk.session.position, desk.now
        key = (position.game.name, desk.session.cursor.node, path)
        if self.is_open and self._games is None:
            stale = self._indexer.changed != self._seen and now - self._asked_at >= AGAIN
            if key != self._asked or stale:
                fresh = self._asked[:2] != key[:2]
                self._asked, self._asked_at, self._seen = key, now, self._indexer.changed
                copy = desk.session.file.library_copy
                own = str(copy[0]) if copy is not None else ""
                self._asker.ask(Question(path, position, without=own))
                self._show(None if fresh else self.view.answer)
        if self._wanted is not None and not self._indexer.busy:
            self._asker.ask(Question(path, self._wanted, all_games=True))
            self._wanted, self._asked = None, ()
        self._take()
        if (
            self._wanted is not None
            or self._asker.busy
            or self._indexer.busy
            or self._indexer.changed != self._seen
        ):
            desk.schedule.at(now + POLL, self._watch)

    def _bring_up_to_date(self) -> None:
        """Read the folders if that was not done a moment ago."""
        now, folders = self._desk.now, self._folders
        if folders != self._read or (now - self._read_at > FRESH and not self._indexer.busy):
            self._read, self._read_at = folders, now
            self._indexer.start(folders)

    def _take(self) -> None:
        reply = self._asker.take()
        if reply is None:
            self._show(self.view.answer, self.view.status if not self._indexer.status else "")
            return
        if reply.question.all_games:
            found, self._games = self._games, None
            self._desk.say("")
            if reply.error:
                self._desk.refuse(reply.error)
            elif found is not None and self._desk.is_free:
                found(reply.games)
            else:
                said = tr_count(
                    "{count} game found: {key} lists them",
                    "{count} games found: {key} lists them",
                    len(reply.games),
                    key=shown_key("find_position"),
                )
                self._desk.say(said)
        else:
            self._show(reply.answer, reply.error)

    def _show(self, answer: Answer | None, error: str = "") -> None:
        position = self._desk.session.position
        place = tr("Your library")
        if len(self._folders) > 1:
            folder = os.path.basename(self._folders[-1]) or self._folders[-1]
            place = tr("Your library and {folder}", folder=folder)
        status = self._indexer.status or self._indexer.note or error
        if not status and answer is not None:
            status = answer.book_problem
        view = ExplorerView(answer, status, proven_moves(position), place)
        if self.is_open and answer is not None and (answer.book or answer.moves or view.proven):
            self._desk.session.note_aid(EXPLORED)
        if view != self.view:
            self.view, self._desk.hud.dirty = view, True

    def find_games(self, then: Callable[[tuple[GameFound, ...]], object]) -> None:
        """Find all games that reached the position shown, and call ``then`` with them."""
        self._games, self._wanted = then, self._desk.session.position
        if not self._indexer.busy:
            self._read_at = float("-inf")
        self._desk.say(tr("looking for games that reached this position…"))
        self._watch()

    def ask_folder(self) -> None:
        """Ask which folder of records to explore beside the games played here."""
        now = self._desk.settings.explorer_folder
        tip = tr("records in it and in all folders inside are read; empty: only your own games")
        fields = [Field("folder", "text", tr("Folder"), now, tip=tip)]
        buttons = (
            Button("ok", tr("Explore"), lambda given: self._explore(given["folder"].strip())),
            Button("browse", tr("Browse"), self._browse), Button("cancel", tr("Cancel")),
        )  # fmt: skip
        self._desk.hud.open(Form("explore", tr("Folder to explore"), fields, buttons))

    def _browse(self, given: Values) -> None:
        """Have a folder chosen."""
        name = given["folder"].strip()

        def take(path: str, agreed: bool) -> None:
            problem = self._explore(path)
            if problem:
                raise BocheError(problem)

        start = Path(name).expanduser() if name else self._chooser.folder
        start = start if start.is_dir() else self._chooser.folder
        self._chooser.ask(tr("Folder to explore"), start, take, folder=True, back=self.ask_folder)

    def _explore(self, name: str) -> str | None:
        """Explore a folder; return what is wrong with it, if anything."""
        folder = os.path.abspath(os.path.expanduser(name)) if name else ""
        try:
            if folder:
                os.scandir(folder).close()
        except (OSError, ValueError) as error:
            return paired(name, system_reason(error))
        settings = replace(self._desk.settings, explorer_folder=folder, panel_tab="explorer")
        self._desk.set_settings(replace(settings, right_panel=True))
        return None

    # -- the moves

    @property
    def moves(self) -> tuple[BookMove | MoveCount, ...]:
        """The moves that the tab lists, those of the opening book first."""
        answer = self.view.answer
        return (*answer.book, *answer.moves) if answer is not None and self.is_open else ()

    def step(self, by: int) -> None:
        """Show the next move of the list on the board, or the previous one."""
        trial, count = self._desk.controller.table.trial, len(self.moves)
        if not count:
            said = tr(
                "neither the opening book nor a game in the explorer continues from this position"
            )
            if not self.is_open:
                said = tr("the explorer is closed: {key} shows it", key=shown_key("tab_explorer"))
            elif self.view.answer is None:
                said = tr("the explorer is still looking")
            self._desk.refuse(said)
            return
        shown = trial.rank if trial is not None and trial.source == EXPLORER else 0
        self.hover((shown - 1 + by) % count + 1 if shown else 1 if by > 0 else count)

    def hover(self, rank: int) -> None:
        """Show the move of that rank, from 1, as a ghost; 0 ends that."""
        table = self._desk.controller.table
        if not 1 <= rank <= len(self.moves):
            table.try_out(None)
            return
        move, before = self.moves[rank - 1].move, table.position
        after = before.play(before.parse(move))
        table.timeline.playing = False
        table.timeline.skip()
        table.writing.forget()
        node = table.session.cursor.node
        table.try_out(Trial(node=node, rank=rank, chance="", moves=(move,),
                            positions=(before, after), begun=table.now, length=0.0,
                            source=EXPLORER, passing=True))  # fmt: skip

    def close(self) -> None:
        """End the thread and the process."""
        self._asker.close()
        self._indexer.close()
