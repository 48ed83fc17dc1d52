"""A user who trains at a desk without a window, with a clock of the test's own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from boche.viewer.assistant.background import Report
from boche.viewer.session import Session
from boche.viewer.table import commands
from boche.viewer.table.input import Controller
from boche.viewer.table.training_commands import LEAVE_DONE
from boche.viewer.training.session import TrainingSession
from boche.viewer.training.state import TrainingState
from tests.viewer.training.made import blundered
from tests.viewer.window.user import User

STEP = 0.3  # seconds between two looks at the clock


class Trainee:
    """A user at a desk; the commands are those of the window."""

    def __init__(self, session: Session) -> None:
        self.user = user = User(session)
        self.now = user.desk.now
        training = user.training
        user.desk.controller.join(user.assistant, {
            commands.RETRY: training.retry, commands.PUZZLES: training.ask,
            commands.TODAYS_PUZZLE: training.solve_todays,
            commands.TRAINING_LEAVE: training.leave, LEAVE_DONE: training.leave,
        })  # fmt: skip

    @property
    def controller(self) -> Controller:
        return self.user.desk.controller

    @property
    def training(self) -> TrainingSession:
        session = self.user.session
        assert isinstance(session, TrainingSession)
        return session

    @property
    def state(self) -> TrainingState:
        return self.training.state

    @property
    def position(self) -> Any:
        return self.controller.table.position

    @property
    def status(self) -> str:
        return self.controller.view().status

    def wait(self, seconds: float = 12.0) -> None:
        """Let the clock run, as the window does."""
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            self.controller.tick(self.now)
            self.user.assistant.tick()

    def press(self, *names: str) -> None:
        for name in names:
            *modifiers, key = name.split("+")
            self.now += STEP
            self.controller.key(key, self.now, [each.lower() for each in modifiers])
            self.user.assistant.tick()

    def play(self, move: object) -> bool:
        """Type a move; return whether it was taken."""
        self.now += STEP
        self.controller.tick(self.now)
        taken = self.controller.submit("move", str(move))
        self.user.assistant.tick()
        return taken

    def search_says(self, share: float, spread: float = 0.01) -> None:
        """Answer the search under way: the chance of the player who is to move there."""
        job = self.user.thinker.job
        assert job is not None
        position = job.position
        win = dict.fromkeys(position.game.colours, 1.0 - share) | {position.turn: share}
        line = (str(position.legal_moves()[0]),)
        answer = SimpleNamespace(position=position, win=win, spread=spread, line=line)
        self.user.thinker.waiting.append(Report(job, answer, line[0], done=True))
        self.user.assistant.tick()
        self.wait(0.6)


def with_mistake(game: str) -> Trainee:
    """Return a user whose game on the table is analysed and has one mistake, at its end."""
    trainee = Trainee(Session(blundered(game)[0]))
    trainee.user.session.cursor.last()
    trainee.wait(1.0)  # it reads what the record keeps
    return trainee
