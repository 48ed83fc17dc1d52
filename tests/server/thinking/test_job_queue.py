"""The order of thinking jobs, against a plain restatement; and the resulting waits."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import pytest
from sqlalchemy import delete, insert, select

from boche.server.database.schema import jobs, limits
from boche.server.database.store import Store, Transaction
from boche.server.play.setup import SeatTaker, Terms, make
from boche.server.thinking.job_queue import LATER, LONG, SHORT, Share, claim
from tests.server.desk import Desk

START = 1_800_000_000.0


@dataclass(frozen=True)
class Job:
    board: int
    maker: str
    level: int
    queued: float


@dataclass
class Plain:
    """The rule in a few lines: waiting time, and the time of each maker's last job."""

    waiting: list[Job] = field(default_factory=list)
    had: dict[str, float] = field(default_factory=dict)

    def next(self, now: float, short_first: bool) -> Job | None:
        def key(job: Job) -> tuple[bool, float, float, int]:
            since = max(job.queued, self.had.get(job.maker, 0.0))
            later = LATER[job.level] if now - job.queued <= LONG else 0.0
            return short_first and job.level > SHORT, since + later, job.queued, job.board

        if not self.waiting:
            return None
        found = min(self.waiting, key=key)
        self.waiting.remove(found)
        self.had[found.maker] = now
        return found


def put(transaction: Transaction, job: Job) -> None:
    transaction.connection.execute(
        insert(jobs).values(board=job.board, ply=0, level=job.level, queued=job.queued,
                            maker=job.maker)
    )  # fmt: skip


@pytest.fixture
def boards(desk: Desk) -> list[int]:
    """Return the numbers of boards for jobs."""
    first, ann, _ = desk.board()
    taker = SeatTaker(ann)
    terms = Terms.of("boche", {"size": 4, "kill": 0})

    def work(transaction: Transaction) -> list[int]:
        return [make(transaction, terms, (taker, None), desk.now).number for _ in range(34)]

    return [first, *desk.store.write(work)]


def list_of(chance: random.Random, boards: list[int]) -> list[Job]:
    """Return jobs of people with some games or with very many, in the order of their requests."""
    makers = [f"maker {each}" for each in range(chance.randint(1, 5))]
    weights = [chance.choice([1, 1, 10]) for _ in makers]
    numbers = chance.sample(boards, chance.randint(1, 8))
    now, found = START, []
    for number in numbers:
        now += chance.choice([0.0, 0.1, 3.0, 30.0]) * chance.random()
        maker = chance.choices(makers, weights)[0]
        found.append(Job(number, maker, chance.randint(1, 8), now))
    return found


def served(
    transaction: Transaction,
    asked: list[Job],
    chance: random.Random,
    check: Plain,
    *,
    short_first: bool = False,
) -> list[Job]:
    """Return the order of jobs by the database, which must agree with the plain rule."""
    transaction.connection.execute(delete(jobs))
    transaction.connection.execute(delete(limits).where(limits.c.key.startswith("turn ")))
    now, found, left = START, list[Job](), list(asked)
    while left or check.waiting:
        now += chance.choice([0.05, 1.0, 3.0])
        while left and left[0].queued <= now:
            put(transaction, left[0])
            check.waiting.append(left.pop(0))
        first = short_first and chance.random() < 0.5
        number = claim(transaction, now, now + 1e6, short_first=first)
        expected = check.next(now, first)
        assert number == (expected.board if expected else None)
        if expected:
            found.append(replace(expected, queued=now))
    assert claim(transaction, now, now + 1e6) is None
    return found


def check_order(store: Store, boards: list[int], lists: range) -> None:
    """Compare the orders of random lists of jobs with the plain rule."""

    def work(transaction: Transaction) -> None:
        for number in lists:
            chance = random.Random(number)
            asked = list_of(chance, boards)
            order = served(transaction, asked, chance, Plain())
            assert sorted(each.board for each in order) == sorted(each.board for each in asked)
            nobody_else_has_two_turns(asked, order)
            order = served(transaction, asked, chance, Plain(), short_first=True)
            assert sorted(each.board for each in order) == sorted(each.board for each in asked)

    store.write(work)


def test_what_is_next_is_what_the_plain_rule_says(store: Store, boards: list[int]) -> None:
    check_order(store, boards, range(60))


def nobody_else_has_two_turns(asked: list[Job], order: list[Job]) -> None:
    """Check that nobody has two jobs served while another's waits.

    While the shortest job waits since its maker's last one, others have one each, or none. A longer
    one lets pass only those that come within so many seconds.
    """
    when = {each.board: each.queued for each in order}
    for job in asked:
        own = [each.queued for each in order if each.maker == job.maker]
        before = [each for each in own if each < when[job.board]]
        since = max([job.queued, *before])
        mine = {each.board for each in asked if each.maker == job.maker}
        if any(each.board in mine and since < each.queued < when[job.board] for each in order):
            continue
        patient = since + LATER[job.level]
        passed = [
            each.maker for each in order
            if patient < each.queued < when[job.board] and each.maker != job.maker
        ]  # fmt: skip
        assert len(passed) == len(set(passed)), (job, passed)


def test_one_who_asks_late_waits_for_one_thought_of_a_crowd(
    store: Store, boards: list[int]
) -> None:
    def work(transaction: Transaction) -> None:
        transaction.connection.execute(delete(jobs))
        for number in boards[1:]:
            put(transaction, Job(number, "crowd", 8, START))
        for step in range(3):
            assert claim(transaction, START + 3.0 * step, START + 1e6) != boards[0]
        put(transaction, Job(boards[0], "one", 1, START + 7.0))
        assert claim(transaction, START + 9.0, START + 1e6) == boards[0]

    store.write(work)


def test_short_thoughts_pass_a_long_one_for_a_minute_and_no_longer(
    store: Store, boards: list[int]
) -> None:
    def work(transaction: Transaction) -> list[int | None]:
        transaction.connection.execute(delete(jobs))
        put(transaction, Job(boards[0], "one", 8, START))
        found = []
        for step, number in enumerate(boards[1:25], 1):  # a game of seconds beside a long one
            now = START + 3.0 * step
            put(transaction, Job(number, "one", 1, now))
            found.append(claim(transaction, now, START + 1e6))
        return found

    found = store.write(work)
    assert found[:20] == boards[1:21]
    assert found[20] == boards[0]


def test_long_thoughts_of_many_people_leave_half_of_the_time_to_short_ones(
    store: Store, boards: list[int]
) -> None:
    levels = {each.board: each for each in [
        *(Job(number, f"crowd {number}", 8, START) for number in boards[:15]),
        *(Job(number, f"one {number}", 1, START + 2 * LONG) for number in boards[15:27]),
    ]}  # fmt: skip

    def work(transaction: Transaction) -> list[int]:
        transaction.connection.execute(delete(jobs))
        for each in levels.values():
            put(transaction, each)
        share, found, now = Share(), list[int](), START + 3 * LONG
        for _ in levels:
            got = claim(transaction, now, START + 1e6, short_first=share.short_first)
            assert got is not None
            level = levels[got].level
            share.took(level, 3.0 if level == 8 else 1.0)
            now += 3.0 if level == 8 else 1.0
            found.append(level)
        return found

    assert store.write(work) == [8, 1, 1, 1] * 4 + [8] * 11


def test_a_claim_that_ran_out_is_free_again(store: Store, boards: list[int]) -> None:
    def work(transaction: Transaction) -> None:
        transaction.connection.execute(delete(jobs))
        put(transaction, Job(boards[0], "one", 1, START))
        assert claim(transaction, START, START + 120.0) == boards[0]
        assert claim(transaction, START + 119.0, START + 240.0) is None
        assert claim(transaction, START + 121.0, START + 240.0) == boards[0]

    store.write(work)


def test_those_who_claim_at_once_get_each_board_once(store: Store, boards: list[int]) -> None:
    def furnish(transaction: Transaction) -> None:
        transaction.connection.execute(delete(jobs))
        for number in boards[:24]:
            put(transaction, Job(number, f"maker {number % 3}", 1, START))

    def claims(_: int) -> list[int]:
        found = []
        while (
            got := store.write(lambda transaction: claim(transaction, START + 1.0, START + 60.0))
        ) is not None:
            found.append(got)
        return found

    store.write(furnish)
    with ThreadPoolExecutor(4) as threads:
        found = [each for one in threads.map(claims, range(4)) for each in one]
    assert sorted(found) == sorted(boards[:24])


def test_a_game_s_thoughts_count_for_who_made_it(desk: Desk) -> None:
    ann = desk.person("ann")
    for level in (3, 8):
        desk.do(f"boche challenge --unrated level-{level} ann", user=ann)
    desk.do("boche challenge --unrated level-1 bob", user=desk.person("bob"))
    rows = desk.store.read(lambda transaction: transaction.connection.execute(
        select(jobs.c.maker).order_by(jobs.c.board)).scalars().all())  # fmt: skip
    assert rows[0] == rows[1] != rows[2]
    assert None not in rows
