"""Attacks on a server: floods of actions by all interfaces, of passwords and of searches."""

from __future__ import annotations

import argparse
import base64
import http.client
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from boche.server.database.connect import open_store
from boche.server.limits import BOARDS, COMPUTER_GAMES, Limit
from tests.e2e.server.served import LONG, Served
from tests.server.desk import PASSWORD
from tests.server.web.doors import TABLE, WITHOUT_ACCOUNT, Asked, Door, World

OVER = 30  # requests more than a limit allows at once
FLOODING = 40  # connections that flood passwords
CROWD, ONE = "203.0.113.1", "198.51.100.1"


@dataclass
class Flood:
    """The result of a flood: statuses, and how many requests the limit allows."""

    what: str
    how: str
    statuses: Counter[int]
    allowed: float

    @property
    def passed(self) -> int:
        return sum(count for status, count in self.statuses.items() if status < 400)

    def __str__(self) -> str:
        refused = {status: count for status, count in self.statuses.items() if status >= 400}
        sent = sum(self.statuses.values())
        return (f"{self.what:<18} {self.how:<34} {sent:>5} sent {self.passed:>5} passed "
                f"{self.allowed:>6.1f} allowed; refused {refused}")  # fmt: skip


class Attacker:
    """A connection that claims an address of origin."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)

    def send(self, asked: Asked, auth: str | None, address: str) -> int:
        """Send a request and return the status of the response."""
        method, path, body = asked
        data = body if body is None or isinstance(body, str) else json.dumps(body)
        headers = {"X-Forwarded-For": address} | ({"Authorization": auth} if auth else {})
        self._connection.request(method, path, data, headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer.status

    def close(self) -> None:
        self._connection.close()


def flood(
    port: int, limit: Limit, doors: list[Door], world: World, how: str,
    who: Callable[[int], tuple[str | None, str]],
) -> Flood:  # fmt: skip
    """Send an action through all interfaces in turn; ``who`` gives the account and address."""
    begun, found = time.monotonic(), Counter[int]()
    with closing(Attacker(port)) as attacker:
        for n in range(1, limit.burst + OVER):
            auth, address = who(n)
            asked = doors[n % len(doors)](world, n)
            found[attacker.send(asked, auth, address)] += 1
    allowed = limit.burst + (time.monotonic() - begun) / limit.every + 1
    return Flood(limit.name, how, found, allowed)


def flood_all(port: int, world: World, seed: int) -> list[Flood]:
    """Flood the server with every action through every interface."""
    chance = random.Random(seed)
    ann, bob = world.auth["ann"], world.auth["bob"]

    def one_account(n: int) -> tuple[str | None, str]:
        return ann, f"10.{chance.randrange(256)}.{chance.randrange(256)}.{n % 250}"

    found = []
    for number, (limit, doors) in enumerate(TABLE.items(), 1):

        def one_network(
            n: int, number: int = number, limit: Limit = limit
        ) -> tuple[str | None, str]:
            nobody = limit in WITHOUT_ACCOUNT
            address = f"2001:db8:{seed % 65536:x}:{number:x}::{chance.randrange(65536):x}"
            return None if nobody else (ann, bob)[n % 2], address

        if limit not in WITHOUT_ACCOUNT:
            how = "one account, any address"
            found.append(flood(port, limit, list(doors.values()), world, how, one_account))
        # The first account has used up its limit; the address must limit the second one.
        how = "two accounts, addresses of one /64"
        found.append(flood(port, limit, list(doors.values()), world, how, one_network))
    return found


def flood_passwords(port: int, seconds: float) -> tuple[int, list[float], Counter[int]]:
    """Flood with correct passwords from one address, and time another user who signs in.

    Return the number of requests, and the waiting times and statuses of the other user.
    """
    asked = ("POST", "/api/me/vacation", {"days": 0})  # refused, after the password is checked
    basic = f"Basic {base64.b64encode(f'ann:{PASSWORD}'.encode()).decode()}"
    over, found = threading.Event(), Counter[int]()

    def flooding() -> None:
        with closing(Attacker(port)) as attacker:
            while not over.is_set():
                found[attacker.send(asked, basic, CROWD)] += 1

    threads = [threading.Thread(target=flooding) for _ in range(FLOODING)]
    for each in threads:
        each.start()
    waits, statuses, end = list[float](), Counter[int](), time.monotonic() + seconds
    given = ("POST", "/api/session", {"name": "cid", "password": PASSWORD})
    with closing(Attacker(port)) as other:
        while time.monotonic() < end:
            begun = time.monotonic()
            statuses[other.send(given, None, ONE)] += 1
            waits.append(time.monotonic() - begun)
            time.sleep(0.2)
    over.set()
    for each in threads:
        each.join()
    return sum(found.values()), waits, statuses


def flood_thoughts(port: int) -> tuple[int, float]:
    """Start all allowed games against level 8; return their number and another's level 1 time."""

    def game(level: int) -> Asked:
        return ("POST", "/api/boards", {"game": "boche", "options": {"size": 4}, "level": level,
                                        "against": "level", "begins": "other"})  # fmt: skip

    with closing(Attacker(port)) as attacker:
        found = Counter(attacker.send(game(8), None, CROWD) for _ in range(BOARDS.burst + OVER))
    assert found[200] <= COMPUTER_GAMES, found
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)) as other:

        def ask(method: str, path: str, body: str | None = None) -> dict[str, int]:
            other.request(method, path, body, {"X-Forwarded-For": ONE})
            read: dict[str, int] = json.loads(other.getresponse().read())
            return read

        begun = time.monotonic()
        board = ask("POST", "/api/boards", json.dumps(game(1)[2]))["board"]
        while not ask("GET", f"/api/boards/{board}")["ply"]:
            assert time.monotonic() < begun + LONG
            time.sleep(0.05)
    return found[200], time.monotonic() - begun


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Attack a server; see what passes.")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a flood of passwords")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        served = Served("--data", folder, "--behind-proxy", "--workers", "1")
        store = open_store(f"sqlite:///{Path(folder) / 'server.db'}")
        try:
            most = max(limit.burst for limit in TABLE) + OVER
            world = World(store, time.time(), most)
            floods = flood_all(served.port, world, args.seed)
            passwords, waits, statuses = flood_passwords(served.port, args.seconds)
            games, seconds = flood_thoughts(served.port)
        finally:
            store.close()
            errors = served.end()[1]
    print("\n".join(f"attacks: {each}" for each in floods))
    print(
        f"attacks: {passwords} right passwords from one address in {args.seconds:g} s; beside them "
        f"another signed in {dict(statuses)}, {max(waits):.1f} s at most"
    )
    print(f"attacks: {games} games against level 8; another's level 1 answered in {seconds:.1f} s")
    assert "Traceback" not in errors, errors
    assert all(each.passed <= each.allowed for each in floods)
    assert all(status < 500 for each in floods for status in each.statuses)
    assert set(statuses) == {200}
    return 0


if __name__ == "__main__":
    sys.exit(main())
