"""The context of a command (line, sender and time), and the description of a command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from boche.engine.languages.current import tr, tr_later
from boche.server.commands.aliases import word_for
from boche.server.commands.syntax import Line
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError, NotSignedInError
from boche.server.people.accounts import LEAST_PASSWORD, User, find
from boche.server.play.actor import Actor

WHO = tr_later("not signed in: name and password are missing")
"""Error message for a command that does not say who sent it."""


@dataclass(frozen=True)
class Context:
    """A command about to be run. ``user`` is the account it counts as, or None if unknown.

    ``arguments`` are its words without board, name and password; ``password_given`` says whether a
    correct password was among them. ``language`` is the one that a new account is to have.
    """

    line: Line
    user: User | None
    now: float
    actor: Actor
    board: int | None
    arguments: tuple[str, ...]
    password_given: bool = False
    language: str = ""

    def saying(self, *arguments: str) -> Context:
        """Return the same command with other arguments."""
        return replace(self, arguments=arguments)

    @property
    def reader(self) -> int | None:
        """The account that reads a list, or None."""
        return self.user.id if self.user else None

    def signed_in(self) -> User:
        """Return the signed-in user. Raises ``NotSignedInError``."""
        if self.user is None:
            raise NotSignedInError(f"{word_for(self.line.verb)}: {tr(WHO)}")
        return self.user

    def proved(self) -> User:
        """Return the user, if the command itself gave the password. Raises ``NotSignedInError``."""
        user = self.signed_in()
        if not self.password_given:
            raise NotSignedInError(
                tr("{command}: give your name and password again", command=word_for(self.line.verb))
            )
        return user

    def number(self) -> int:
        """Return the number of the command's board. Raises ``BadRequestError``."""
        if self.board is None:
            raise BadRequestError(
                tr("{command}: give the number of a board", command=word_for(self.line.verb))
            )
        return self.board

    def people(self, transaction: Transaction) -> list[User]:
        """Return the accounts that the command names. Raises ``NotFoundError``."""
        return [
            self.signed_in() if word.casefold() == "me" else self.person(transaction, word)
            for word in self.arguments
        ]

    def person(self, transaction: Transaction, word: str) -> User:
        """Return the account that a word of the line names. Raises ``NotFoundError``.

        Of a word that is long enough for a password the error gives its place only: if the order
        was mixed up, it may be one.
        """
        user = find(transaction, word)
        if user is None and len(word) < LEAST_PASSWORD:
            raise NotFoundError(
                tr(
                    "{command}: no player is named {name}",
                    command=word_for(self.line.verb),
                    name=word,
                )
            )
        if user is None:
            place = self.line.words.index(word) + 1
            raise NotFoundError(
                tr(
                    "{command}: no player has the name that is word {place} after it",
                    command=word_for(self.line.verb),
                    place=place,
                )
            )
        return user


@dataclass(frozen=True)
class Command:
    """A command: its syntax, a one-line description, and the function that runs it.

    ``usage`` lists its words in order: G is a game, B a board, and U P a name and a password, which
    signed-in users leave out. ``run`` gets a transaction and returns the answer's text;
    ``writes`` says whether it changes anything; ``heads`` is the number of words in front of name
    and password.
    """

    verb: str
    usage: str
    about: str
    run: Callable[[Transaction, Context], str]
    writes: bool = True
    more: str = ""
    heads: int = 0

    @property
    def of_game(self) -> bool:
        return "G" in self.usage.split()

    @property
    def of_board(self) -> bool:
        return any(word.startswith("B") for word in self.usage.split())

    @property
    def of_account(self) -> bool:
        return "U P" in self.usage
