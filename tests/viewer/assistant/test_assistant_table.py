"""The computer at a table: seats, hints, evaluations, with a thinker that answers when told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine.search.analysis import Evaluation, swings
from viewer.assistant.assistant import Assistant
from viewer.assistant.background import Job, Report
from viewer.assistant.computer_seats import PACE
from viewer.session import Seat, Session
from viewer.storage.settings import Settings
from viewer.table.input import Controller


@dataclass
class BackgroundThinker:
    """Stands for the thread: does nothing until ``answer``."""

    job: Job | None = None
    waiting: list[Report] = field(default_factory=list)
    hurried: int = 0
    closed: bool = False
    preparing_since: float | None = None
    seats: frozenset[Any] = frozenset()

    @property
    def busy(self) -> bool:
        return self.job is not None or bool(self.waiting)

    def want(self, job: Job | None) -> None:
        if job is not self.job:
            self.job = job

    def keep(self, seats: frozenset[Any]) -> None:
        self.seats = seats

    def hurry(self) -> None:
        self.hurried += 1

    def take(self) -> list[Report]:
        found, self.waiting = self.waiting, []
        return found

    def close(self) -> None:
        self.closed = True


class Desk:
    """A table with a computer and a clock."""

    def __init__(self, session: Session) -> None:
        settings = Settings(animation_speed=0.0)
        self.controller = Controller(session, (800, 600), settings)
        self.table = self.controller.table
        self.thinker = BackgroundThinker()
        self.assistant = Assistant(self.table, self.thinker)  # type: ignore[arg-type]
        self.controller.join(self.assistant)
        self.now = 0.0
        self.pass_time()

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def job(self) -> Job:
        assert self.thinker.job is not None
        return self.thinker.job

    @property
    def status(self) -> str:
        return self.controller.view().status

    def pass_time(self, seconds: float = 2 * PACE) -> None:
        self.now += seconds
        self.controller.tick(self.now)
        self.assistant.tick()

    def key(self, name: str, *modifiers: str) -> None:
        self.controller.key(name, self.now, modifiers)
        self.assistant.tick()

    def answer(self, move: str, job: Job | None = None, **more: Any) -> None:
        """Let the thinker find a move, for the job at hand or another."""
        job = job or self.job
        found = answer(job.position, move, **more)
        self.thinker.waiting.append(Report(job, found, found.best, done=True))
        self.pass_time()


def answer(
    position: Any, move: str, light: float = 0.6, proven: str | None = None, count: int = 1000
) -> Any:
    found = position.parse(move)
    moves = [
        SimpleNamespace(move=m, visits=9 if m == found else 3, value=0.1 * i, searched=True)
        for i, m in enumerate(position.legal_moves())
    ]
    win = {"light": light, "dark": 1.0 - light}
    return SimpleNamespace(best=found, win=win, proven=proven, simulations=count, moves=moves,
                           line=(str(found), "a:d1"))  # fmt: skip


def desk(dark: int = 4, light: int = 0, **options: Any) -> Desk:
    seats = {"light": seat(light), "dark": seat(dark)}
    return Desk(Session.new("boche", seats=seats, size=4, kill=0, **options))


def seat(level: int) -> Seat:
    return Seat(player=str(level) if level else "")


def test_a_computer_seat_plays_in_its_turn() -> None:
    one = desk()
    assert one.thinker.job is None
    one.table.play("c:b2")
    one.pass_time()
    assert (one.job.kind, one.job.player, one.job.node) == ("move", "4", one.session.cursor.node)
    assert one.assistant.analysis().thinking == "dark"
    assert one.assistant.analysis().status == "Dark (level 4) is thinking…"
    one.answer("a:a1")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]
    assert one.thinker.job is None
    assert one.assistant.wakeup() is None


def test_the_computer_may_swap_and_then_has_the_other_colour() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.answer("swap")
    assert one.session.cursor.moves == ["c:b2", "swap"]
    assert one.session.person_of("light").kind == "computer"
    assert one.thinker.job is None, "dark is a person now"


def test_moves_come_at_a_pace_that_can_be_followed() -> None:
    one = desk(light=1, dark=1)
    found = answer(one.job.position, "c:b2")
    one.thinker.waiting.append(Report(one.job, found, found.best, done=True))
    one.assistant.tick()
    one.pass_time(PACE / 2)
    if not one.session.cursor.moves:
        one.pass_time(PACE)
    assert one.session.cursor.moves == ["c:b2"]


def test_nobody_moves_for_a_thinking_computer() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    for text in ("a:a1", "swap"):
        assert not one.controller.submit("move", text)
        assert "Dark (level 4) is thinking" in one.status
    one.controller.command("place")
    one.controller.command("swap")
    assert one.session.cursor.moves == ["c:b2"]


def test_undo_goes_back_to_the_person() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.answer("a:a1")
    one.table.play("b:c1")
    one.pass_time()
    old = one.job
    one.key("Z", "ctrl")
    assert one.session.cursor.moves == ["c:b2", "a:a1"], "while it thinks: one move"
    assert one.thinker.job is None
    one.answer("a:c2", old)
    assert one.session.cursor.moves == ["c:b2", "a:a1"], "a stale answer is dropped"
    one.key("Z", "ctrl")
    assert one.session.cursor.moves == [], "after it has moved: both moves"
    one.key("Y", "ctrl")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]
    assert one.thinker.job is None


def test_another_game_drops_the_answer() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    old = one.job
    one.controller.set_session(Session.new("boche", size=3))
    one.answer("a:a1", old)
    assert one.session.cursor.moves == []
    assert one.thinker.job is None


def test_looking_back_stops_and_does_not_move() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.answer("a:a1")
    one.key("PageUp")
    one.pass_time()
    assert one.thinker.job is None, "the line goes on here: nothing to play"
    one.key("PageDown")
    one.table.play("b:c1")
    one.pass_time()
    old = one.job
    one.key("PageUp")
    one.answer("a:c2", old)
    assert one.session.cursor.moves == ["c:b2", "a:a1", "b:c1"]


def test_a_question_holds_the_move_back() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.key("R")
    assert "Resign for light" in one.controller.view().question.title  # type: ignore[union-attr]
    one.answer("a:a1")
    assert one.session.cursor.moves == ["c:b2"]
    one.key("Escape")
    one.pass_time()
    assert one.session.cursor.moves == ["c:b2", "a:a1"]


def test_the_person_resigns_and_not_the_computer() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.key("R")
    one.key("Y")
    assert one.session.outcome is not None
    assert one.session.outcome.winner == "dark"
    assert one.thinker.job is None


def test_an_error_is_a_line_and_the_computer_waits() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.thinker.waiting.append(Report(one.job, done=True, error="numba is not here"))
    one.pass_time()
    assert one.status.startswith("numba is not here")
    assert one.controller.view().tone == "refused"
    one.pass_time()
    assert one.thinker.job is None, "it does not try again by itself"
    one.table.play("a:a1")
    assert one.session.cursor.moves == ["c:b2", "a:a1"], "a person may move for it"
    one.key("W")
    one.table.play("b:c1")
    one.pass_time()
    assert one.job.kind == "move"


def test_what_goes_wrong_in_letting_go_is_said_and_the_game_goes_on() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.thinker.waiting.append(Report(Job("keep", None, None), error="a program stays"))
    one.pass_time()
    assert one.status.startswith("a program stays")
    one.answer("a:a1")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]


def test_a_refused_move_loses_no_game() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    found = answer(one.job.position, "a:a1")
    one.thinker.waiting.append(Report(one.job, found, "a:b2 nonsense", done=True))
    one.pass_time()
    assert "refused" in one.status
    assert one.session.cursor.moves == ["c:b2"]


def test_preparing_is_said() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.thinker.preparing_since = 1.0
    one.pass_time()
    assert one.assistant.analysis().status == "preparing the computer player…"


def test_a_hint_is_shown_as_the_ghost() -> None:
    one = desk(dark=0)
    one.key("I")
    assert one.job.kind == "hint"
    one.key("I")
    assert one.thinker.hurried == 1
    one.answer("d:b2", light=0.62)
    ghost = one.controller.view().ghost
    assert ghost is not None
    assert ghost.text == "d:b2"
    assert one.status == "hint: d:b2; light wins 62%"
    assert one.session.cursor.moves == []
    assert one.thinker.job is None


def test_a_hint_of_several_steps_is_chosen_up_to_the_last() -> None:
    one = Desk(Session.new("che"))
    one.table.play("fl:0,0")
    one.pass_time()
    one.key("I")
    one.answer("fr:1,0+fl:2,0")
    assert one.controller.view().display.taken == "fr:1,0"
    assert one.status == "hint: fr:1,0+fl:2,0; dark wins 40%; Enter plays it, Esc leaves it"
    one.key("Escape")
    assert one.controller.view().display.taken == ""
    one.key("I")
    one.answer("fr:1,0+fl:2,0")
    one.key("Enter")
    assert one.session.cursor.moves == ["fl:0,0", "fr:1,0+fl:2,0"]


def test_a_hint_names_what_is_proven_and_the_swap() -> None:
    one = desk(dark=0)
    one.table.play("c:b2")
    one.key("I")
    one.answer("swap", proven="dark")
    assert one.status == "hint: swap colours (S); dark wins for certain"


def test_a_hint_is_dropped_with_its_position() -> None:
    one = desk(dark=0)
    one.key("I")
    old = one.job
    one.table.play("c:b2")
    one.answer("d:b2", old)
    assert "hint" not in one.status
    assert one.thinker.job is None


def test_evaluation_is_off_until_asked_for_and_rests() -> None:
    one = desk(dark=0)
    assert one.assistant.wakeup() is None
    one.key("V")
    assert one.job.kind == "live"
    assert one.assistant.wakeup() is not None
    found = answer(one.job.position, "c:b2", light=0.7)
    one.thinker.waiting.append(Report(one.job, found))
    one.pass_time()
    analysis = one.assistant.analysis()
    assert analysis.evaluation is not None
    assert analysis.evaluation.win["light"] == 0.7
    assert dict(analysis.heat)["b2"] == 1.0
    one.answer("c:b2")
    assert one.thinker.job is None
    assert one.assistant.wakeup() is None, "it rests once it has looked long enough"
    one.key("V")
    assert one.assistant.analysis().heat == ()
    assert one.assistant.analysis().evaluation is None


def test_a_whole_record_is_analysed() -> None:
    one = desk(dark=0)
    for move in ("c:b2", "swap", "a:a1", "b:c1"):
        one.table.play(move)
    one.key("I", "ctrl")
    shares = {0: 0.5, 1: 0.6, 2: 0.3, 3: 0.35, 4: 0.9}
    for at, share in shares.items():
        assert one.job.kind == "record"
        assert one.job.node is one.session.cursor.line[at]
        assert one.assistant.analysis().analysing == (at, 5)
        swapped = one.job.position.swapped
        one.answer(str(one.job.position.legal_moves()[0]), light=1 - share if swapped else share)
    assert one.thinker.job is None
    analysis = one.assistant.analysis()
    graph = tuple((each.ply, each.first) for each in analysis.graph)
    assert graph == tuple((at, pytest.approx(s)) for at, s in shares.items())
    assert analysis.swings == (1, 2, 4)
    assert "analysed" in one.status


def test_an_analysis_goes_into_the_comments_if_it_is_to_be_kept() -> None:
    one = desk(dark=0)
    for move in ("c:b2", "a:a1"):
        one.table.play(move)
    one.session.edits.set_comment("a good move\n[boche] an older line")
    one.controller.set_settings(replace(one.table.settings, keep_analysis=True))
    one.key("I", "ctrl")
    for share in (0.5, 0.6, 0.7):
        one.answer(str(one.job.position.legal_moves()[0]), light=share)
    first, second = one.session.cursor.line[1:]
    assert first.comment.startswith("[boche] light 60%, dark 40%; best: ")
    assert second.comment.startswith("a good move\n[boche] light 70%, dark 30%; best: ")
    assert one.status.startswith("the record is analysed, in the comments too")
    one.controller.command("undo")
    assert (first.comment, second.comment) == ("", "a good move\n[boche] an older line")


def test_analysis_can_be_stopped_and_skips_what_is_deleted() -> None:
    one = desk(dark=0)
    for move in ("c:b2", "a:a1"):
        one.table.play(move)
    one.key("I", "ctrl")
    one.key("I", "ctrl")
    assert one.thinker.job is None
    assert one.status == "analysis stopped"
    one.key("I", "ctrl")
    one.answer("c:b2")
    one.key("Z", "ctrl")
    one.key("Z", "ctrl")
    one.pass_time()
    assert one.thinker.job is None


def test_largest_swings() -> None:
    shares = ((0, 0.5), (1, 0.52), (2, 0.9), (3, 0.2), (4, 0.3), (6, 0.9), (7, 0.7))
    graph = [Evaluation(at, "x", {}, share, None, None) for at, share in shares]
    assert [place for place, _ in swings(graph)] == [2, 3, 7]
    assert swings([]) == swings(graph[:1]) == []
    assert swings(graph[:2]) == [], "one threshold, at the table and on the command line"


def test_only_a_computer_can_wait() -> None:
    one = desk(dark=0)
    one.key("W")
    assert one.controller.view().tone == "refused"
    one.assistant.close()
    assert one.thinker.closed
