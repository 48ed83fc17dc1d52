"""The start screen: a new game, or an alternative to it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from boche.engine.games.registry import DEFAULT, GAMES, find
from boche.engine.languages.current import tr, tr_count, tr_later
from boche.engine.record import load
from boche.engine.time_control import TimeControl
from boche.viewer.games.registry import ViewError, view_of
from boche.viewer.hud.dialogs.clock_fields import FIELD, SECOND
from boche.viewer.hud.dialogs.lessons_model import WATCH as WATCH_LABEL
from boche.viewer.hud.dialogs.start_model import (
    BEGINNER,
    CONTINUE,
    DISCARD,
    DUE,
    KEPT,
    LESSON,
    LESSONS,
    LIBRARY,
    LOST,
    PUZZLE,
    PUZZLES,
    WATCH,
    StartAlternative,
    StartForm,
)
from boche.viewer.lessons.session import DemonstrationSession
from boche.viewer.session import Seat, Session
from boche.viewer.session.words import CASUAL, OPENED
from boche.viewer.storage.kept_games import games_played
from boche.viewer.storage.own_ratings import own_rating
from boche.viewer.storage.settings import recent_files
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.news import TURNS, is_new
from boche.viewer.table.warnings import (
    CHOSEN,
    LOW_LEVELS,
    NEWCOMERS,
    choose,
    chosen_before,
    level_among,
    warned_against,
)
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.lessons import Lessons
from boche.viewer.window.records.library import LibraryShelf
from boche.viewer.window.records.opening import Opening
from boche.viewer.window.records.rated_games import at_strength, has_left_first, has_won
from boche.viewer.window.records.record_switch import Exchange
from boche.viewer.window.records.recovery import Recovery
from boche.viewer.window.records.training import Training

SURE = 3
"""Lines of alternatives for which there is room in every window, but for one."""

DECLINED = ".declined"
"""What the name of a game ends with whose casual first game the user has declined."""

SHOWN = ".shown"
"""What the name of a demonstration ends with in the settings."""

FIRST = tr_later("Now play your first game (casual)")
BEGINNERS = tr_later("A beginner's game (casual)")
"""The offers of a game for beginners, after all lessons and before."""

FEW = 2
"""The number of games of a kind in the library after which a user is no beginner at it."""


class NewGames:
    """The start screen of one desk."""

    def __init__(
        self,
        desk: Desk,
        exchange: Exchange,
        opening: Opening,
        recovery: Recovery,
        lessons: Lessons,
        library: LibraryShelf,
        training: Training,
    ) -> None:
        self._desk, self._exchange = desk, exchange
        self._recovery, self._lessons, self._training = recovery, lessons, training
        self._form: StartForm | None = None
        self._played: dict[str, int] = {}
        self._kept: list[StartAlternative] = []
        self._begun: dict[str, dict[str, Any]] = {}
        self.others: dict[str, Callable[[Any], object]] = {
            LESSONS: lambda game: lessons.show(game, self.again),
            LESSON: lambda lesson: lessons.start(*lesson),
            BEGINNER: self.first_game, WATCH: self._watch, DUE: lambda _: training.review(),
            PUZZLES: lambda game: training.show(game, self.again),
            PUZZLE: training.solve_todays, LOST: recovery.take_up, KEPT: opening.open_path,
            DISCARD: self._discard,
            LIBRARY: lambda _: library.show(self.again), "file": opening.open_path,
            "open": lambda _: opening.open(self.again),
        }  # fmt: skip
        """What is done for an alternative, by its kind; other parts of the window add theirs."""
        lessons.choose = self.choose

    def new(self) -> None:
        """Show the start screen with the game chosen that the user was last in."""
        self._kept = self._unfinished()
        game, own = self._lessons.game_in_hand, self._desk.own_game
        options = self._begun.get(game, {})
        # What a record was played with was not chosen for a new game.
        if own.record.game_name == game and (own.seats.sitting or own.unrated != OPENED):
            options = own.record.options
        self._show(tr("New game"), game, options, self._clock)

    def new_clock(self) -> None:
        """Show it at the handicap, or where there is no clock yet, at the clock."""
        self.new()
        if self._form is not None:
            form = self._form.form
            names = [field.name for field in form.fields]
            form.focus_on(names.index(SECOND if SECOND in names else FIELD))

    @property
    def _clock(self) -> TimeControl | None:
        """The clock of the user's own game, if it was begun here."""
        session = self._desk.own_game
        return session.clock.control if session.seats.sitting else None

    @property
    def _last_casual(self) -> bool | None:
        """What was last chosen for any game, or else whether the game on the table is casual.

        A casual game that has been won asks for one that counts.
        """
        own, chosen = self._desk.own_game, CHOSEN.get(self._desk.settings.game_casual)
        if chosen is not None or own.unrated != CASUAL or not own.seats.sitting:
            return chosen
        won = own.main_outcome is not None and own.main_outcome.winner == own.own_colour
        return None if won else True

    def choose(self, game: str = "") -> None:
        """Show it at the program's start, with a game chosen, by default the last one."""
        self._recovery.look()
        self._kept = self._unfinished()
        self._show(tr("Choose a game"), at_hand(game or self._desk.settings.game), {})
        if self._form is not None:
            self._form.offer_to_continue()

    def _unfinished(self) -> list[StartAlternative]:
        """Return the library's unfinished games but that on the table, where none is left over.

        After a game without a move nothing is left over; the games before it still go on.
        """
        if self._recovery.entries():
            return []
        file = self._desk.own_game.file
        own = [file.path, file.library_copy[0] if file.library_copy is not None else None]
        here = {str(path.absolute()) for path in own if path is not None}
        return [game for game in self._recovery.in_library() if game.what not in here]

    def _show(
        self,
        title: str,
        game: str,
        options: Mapping[str, Any],
        control: TimeControl | None = None,
    ) -> None:
        """Show the start screen with a game chosen, for the players at the table."""
        self._played = games_played()

        def start(
            game: str, options: dict[str, Any], seats: dict[str, Seat], control: TimeControl | None
        ) -> None:
            casual, chosen = form.casual, form.casual_chosen
            if form.declined:
                self._desk.note_told(f"{game}{DECLINED}")
            if casual or chosen is not None:  # what was ticked by itself stays ticked
                keep = "yes" if casual or chosen else "no"
                self._desk.set_settings(replace(self._desk.settings, game_casual=keep))
            self._start(game, options, seats, control, form.warns, casual=casual)

        last, was_casual = self._last_casual, self._desk.own_game.unrated == CASUAL
        form = StartForm(game, options, self._desk.sitting, start, self._others, self._go_on,
                         title, self._lessons.button_label, control,
                         self._desk.offered_warnings(newcomer=self._is_newcomer), self._eases,
                         last, won_casual=last is None and was_casual)  # fmt: skip
        self._form = form
        self._desk.hud.open(form.form)

    def _others(self, game: str) -> list[StartAlternative]:
        """Return the alternatives to a new game: lessons for it, unsaved games, files."""
        found = [*self._for_beginners(game), *self._to_train(game)]
        # Where there is little room, the last lines are not shown.
        found.insert(
            SURE,
            StartAlternative(
                "open", "", tr("Open a record"), tr("Open a record  ({key})", key=shown_key("open"))
            ),
        )
        recent = [Path(name) for name in recent_files(self._desk.settings) if os.path.exists(name)]
        found += [StartAlternative("file", str(path), path.name, str(path)) for path in recent[:3]]
        return [*self._recovery.entries(), *self._kept, *found]

    def _eases(self, game: str) -> bool:
        """Return whether a user is offered a casual game against the weakest level first.

        That is so until a game of its kind has counted or was won, or another was chosen, and
        unless the user has chosen players for the game on the table.
        """
        desk, own = self._desk, self._desk.own_game
        if f"{game}{DECLINED}" in desk.settings.told or self._has_won(game):
            return False
        chosen = bool(own.seats.sitting) and own.unrated not in (CASUAL, OPENED)
        return not own_rating(find(game)).count and not chosen

    def _has_won(self, game: str) -> bool:
        return has_won(find(game), self._desk.settings.told)

    def _is_newcomer(self, game: str) -> bool:
        return not self._has_won(game)

    def _for_beginners(self, game: str) -> list[StartAlternative]:
        """Return the offers to a beginner: the next lesson and an easy game."""
        try:
            view = view_of(game)
        except ViewError:
            return []
        begun, won = self._lessons.has_begun(game), self._has_won(game)
        found, following, beginner = [], self._lessons.following(game), view.beginner
        if following is not None and (begun or not won):
            found.append(
                StartAlternative(LESSON, (game, following.name), following.label, following.tip)
            )
        played = won or bool(self._played.get(game, 0))
        if beginner is not None and not has_left_first(find(game), self._desk.settings.told):
            learned = following is None and self._lessons.offers(game) and not played
            label = tr(FIRST if learned else BEGINNERS)
            found.append(StartAlternative(BEGINNER, game, label, tr(beginner.about)))
        if view.demonstration is not None and not played:  # begun lessons move no other line
            tip = tr("A game that plays itself, in half a minute")
            found.append(StartAlternative(WATCH, game, tr(WATCH_LABEL), tip))
        return found

    def _to_train(self, game: str) -> list[StartAlternative]:
        """Return the mistakes that are due, and the puzzle of the day."""
        due, today = self._training.due(), self._training.todays(game)
        mistakes = tr_count("{count} mistake due today", "{count} mistakes due today", due)
        tip = tr("Find a better move in positions from your own games")
        found = [StartAlternative(DUE, "", mistakes, tip)] if due else []
        return found + (
            [StartAlternative(PUZZLE, game, today, tr("A puzzle a day"))] if today else []
        )

    def first_game(self, game: str) -> None:
        """Start a game's game for beginners, or show the start screen if it has none."""
        beginner = view_of(game).beginner
        if beginner is None:
            self._show(tr("New game"), game, {})
            return
        first, second = find(game).colours
        seats = {first: Seat(self._desk.user_name), second: Seat("", beginner.player)}
        self._start(game, dict(beginner.options), seats, casual=True)

    def _watch(self, game: str) -> None:
        """Show a game's demonstration, and then the start screen again."""
        self._desk.note_told(f"{game}{SHOWN}")
        self._lessons.watch(game, self.again)

    def _go_on(self, chosen: StartAlternative) -> None:
        """Carry out a chosen alternative. Raises ``BocheError``."""
        self.others[chosen.kind](chosen.what)

    def _discard(self, lost: str) -> None:
        before = self._form.form.focused if self._form is not None else None
        self._recovery.discard(lost)
        self.new()
        if before is not None and before.name == CONTINUE and self._form is not None:
            self._form.offer_to_continue()  # keys are still in the list

    def again(self) -> None:
        """Show the start screen again after an alternative was cancelled."""
        if self._form is not None:
            form = self._form.form
            form.leave_lists()
            form.stay()
            self._desk.hud.open(form)

    def rematch(self) -> None:
        """Play the same game again, the other one beginning."""
        session, far = self._desk.session, self._desk.controller.table.far
        if far is not None:
            far.rematch()
            return
        control = session.clock.control
        swapped = zip(session.seats, reversed(list(session.seats.values())), strict=True)
        self._start(session.record.game_name, dict(session.record.options), dict(swapped),
                    control.exchanged if control is not None else None,
                    chosen_before(self._desk.settings),
                    casual=self._was_casual(session))  # fmt: skip

    def _was_casual(self, session: Session) -> bool:
        """Return whether a game is casual; one that was kept is what a new one would be."""
        if session.unrated != OPENED:
            return session.unrated == CASUAL
        usual = CHOSEN.get(self._desk.settings.game_casual)
        return self._eases(session.record.game_name) if usual is None else usual

    def other_level(self) -> None:
        """Play the same game again, against the level that is offered after it."""
        session = self._desk.session
        seats = {
            colour: replace(seat, player=str(session.next_level)) if seat.player else seat
            for colour, seat in session.seats.items()
        }
        self._start(session.record.game_name, dict(session.record.options), seats,
                    session.clock.control, chosen_before(self._desk.settings))  # fmt: skip

    def _start(
        self,
        game: str,
        options: dict[str, Any],
        seats: dict[str, Seat],
        control: TimeControl | None = None,
        warns: bool | None = None,
        casual: bool = False,
    ) -> None:
        """Start a game; if the user keeps the one on the table, the start screen comes back.

        ``warns`` turns warnings of bad moves on or off for it; None leaves that to the settings.
        A ``casual`` game does not count for the rating.
        """
        rules, desk = find(game), self._desk
        seats = at_strength(rules, seats)
        session = Session.new(game, seats=seats, control=control, **options)
        first, second = (seats[colour] for colour in rules.colours)
        level = level_among(rules, [first.player, second.player])
        # Who chooses a clock or a strong opponent knows what comes, and wants no more before it.
        for_beginners = control is None and (level is None or warned_against(level, LOW_LEVELS))
        first_game = level == NEWCOMERS and self._is_newcomer(game)
        warned_as_newcomer = first_game and desk.settings.warnings == LOW_LEVELS
        if casual:
            session.unrated = CASUAL

        def begin() -> None:
            kept = self._exchange.where_kept()
            self._begun[game] = dict(options)
            changed = replace(desk.settings, game=game, first_player=first.player,
                              second_player=second.player,
                              first_name="" if first.player else first.name,
                              second_name="" if second.player else second.name)  # fmt: skip
            if changed != desk.settings:
                desk.set_settings(changed)
            if for_beginners:
                self._after_demonstration(game, lambda: play(kept))
            else:
                play(kept)

        def play(kept: str) -> None:
            # Only one line is shown, and the game that is gone from the table is missed first.
            notes = [*rules.warnings(rules.complete(options)), *filter(None, [kept])]
            self._exchange.swap_for(session, notes=notes)
            desk.warn(warns)
            if warns is None and warned_as_newcomer:
                choose(desk.controller.table, True)

        self._exchange.settle(begin, self.again)

    def _after_demonstration(self, game: str, play: Callable[[], None]) -> None:
        """Begin a game, before a beginner's first one of its kind after a demonstration."""
        desk, name = self._desk, f"{game}{SHOWN}"
        show = view_of(game).demonstration
        begun, played = self._lessons.has_begun(game), games_played().get(game, 0)
        if begun or played >= FEW:
            desk.note_told(f"{game}{TURNS}")
        known = begun or played > 0 or name in desk.settings.told
        if show is None or known or not is_new(desk.settings):
            play()
            return
        desk.note_told(name)
        self._exchange.swap_for(DemonstrationSession(load(show()), play))


def at_hand(game: str) -> str:
    """Return the game's name, or the default if its package is missing or broken."""
    try:
        view_of(game)
    except ViewError:
        return DEFAULT.name
    return game if game in GAMES else DEFAULT.name
