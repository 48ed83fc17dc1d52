"""Commands given as users would, with a clock that the test sets."""

from __future__ import annotations

from typing import Any

from argon2 import PasswordHasher

from boche.server.commands.runner import Answer, CommandRunner, Sender
from boche.server.database.store import Store
from boche.server.people import accounts
from boche.server.people.accounts import User

PASSWORD = "correct-horse"
HASHER = accounts.HASHER
"""The real hasher, slow on purpose; the tests use a fast one."""
accounts.HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

HASH = accounts.hash_of(PASSWORD)

START = 1_800_000_000.0


class Desk:
    """A store, a clerk and a clock."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = START
        self.runner = CommandRunner(store, lambda: self.now)

    def pass_time(self, seconds: float) -> None:
        self.now += seconds

    def person(self, name: str) -> User:
        """Create an account of that name, with ``PASSWORD``."""
        return self.store.write(
            lambda transaction: accounts.sign_up(transaction, name, HASH, self.now)
        )

    def user(self, name: str) -> User:
        """Return an existing account."""
        return self.store.read(lambda transaction: accounts.named(transaction, name))

    def do(self, text: str, body: str = "", user: User | None = None, **more: Any) -> str:
        """Run a command that must succeed; return the answer."""
        answer = self.say(text, body, user, **more)
        assert answer.status == 200, f"{text}: {answer}"
        return answer.text

    def refused(self, text: str, body: str = "", user: User | None = None) -> tuple[int, str]:
        """Run a command that must be refused; return the status and the reason."""
        answer = self.say(text, body, user)
        assert answer.status != 200, f"{text}: {answer}"
        assert "\n" not in answer.text, "a reason is one line"
        return answer.status, answer.text

    def say(
        self, text: str, body: str = "", user: User | None = None, address: str = "192.0.2.1"
    ) -> Answer:
        return self.runner.answer(text, body, Sender(user, None, address))

    def board(
        self, game: str = "boche", options: str = "-size=4 -kill=0"
    ) -> tuple[int, User, User]:
        """Set up a board between ann, who begins, and bob."""
        ann, bob = self.person("ann"), self.person("bob")
        answer = self.do(f"{game} challenge {options} ann bob", user=ann)
        number = int(answer.split(":")[0].removeprefix("board "))
        self.do(f"{game} accept {number}", user=bob)
        return number, ann, bob
