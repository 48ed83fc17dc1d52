"""The desktop program: one window, one table. It assembles the parts, each with its own task.

Nothing is drawn unless something has changed: events mark what they change, one draw is scheduled
for all of them, and otherwise the event loop sleeps.
"""

from __future__ import annotations

import _thread
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from boche.engine.games.registry import PROBLEMS
from boche.engine.program import PROGRAM
from boche.viewer.assistant.assistant import Assistant
from boche.viewer.assistant.background import BackgroundThinker
from boche.viewer.hud.dialogs.start_model import FAR, OWN_GAMES, OWN_PAGE, TOURNAMENT
from boche.viewer.hud.model import LIST
from boche.viewer.hud.pages import explorer, works
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.pyglet_setup import app as pyglet_app
from boche.viewer.hud.widgets.pyglet_setup import clock
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings, save_settings
from boche.viewer.table import commands
from boche.viewer.table.context import Window
from boche.viewer.table.lesson_commands import FIRST_GAME
from boche.viewer.table.lines import play_explored
from boche.viewer.table.training_commands import LEAVE_DONE
from boche.viewer.window.canvas import Canvas, titled
from boche.viewer.window.command_box import CommandBox, load_own_keys
from boche.viewer.window.desk import Desk
from boche.viewer.window.drawing.frame import FrameRenderer
from boche.viewer.window.exploring import Exploring
from boche.viewer.window.input.clicks import Clicks
from boche.viewer.window.input.events import Events
from boche.viewer.window.input.keyboard import Keyboard
from boche.viewer.window.online_table import RemoteTable
from boche.viewer.window.photograph import Refining
from boche.viewer.window.preferences import ask_settings, show_tab, toggle, usable
from boche.viewer.window.records.chapters import ChapterSwitch
from boche.viewer.window.records.clipboard import Clipboard
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.interrupted import Interrupted
from boche.viewer.window.records.kept_games import Keeping
from boche.viewer.window.records.lessons import Lessons
from boche.viewer.window.records.library import LibraryShelf, record_data
from boche.viewer.window.records.moments import Moments
from boche.viewer.window.records.new_games import NewGames
from boche.viewer.window.records.opening import Opening
from boche.viewer.window.records.play_from import ask_to_play_from
from boche.viewer.window.records.position_editor import open_editor, play_position
from boche.viewer.window.records.rated_games import RatedGames
from boche.viewer.window.records.record_switch import Exchange
from boche.viewer.window.records.recovery import Recovery
from boche.viewer.window.records.saving import Saving
from boche.viewer.window.records.training import Training
from boche.viewer.window.records.unsaved_work import UnsavedWork
from boche.viewer.window.scheduler import Scheduler
from boche.viewer.window.sharing.file_jobs import PICTURES, Works
from boche.viewer.window.sharing.works_dialog import WorksDialog
from boche.viewer.window.sounds import Sounds
from boche.viewer.window.table_clock import TableClock
from boche.viewer.window.window import Listener, open_window

if TYPE_CHECKING:
    from boche.viewer.assistant.background import Backend
    from boche.viewer.window.online_search import Finding
    from boche.viewer.window.records.own_page import OwnProgress
    from boche.viewer.window.sharing.sharing import Sharing
    from boche.viewer.window.tournaments import Tournaments


class App:
    """A window on a table. ``run`` returns when it is closed."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        messages: Sequence[str] = (),
        *,
        notes: Sequence[str] = (),
        choose: bool = False,
    ) -> None:
        """Open the window, still hidden.

        ``messages`` are warnings, ``notes`` remarks on the game; ``choose`` starts with the start
        screen over the table.

        Raises ``WindowError`` if there is no display or no GL, ``LookupError`` for a game without a
        table.
        """
        settings, problems = usable(settings)
        self._choose, self._told_to_end = choose, False
        self.on_first_frame: Callable[[], None] | None = None
        first = settings.window_size == Settings().window_size
        window = open_window(settings.window_size, titled(session.title, 0), first=first)
        self._online_records: dict[str, bytes] = {}
        frame = FrameRenderer(window, settings.quality, self._record_data)
        self.desk = Desk(window, session, settings, frame.painter.layouts, self._act)
        self.assistant = Assistant(self.desk.controller.table, BackgroundThinker(_search))
        self.canvas = Canvas(self.desk, frame, self.assistant)
        self.clicks = Clicks(self.desk, self.assistant)
        self._put_together()
        self.desk.take(session)
        self.desk.say_all(notes, tone="noted")
        self.desk.say_all([*PROBLEMS, *problems, *load_own_keys(), *messages])
        window.listener = self.events

    def _put_together(self) -> None:
        """Create the parts in the order of their dependencies."""
        desk = self.desk
        self._chooser = FileChooser(desk)
        saving = Saving(desk, self._chooser)
        self.clock = TableClock(desk, self.assistant)
        self.keeping = Keeping(desk)
        self.rated = RatedGames(desk)
        self.exchange = Exchange(desk, saving, self.keeping)
        self.recovery = Recovery(desk, self.assistant, self.exchange)
        self.opening = Opening(desk, self._chooser, self.exchange, self.recovery)
        interrupted = Interrupted(desk, self.exchange)
        self.lessons = Lessons(desk, interrupted)
        self.training = Training(desk, self.assistant, interrupted)
        clipboard = Clipboard(desk, self.exchange)
        self.library = LibraryShelf(desk, self.opening, self._chooser, clipboard.put)
        self.exploring = Exploring(desk, self._chooser)
        self.canvas.explored = lambda: self.exploring.view
        self.clicks.others |= {
            explorer.HOVER: lambda rank: self.exploring.hover(rank or 0),
            explorer.PLAY: lambda move: play_explored(desk.controller.context, move),
            explorer.OPEN: self.opening.open_found,
        }
        finding = self.finding = Lazy(self._finding)
        self.far = RemoteTable(desk, self.keeping.keep, lambda place: finding().rematch(place),
                               lambda: finding().own.watch())  # fmt: skip
        self.games = NewGames(desk, self.exchange, self.opening, self.recovery, self.lessons,
                              self.library, self.training)  # fmt: skip
        self.library.new = self.games.new
        tournaments = self.tournaments = Lazy(self._tournaments)
        progress = Lazy(lambda: self._progress())
        self.library.progress = lambda: progress().show()
        self.games.others |= {
            FAR: lambda game: finding().show(*game), OWN_GAMES: lambda _: finding().own.show(),
            TOURNAMENT: lambda _: tournaments().show(),
            OWN_PAGE: lambda _: progress().show(self.games.again),
        }  # fmt: skip
        desk.schedule.watchers.append(self._see_round)
        unsaved = UnsavedWork(desk, saving, self.close)
        self.works = Works(desk)
        self.canvas.works = lambda: self.works.shown
        self.clicks.others |= {
            works.STOP: self.works.stop, works.OPEN: self.works.open,
            works.COPY: self.works.copy, works.AWAY: self.works.put_away,
            works.ALL_AWAY: self.works.put_away_done, works.UNFOLD: self.works.unfold,
        }  # fmt: skip
        leave = partial(self.works.leave, unsaved.leave)
        sharing = self.sharing = Lazy(lambda: self._sharing(clipboard, saving))
        Refining(desk, self.canvas)
        Sounds(desk)
        self.scheduler = Scheduler(desk, self.canvas, self.assistant)
        clipboard.came = self.scheduler.plan
        keyboard = Keyboard(desk, clipboard)
        self.events = Events(desk, self.scheduler, keyboard, self.opening.open_path, leave)
        toggled = (commands.LEFT_PANEL, commands.RIGHT_PANEL, commands.COORDINATES,
                   commands.NUMBERS)  # fmt: skip
        tabs = (commands.TAB_MOVES, commands.TAB_ENGINE, commands.TAB_EXPLORER, commands.TAB_TREE)
        chapters = ChapterSwitch(desk, self.exchange)
        self.commands: Window = {
            commands.NEW: self.games.new,
            commands.NEW_CLOCK: self.games.new_clock,
            commands.REMATCH: self.games.rematch,
            commands.PLAYERS: self.clicks.ask_for_players,
            commands.OTHER_LEVEL: self.games.other_level,
            commands.MOMENTS: Moments(desk, self.assistant).ask,
            commands.PLAY_FROM: partial(ask_to_play_from, desk, self.exchange),
            commands.SETUP: partial(open_editor, desk),
            commands.SETUP_DONE: partial(play_position, desk, self.exchange),
            commands.SETUP_CANCEL: self.exchange.leave_setup,
            commands.OPEN: self.opening.open,
            commands.LIBRARY: self.library.show,
            commands.TOURNAMENT: lambda: tournaments().show(),
            commands.OWN_GAMES: lambda: finding().own.show(),
            commands.NEXT_GAME: lambda: finding().own.next(),
            commands.SAVE: saving.save,
            commands.SAVE_AS: saving.save_as,
            commands.PREVIOUS_CHAPTER: partial(chapters.step, -1),
            commands.NEXT_CHAPTER: partial(chapters.step, 1),
            commands.CHAPTERS: chapters.ask,
            commands.SHARE: lambda: sharing().ask(),
            commands.SHARE_PAGE: lambda: sharing().ask("page"),
            commands.WORKS: WorksDialog(desk, self.works).ask,
            commands.COPY: clipboard.copy,
            commands.PASTE: clipboard.paste,
            commands.SCREENSHOT: lambda: sharing().ask("picture", among=PICTURES),
            commands.SETTINGS: partial(ask_settings, desk),
            **{each: partial(toggle, desk, each.name) for each in toggled},
            **{each: partial(show_tab, desk, each.name.removeprefix("tab_")) for each in tabs},
            commands.FIND_POSITION: lambda: self.exploring.find_games(self.library.show_found),
            commands.EXPLORER_FOLDER: self.exploring.ask_folder,
            commands.EXPLORER_DOWN: partial(self.exploring.step, 1),
            commands.EXPLORER_UP: partial(self.exploring.step, -1),
            commands.OWN_PAGE: lambda: progress().show(),
            commands.ALL_COMMANDS: CommandBox(desk).show,
            commands.HELP: desk.hud.show_help,
            commands.THIS_GAME: desk.show_game,
            commands.LESSONS: self.lessons.ask,
            commands.RETRY: self.training.retry,
            commands.PUZZLES: self.training.ask,
            commands.TODAYS_PUZZLE: self.training.solve_todays,
            commands.FULLSCREEN: desk.toggle_fullscreen,
            commands.QUIT: leave,
            commands.LESSON_TEXT_BACK: partial(desk.hud.turn_page, LIST, -1),
            commands.LESSON_TEXT_ON: partial(desk.hud.turn_page, LIST, 1),
            commands.LESSON_LEAVE: self.lessons.leave,
            commands.TRAINING_TEXT_BACK: partial(desk.hud.turn_page, LIST, -1),
            commands.TRAINING_TEXT_ON: partial(desk.hud.turn_page, LIST, 1),
            commands.TRAINING_LEAVE: self.training.leave,
            LEAVE_DONE: self.training.leave,
            FIRST_GAME: lambda: self.games.first_game(desk.session.record.game_name),
        }
        desk.controller.join(self.assistant, self.commands)

    def _tournaments(self) -> Tournaments:
        from boche.viewer.window.tournaments import Tournaments

        return Tournaments(self.desk, self.exchange, self.opening, self._chooser, self.keeping)

    def _progress(self) -> OwnProgress:
        from boche.viewer.window.records.own_page import OwnProgress

        return OwnProgress(self.desk, self.library.show)

    def _see_round(self) -> None:
        """Load the tournament if a game of one is played at the table."""
        session = self.desk.session
        if self.tournaments.made is None and session.played and session.record.root.text("RO"):
            self.tournaments()

    def _finding(self) -> Finding:
        from boche.viewer.window.online_search import Finding

        return Finding(self.desk, self.exchange, self._online_records)

    def _record_data(self, name: str) -> bytes:
        """Return a record's bytes by the name of its picture. Raises as ``record_data`` does."""
        return self._online_records.get(name) or record_data(name)

    def _sharing(self, clipboard: Clipboard, saving: Saving) -> Sharing:
        from boche.viewer.window.sharing.sharing import Sharing

        def save(ending: str) -> None:
            saving.save_as(ending=ending)

        return Sharing(self.canvas, clipboard, save, self._chooser, self.works)

    def _act(self, action: Action) -> None:
        self.clicks.act(action)

    # -- running

    def run(self) -> None:
        """Show the window and serve it until it is closed or ``end`` is called."""
        self.open()
        if not self.desk.closed:
            clock.schedule_once(self._end_if_told, 0)  # running resets the exit flag
            pyglet_app.run(interval=None)

    def end(self) -> None:
        """Make ``run`` return soon after an orderly shutdown.

        A signal handler may call this any time.

        It raises nothing: C code that calls Python loses an exception, or crashes.
        """
        self._told_to_end = True
        _thread.start_new_thread(pyglet_app.exit, ())  # the interrupted code may hold its locks

    def _end_if_told(self, dt: float) -> None:
        if self._told_to_end:
            pyglet_app.exit()

    def open(self) -> None:
        """Draw the first picture and show the window."""
        desk = self.desk
        if self._choose:
            with desk.care():
                self.games.choose()
        self.canvas.draw_only(ahead=True)  # everything is ready before the window appears
        desk.window.set_visible(True)
        desk.window.activate()
        self.canvas.draw(self.on_first_frame)
        if not self._choose:
            with desk.care():
                self.recovery.offer()
        self.scheduler.plan()

    def close(self) -> None:
        """Close the window. Unsaved work stays in the autosave until the next start."""
        desk = self.desk
        if desk.closed:
            return
        desk.closed = True
        self._chooser.close()
        self.works.close()
        if self.sharing.made is not None:
            self.sharing.made.previews.close()
        if self.tournaments.made is not None:
            self.tournaments.made.close()
        self.exploring.close()
        self.library.close()
        self.far.close()
        if self.finding.made is not None:
            self.finding.made.own.forget()
        self.assistant.close()
        size = desk.window.size_to_open
        if not desk.window.fullscreen and size != desk.settings.window_size:
            save_settings(replace(desk.settings, window_size=size))
        self.clock.close()
        self.rated.settle()
        for line in self.keeping.keep():
            print(f"{PROGRAM}: {line}", file=sys.stderr)
        unsafe = "" if desk.session.safety.try_again() else desk.session.safety.problem
        if unsafe:
            print(f"{PROGRAM}: the last changes of the game are lost: {unsafe}", file=sys.stderr)
        # A finished game in the library is not offered again at the next start.
        done = desk.session.is_over and self.keeping.is_library_s
        desk.session.safety.close(discard=done)
        desk.window.listener = Listener()
        self.canvas.frame.release()
        desk.window.close()
        self.works.settle()
        pyglet_app.exit()


def _search() -> Backend:
    """Return the search with all known players; it is imported when a computer first thinks."""
    from boche.viewer.assistant.search_backend import SearchBackend

    return SearchBackend()


# Parts of the window that are not needed for its first picture.

Part = TypeVar("Part")


class Lazy(Generic[Part]):
    """A part that is created, with its imports, when it is first requested."""

    def __init__(self, make: Callable[[], Part]) -> None:
        self._make = make
        self.made: Part | None = None

    def __call__(self) -> Part:
        """Return the part, created on the first call."""
        if self.made is None:
            self.made = self._make()
        return self.made
