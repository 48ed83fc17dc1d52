"""Many sign-ins at the same moment: a limited queue, and no delay for others."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from boche.server import limits
from boche.server.database.store import Transaction
from boche.server.limits import WRONG_PASSWORDS, Limit, Rules
from boche.server.people import accounts, password_reset
from boche.server.people.password_checks import QUEUE
from boche.server.web.authentication import COOKIE
from tests.server.desk import PASSWORD
from tests.server.web.site import Site

TOO_MANY = 12  # more than there is room for


HASHER = accounts.HASHER


class Slow:
    """A hasher that blocks until it is released."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.at_once = self.most = 0
        self._lock = threading.Lock()

    def verify(self, kept: str, password: str) -> bool:
        with self._lock:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        assert self.go.wait(60.0)
        with self._lock:
            self.at_once -= 1
        return HASHER.verify(kept, password)


def sign_in(site: Site, number: int) -> Any:
    """Send a sign-in from a separate address; every other password is wrong, half are commands."""
    password = "wrong-horse" if number % 2 else PASSWORD
    told = {"x_forwarded_for": f"10.0.0.{number}"}
    if number % 4 < 2:
        return site.asking("POST", "/api/session", {"name": "ann", "password": password}, **told)
    line = f"block ann {password} bob".encode()
    return site.asking("POST", "/command", content=line, **told)


def test_who_finds_the_queue_full_is_told_and_nobody_else_notices(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ann", "bob"):
        site.sign_up(name)
    slow = Slow()
    monkeypatch.setattr(accounts, "HASHER", slow)

    async def crowd() -> list[httpx.Response]:
        waiting = [asyncio.create_task(sign_in(site, n)) for n in range(QUEUE + TOO_MANY)]
        pending, refused = set(waiting), list[httpx.Response]()
        while len(refused) < TOO_MANY:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            refused += [each.result() for each in done]
        page = await site.asking("GET", "/")
        command = await site.asking("POST", "/command", content=b"help", x_forwarded_for="10.1.1.1")
        assert [page.status_code, command.status_code] == [200, 200]
        for each in refused:
            assert each.status_code == 503
            assert int(each.headers["retry-after"]) >= 1
            assert "too many people are signing in" in each.text
        slow.go.set()
        return [await each for each in waiting]

    answers = site.run(crowd())
    assert 1 < slow.most <= 4
    found = Counter((number % 2, each.status_code) for number, each in enumerate(answers))
    assert set(found) <= {(0, 200), (1, 401), (0, 503), (1, 503)}
    assert found[0, 503] + found[1, 503] == TOO_MANY


def test_a_flood_of_right_passwords_from_one_network_keeps_out_nobody_else(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.sign_up("ann")
    slow = Slow()
    monkeypatch.setattr(accounts, "HASHER", slow)
    given = {"name": "ann", "password": PASSWORD}

    def signing(address: str) -> asyncio.Task[httpx.Response]:
        asked = site.asking("POST", "/api/session", given, x_forwarded_for=address)
        return asyncio.create_task(asked)

    async def crowd() -> tuple[list[int], list[int]]:
        flood = [signing(f"2001:db8:7:7::{number:x}") for number in range(QUEUE + 1)]
        await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)  # all places are taken
        others = [signing(f"198.51.100.{number}") for number in range(5)]
        done, pending = await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
        while len(done) < 1 + len(others):  # each of them took a place of the flood's
            more, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            done |= more
        slow.go.set()
        return ([(await each).status_code for each in flood],
                [(await each).status_code for each in others])  # fmt: skip

    flood, others = site.run(crowd())
    assert others == [200] * 5
    assert Counter(flood) == {200: QUEUE - 5, 503: 6}


@pytest.fixture
def few_guesses() -> Iterator[None]:
    """Allow three wrong passwords for a name, and one more every hour."""
    limits.set_rules(Rules({WRONG_PASSWORDS.name: Limit(WRONG_PASSWORDS.name, 3, 3600.0)}))
    yield
    limits.set_rules(Rules())


@pytest.mark.usefixtures("few_guesses")
def test_guesses_from_everywhere_lock_no_owner_out(site: Site) -> None:
    auth = site.sign_up("ann")

    def sign_in(password: str, address: str, **headers: str) -> int:
        given = {"name": "ann", "password": password}
        more = {"x_forwarded_for": address, **headers}
        return site.ask("POST", "/api/session", given, **more).status_code

    assert sign_in(PASSWORD, "192.0.2.1") == 200
    guesses = [sign_in("wrong-horse", f"203.0.113.{n}") for n in range(5)]
    assert guesses == [401, 401, 401, 429, 429]
    assert sign_in(PASSWORD, "198.51.100.1") == 429, "nobody knows who that is"
    assert sign_in(PASSWORD, "192.0.2.1") == 200, "the address is known"
    change = {"old": PASSWORD, "password": f"{PASSWORD}-2"}
    there = {"x_forwarded_for": "198.51.100.2"}
    assert site.ask("PATCH", "/api/me", change, auth=auth, **there).status_code == 200
    auth = site.sign_up("ann")
    cookie = f"{COOKIE}={auth.partition(' ')[2]}"
    assert sign_in(f"{PASSWORD}-2", "198.51.100.3", cookie=cookie) == 200, "so is the browser"
    token = site.service.store.write(lambda transaction: made_token(transaction, site.now))
    form = f"password={PASSWORD}&again={PASSWORD}".encode()
    link = f"/mail/password/{token}"
    chosen = site.ask("POST", link, content=form, x_forwarded_for="198.51.100.4")
    assert "error" not in chosen.text
    assert sign_in(PASSWORD, "198.51.100.4") == 200, "so is who had a mail"
    assert sign_in(PASSWORD, "198.51.100.1") == 429


def made_token(transaction: Transaction, now: float) -> str:
    return password_reset.token_for(transaction, accounts.named(transaction, "ann").id, now)
