"""The computers' games of a tournament, played in worker processes."""

from __future__ import annotations

from collections.abc import Callable

from boche.engine.match.round_robin import Fixture
from boche.engine.match.tournament import Tournament, play_fixture
from boche.engine.record import Record
from boche.engine.tasks.worker_pool import WorkerPool


def play_games(
    tournament: Tournament,
    jobs: int,
    on_game: Callable[[Fixture, Record], None],
    stopped: Callable[[], bool] = lambda: False,
    cluster: str | None = None,
) -> None:
    """Play the missing games between computers, ``jobs`` at a time, or all on a ``cluster``.

    ``on_game`` gets each game with its record, signed, and is to note it. Games that are under way
    when ``stopped`` returns True are abandoned. Raises ``WorkerPoolError`` and what ``on_game``
    raises.
    """
    waiting = [one for one in tournament.missing if tournament.for_computers(one)]
    if not waiting or stopped():
        return
    plan = tournament.plan
    size = len(waiting) if cluster else min(jobs, len(waiting))
    with WorkerPool(size, stopped, cluster) as workers:
        while waiting or workers.is_busy:
            while waiting and workers.has_room:
                fixture = waiting.pop(0)
                workers.begin(fixture, play_fixture, plan, fixture)
            done = workers.finished_or_stopped()
            if done is None:
                return
            fixture, record = done
            tournament.sign(record, fixture)
            on_game(fixture, record)
