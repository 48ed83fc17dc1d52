"""The moments of the game on the table: analysed first if need be, then listed and shown."""

from __future__ import annotations

from functools import partial

from boche.engine.game import Position, line_texts
from boche.engine.languages.current import tr, tr_word, translate, word_later
from boche.engine.languages.formats import percent
from boche.engine.message import capitalized
from boche.engine.record import Node
from boche.engine.review.moments import moments
from boche.engine.review.reasons import Reason, followed_by, reasons_of_mistake
from boche.engine.review.words import NO_MOMENTS, POINTS, moment_line
from boche.engine.search.analysis import Mistake
from boche.viewer.assistant.assistant import Assistant
from boche.viewer.hud import words
from boche.viewer.hud.dialogs.moments import moments_form
from boche.viewer.hud.pages.evaluation import accuracy_of
from boche.viewer.session import Session
from boche.viewer.table import lines
from boche.viewer.table.command_keys import USUAL, keys_of, shown_key
from boche.viewer.table.shown import REASON
from boche.viewer.window.desk import Desk

NUMBERS = (
    word_later("one"),
    word_later("two"),
    word_later("three"),
    word_later("four"),
    word_later("five"),
)

STEPS = ("keep_line", "line_back", "line_on")
"""The commands for the line on the board that work beside the list."""

ARROWS = {"Left": "back", "Right": "forward", "Home": "first", "End": "last"}
"""The keys that step through the line as they do without the list."""


class Moments:
    """The moments of one desk's game. ``ask`` lists them, after an analysis if it is not known.

    If the user has turned to something else by the end of the analysis, the status line says that
    they are ready, and no dialog opens in between.
    """

    def __init__(self, desk: Desk, assistant: Assistant) -> None:
        self._desk, self._assistant = desk, assistant
        self._awaited: Session | None = None
        self._presses = 0
        desk.schedule.watchers.append(self._look)

    def ask(self) -> None:
        """List the moments, or analyse the game first and list them then."""
        if self._assistant.is_analysed:
            self._list()
            return
        self._awaited, self._presses = self._desk.session, self._desk.presses
        if self._assistant.analysing:
            self._desk.say(words.MOMENTS_FOLLOW)
        else:
            self._assistant.analyse_for(words.BEFORE_MOMENTS)

    def _look(self) -> None:
        """List the moments once the analysis is done; it may have been stopped."""
        if self._awaited is None:
            return
        if self._awaited is not self._desk.session:
            self._awaited = None
        elif self._assistant.is_analysed:
            if self._desk.is_free:
                self._list(opens=self._desk.presses == self._presses)
        elif not self._assistant.analysing:
            self._awaited = None

    def _list(self, *, opens: bool = True) -> None:
        """List the moments, or only say that they are known."""
        self._awaited = None
        seats = own_seats(self._desk.session)
        losses, line = self._assistant.losses, self._desk.session.cursor.line
        reasons = {losses[node].ply: self._reasons(losses[node]) for node in line if node in losses}
        known = moments(
            [losses[node] for node in line if node in losses],
            seats,
            lambda lost: bool(reasons[lost.ply]),
        )
        shown = {one.ply: reasons[one.ply] or followed_by(self._before(one), one) for one in known}
        if not known:
            self._say_none(seats)
            return
        if not opens:
            self._desk.say(words.MOMENTS_READY(key=shown_key("moments")))
            return
        number = NUMBERS[len(known) - 1]
        of_whom = words.YOUR_MOMENTS if len(seats) == 1 else words.MOMENTS
        title = capitalized(translate(of_whom(number=number, count=len(known))))
        found = [(seat, self._assistant.analysis().findings.accuracy[seat]) for seat in seats]
        session = self._desk.session
        told = [accuracy_of(session, one, seat) for seat, one in found if one]
        text = " ".join(map(translate, [*told, POINTS]))
        place = self._desk.session.cursor.node
        several = len(seats) > 1
        lines = [self._line(one, several) for one in known]

        def show(moment: Mistake) -> None:
            why = (f"{capitalized(translate(reason.text))}." for reason in shown[moment.ply])
            form.text = "\n".join([text, *why])
            self._show(moment)

        def show_why(moment: Mistake) -> str | None:
            return self._show_why(moment, shown[moment.ply])

        steps = {keys_of(name)[0]: partial(self._do, name) for name in STEPS}
        steps |= {key: partial(self._do, name) for key, name in ARROWS.items()}
        form = moments_form(title, text, known, lines, show, show_why,
                            lambda: self._go_back(place), steps, _not_now)  # fmt: skip
        self._desk.hud.open(form)
        show(known[0])

    def _say_none(self, seats: tuple[int, ...]) -> None:
        """Say that no move lost much, or what lost the game in its first two moves."""
        session, accuracies = self._desk.session, self._assistant.analysis().findings.accuracy
        lost = [(seat, one) for seat in seats if (one := accuracies[seat]) and one.decided]
        if lost:
            [(seat, accuracy)] = lost
            self._desk.say(accuracy_of(session, accuracy, seat))
        else:
            self._desk.say(NO_MOMENTS if len(seats) > 1 else words.NO_MOMENTS_OF_YOURS)

    def _reasons(self, moment: Mistake) -> tuple[Reason, ...]:
        """Return why a move was bad, as the board or a line on it shows."""
        return reasons_of_mistake(self._before(moment), moment)

    def _line(self, moment: Mistake, several: bool) -> str:
        """Return a moment in words, its moves with all that tells their places apart."""
        session = self._desk.session
        swapped = session.positions.at(session.cursor.line[-1]).swapped
        return moment_line(moment, self._before(moment), several, swapped)

    def _before(self, moment: Mistake) -> Position:
        """Return the position before a move."""
        session = self._desk.session
        return session.positions.at(session.cursor.line[moment.ply - 1])

    def _show(self, moment: Mistake) -> None:
        """Go to the position before a move, and show there what was better."""
        table = self._desk.controller.table
        table.session.cursor.go(table.session.cursor.line[moment.ply - 1])
        table.follow(0.0)
        chance = percent(moment.before)
        context = self._desk.controller.context
        before = self._before(moment)
        played = f"{moment.ply}. {line_texts(before, (str(moment.move),))[0]}"
        table.attempt(lambda: lines.try_line(context, 0, moment.line, chance, instead=played))

    def _show_why(self, moment: Mistake, reasons: tuple[Reason, ...]) -> str | None:
        """Show the line that proves the first reason, then those of others, then what was better.

        Return a text if there is no reason.
        """
        if not reasons:
            return tr("Nothing on the board shows why; only the search does.")
        context, trial = self._desk.controller.context, self._desk.controller.table.trial
        proofs = [one.line for one in reasons]
        is_proof = trial is not None and trial.source == REASON and trial.moves in proofs
        following = proofs.index(trial.moves) + 1 if trial is not None and is_proof else 0
        if following == len(reasons):
            self._show(moment)
            return None
        reason, chance = reasons[following], percent(moment.before)
        context.table.attempt(lambda: lines.try_line(context, 0, reason.line, chance, reason))
        return None

    def _do(self, command: str) -> None:
        """Keep the line on the board as a variation, or step through it."""
        self._desk.controller.command(command, self._desk.now)

    def _go_back(self, place: Node) -> None:
        """Go back to where the moments were asked for."""
        table = self._desk.controller.table
        table.try_out(None)
        table.attempt(lambda: table.session.cursor.go(place))


def _not_now(pressed: str) -> str:
    """Return why a command's key does nothing while the list is open; nothing for other keys."""
    if not any(pressed in keys_of(name) for name in USUAL if name != "help"):
        return ""
    return tr("not while this list is open: {key} closes it", key=tr_word("Escape"))


def own_seats(session: Session) -> tuple[int, ...]:
    """Return whose moments count: the only person's, or else both players'."""
    return session.people if len(session.people) == 1 else (0, 1)
