"""Answering an incoming mail: what it says, and the address to reply to."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from textwrap import indent

from boche.engine.languages.current import speaking, tr, tr_later
from boche.engine.level import LEVEL_COUNT
from boche.engine.message import capitalized
from boche.server import limits
from boche.server.commands.aliases import word_for
from boche.server.commands.challenges import is_rated
from boche.server.commands.registry import ALL, COMMANDS, GAME, game_titles
from boche.server.commands.runner import SIGN_UP
from boche.server.commands.syntax import read_line
from boche.server.commands.text_answers import rated_text
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError, TooManyError, error_text
from boche.server.mail import outbox
from boche.server.mail.addresses import CONFIRM, PLAY, Keys, Turn
from boche.server.mail.digest import own_seat
from boche.server.mail.incoming import idempotency
from boche.server.mail.incoming.jobs import (
    MailJob,
    Step,
    bare_answer,
    is_command,
    is_refusal,
    lacks_a_name,
    read_verb,
    readable,
)
from boche.server.mail.incoming.senders import ELSEWHERE, enough_answers, last_answer
from boche.server.mail.notices import BEGUN, TURN
from boche.server.mail.notices import OVER as OVER_MAIL
from boche.server.mail.notifications import how_to_answer
from boche.server.mail.parsing import Mail
from boche.server.mail.templates import (
    REPLIED,
    OutgoingMail,
    new_id,
    one_line,
    subject_of,
    thread_of,
    wrapped,
    written,
)
from boche.server.mail.words import (
    ANSWER_OVER,
    ASK_YES,
    DONE_BY_NOBODY,
    DONE_ELSEWHERE,
    GREETING,
    HELP,
    HELP_TITLE,
    WAS_IT_YOU,
    WAS_IT_YOU_THERE,
    WELCOME,
)
from boche.server.people import mailboxes
from boche.server.people.accounts import find
from boche.server.people.preferences import language_of
from boche.server.play.match import OVER, load

HELP_VERB = "help"
AGAIN, DONE, NOT_ANSWERED = "again", "done", "not answered"


@dataclass(frozen=True)
class Outcome:
    """What became of a mail: a word for it, what was done, and why it was not answered.

    They are in English, for the log, and hold nothing that was written.
    """

    word: str
    what: str = ""
    why: str = ""


MOST_TOLD = 5


def deeds_of(job: MailJob, answers: Sequence[str]) -> str:
    """Return the kinds of commands in a mail, and which were refused, in English for the log."""
    if job.asks:
        return "its owner is asked"
    if job.waits:
        return "a yes is asked for"
    if not job.steps:
        return "nothing, but told what to write"
    refused = tr("not done: {why}", why="")
    kinds = []
    for step, answer in zip(job.steps, answers, strict=False):
        verb = read_verb(step.line) if step.line else "confirm, stop or delete"
        kind = verb if verb in COMMANDS or not step.line else "no command"
        is_done = not is_refusal(answer) and not answer.removeprefix(step.shown).startswith(refused)
        kinds.append(f"{kind}{'' if is_done else ' (refused)'}")
    more = f" and {len(kinds) - MOST_TOLD} more" if len(kinds) > MOST_TOLD else ""
    return f"{', '.join(kinds[:MOST_TOLD])}{more}"


def _board_of(answer: str) -> int | None:
    """Return the number of the board that an answer is about, as its first words tell; or None."""
    text = bare_answer(answer)
    for heading in (tr("board {number}:", number="\0"), "board \0:"):
        pattern = re.escape(heading).replace("\0", r"(\d{1,9})")
        if (found := re.match(pattern, text)) is not None:
            return int(found[1])
    return None


def help_text(keys: Keys) -> str:
    return tr(HELP, address=keys.home, game=GAME, games=game_titles(), most=LEVEL_COUNT)


TABLES = {
    "tournaments": tr_later("Tournaments"), "ladders": tr_later("Ladders"),
    "standings": tr_later("Ratings"), "ratings": tr_later("Ratings"), "games": tr_later("Games"),
    "list": tr_later("Games"),
}  # fmt: skip
"""Subjects of answers that are tables, by the verb."""


def _title(job: MailJob, answers: Sequence[str]) -> str:
    """Return the subject of an answer that is help or a table, empty for another.

    It names no other words.
    """
    if len(job.steps) != 1 or not answers or is_refusal(answers[0]):
        return ""
    verb = read_verb(job.steps[0].line)
    if verb == ALL:
        return one_line(tr("Help: {topics}", topics=word_for(ALL)))
    if verb not in (HELP_VERB, *TABLES):
        return ""
    line = read_line(job.steps[0].line)
    if verb != HELP_VERB:
        return "" if verb == "tournaments" and line.words else tr(TABLES[verb])
    topics = " ".join(line.words or filter(None, [line.game])).casefold()
    return one_line(tr("Help: {topics}", topics=topics))


@dataclass(frozen=True)
class Answers:
    """A writer of answers for the server at ``keys.host``."""

    keys: Keys

    def write(
        self, transaction: Transaction, mail: Mail, job: MailJob, account: int | None, now: float,
        news: Collection[int] = (),
    ) -> Outcome:  # fmt: skip
        """Finish a mail whose commands are done, and queue its answer.

        ``news`` are the boards of games that began or ended by them.
        """
        progress = idempotency.begin(transaction, mail.key, now)
        if progress.finished:
            return Outcome(AGAIN)
        if job.asks and account is not None:
            job = self._ask_owner(transaction, mail, job, account, now)
        waiting = self._waiting(transaction, mail, job, progress.answers)
        what = "a yes is asked for" if waiting else deeds_of(job, progress.answers)
        waits = waiting[0] if waiting else job.asks or job.waits
        idempotency.finish(transaction, mail.key, waits or None)
        if self._is_told(transaction, mail, job, account, progress.answers, news):
            return Outcome(DONE, what)
        if not mail.sender:  # a move of nobody whose address is known
            return Outcome(NOT_ANSWERED, what, "it has no sender")
        if limit := enough_answers(transaction, mail, job, account, now):
            return Outcome(NOT_ANSWERED, what, f"enough answers for now (limit {limit})")
        text, title = "\n\n".join(map(readable, progress.answers)) or job.says, job.title
        if not is_command(text.partition("\n")[0]):  # such as one that help tells of
            text = capitalized(text)
        if job.stranger and not mailboxes.is_known(transaction, mail.sender):
            text = tr(GREETING, address=self.keys.home) + "\n\n" + help_text(self.keys)
            title = tr(HELP_TITLE)
        reply_to = (
            waiting[1] if waiting else self._reply_to(transaction, job, account, progress.answers)
        )
        if waiting:
            rated = is_rated(read_line(waiting[0]))
            asked = [tr(WAS_IT_YOU, line=waiting[0])]
            asked += [] if rated is None else [rated_text(rated=rated)]
            text = "\n\n".join([*asked, tr(ASK_YES)])
            title = tr("Was that you? {command}", command=waiting[0])
        elif (
            reply_to is not None
            and reply_to.startswith(PLAY)
            and self._is_over(transaction, reply_to)
        ):
            text += f"\n\n{wrapped(tr(ANSWER_OVER))}"
        elif reply_to is not None and account is not None and len(news) == 1:
            text += f"\n\n{self._how(transaction, next(iter(news)), account)}".rstrip()
        welcome = self._welcome(transaction, mail, job, progress.answers, now)
        if welcome is not None:
            reply_to, text = welcome, f"{text}\n\n{tr(WELCOME)}"
        note = last_answer(transaction, mail, account, now)
        if note is not None:
            text += f"\n\n{note}"
        identity = new_id(self.keys.host)
        title = title or _title(job, progress.answers) or subject_of(text)
        letter = OutgoingMail(
            to=mail.sender,
            subject=title,
            text=text,
            id=identity,
            at=now,
            home=self.keys.home,
            kind=REPLIED,
            reply_to=reply_to,
            in_reply_to=mail.id,
            thread=thread_of(job.turn.board, self.keys.host) if job.turn else "",
        )
        outbox.put(transaction, "reply", mail.sender, self.keys.host, now, raw=written(letter),
                   message_id=identity)  # fmt: skip
        return Outcome(DONE, what)

    def _ask_owner(
        self, transaction: Transaction, mail: Mail, job: MailJob, user: int, now: float
    ) -> MailJob:
        """Ask at an account's own addresses whether it sent a command, in its language.

        Return the errand; one that asks nothing if the account was asked often just now.
        """
        try:
            limits.charge_one(transaction, ELSEWHERE, str(user), now)
        except TooManyError as error:
            return replace(job, asks="", says=error_text(error))
        with speaking(language_of(transaction, user)):
            self._ask(transaction, mail, job.asks, user, now)
        return job

    def _ask(self, transaction: Transaction, mail: Mail, line: str, user: int, now: float) -> None:
        text = f"{tr(WAS_IT_YOU_THERE, sender=mail.sender, line=line)}\n\n{tr(ASK_YES)}"
        title = tr("Was that you? {command}", command=line)
        self._to_owner(transaction, user, title, text, now, self.keys.for_waiting(user, mail.key))

    def tell_owner(
        self, transaction: Transaction, mail: Mail, job: MailJob, step: Step, now: float
    ) -> None:
        """Tell an account what another address than its own did in its place, in its language.

        Raises ``TooManyError`` if that was often within a short time: nothing is done untold.
        """
        assert job.account is not None
        user, turn = job.account, job.turn
        limits.charge_one(transaction, ELSEWHERE, str(user), now)
        # Its end is told there, too: nobody sees it on a page, as who ends a game there does.
        transaction.mailed_by |= mailboxes.working(transaction, user)
        done = "\n".join([step.line, *step.body.splitlines()])
        reply_to = None
        if turn is not None:
            board = load(transaction, turn.board)
            reply_to = self.keys.for_turn(Turn.of(board, turn.seat), user)
        with speaking(language_of(transaction, user)):
            text = tr(
                DONE_ELSEWHERE if mail.sender else DONE_BY_NOBODY, sender=mail.sender,
                done=indent(done, "    "),
            )  # fmt: skip
            title = tr("Another address wrote in your place: {command}", command=step.line)
            thread = "" if turn is None else thread_of(turn.board, self.keys.host)
            self._to_owner(transaction, user, title, text, now, reply_to, thread)

    def _to_owner(
        self, transaction: Transaction, user: int, title: str, text: str, now: float,
        reply_to: str | None, thread: str = "",
    ) -> None:  # fmt: skip
        """Queue a mail to each of an account's own addresses."""
        for each in mailboxes.of_user(transaction, user).addresses:
            if each.works:
                identity = new_id(self.keys.host)
                letter = OutgoingMail(
                    each.address, one_line(title), text, identity, now, self.keys.home,
                    reply_to=reply_to, thread=thread,
                )  # fmt: skip
                outbox.put(
                    transaction,
                    "reply",
                    each.address,
                    self.keys.host,
                    now,
                    raw=written(letter),
                    message_id=identity,
                )

    def _welcome(
        self, transaction: Transaction, mail: Mail, job: MailJob, answers: Sequence[str], now: float
    ) -> str | None:
        """Return the address to which a new user confirms the address they wrote from, or None."""
        if len(job.steps) != 1 or not answers or is_refusal(answers[0]):
            return None
        line = job.steps[0].line
        user = find(transaction, read_line(line).words[0]) if read_verb(line) == SIGN_UP else None
        if user is None or not mailboxes.is_to_ask(transaction, user.id, mail.sender):
            return None  # asked by a separate mail, at another address
        mailboxes.mark_asked(transaction, user.id, mail.sender, now)
        token = self.keys.for_user(CONFIRM, user.id, mail.sender)
        return f"{CONFIRM}+{token}@{self.keys.host}"

    def _reply_to(
        self, transaction: Transaction, job: MailJob, account: int | None, answers: Sequence[str]
    ) -> str | None:
        """Return the address to reply to for playing on, for a sender proved to have a seat."""
        if job.reply_to:
            return job.reply_to
        if job.strange:  # it tells them of no address that they did not have
            if job.turn is None or account is None:
                return None
            now = Turn.of(load(transaction, job.turn.board), job.turn.seat)
            return self.keys.for_turn(now, account) if now == job.turn else None
        if account is None or (len(answers) > 1 and job.turn is None):
            return None
        turn, named = job.turn, _board_of(answers[0]) if answers else None
        if named is not None and (turn is None or turn.board != named):
            return self._of_seat(transaction, named, account)
        if turn is None or job.user is None:
            return None
        return self.keys.for_turn(Turn.of(load(transaction, turn.board), turn.seat), account)

    def _is_told(
        self, transaction: Transaction, mail: Mail, job: MailJob, account: int | None,
        answers: Sequence[str], news: Collection[int],
    ) -> bool:  # fmt: skip
        """Return whether other mails tell what the commands did: games' beginnings and ends.

        They show the board in a picture, how to answer, and the change of a rating.
        """
        if account is None or not news or any(map(is_refusal, answers)):
            return False
        if any(step.shown for step in job.steps):
            return False
        for number in news:
            over = load(transaction, number).row.state == OVER
            kinds = (OVER_MAIL,) if over else (TURN, BEGUN)
            if not outbox.tells(transaction, kinds, mail.sender, account, number):
                return False
        return True

    def _is_over(self, transaction: Transaction, address: str) -> bool:
        """Return whether an address for moves is that of a game that can have a rematch."""
        own = self.keys.split(address)
        found = self.keys.turn(own[1]) if own is not None else None
        if found is None:
            return False
        row = load(transaction, found[0].board).row
        open_to_all = row.offer is None and row.after is None and row.began is not None
        return bool(row.state == OVER and open_to_all)

    def _how(self, transaction: Transaction, number: int, account: int) -> str:
        """Return how an account answers on a board; empty if it has no seat there."""
        board = load(transaction, number)
        seat = own_seat(board, account)
        return "" if seat is None else how_to_answer(board, seat)

    def _of_seat(self, transaction: Transaction, number: int, account: int) -> str | None:
        """Return the address for an account's moves on a board; None if it has no seat there."""
        try:
            board = load(transaction, number)
        except NotFoundError:
            return None
        seat = own_seat(board, account)
        return None if seat is None else self.keys.for_turn(Turn.of(board, seat), account)

    def _waiting(
        self, transaction: Transaction, mail: Mail, job: MailJob, answers: Sequence[str]
    ) -> tuple[str, str] | None:
        """Return a command that only lacks its sender, and the address for the account's yes."""
        if len(job.steps) != 1 or not answers or not is_refusal(answers[0]):
            return None
        step = job.steps[0]
        if step.user is not None or not step.line or not lacks_a_name(step.line, answers[0]):
            return None
        user = mailboxes.owner(transaction, mail.sender)
        return None if user is None else (step.line, self.keys.for_waiting(user, mail.key))
