"""A table with a computer opponent whose search results the test supplies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from boche.engine.search.result import Candidate, SearchResult
from boche.viewer.assistant.assistant import Assistant
from boche.viewer.assistant.background import Job, Report
from boche.viewer.assistant.computer_seats import PACE
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.table.prompt import READING


@dataclass
class BackgroundThinker:
    """A stand-in for the search thread: it does nothing until ``answer``."""

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

    def close(self, wait: float = 0.0) -> None:
        self.closed = True


class Desk:
    """A table with a computer and a clock."""

    def __init__(self, session: Session) -> None:
        session.rating_given_up = True  # the question before help has tests of its own
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
        if self.table.writing.question is not None:
            self.now += READING
        self.controller.key(name, self.now, modifiers)
        self.assistant.tick()

    def answer(self, move: str, job: Job | None = None, **more: Any) -> None:
        """Let the thinker find a move, for the job at hand or another."""
        job = job or self.job
        found = answer(job.position, move, **{"seconds": job.seconds, **more})
        self.thinker.waiting.append(Report(job, found, found.best, done=True))
        self.pass_time()


def answer(
    position: Any,
    move: str,
    light: float = 0.6,
    proven: str | None = None,
    count: int = 1000,
    then: Sequence[str] | None = None,
    spread: float = 0.0,
    seconds: float = 0.0,
    candidates: Sequence[Candidate] = (),
) -> Any:
    """Return a made-up search result; ``then`` are the moves expected after the best one."""
    found, found_visits = position.parse(move), 90 * count // 1000
    moves = [
        SimpleNamespace(
            move=m,
            visits=found_visits if m == found else 30,
            value=0.1 * i,
            searched=True,
            proven=None,
        )
        for i, m in enumerate(position.legal_moves())
    ]
    moves.sort(key=lambda one: one.move != found)
    win = dict(zip(position.game.colours, (light, 1.0 - light), strict=True))
    line = (str(found), *(["a:d1"] if then is None else then))
    return SearchResult(
        position=position, best=found, win=win, moves=tuple(moves), line=line, proven=proven,
        simulations=count, playouts=count, nodes=count, seconds=seconds, spread=spread,
        candidates=tuple(candidates),
    )  # fmt: skip


def desk(dark: int = 4, light: int = 0, **options: Any) -> Desk:
    seats = {"light": seat(light), "dark": seat(dark)}
    return Desk(Session.new("boche", seats=seats, size=4, kill=0, **options))


def seat(level: int) -> Seat:
    return Seat(player=str(level) if level else "")
