"""The computer at the table: its seats, hints, evaluations. No GL; asked once in a while.

What is to be thought about follows from the table alone (``_wish``): so whatever the user does,
searches no longer wanted stop and their answers are dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.errors import BocheError
from engine.search.analysis import Evaluation, ended, evaluated, swings, with_line
from viewer.assistant.background import BackgroundThinker, Job, Report
from viewer.assistant.display import NO_ANALYSIS, AnalysisView, chance_text, heat_of
from viewer.table import making

if TYPE_CHECKING:
    from viewer.session import Seat, Session
    from viewer.table.state import Table

PACE = 0.4  # seconds that a computer seat takes at least, so that its moves can be followed
POLL = 0.05  # seconds between two looks for answers
PATIENCE = 0.3  # seconds of preparing before the user is told
SECONDS = {"move": 3.0, "hint": 1.0, "live": 20.0, "record": 0.4}
LEAST = 200  # simulations; with fewer an answer says nothing worth showing


@dataclass
class RecordAnalysis:
    """The nodes of a record that are yet to be looked at, and how many there were."""

    left: list[Any] = field(default_factory=list)
    count: int = 0


class Computer:
    """Decides what to think about, and does with the answers what is to be done."""

    def __init__(self, table: Table, thinker: BackgroundThinker) -> None:
        self._table, self._thinker = table, thinker
        self.evaluating = False
        self._begin(table.session)

    def _begin(self, session: Session) -> None:
        """Forget all; another record is on the table."""
        self._session = session
        self.paused = False
        self._hint: Any = None
        self._analysis = RecordAnalysis()
        self._found: dict[Any, Evaluation] = {}
        self._asked = False  # whether the user wants to see what is thought of the game
        self._heat: tuple[Any, Any] = (None, ())
        self._rested: Any = None
        self._job: Job | None = None
        self._since = 0.0
        self._move: Any = None
        self._told = NO_ANALYSIS
        self._seen = -1
        self._thinker.want(None)

    # -- seats

    def seat(self) -> Seat | None:
        """The computer seat that is to move at the end of the line shown, or None."""
        session = self._table.session
        if session.node.children or session.outcome is not None:
            return None
        seat = session.person_of(session.turn)
        return seat if seat.kind == "computer" else None

    def waiting_for(self) -> str:
        """Why nobody may move now; empty if one may."""
        if self.seat() is None or self.paused:
            return ""
        return f"{self.name()} is thinking…"

    def name(self) -> str:
        """Who is to move, as the status says it: ``Dark (level 4)``."""
        session = self._table.session
        seat = session.person_of(session.turn)
        return f"{session.turn.capitalize()} ({seat.label})"

    def set_seats(self, seats: Mapping[str, Seat]) -> None:
        """Seat players by the colour they began with; one that waited plays on."""
        session = self._table.session
        for colour, seat in seats.items():
            if seat != session.seats[colour]:
                session.set_seat(colour, seat)
                self.paused = False

    def _tell_seats(self) -> None:
        """Tell the thinker whose players it may hold."""
        session = self._session
        if session.revision != self._seen:
            self._seen = session.revision
            seats = enumerate(session.seats.values())
            self._thinker.keep(frozenset((session, i, s.player) for i, s in seats if s.player))

    # -- commands

    def pause(self) -> None:
        """Let computer seats wait, or go on."""
        self.paused = not self.paused
        self._say("the computer waits: W lets it go on" if self.paused else "the computer plays on")

    def hold(self) -> None:
        """Let a computer seat that is to move wait until the user lets it go on."""
        if self.seat() is not None:
            self.paused = True
            self._say("the computer waits: W lets it go on")

    def hint(self) -> None:
        """Think about the best move; a second time: show it now."""
        node = self._table.session.node
        if self._hint is node:
            self._thinker.hurry()
        else:
            self._hint = node

    def evaluate(self) -> None:
        """Show what is thought of the position, or no longer."""
        self.evaluating = not self.evaluating
        self._rested = None
        self._say("evaluation on" if self.evaluating else "evaluation off")

    @property
    def analysing(self) -> bool:
        """Whether the record is being analysed."""
        return bool(self._analysis.left)

    def analyse(self) -> None:
        """Look at every position of the line shown, or stop that."""
        if self.analysing:
            self._analysis = RecordAnalysis()
            self._say("analysis stopped")
            return
        session = self._table.session
        nodes = [node for node in session.line if node is session.line[0] or node.move is not None]
        self._analysis, self._asked = RecordAnalysis(list(nodes), len(nodes)), True

    def _say(self, text: str, *, error: bool = False) -> None:
        self._table.say(text, error=error)

    # -- time

    def wakeup(self) -> float | None:
        """When ``tick`` is wanted next, None for never."""
        active = self._job is not None or self._thinker.busy or self._wish() is not None
        return self._table.now + POLL if active else None

    def tick(self) -> bool:
        """Take answers, play, think on; whether there is something new to see."""
        if self._table.session is not self._session:
            self._begin(self._table.session)
        self._tell_seats()
        self._follow_wish()  # before answers are taken: the user may have moved on
        for report in self._thinker.take():
            if report.job is self._job:
                self._take(report)
            elif report.job.kind == "keep":
                self._say(report.error, error=True)
        self._follow_wish()
        self._play_when_due()
        told, self._told = self._told, self.analysis()
        return told != self._told

    def close(self) -> None:
        """Stop thinking, for good."""
        self._thinker.close()

    def _wish(self) -> tuple[str, Any, str] | None:
        """What to think about: its kind, the node, the computer player."""
        session = self._table.session
        seat = None if self.paused else self.seat()
        if seat is not None:
            return ("move", session.node, seat.player)
        if self._hint is not None and self._hint is session.node:
            return ("hint", self._hint, "")
        self._hint = None
        if self._analysis.left:
            return ("record", self._analysis.left[0], "")
        rested = self._rested is session.node or session.outcome is not None
        return None if rested or not self.evaluating else ("live", session.node, "")

    def _follow_wish(self) -> None:
        self._skip_ended()
        wish, job = self._wish(), self._job
        if job is not None and wish == (job.kind, job.node, job.player):
            return
        self._job = self._move = None
        if wish is not None:
            kind, node, player = wish
            position = self._session.position_at(node)
            moves = tuple((n.colour, n.move) for n in node.path() if n.move is not None)
            person = position.game.colours.index(position.turn) ^ int(position.swapped)
            seat = (self._session, person, player) if player else None
            self._job = Job(kind, node, position, player, SECONDS[kind], moves, seat)
            self._since = self._table.now
        self._thinker.want(self._job)

    def _skip_ended(self) -> None:
        """Ends of games need no thought; nodes that have been deleted get none."""
        left, session = self._analysis.left, self._session
        while left and (left[0].path()[0] is not session.record.root or self._ends(left[0])):
            left.pop(0)
        if not left and self._analysis.count:
            self._analysis = RecordAnalysis()
            kept = self._write_analysis() if self._table.settings.keep_analysis else ""
            self._say(f"the record is analysed{kept}: click the graph to go to a move")

    def _write_analysis(self) -> str:
        """Put what was found along the line into the comments; says so."""
        session, found = self._session, self._found
        nodes = [node for node in session.line if node in found]
        session.set_comments({n: with_line(n.comment, found[n].text) for n in nodes})
        return ", in the comments too"

    def _ends(self, node: Any) -> bool:
        outcome = self._session.ending(node)
        if outcome is None:
            return False
        position = self._session.position_at(node)
        self._keep(node, ended(self._place(node), node.move, position, outcome.winner))
        return True

    def _place(self, node: Any) -> int:
        """The place of a node in its line."""
        return len(node.path()) - 1

    # -- answers

    def _take(self, report: Report) -> None:
        job = report.job
        if report.loses:
            self._lose(report)
            return
        if report.error:
            self._failed(job, report.error)
            return
        if report.answer is not None:
            self._note(job, report.answer)
        if report.done:
            self._finish(job, report)

    def _note(self, job: Job, answer: Any) -> None:
        """Keep what is to be shown of an answer."""
        if answer.simulations >= LEAST or answer.proven:
            place, move = self._place(job.node), job.node.move
            self._keep(job.node, evaluated(place, move, job.position, answer))
        if job.kind != "record":
            self._heat = (job.node, heat_of(self._table, job.position, answer))

    def _finish(self, job: Job, report: Report) -> None:
        if job.kind == "move":
            self._move = report.move
            return
        self._job = None
        if job.kind == "hint":
            self._hint = None
            self._show_hint(report)
        elif job.kind == "record":
            self._analysis.left.pop(0)
        else:
            self._rested = job.node

    def _lose(self, report: Report) -> None:
        """Let the computer seat lose that cannot go on; after an undo it waits."""
        table, session = self._table, self._session
        who, loser = self.name(), report.job.position.turn
        self._job, self.paused = None, True
        table.timeline.playing = False
        if report.loses == "resignation":
            session.resign(loser)
            self._say(f"{who} resigns")
        else:
            seat = session.person_of(loser)
            reason = report.error.removeprefix(f"{seat.player.partition(':')[2]}: ")
            session.forfeit(loser, f"{seat.label}: {reason}")
            self._say(f"{who} loses: {reason}", error=True)

    def _failed(self, job: Job, error: str) -> None:
        """Say it once, and do not try again by itself."""
        self._job = self._hint = None
        self._analysis = RecordAnalysis()
        if job.kind == "move":
            self.paused = True
        elif job.kind == "live":
            self.evaluating = False
        waits = "; the computer waits, W tries again" if job.kind == "move" else ""
        self._say(f"{error}{waits}", error=True)

    def _keep(self, node: Any, found: Evaluation) -> None:
        known = self._found.get(node)
        better = known is not None and (known.proven or known.simulations > found.simulations)
        if found.proven or not better:
            self._found[node] = found

    def _show_hint(self, report: Report) -> None:
        table, answer = self._table, report.answer
        making.show_move(table, report.move)
        what = "swap colours (S)" if str(report.move) == "swap" else str(report.move)
        chance = chance_text(table.session.turn, answer.win, answer.proven)
        leave = "; Enter plays it, Esc leaves it" if table.selection.taken else ""
        self._say(f"hint: {what}; {chance}{leave}")

    def _play_when_due(self) -> None:
        table, writing = self._table, self._table.writing
        busy = writing.question is not None or table.timeline.change(table.now) is not None
        busy = busy or (writing.entry is not None and writing.entry.kind == "comment")
        if self._move is None or busy or table.now < self._since + PACE:
            return
        move, self._move, self._job = self._move, None, None
        self._thinker.want(None)
        try:
            table.play(move)
        except BocheError as error:
            self.paused = True
            self._say(f"the computer's move is refused: {error}", error=True)

    # -- what is to be seen

    def analysis(self) -> AnalysisView:
        """What is to be seen now."""
        session, node = self._table.session, self._table.session.node
        told = session is self._session and (self._asked or self.evaluating)
        complete = self._asked and not self.analysing
        graph = self._graph() if told else ()
        return AnalysisView(
            status=self._status(),
            thinking=session.turn if self._job is not None and self._job.kind == "move" else "",
            evaluating=self.evaluating,
            paused=self.paused,
            evaluation=self._found.get(node) if told else None,
            heat=self._heat[1] if self.evaluating and self._heat[0] is node else (),
            graph=graph,
            swings=tuple(place for place, _ in swings(graph)) if complete else (),
            analysing=self._progress(),
        )

    def _progress(self) -> tuple[int, int] | None:
        left, count = self._analysis.left, self._analysis.count
        return (count - len(left), count) if left else None

    def _status(self) -> str:
        job, since = self._job, self._thinker.preparing_since
        if job is None:
            return ""
        if since is not None and self._table.now - self._since > PATIENCE:
            return "preparing the computer player…"
        if job.kind == "move":
            return self.waiting_for()
        if job.kind == "hint":
            return "looking for a hint… (I: show it now)"
        progress = self._progress()
        return f"analysing the record: {progress[0]} of {progress[1]}" if progress else ""

    def _graph(self) -> tuple[Evaluation, ...]:
        return tuple(self._found[n] for n in self._session.line if n in self._found)
