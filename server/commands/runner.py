"""Answering a line of text from a sender: one path for HTTP, mail and programs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later
from boche.server import limits
from boche.server.commands.aliases import argument_for, argument_of, verb_of, word_for
from boche.server.commands.context import Command, Context
from boche.server.commands.game_options import spelt
from boche.server.commands.queries import check_game
from boche.server.commands.registry import COMMANDS, MULTIPLE
from boche.server.commands.syntax import Line, options_of, read_line
from boche.server.database.store import Store, Transaction, Work
from boche.server.errors import (
    BadRequestError,
    NotFoundError,
    NotSignedInError,
    ServerError,
    TooLargeError,
    TooManyError,
    error_text,
    wait_of,
)
from boche.server.people import bans
from boche.server.people.accounts import LEAST_PASSWORD, User, check_password
from boche.server.people.names import check_name
from boche.server.people.password_checks import hashed, hashed_for_new, user_of
from boche.server.play.actor import Actor
from boche.server.play.match import load
from boche.server.play.position_cache import unhurried
from boche.server.play.watching import check_may_watch

MOST_COMMANDS = 50
SIGN_UP, CHALLENGE = "signup", "challenge"
NAMED = 3
"""Words of a challenge with a password: a name, its password, and the other's name."""
HEADS = ("join", "leave", "challenge")
"""Words between the verb and a name and password."""
MOST_BODY = 65_536
MOST_ANSWER = 200_000
"""Number of characters in an answer after which no further commands are run."""

FULL = tr_later("not done, because the answer is already long; send it by itself")


@dataclass(frozen=True)
class Sender:
    """The sender of a command, as far as known, and the address it came from.

    A ``forgeable`` address proves nothing, so no one is held back for what others do in its name.
    ``check`` finds the account for a name and password in the command, where the usual check is to
    be replaced; ``language`` is the one that they ask for, or empty.
    """

    user: User | None = None
    secret: bytes | None = None
    address: str = ""
    forgeable: bool = False
    check: Callable[[str, str], User] | None = None
    language: str = ""

    @property
    def counted(self) -> str:
        """The address that the account's actions also count against; empty for none."""
        return "" if self.forgeable else self.address


@dataclass(frozen=True)
class Answer:
    """An answer: its text and its HTTP status, which is 200 on success.

    ``wait`` is the number of seconds until a retry makes sense, or None if a retry will not help.
    ``limit`` is the name of the limit that was exceeded, or empty.
    """

    status: int
    text: str
    wait: float | None = None
    limit: str = ""


Within = Callable[[Work[str]], Work[str]]
"""Wrapper of a command's work in whatever else belongs to the same transaction."""


Slow = Callable[[str, Callable[[], None]], None]
"""Runner of work on behalf of an address, which waits for the work to finish."""

Read = Callable[[str, Work[str]], str]
"""Reader on behalf of the address that asked for it."""


def at_once(_: str, work: Callable[[], None]) -> None:
    """Run the work immediately."""
    work()


class CommandRunner:
    """A runner of commands against a store."""

    def __init__(
        self, store: Store, now: Callable[[], float] = time.time, slow: Slow = at_once,
        read: Read | None = None,
    ) -> None:  # fmt: skip
        """Set up a runner for a store.

        ``slow`` runs CPU-bound work when it is the asker's turn; ``read`` does the same for work
        that only reads.
        """
        self._store = store
        self._read: Read = read or (lambda _, work: store.read(work))
        self._now = now
        self._slow = slow

    def answer(self, text: str, body: str = "", sender: Sender | None = None) -> Answer:
        """Run a command; ``multiple`` takes one per line from the body. Raises nothing."""
        sender = sender or Sender()
        if verb_of(text.strip()) != MULTIPLE:
            return self.one(text, body, sender)
        try:
            lines = several(body)
        except BadRequestError as error:
            return Answer(error.status, error_text(error))
        answers, size = list[Answer](), 0
        for line in lines:
            full = Answer(TooLargeError.status, tr(FULL))
            answers.append(full if size > MOST_ANSWER else self.one(line, "", sender))
            size += len(answers[-1].text)
        status = next((answer.status for answer in answers if answer.status != 200), 200)
        shown = (f"> {without_password(line)}\n{answer.text}"
                 for line, answer in zip(lines, answers, strict=True))  # fmt: skip
        wait = max((answer.wait for answer in answers if answer.wait is not None), default=None)
        return Answer(status, "\n\n".join(shown), wait)

    def one(self, text: str, body: str, sender: Sender, within: Within | None = None) -> Answer:
        """Run a single command. Raises only what ``within`` raises itself."""
        try:
            if len(body) > MOST_BODY:
                raise BadRequestError(
                    tr(
                        "the text below a command may have at most {most} characters",
                        most=MOST_BODY,
                    )
                )
            return Answer(200, self._do(read_line(text, body), sender, within))
        except ServerError as error:
            limit = error.limit if isinstance(error, TooManyError) else ""
            return Answer(error.status, error_text(error), wait_of(error), limit)
        except BocheError as error:
            return Answer(400, error_text(error))

    def _do(self, line: Line, sender: Sender, within: Within | None) -> str:
        command = COMMANDS.get(line.verb)
        if command is None:
            raise NotFoundError(tr("unknown command; 'help' lists them all"))
        now = self._now()
        self._store.write(
            lambda transaction: limits.charge_one(transaction, limits.COMMANDS, sender.address, now)
        )
        context = self._context(command, line, sender, now)

        def work(transaction: Transaction) -> str:
            if context.user is not None:  # a mail may come from whoever was banned meanwhile
                bans.check(transaction, context.user.id, now)
            if context.board is not None:
                check_may_watch(transaction, context.board, context.actor)
            if context.board is not None and line.game is not None:
                check_game(load(transaction, context.board), line.game)
            return command.run(transaction, context)

        do: Callable[[Work[str]], str] = self._store.write
        if not command.writes and within is None:
            do = partial(self._read, sender.address)
        return unhurried(
            within(work) if within is not None else work,
            do,
            lambda warm: self._slow(sender.address, warm),
        )

    def _context(self, command: Command, line: Line, sender: Sender, now: float) -> Context:
        """Return the context of a command, with board, name and password removed from its words."""
        user, is_named = sender.user, False
        if command.verb == SIGN_UP:
            return self._signing_up(line, sender, now)
        subject, board, words = _parts(command, line)
        options, names = options_of(spelt(line.game, words))
        if command.verb == CHALLENGE and len(names) == NAMED:
            name, password, other = names
            check = sender.check or self._check(sender, now)
            user, words = check(name, password), [*options, name, other]
            is_named = True
        if command.of_account:
            known = user is not None or sender.secret is not None
            own = user is not None and words[:1] and words[0].casefold() == user.name.casefold()
            # A word too short for a password is a move that matches the user's own name.
            if (own and len(words) > 1 and len(words[1]) >= LEAST_PASSWORD) or not known:
                if len(words) < 2:
                    raise NotSignedInError(
                        tr("{command}: name and password are missing", command=word_for(line.verb))
                    )
                name, password = words.pop(0), words.pop(0)
                user = (sender.check or self._check(sender, now))(name, password)
                is_named = True
        if subject == ["password"]:
            if len(words) != 1:
                raise BadRequestError(tr("change password: name, old and new password"))
            words = [hashed(words[0], sender.address, user.name if user else "")]
        actor = Actor(user.id if user else None, sender.secret, sender.counted)
        return Context(
            line=line,
            user=user,
            now=now,
            actor=actor,
            board=board,
            arguments=(*subject, *words),
            password_given=is_named,
        )

    def _check(self, sender: Sender, now: float) -> Callable[[str, str], User]:
        """Return the usual check of a name and password."""
        return lambda name, password: user_of(self._store, name, password, sender.address, now)

    def _signing_up(self, line: Line, sender: Sender, now: float) -> Context:
        if len(line.words) < 2:
            raise BadRequestError(tr("signup: give a name and a password"))
        name, password, *more = line.words
        if any(quote in name + password for quote in "\"':"):
            raise BadRequestError(
                tr("signup: quotes and colons are not allowed in name and password")
            )
        check_name(name)
        check_password(password, name)
        password_hash = hashed_for_new(self._store, name, password, sender.address, None, now)
        actor = Actor(address=sender.address)
        return Context(
            line, None, now, actor, None, (name, password_hash, *more), language=sender.language
        )


def claim_of(text: str) -> tuple[str, str] | None:
    """Return the name and password given in a command, or None if there are none."""
    try:
        line = read_line(text)
        command = COMMANDS.get(line.verb)
        if command is not None and command.verb == CHALLENGE:
            names = options_of(spelt(line.game, line.words))[1]
            return (names[0], names[1]) if len(names) == NAMED else None
        if command is None or not command.of_account or command.verb == SIGN_UP:
            return None
        words = _parts(command, line)[2]
    except BocheError:
        return None
    return (words[0], words[1]) if len(words) > 1 else None


def _parts(command: Command, line: Line) -> tuple[list[str], int | None, list[str]]:
    """Split a command's words into what to change, its board, and the other words."""
    words, subject, board = list(line.words), list[str](), None
    if command.verb in ("change", "add"):
        kinds = ("address", "password") if command.verb == "change" else ("address",)
        kind = argument_of(words.pop(0), kinds) if words else ""
        if kind not in kinds:
            raise BadRequestError(tr(
                "{command}: choose from {kinds}", command=word_for(command.verb),
                kinds=tr("{first} or {last}", first=argument_for(kinds[0]),
                         last=argument_for(kinds[-1]))
                if len(kinds) > 1 else argument_for(kinds[0]),
            ))  # fmt: skip
        subject = [kind]
    subject += [argument_of(word, HEADS).casefold() for word in words[: command.heads]]
    del words[: command.heads]
    if command.of_board and command.verb != "show" and words:
        board = _number(words.pop(0))
    return subject, board, words


def several(body: str) -> list[str]:
    """Return the commands of ``multiple``, one per line. Raises ``BadRequestError``."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    if not lines:
        raise BadRequestError(tr("multiple: write the commands below it, one a line"))
    if len(lines) > MOST_COMMANDS:
        raise BadRequestError(tr("multiple: at most {most} commands at a time", most=MOST_COMMANDS))
    return lines


def _number(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadRequestError(tr("expected the number of a board first, of at most 9 digits"))
    return int(word)


def without_password(text: str) -> str:
    """Return a command that is safe to echo to its sender: without possible passwords."""
    try:
        line = read_line(text)
    except BocheError:
        return "..."
    if line.verb not in COMMANDS:
        return "..."
    number = line.words[0] if line.words and line.words[0].isdigit() else None
    more = "..." if len(line.words) > (number is not None) else None
    return " ".join(filter(None, [line.game, word_for(line.verb), number, more]))
