"""Computer players and analysis at a table. Uses no GL and is polled.

The state of the table alone determines what to search. Whatever the user does, searches that are no
longer wanted stop and their answers are dropped. Each purpose has its own module: computer seats,
hints, the analysis of the record and the live evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from boche.engine.game import line_texts
from boche.engine.languages.current import tr
from boche.engine.message import Message
from boche.engine.record import Node
from boche.engine.review.reasons import deed_of, reason_for
from boche.engine.review.words import lost_said
from boche.engine.search.analysis import Evaluation, Mistake
from boche.engine.words import PERCENT
from boche.viewer.assistant.background import BackgroundThinker, Job, Report
from boche.viewer.assistant.computer_seats import WAITS, ComputerSeats, computers_of, resuming_key
from boche.viewer.assistant.display import NO_ANALYSIS, NO_FINDINGS, AnalysisView, chance_text
from boche.viewer.assistant.evaluations import Evaluations
from boche.viewer.assistant.live_evaluation import LiveEvaluation
from boche.viewer.assistant.record_analysis import RecordAnalysis
from boche.viewer.assistant.search_request import Purpose, SearchRequest, job_of
from boche.viewer.assistant.watching import AFTER, BEFORE, Looking, Watching
from boche.viewer.assistant.words import HINT, HINT_WHY, SWAP_CHANCE, SWAP_OR_NOT, SWAP_WINS
from boche.viewer.session import Seat, Session
from boche.viewer.session.words import HELPED
from boche.viewer.table import move_input
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.conditions import can_swap
from boche.viewer.table.context import Context
from boche.viewer.table.state import Table
from boche.viewer.table.trial import Hinted, Proof
from boche.viewer.table.warnings import holds_back

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate, SearchResult

POLL = 0.05  # seconds between two polls for answers
PATIENCE = 0.3  # seconds of preparation before the user is told
WATCHED = (BEFORE, AFTER)  # kinds of searches for warnings: no help that one has asked for
LAST_WAIT = 0.2  # seconds that a search has to stop in; it checks several times as often


class Assistant:
    """A scheduler that decides what to search and passes the answers to those who asked."""

    def __init__(self, table: Table, thinker: BackgroundThinker) -> None:
        self._table, self._thinker = table, thinker
        self._begin(table.session)

    def _begin(self, session: Session) -> None:
        """Discard all state for a new record on the table, and turn the live evaluation off."""
        table = self._table
        self._session = session
        self._evaluations = Evaluations(session)
        self._seats = ComputerSeats(table)
        self._judging = Judging(table)
        self._watching = Watching(table, session)
        self._hint = Hint(table)
        self._record = RecordAnalysis(table, self._evaluations)
        self._live = LiveEvaluation(table, self._evaluations, lambda: self._record.running)
        self._sureness = Sureness(table, self._live, self._evaluations)
        self._purposes: dict[str, Purpose] = {  # in order of priority
            "judge": self._judging,
            AFTER: Looking(self._watching, AFTER),
            "move": self._seats,
            "hint": self._hint,
            "live": self._live,
            BEFORE: Looking(self._watching, BEFORE),
            "record": self._record,
            "sure": self._sureness,
        }
        self._job: Job | None = None
        self._since = 0.0
        self._shown = NO_ANALYSIS
        self._revision_seen = -1
        self._thinker.want(None)

    # -- seats

    def seat(self) -> Seat | None:
        """Return the computer seat to move at the end of the line shown, or None."""
        return self._seats.to_move()

    def waiting_for(self) -> str:
        """Return the reason why the user cannot move now, or an empty string."""
        return self._seats.waiting_for()

    def set_seats(self, seats: Mapping[str, Seat]) -> None:
        """Seat players by their initial colours. Computer seats that were waiting play on."""
        self._seats.seat_players(seats)

    # -- commands

    def pause(self) -> None:
        """Pause the computer seats, or resume them."""
        self._seats.pause()

    def let_play(self) -> None:
        """Let the computer to move play on from the position shown."""
        self._seats.let_play()

    def hold(self) -> None:
        """Make a computer seat that is to move wait until the user resumes it."""
        self._follow_table()
        self._seats.hold()

    def keep_still(self) -> None:
        """Make all computer seats wait until the user resumes them."""
        self._seats.keep_still()

    def hint(self) -> None:
        """Search for the best move; if asked a second time, show the best found so far."""
        if not self._hint.ask():
            self._thinker.hurry()

    def evaluate(self) -> None:
        """Turn the evaluation of the position shown on or off."""
        self._live.toggle()

    @property
    def evaluating(self) -> bool:
        """True while the positions shown are evaluated."""
        return self._live.on

    def evaluate_on(self) -> None:
        """Evaluate the positions of a game that was put back as before it was laid aside."""
        self._follow_table()
        self._live.on = True

    @property
    def analysing(self) -> bool:
        """True while the record is being analysed."""
        return self._record.running

    @property
    def mistakes(self) -> Mapping[Node, Mistake]:
        """The mistakes that an analysis of the record has found, now or before it was saved."""
        return self._evaluations.mistakes if self._is_shown else {}

    @property
    def losses(self) -> Mapping[Node, Mistake]:
        """The moves that lost a noticeable chance, mistakes or not."""
        return self._evaluations.losses if self._is_shown else {}

    @property
    def is_analysed(self) -> bool:
        """True if all of the line shown is known as well as the settings ask for."""
        reading = self._evaluations.reading
        current = self._table.session is self._session and not reading
        return current and self._record.findings.complete

    @property
    def analysed(self) -> bool:
        """True if an analysis of the record is known, even if it found no mistake."""
        return self._evaluations.any_reviewed and self._is_shown

    @property
    def _is_shown(self) -> bool:
        session = self._table.session
        known = self._record.asked or self._evaluations.any_reviewed
        return session is self._session and known and not session.why_no_help

    def analyse_for(self, purpose: str) -> None:
        """Analyse the line shown as far as it is not known; ``purpose`` says what follows."""
        self._record.analyse_for(purpose)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The best moves of the position shown, best first, while it is evaluated."""
        return self._live.candidates if self._table.session is self._session else ()

    @property
    def holds_clock(self) -> bool:
        """True while the turn takes no time: a computer waits, is prepared, or has found its move.

        So it is while the move before it is judged, or warned of. A computer's moves are shown no
        faster than they can be followed.
        """
        preparing = self._thinker.preparing_since is not None
        watching = self._job is not None and self._job.kind in WATCHED
        watching = (watching or holds_back(self._table)) and self._seats.to_move() is not None
        return bool(self._seats.waiting) or self._seats.has_move or preparing or watching

    def analyse(self) -> None:
        """Analyse every position of the line shown, or stop the analysis."""
        self._record.toggle()

    def look_deeper(self) -> None:
        """Analyse the positions before and after the move shown for longer."""
        self._record.look_deeper()

    # -- time

    def wakeup(self) -> float | None:
        """Return the time at which ``tick`` should be called next, or None for never."""
        if self._evaluations.reading:
            return self._table.now
        active = self._job is not None or self._thinker.busy or self._next_request() is not None
        return self._table.now + POLL if active else None

    def _follow_table(self) -> None:
        """Begin again if another record is on the table."""
        if self._table.session is not self._session:
            self._begin(self._table.session)

    def tick(self) -> bool:
        """Take answers, play moves and continue searching. Return whether the display changes."""
        self._follow_table()
        self._evaluations.read()
        self._seats.go_on_after_move()
        self._follow_revision()
        self._follow_request()  # before taking answers, since the user may have moved on
        for report in self._thinker.take():
            if report.job is self._job:
                self._take(report)
            elif report.job.kind == "keep":
                self._table.say(report.error, tone="refused")
        self._follow_request()
        self._play_when_due()
        before, self._shown = self._shown, self.analysis()
        return before != self._shown

    def close(self) -> None:
        """Stop searching for good, without waiting for anything that is still loading."""
        self._thinker.close(LAST_WAIT)

    def _follow_revision(self) -> None:
        """After a change, forget an end taken back, and tell whose players may be kept."""
        if self._session.cursor.revision != self._revision_seen:
            self._revision_seen = self._session.cursor.revision
            self._evaluations.follow()
            self._thinker.keep(computers_of(self._session))

    def _next_request(self) -> SearchRequest | None:
        """Return the current request with the highest priority, or None."""
        requests = (purpose.search_request() for purpose in self._purposes.values())
        return next((request for request in requests if request is not None), None)

    def _follow_request(self) -> None:
        self._record.skip_known()
        request, job = self._next_request(), self._job
        if (
            job is not None
            and request is not None
            and request[:3] == (job.kind, job.node, job.player)
        ):
            return
        self._seats.drop_move()
        self._job = None
        if request is not None:
            self._job, self._since = job_of(request, self._session), self._table.now
            if request.kind not in ("move", *WATCHED):
                self._session.note_aid(HELPED)
        self._thinker.want(self._job)

    def _play_when_due(self) -> None:
        if self._seats.move_due(self._since):
            self._job = None
            self._thinker.want(None)
            self._seats.play()

    # -- answers

    def _take(self, report: Report) -> None:
        job = report.job
        if report.loses:
            self._job = None
            self._seats.lose(report)
        elif report.error:
            self._fail(job, report.error)
        else:
            if report.answer is not None:
                self._note(job, report.answer)
            if report.done:
                self._finish(report)

    def _note(self, job: Job, answer: Any) -> None:
        """Store what an answer contributes to the display."""
        if job.kind not in ("sure", "judge", *WATCHED):
            self._evaluations.note(job, answer)
        if job.kind in ("live", "hint", "move"):
            self._live.note(job, answer)

    def _finish(self, report: Report) -> None:
        if report.job.kind != "move":  # a move job lasts until its move has been played
            self._job = None
        if report.job.kind == "hint":
            self._watching.note_hint(report)
        self._purposes[report.job.kind].finish(report)

    def _fail(self, job: Job, error: str) -> None:
        """Report the error once, and do not retry automatically."""
        self._job = None
        if job.kind == "judge":
            self._judging.fail(error)
            return
        if job.kind in WATCHED:  # a move that fails as well says so
            self._watching.finish(Report(job))
            return
        self._hint.forget()
        self._record.stop()
        if job.kind == "move":
            self._seats.paused = True
            error = tr(
                "{error}; the computer waits, {key} tries again", error=error, key=resuming_key()
            )
        elif job.kind == "live":
            self._live.on = False
        self._table.say(error, tone="refused")

    # -- display

    def analysis(self) -> AnalysisView:
        """Return the analysis to display now."""
        session, live, record = self._table.session, self._live, self._record
        shown = self._is_shown or (session is self._session and live.on)
        graph = self._evaluations.along_line() if shown else ()
        node = self._table.on_board
        evaluation = self._evaluation_of(node, graph) if shown else None
        visits = live.visits if live.candidates else 0
        if visits and node is not session.cursor.node and evaluation is not None:
            visits = evaluation.simulations or visits
        return AnalysisView(
            status=self._status(),
            thinking=session.turn if self._thinks else "",
            evaluating=live.on,
            waiting=self._seats.waiting,
            preparing=int(self._prepared_for),
            evaluation=evaluation and evaluation.as_shown,
            searched=self._evaluation_of(session.cursor.node, graph) if shown else None,
            heat=live.heat,
            bests=live.bests,
            graph=self._evaluations.drawn if shown else (),
            mistakes=self.mistakes,
            judged=self._evaluations.is_judged(session.cursor.node),
            outdone=frozenset(filter(self._evaluations.is_outdone, self.mistakes)),
            analysing=record.progress,
            findings=record.findings if self._is_shown else NO_FINDINGS,
            candidates=live.candidates,
            visits=visits,
            searching=self._job is not None and self._job.kind == "live",
            spread=self._sureness.spread if live.on else None,
            aside=not live.on and record.left_behind and self._table.goes_on,
        )

    def _evaluation_of(self, node: Node, graph: Sequence[Evaluation]) -> Evaluation | None:
        """Return the evaluation of the position at a node, if it is known.

        A proof on the graph counts here as well.
        """
        line = self._table.session.cursor.line
        known = self._evaluations.of(node)
        ply = line.index(node) if node in line else -1
        settled = next((one for one in graph if one.ply == ply and one.proven), None)
        return settled if known is not None and not known.proven and settled is not None else known

    @property
    def _thinks(self) -> bool:
        """True while the computer seat to move keeps the user waiting: it judges moves as well."""
        kind = self._job.kind if self._job is not None else ""
        return kind == "move" or (kind in WATCHED and bool(self.waiting_for()))

    @property
    def _prepared_for(self) -> float:
        """The seconds for which what the current job needs has been loaded or compiled."""
        preparing = self._job is not None and self._thinker.preparing_since is not None
        return self._table.now - self._since if preparing else 0.0

    def _status(self) -> str:
        job = self._job
        if job is None and holds_back(self._table):
            return self.waiting_for()
        if job is None:
            return tr(WAITS, key=resuming_key()) if self._seats.waiting else ""
        if self._prepared_for > PATIENCE:
            return tr("preparing the computer player, which takes a while this first time…")
        if self._thinks:
            return self.waiting_for()
        if job.kind in WATCHED:
            return ""
        if job.kind == "hint":
            return tr("looking for a hint… ({key}: show it now)", key=shown_key("hint"))
        return self._record.status


# A hint: the best move, shown on the board without being played.


class Hint:
    """The hint that the user has asked for; it is dropped when the table moves on."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._node: Node | None = None
        self._taken: tuple[str, ...] = ()

    def ask(self) -> bool:
        """Ask for a hint at the position shown. Return False if it is already asked for."""
        if self._is_current:
            return False
        self._node = self._table.session.cursor.node
        self._taken = self._table.selection.steps
        return True

    @property
    def _is_current(self) -> bool:
        """True if the table is as it was when the hint was asked for."""
        table = self._table
        return self._node is table.session.cursor.node and self._taken == table.selection.steps

    def forget(self) -> None:
        """Cancel the request."""
        self._node = None

    def search_request(self) -> SearchRequest | None:
        """Return a search request while the position asked about is shown.

        It is for the best move that begins with what has been chosen of it.
        """
        if self._node is not None and self._is_current:
            return SearchRequest(
                "hint", self._node, taken=self._taken, leads=self._table.picker.leads
            )
        self._node = None
        return None

    def finish(self, report: Report) -> None:
        """Show the move, and say why it is good, or what it does, by what stands on the board."""
        self._node = None
        table, answer = self._table, report.answer
        reason = reason_for(table.position, str(report.move))
        placed = move_input.show_move(table, report.move)
        move = line_texts(table.position, [report.move])[0]
        turn, swaps = table.session.turn, move == "swap"
        move = tr("swap colours ({key})", key=shown_key("swap")) if swaps else move
        line = line_texts(table.position, answer.line)
        chance = chance_text(turn, answer.win, answer.proven, answer.wins_in, line)
        if swaps:
            chance = _chance_by_swap(table, answer)
        elif answer.lost:
            chance = lost_said(answer)
        if _even_by_swap(table, answer):
            chance = SWAP_OR_NOT(chance=chance)
        leave = tr("; Enter plays it, Esc leaves it") if table.selection.is_begun else ""
        threat = reason.threat if reason is not None else None
        table.proof = Proof(table.session.cursor.node, tuple(map(str, answer.line)), threat)
        if reason is not None and len(answer.line) > 1:
            leave += tr("; {key} shows what follows", key=shown_key("line_on"))
        deed = reason.text if reason else deed_of(table.position, str(report.move))
        if reason is not None and reason.threat is None:
            chance, deed = reason.text, None  # the end, which says all that a chance could
        wording = HINT if deed is None else HINT_WHY
        parts = {"what": move, "chance": chance} | ({"reason": deed} if deed is not None else {})
        table.hinted = Hinted(
            table.session.cursor.node, str(report.move), wording(**parts, leave=""), placed
        )
        table.say(wording(**parts, leave=leave))


EVEN = 0.01
"""How far from one half the chance is called even."""


def _even_by_swap(table: Table, answer: SearchResult) -> bool:
    """Return whether a swap is possible and neither it nor any other move gains anything.

    A swap turns the chances round, so both are about even if the better one is.
    """
    even = abs(answer.win[table.session.turn] - 0.5) <= EVEN + 1e-9
    return even and answer.proven is None and can_swap(Context(table)) == ""


def _chance_by_swap(table: Table, answer: SearchResult) -> Message:
    """Return the chance of whoever swaps, by the colour that they then have."""
    turn = table.session.turn
    other = next(colour for colour in answer.win if colour != turn)
    if answer.proven == turn:
        return SWAP_WINS(colour=other)
    return SWAP_CHANCE(colour=other, share=PERCENT(share=f"{100 * answer.win[turn]:.0f}"))


# The judgement of a move in an exercise that its kept analysis does not know.


class Judging:
    """The search of the position after the move that was tried."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def search_request(self) -> SearchRequest | None:
        """Return a search request while a move on the table awaits its judgement, or None."""
        training = self._table.training
        node = training.judged if training is not None else None
        if node is None:
            return None
        return SearchRequest("judge", node, seconds=self._table.settings.analysis_seconds)

    def finish(self, report: Report) -> None:
        """Answer the move."""
        training = self._table.training
        if training is not None and training.judged is report.job.node:
            training.judge(report.answer)

    def fail(self, why: str) -> None:
        """Take back the move, which cannot be searched."""
        training = self._table.training
        if training is not None and training.judged is not None:
            training.cannot_judge(why)


# How sure the chances are: repeated searches of the position shown, once the long one is done.

TAB = "engine"
"""The tab of the panel that shows it, as the settings name it."""


class Sureness:
    """The repeated searches of positions, and how far apart their chances were."""

    def __init__(self, table: Table, live: LiveEvaluation, evaluations: Evaluations) -> None:
        self._table, self._live, self._evaluations = table, live, evaluations
        self._spreads: dict[Node, float] = {}

    @property
    def spread(self) -> float | None:
        """The spread at the position shown, or None if it is not known."""
        node = self._table.session.cursor.node
        known = self._evaluations.spread_of(node)
        return known if known is not None else self._spreads.get(node)

    def search_request(self) -> SearchRequest | None:
        """Return a request for the position shown, after its evaluation, while the tab is open."""
        table = self._table
        wanted = table.settings.panel_tab == TAB and table.settings.right_panel
        if not (wanted and self._live.is_rested) or self.spread is not None:
            return None
        return SearchRequest("sure", table.session.cursor.node)

    def finish(self, report: Report) -> None:
        """Store the spread; it is 0 if the result is proven."""
        self._spreads[report.job.node] = report.answer.spread
