"""Every counted action, by every interface: limited by account and by address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.server import limits
from boche.server.commands.runner import Sender
from boche.server.database.store import Store
from boche.server.limits import Limit, Rules
from boche.server.people import accounts
from tests.server.desk import START
from tests.server.web.doors import TABLE, WITHOUT_ACCOUNT, Asked, World
from tests.server.web.site import Site

MOST, EVERY = 2, 1e5
HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"


def status(site: Site, world: World, who: str, address: str, asked: Asked) -> int:
    """Return the status of the answer: success, or too many."""
    method, path, body = asked
    content = None
    if isinstance(body, str):
        content, body = body.encode(), None
    auth = world.auth.get(who)
    answer = site.ask(method, path, body, auth=auth, content=content, x_forwarded_for=address)
    if answer.status_code >= 400:
        assert answer.status_code == 429, f"{asked}: {answer.status_code} {answer.text[-300:]}"
        assert int(answer.headers["retry-after"]) > 0
    return answer.status_code


CASES = [(limit, name) for limit, doors in TABLE.items() for name in doors]
FIRST = [(limit, next(iter(doors))) for limit, doors in TABLE.items()]


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    yield World(store, START, 2 * MOST + 2)
    limits.set_rules(Rules())


def few(limit: Limit) -> None:
    limits.set_rules(Rules({limit.name: Limit(limit.name, MOST, EVERY)}))


def who_asks(limit: Limit) -> str:
    return "nobody" if limit in WITHOUT_ACCOUNT else "ann"


@pytest.mark.parametrize(
    ("limit", "name"), FIRST, ids=[f"{limit.name} {name}" for limit, name in FIRST]
)
def test_each_door_counts(site: Site, world: World, limit: Limit, name: str) -> None:
    few(limit)
    door, asker = TABLE[limit][name], who_asks(limit)
    found = [status(site, world, asker, HERE, door(world, n)) for n in range(1, MOST + 1)]
    assert max(found) < 400
    # All interfaces share one count.
    for other in TABLE[limit].values():
        assert status(site, world, asker, HERE, other(world, MOST + 1)) == 429
    again = TABLE[limit][name](world, MOST + 1)
    if limit in WITHOUT_ACCOUNT:
        assert status(site, world, asker, ELSEWHERE, again) < 400
        return
    assert status(site, world, asker, ELSEWHERE, again) == 429
    names_ann = limit is limits.ADDRESSES and name in ("command", "multiple")
    if limit not in (limits.SESSIONS, limits.VACATIONS) and not names_ann:
        assert status(site, world, "bob", HERE, again) == 429
    site.now += MOST * EVERY
    assert status(site, world, asker, HERE, again) < 400


def test_a_rematch_that_is_accepted_counts_as_a_board(site: Site, world: World) -> None:
    few(limits.BOARDS)
    found = []
    for number in world.finished[: MOST + 1]:
        board = f"/api/boards/{number}"
        assert status(site, world, "bob", ELSEWHERE, ("POST", f"{board}/rematch", None)) < 400
        accepted = ("POST", f"{board}/answer", {"accepted": True})
        found.append(status(site, world, "ann", HERE, accepted))
    assert found == [200] * MOST + [429]


BY_MAIL = [
    (limit, name) for limit, name in CASES
    if "command" in name and limit not in WITHOUT_ACCOUNT
]  # fmt: skip


@pytest.mark.parametrize(
    ("limit", "name"), BY_MAIL, ids=[f"{limit.name} {name}" for limit, name in BY_MAIL]
)
def test_by_mail_the_account_counts_whatever_address_is_named(
    site: Site, world: World, limit: Limit, name: str
) -> None:
    few(limit)
    ann = site.service.store.read(lambda transaction: accounts.named(transaction, "ann"))

    def mailed(n: int) -> int:
        line, _, body = TABLE[limit][name](world, n)[2].partition("\n")
        sender = Sender(ann, None, f"mail ann{n}@example.org", forgeable=True)
        return site.service.runner.one(line, body, sender).status

    assert [mailed(n) for n in range(1, MOST + 2)] == [200] * MOST + [429]
    again = TABLE[limit][name](world, MOST + 1)
    assert status(site, world, "ann", ELSEWHERE, again) == 429
