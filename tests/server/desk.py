"""Commands given as people would, by a clock that the test turns."""

from __future__ import annotations

from typing import Any

from argon2 import PasswordHasher

from server.commands.answering import Answer, Clerk, Sender
from server.database.store import Store
from server.people import accounts
from server.people.accounts import User

PASSWORD = "correct-horse"
HASHER = accounts.HASHER
"""The real one, slow on purpose; what tests hash is not worth the time."""
accounts.HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

HASH = accounts.hash_of(PASSWORD)

START = 1_800_000_000.0


class Desk:
    """A store, a clerk, a clock."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = START
        self.clerk = Clerk(store, lambda: self.now)

    def pass_time(self, seconds: float) -> None:
        self.now += seconds

    def person(self, name: str) -> User:
        """An account of that name, with ``PASSWORD``."""
        return self.store.write(lambda unit: accounts.sign_up(unit, name, HASH, self.now))

    def user(self, name: str) -> User:
        """An account that there is."""
        return self.store.read(lambda unit: accounts.named(unit, name))

    def do(self, text: str, body: str = "", user: User | None = None, **more: Any) -> str:
        """Do a command that is to be done; what is answered."""
        answer = self.say(text, body, user, **more)
        assert answer.status == 200, f"{text}: {answer}"
        return answer.text

    def refused(self, text: str, body: str = "", user: User | None = None) -> tuple[int, str]:
        """Give a command that is to be refused: the status and the reason."""
        answer = self.say(text, body, user)
        assert answer.status != 200, f"{text}: {answer}"
        assert "\n" not in answer.text, "a reason is one line"
        return answer.status, answer.text

    def say(
        self, text: str, body: str = "", user: User | None = None, address: str = "192.0.2.1"
    ) -> Answer:
        return self.clerk.answer(text, body, Sender(user, None, address))

    def board(
        self, game: str = "boche", options: str = "-size=4 -kill=0"
    ) -> tuple[int, User, User]:
        """A new board between ann, who begins, and bob."""
        ann, bob = self.person("ann"), self.person("bob")
        answer = self.do(f"{game} challenge {options} ann bob", user=ann)
        return int(answer.split(":")[0].removeprefix("board ")), ann, bob
