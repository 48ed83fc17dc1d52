"""The desk: the services shared by all parts of a window. It knows none of them."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.viewer.games.registry import panel_of, view_of
from boche.viewer.hud.dialogs.seats import WarningsChoice
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import Areas, areas_of, picture_size, usable_scale
from boche.viewer.hud.pages.game_card import game_form
from boche.viewer.hud.widgets.items import Action, Typesetter
from boche.viewer.hud.widgets.text import measure
from boche.viewer.lessons.session import DemonstrationSession, LessonSession
from boche.viewer.renderer.errors import RenderError
from boche.viewer.session import Seat, Session
from boche.viewer.session.rating import still_counts
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.session.words import CASUAL
from boche.viewer.storage.autosave import Autosave
from boche.viewer.storage.settings import Settings, save_settings, user_name_of
from boche.viewer.table.input import Controller
from boche.viewer.table.question import CANCEL, Answer, Question
from boche.viewer.table.shown import Tone
from boche.viewer.table.warnings import choose, chosen_before, level_of_opponent, usual_among
from boche.viewer.training.session import TrainingSession
from boche.viewer.window.window import TableWindow

HELPING = ("engine", "explorer")
"""The tabs of the panel that help whoever is to move."""


class Desk:
    """One window, its table with controller and HUD, the current settings, and the schedule.

    ``areas`` is the layout. ``closed`` is set once the window has been closed. ``presses`` counts
    the keys and buttons pressed, by which a part sees that the user has turned to something else.
    """

    def __init__(
        self,
        window: TableWindow,
        session: Session,
        settings: Settings,
        typeset: Typesetter,
        act: Callable[[Action], None],
    ) -> None:
        """Set up the desk; ``act`` takes the actions of clicks on the HUD.

        Raises ``LookupError`` for a game without a table.
        """
        self.window, self.settings = window, settings
        self.closed, self.presses, self.schedule = False, 0, Schedule()
        self._sat: tuple[Seat, ...] = ()
        self._own = session
        self._fault = ""  # the traceback printed last
        self.hud = Hud(measure, typeset, act, hints=not settings.hints_seen)
        self.areas = self._arranged(session)
        board = picture_size(self.areas)
        self.controller = Controller(session, board, settings, self.now, self.scale)
        self.schedule.watchers.append(self._note_moves)

    def _note_moves(self) -> None:
        """Tell the hints of the first start how many moves people have played."""
        game = self.session
        if self.hud.hint is not None and game.played and not game.seats.only_computers:
            first, second = (bool(game.seats[colour].player) for colour in game.record.game.colours)
            moves = len(game.cursor.line) - 1
            self.hud.note_moves((moves + second) // 2 if first or second else moves)

    @property
    def now(self) -> float:
        """The time in seconds of the one clock that all events share."""
        return time.perf_counter()

    @property
    def session(self) -> Session:
        """The record on the table."""
        return self.controller.table.session

    @property
    def is_free(self) -> bool:
        """True if nothing is open or typed, so that a list may open by itself."""
        writing = self.controller.table.writing
        busy = writing.question is not None or writing.entry is not None
        return self.hud.open_form is None and not busy

    @property
    def own_game(self) -> Session:
        """The game on the table; the last one before if this is an exercise or a tournament's."""
        return self.session if _is_own(self.session) else self._own

    @property
    def user_name(self) -> str:
        """The user's name: that of the only person in the last own game; empty if it is unknown."""
        return user_name_of(self.settings)

    @property
    def _last_seats(self) -> tuple[Seat, ...]:
        """The players of the last own game, as the settings have kept them."""
        known = self.settings
        both = ((known.first_name, known.first_player), (known.second_name, known.second_player))
        return tuple(Seat("" if player else name, player) for name, player in both)

    @property
    def sitting(self) -> tuple[Seat, ...]:
        """The players at this table, in order of play.

        They are those of the current game, or of the last game with players here; before the first
        one, the players of the program's last run. Who plays in a tournament, its plan says: they
        are none of these.
        """
        found = self.session.seats.sitting if not self.session.of_tournament else {}
        here = tuple(found[colour] for colour in self.session.record.game.colours if found)
        return here or self._sat or self._last_seats

    @property
    def scale(self) -> float:
        """Pixels of the HUD per pixel at 100 %."""
        wanted = self.settings.ui_scale or self.window.screen_scale
        return usable_scale(self.window.pixels, wanted, self.settings.font_size)

    # -- saying

    def say(self, text: str, *, tone: Tone = "said") -> None:
        """Show a line in the status until the next input."""
        self.controller.table.say(text, tone=tone)

    def refuse(self, text: str) -> None:
        """Show why something cannot be done, or what went wrong."""
        self.say(text, tone="refused")

    def say_all(self, lines: Sequence[str], *, tone: Tone = "refused") -> None:
        """Show lines in turn, so that the last one remains; as warnings unless ``tone`` differs."""
        for line in lines:
            self.say(line, tone=tone)

    def ask(
        self, title: str, text: str, *answers: tuple[Answer, Callable[[], object]],
        cancel: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        """Ask a question in place of any dialog.

        Each answer comes with what it does; ``cancel`` is what Escape does without such an answer.
        """
        does = {CANCEL.name: cancel, **{answer.name: do for answer, do in answers}}

        def answered(name: str) -> None:
            with self.care():
                does[name]()

        self.hud.close()
        question = Question(title, text, tuple(answer for answer, _ in answers))
        self.controller.table.writing.ask(question, answered, self.now)

    @contextmanager
    def care(self) -> Iterator[None]:
        """Report errors of the block in the status line, and let the game go on.

        A fault of the program is also printed in full, but only once while nothing else fails.
        """
        try:
            yield
        except (BocheError, RenderError) as error:
            self.refuse(why_not(error))
        except Exception as error:
            kind, fault = type(error).__name__, traceback.format_exc()
            if fault != self._fault:
                print(f"{fault}{PROGRAM}: an error in the program ({kind}); the game is safe",
                      file=sys.stderr)  # fmt: skip
            self._fault = fault
            self.refuse(tr("an error in the program: {kind}: {error}", kind=kind, error=error))

    def show_game(self) -> None:
        """Show the card of the current game."""
        record = self.session.record
        view = view_of(record.game_name)
        rules = self.hud.show_rules if view.rules is not None else None
        self.hud.open(game_form(record.game, record.options, view.guide, rules))

    # -- changing what lies here

    def take(self, session: Session, *, autosaved: bool = False) -> None:
        """Put a record on the table; start its autosave unless it is ``autosaved`` already."""
        if not autosaved:
            session.safety.keep(Autosave())
        other = session is not self.session
        if other:
            self._sat, self._own = self.sitting, self.own_game
            self.controller.set_session(session)
            self.fit()
        begins = _is_new(session) and bool(session.seats.sitting) and other
        if (begins or still_counts(session)) and self.settings.panel_tab in HELPING:
            # A tab that helps is open only if one opens it in this game.
            self.set_settings(replace(self.settings, panel_tab="moves"))
        self.say_all(session.file.notes[:1], tone="noted")
        self.say_all([*session.safety.take_messages(), *session.file.problems[:1]])
        self.hud.dirty = True

    def offered_warnings(
        self, *, here: bool = False, newcomer: Callable[[str], bool] = lambda game: False
    ) -> WarningsChoice:
        """Return the choice of warnings for a new game, or for the one ``here`` on the table.

        ``newcomer`` returns whether the user has won no game of a kind yet.
        """
        table, chosen = self.controller.table, chosen_before(self.settings)
        if here and (level_of_opponent(table.session) or table.warnings.chosen is not None):
            chosen = table.warnings.chosen
        none = here and bool(table.session.why_no_help)
        return WarningsChoice(
            lambda game, players: (
                None
                if none
                else usual_among(
                    game, players, self.settings.warnings, newcomer=newcomer(game.name)
                )
            ),
            chosen,
        )

    def warn(self, on: bool | None) -> None:
        """Turn warnings of bad moves on or off for the game on the table, and for the next ones.

        None, where it was not asked, leaves that to the settings.
        """
        choose(self.controller.table, on)
        if on is not None and on != chosen_before(self.settings):
            self.set_settings(replace(self.settings, game_warns="yes" if on else "no"))

    def skip(self) -> bool:
        """End a demonstration, and begin the game after it; return False if none is shown."""
        session = self.session
        if not isinstance(session, DemonstrationSession) or self.hud.modal:
            return False
        session.then()
        return True

    def note_told(self, name: str) -> None:
        """Remember what need not be told any more."""
        if name not in self.settings.told:
            self.set_settings(replace(self.settings, told=(*self.settings.told, name)))

    def set_settings(self, settings: Settings, keep: bool = True) -> None:
        """Apply settings, and save them for the next start if ``keep`` is true."""
        self.settings = settings
        self.controller.set_settings(settings)
        self.refresh()
        if keep:
            self.say_all(list(filter(None, [save_settings(settings)])))

    def toggle_fullscreen(self) -> None:
        """Enter or leave full screen."""
        self.window.toggle_fullscreen()
        self.refresh()

    def refresh(self) -> None:
        """Lay out everything and have it redrawn."""
        self.hud.dirty = True
        form = self.hud.open_form
        if form is not None and form.renew is not None:
            form.renew()
        self.fit()

    def fit(self) -> None:
        """Lay out the window for drawing and pointing; tell the controller the board's size."""
        self.areas = self._arranged(self.session)
        size, table = picture_size(self.areas), self.controller.table
        if size != table.looking.viewport or self.scale != table.looking.scale:
            self.controller.resized(*size, self.now, self.scale)

    def _arranged(self, session: Session) -> Areas:
        """Return the layout of the window for a session on the table."""
        choices = panel_of(session.record.game_name).choices(session.position)
        settings = self.settings
        if isinstance(session, DemonstrationSession):
            choices = ()  # nobody plays here
        if isinstance(session, LessonSession | TrainingSession | SetupSession):
            # The panel has the task, or what one needs to set up a position.
            settings = replace(settings, right_panel=True)
        return areas_of(self.window.pixels, self.scale, settings, len(choices))


def _is_own(session: Session) -> bool:
    """Return whether a record is a game as the user wished it, with its options and players."""
    return not isinstance(session, LessonSession | TrainingSession) and not session.of_tournament


def _is_new(session: Session) -> bool:
    """Return whether a session is a game begun here that has no moves yet."""
    begun_here = type(session) is Session and session.unrated in ("", CASUAL)
    return begun_here and not session.record.root.children


# The schedule of one window: which of its parts are to be called, and when.

Call = Callable[[], object]


class Schedule:
    """The times at which parts of a window are to be called, and the parts that watch it.

    ``watchers`` are called after every event and whenever time has passed, to see what has changed.
    """

    def __init__(self) -> None:
        self.watchers: list[Call] = []
        self._times: dict[Call, float] = {}

    def at(self, time: float | None, call: Call) -> None:
        """Have a function called at a time, in place of its earlier one; None cancels that."""
        if time is None:
            self._times.pop(call, None)
        else:
            self._times[call] = time

    @property
    def due(self) -> float | None:
        """The earliest time at which something is to be called, or None for never."""
        return min(self._times.values(), default=None)

    def take(self, now: float) -> list[Call]:
        """Remove the functions whose time has come, and return them, the earliest first."""
        times = sorted(self._times.items(), key=lambda item: item[1])
        calls = [call for call, time in times if time <= now]
        for call in calls:
            del self._times[call]
        return calls
