"""Work on shared files without a process of its own."""

from __future__ import annotations

import pickle

from boche.engine.errors import BocheError
from boche.viewer.export.jobs import Job
from boche.viewer.window.sharing.work import UNKNOWN, Report


class AtOnce:
    """Work that is done as soon as it is begun, with its order pickled on the way."""

    def __init__(self, path: str, job: Job) -> None:
        self.told: list[tuple[int, int]] = []
        same: Job = pickle.loads(pickle.dumps(job))
        try:
            same.run(path, lambda done, count: self.told.append((done, count)))
        except BocheError as error:
            self.report = Report(error=str(error))
        else:
            self.report = Report(ended=True)

    def stop(self) -> None:
        raise AssertionError("what is done cannot be stopped")

    def leave(self, seconds: float) -> None:
        pass


class Held:
    """Work that goes on as the test says: by its ``report``."""

    def __init__(self, path: str, job: Job) -> None:
        self.path, self.job = path, job
        self.report = UNKNOWN
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True

    def leave(self, seconds: float) -> None:
        pass
