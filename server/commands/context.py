"""What a command works with: the line, who sent it, the time; and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from server.commands.language import Line
from server.database.store import Unit
from server.errors import BadRequestError, NotFoundError, NotSignedInError
from server.people.accounts import User, find
from server.play.actor import Actor

WHO = "say who you are: name and password are missing"
"""What a command is refused for that does not say who sent it."""


@dataclass(frozen=True)
class Context:
    """One command about to be done. ``user`` is who it counts as, None for nobody known.

    ``arguments`` are its words without board, name and password;
    ``password_given`` says whether that was among them, and right.
    """

    line: Line
    user: User | None
    now: float
    actor: Actor
    board: int | None
    arguments: tuple[str, ...]
    password_given: bool = False

    def saying(self, *arguments: str) -> Context:
        """The same command with other words."""
        return replace(self, arguments=arguments)

    @property
    def reader(self) -> int | None:
        """The account that reads a list."""
        return self.user.id if self.user else None

    def signed_in(self) -> User:
        """Who it is. Raises ``NotSignedInError``."""
        if self.user is None:
            raise NotSignedInError(f"{self.line.verb}: {WHO}")
        return self.user

    def proved(self) -> User:
        """Who it is, by a password in the command itself. Raises ``NotSignedInError``."""
        user = self.signed_in()
        if not self.password_given:
            raise NotSignedInError(f"{self.line.verb}: give name and password once more")
        return user

    def number(self) -> int:
        """The board that it is about. Raises ``BadRequestError``."""
        if self.board is None:
            raise BadRequestError(f"{self.line.verb}: give the number of a board")
        return self.board

    def people(self, unit: Unit) -> list[User]:
        """The accounts that it names. Raises ``NotFoundError``."""
        return [
            self.signed_in() if word.casefold() == "me" else self.person(unit, word)
            for word in self.arguments
        ]

    def person(self, unit: Unit, word: str) -> User:
        """The account that a word of the line names. Raises ``NotFoundError``.

        That tells the word by its place: who mixes up their order may have a password there.
        """
        found = find(unit, word)
        if found is None:
            place = self.line.words.index(word) + 1
            raise NotFoundError(
                f"{self.line.verb}: nobody here has the name that is word {place} after it"
            )
        return found


@dataclass(frozen=True)
class Command:
    """One command: how it is written, what it does in a line, and what does it.

    ``usage`` has its words in order: G a game, B a board, U P a name and a password (left out by
    who is signed in). ``run`` gets a unit of the database and answers with text; ``writes`` says
    whether it changes anything.
    """

    verb: str
    usage: str
    about: str
    run: Callable[[Unit, Context], str]
    writes: bool = True
    more: str = ""

    @property
    def of_game(self) -> bool:
        return "G" in self.usage.split()

    @property
    def of_board(self) -> bool:
        return any(word.startswith("B") for word in self.usage.split())

    @property
    def of_account(self) -> bool:
        return "U P" in self.usage
