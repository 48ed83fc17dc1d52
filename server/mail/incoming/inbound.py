"""Incoming mails: each is read, handled once and answered; automatic mails are ignored."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select

from boche.server import limits
from boche.server.commands.play import RESIGN
from boche.server.commands.registry import GAME, MULTIPLE, game_titles
from boche.server.commands.runner import SIGN_UP, CommandRunner, Sender, several, without_password
from boche.server.commands.syntax import read_line
from boche.server.commands.text_answers import shown
from boche.server.database.schema import boards, seats
from boche.server.database.store import Store, Transaction, Work
from boche.server.durations import MINUTE
from boche.server.errors import (
    BadRequestError,
    ConflictError,
    NotFoundError,
    TooManyError,
    UnavailableError,
)
from boche.server.limits import Limit
from boche.server.mail import outbox
from boche.server.mail.addresses import BOUNCE, CONFIRM, PLAY, YES, Keys, Turn
from boche.server.mail.digest import own_seat
from boche.server.mail.incoming import idempotency
from boche.server.mail.incoming.jobs import (
    MailJob,
    Step,
    agrees,
    answers_of_turn,
    is_command,
    lacks_a_name,
    read_verb,
)
from boche.server.mail.incoming.senders import (
    SIGN_UPS,
    DeferredError,
    Passwords,
    count_mail,
    is_last_answer,
    may_answer,
    proved,
)
from boche.server.mail.notifier import DIGEST_MAIL
from boche.server.mail.parsing import Mail, read_mail
from boche.server.mail.templates import (
    REPLIED,
    OutgoingMail,
    new_id,
    subject_of,
    thread_of,
    written,
)
from boche.server.mail.words import (
    ASK_YES,
    ASKED_THERE,
    CONFIRMED,
    CONFIRMED_NEXT,
    GREETING,
    HELP,
    HELP_HINT,
    HELP_TITLE,
    LAST_ANSWER,
    LESS_MAIL,
    MOVED_ON,
    NOT_CONFIRMED,
    NOT_GOOD,
    SEVERAL,
    STOPPED,
    TOO_LARGE,
    WAS_IT_YOU,
    WAS_IT_YOU_THERE,
    WELCOME,
)
from boche.server.people import mailboxes
from boche.server.people.accounts import User, by_number, find, named
from boche.server.play.match import load

NOTED = Limit("noted", 1, 10 * MINUTE)
"""Lines in the operator's log about postponed mails."""

NOT_DONE = "not done: "
HELP_VERB = "help"
LESS = {"stop", "unsubscribe"}
"""Words from people who want no more mail."""
_BOARD = re.compile(rf"(?:{NOT_DONE})?board (\d{{1,9}}):")
"""The start of an answer that is about one board."""

log = logging.getLogger(__name__)


@dataclass
class InboundMail:
    """A receiver of mails for the server at ``keys.host``."""

    store: Store
    keys: Keys
    now: Callable[[], float]

    def __post_init__(self) -> None:
        self._clerk = CommandRunner(self.store, self.now)

    def take(self, raw: bytes, sender: str | None = None, recipients: Sequence[str] = ()) -> str:
        """Do what a mail says and have it answered; return the outcome, for logs and tests.

        ``sender`` and ``recipients`` are the envelope's. Whatever the mail is, only
        ``UnavailableError`` and ``DeferredError`` are raised; it must be delivered again then.
        """
        mail = read_mail(raw, sender, recipients)
        if mail.undelivered and (came := self._came_back(mail)):
            return came
        why = mail.automatic or self._circle(mail)
        if why is not None:
            return f"ignored: {why}"
        if self.store.read(lambda transaction: idempotency.is_finished(transaction, mail.key)):
            return "again"
        job, passwords = self._errand(mail), Passwords(self.store, self.now)
        try:
            return self._done(mail, job, passwords)
        except DeferredError as error:
            self._note(f"mails that prove nothing are put off: {error}")
            raise

    def _done(self, mail: Mail, job: MailJob, passwords: Passwords) -> str:
        """Count a mail, run its commands and have it answered."""
        account, now = proved(job, passwords), self.now()

        def begin(transaction: Transaction) -> idempotency.Progress:
            progress = idempotency.begin(transaction, mail.key, now)
            if progress.new:
                count_mail(transaction, mail, account, now)
            return progress

        progress = self.store.write(begin)
        if progress.finished:
            return "again"
        who = f"mail {mail.sender.lower()}" if account is None else f"account {account}"
        sender = Sender(address=who, forgeable=True, check=passwords.user_of)
        for number in range(len(job.steps)):
            if number >= progress.done and not self._do(mail, number, job, sender, account):
                return "again"
        return self._answer(mail, job, account)

    def _circle(self, mail: Mail) -> str | None:
        """Return the reason why answering a mail would cause a mail loop, or None."""
        host = mail.sender.rpartition("@")[2].casefold()
        own = mail.id.rstrip(">").rpartition("@")[2].casefold() == self.keys.host.casefold()
        local = self.keys.own(mail.sender) is not None
        return "it is our own" if local or (own and host == self.keys.host.casefold()) else None

    def _came_back(self, mail: Mail) -> str | None:
        """Record a bounce of one of the server's mails; return None if it is about no such mail.

        Only someone who has seen that mail knows the address that its envelope named.
        """
        given = [own for own in map(self.keys.own, mail.to) if own is not None]
        tokens = [token for name, token in given if name == BOUNCE]
        number, now = self.keys.number(tokens[0]) if len(tokens) == 1 else None, self.now()
        if number is None:
            return None

        def work(transaction: Transaction) -> str | None:
            row = outbox.find(transaction, number)
            if row is None or not self.keys.is_bounce(tokens[0], number, row.message_id):
                return None
            new = outbox.came_back(transaction, row, mail.undelivered, now)
            return f"came back: {mail.undelivered}" if new else "again"

        return self.store.write(work)

    def _note(self, line: str) -> None:
        now = self.now()
        try:
            self.store.write(lambda transaction: limits.take(transaction, NOTED, "", now))
        except TooManyError:
            return
        log.warning("%s", line)

    # -- what to do

    def _errand(self, mail: Mail) -> MailJob:
        if mail.cut and not mail.text and not is_command(mail.subject):
            return MailJob(says=TOO_LARGE)
        given = [own for own in map(self.keys.own, mail.to) if own is not None]
        tokens = list(dict.fromkeys((name, token.lower()) for name, token in given if token))
        if len(tokens) > 1:
            return MailJob(says=SEVERAL)
        if tokens:
            return self._of_token(mail, *tokens[0])
        names = {name for name, _ in given}
        if names - {PLAY}:
            return MailJob(says=NOT_GOOD)
        return self._of_commands(mail)

    def _of_token(self, mail: Mail, name: str, token: str) -> MailJob:
        """Return the errand of a mail to a single-purpose address."""
        found = None
        if name == PLAY:
            found = self._of_turn(mail, token)
        elif name == YES:
            found = self._of_yes(mail, token)
        else:
            user = self.owner(name, token)
            if user is not None:
                if name == CONFIRM and not agrees(mail.text, "ok", "okay", "confirm"):
                    return MailJob(says=NOT_CONFIRMED, account=user[0])
                said = CONFIRMED if name == CONFIRM else STOPPED
                known = self.store.read(lambda transaction: by_number(transaction, user[0]))
                if name == CONFIRM and known is not None:
                    said += "\n\n" + CONFIRMED_NEXT.format(
                        address=self.keys.home, game=GAME, name=known.name
                    )
                step = Step(act=lambda transaction: self.settle(transaction, name, user, said))
                return MailJob([step], account=user[0])
        return found or MailJob(says=NOT_GOOD)

    def owner(self, kind: str, token: str) -> tuple[int, str] | None:
        """Return the account and address that a token to confirm or stop was made for."""
        number = self.keys.number(token)
        if number is None:
            return None
        box = self.store.read(lambda transaction: mailboxes.of_user(transaction, number))
        for each in box.addresses:
            if self.keys.user(kind, token, each.address) == number:
                return number, each.address
        return None

    def settle(self, transaction: Transaction, kind: str, user: tuple[int, str], said: str) -> str:
        """Confirm an address, or stop the account's mail; return ``said``, the answer."""
        if kind == CONFIRM:
            self._confirm(transaction, *user)
        else:
            mailboxes.wish(transaction, user[0], mailboxes.NONE, self.now())
        return said

    def _confirm(self, transaction: Transaction, user: int, address: str) -> None:
        """Confirm an address as the account's own, and mail what is waiting there now."""
        now = self.now()
        new = mailboxes.confirm(transaction, user, address, now)
        if new and mailboxes.of_user(transaction, user).wish != mailboxes.NONE:
            outbox.put(transaction, DIGEST_MAIL, address, self.keys.host, now, user=user)

    def _of_turn(self, mail: Mail, token: str) -> MailJob | None:
        found = self.keys.turn(token)
        if found is None:
            return None
        turn, code = found

        def whose(transaction: Transaction) -> tuple[User | None, str]:
            row = transaction.connection.execute(
                select(seats.c.user_id, boards.c.game)
                .join(boards, boards.c.id == seats.c.board)
                .where(seats.c.board == turn.board, seats.c.seat == turn.seat)
            ).one_or_none()
            known = row and row.user_id and self.keys.is_of(turn, code, row.user_id)
            return (by_number(transaction, row.user_id), row.game) if row and known else (None, "")

        user, game = self.store.read(whose)
        if user is None:
            return None
        if _wants_less(mail):
            return MailJob(says=LESS_MAIL.format(address=self.keys.home), account=user.id)
        own = answers_of_turn(mail.text, turn, game, user)
        if own and own.steps and own.steps[0].line.endswith(f" {RESIGN}"):
            own = self._unless_strange(own, mail, user)
        found_in = own or replace(self._of_commands(mail), turn=turn, user=user)
        return replace(found_in, account=user.id)

    def _unless_strange(self, job: MailJob, mail: Mail, user: User) -> MailJob:
        """Return an errand that would end a game, or a query if the sender's address is unknown."""
        box = self.store.read(lambda transaction: mailboxes.of_user(transaction, user.id))
        works = [mailboxes.key_of(each.address) for each in box.addresses if each.works]
        if not works or mailboxes.key_of(mail.sender) in works:
            return job
        return MailJob(says=ASKED_THERE, asks=job.steps[0].line)

    def _ask_owner(
        self, transaction: Transaction, mail: Mail, line: str, user: int, now: float
    ) -> None:
        """Ask at an account's own addresses whether it sent a command."""
        text = f"{WAS_IT_YOU_THERE.format(sender=mail.sender, line=line)}\n\n{ASK_YES}"
        for each in mailboxes.of_user(transaction, user).addresses:
            if each.works:
                identity = new_id(self.keys.host)
                letter = OutgoingMail(
                    each.address, f"Was that you? {line}", text, identity, now, self.keys.home,
                    reply_to=self.keys.for_waiting(user, mail.key),
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

    def _of_yes(self, mail: Mail, token: str) -> MailJob | None:
        found = self.keys.waiting(token)
        if found is None:
            return None
        number, beginning = found
        if not agrees(mail.text):
            return MailJob(says=ASK_YES, account=number)

        def look(transaction: Transaction) -> tuple[User | None, str | None]:
            return by_number(transaction, number), idempotency.waiting(transaction, beginning)

        user, line = self.store.read(look)
        if user is None or line is None:
            return None

        def guard(transaction: Transaction) -> None:
            if idempotency.take_waiting(transaction, beginning) is None:
                raise ConflictError("that was done already")

        return MailJob([Step(line, user=user, guard=guard)], user=user, account=user.id)

    def _of_commands(self, mail: Mail) -> MailJob:
        """Read commands from a subject, or else from a body: first line, and the text below it."""
        line, body = mail.subject, mail.text
        if _wants_less(mail):
            return MailJob(says=LESS_MAIL.format(address=self.keys.home))
        if not is_command(line):
            line, _, body = mail.text.partition("\n")
            line = line.strip()
            if not is_command(line):
                return MailJob(stranger=True, says=HELP_HINT)
        if line.casefold() == HELP_VERB:
            return MailJob(says=self._help(), title=HELP_TITLE)
        if line.casefold() != MULTIPLE:
            return MailJob([Step(line, body.strip("\n"))])
        try:
            lines = several(body)
        except BadRequestError as error:
            return MailJob(says=str(error))
        return MailJob([Step(each, shown=f"> {without_password(each)}\n") for each in lines])

    # -- doing it

    def _do(
        self, mail: Mail, number: int, job: MailJob, sender: Sender, account: int | None
    ) -> bool:
        """Run one command of a mail; return False if it has been done elsewhere."""
        step = job.steps[number]

        def counted(work: Work[str]) -> Work[str]:
            def doing(transaction: Transaction) -> str:
                idempotency.hold(transaction, mail.key, number)
                if step.guard is not None:
                    step.guard(transaction)
                text = work(transaction)
                idempotency.count(transaction, mail.key, number, step.shown + text)
                return text

            return doing

        def done(work: Work[str]) -> Work[str]:
            def doing(transaction: Transaction) -> str:
                text = work(transaction)
                self._signed_up(transaction, mail, step)
                return text

            return counted(doing)

        try:
            if step.act is not None:
                self.store.write(counted(step.act))
                return True
            answer = self._clerk.one(
                step.line, step.body, replace(sender, user=step.user), done
            )  # fmt: skip
            if answer.status == UnavailableError.status:
                raise UnavailableError(answer.text)
            if answer.status == TooManyError.status and account is None:
                raise DeferredError(answer.text)  # others may have used up the budget
            if answer.status != 200:
                step = replace(step, guard=None)
                self.store.write(
                    counted(lambda transaction: self._refused(transaction, job, answer.text))
                )
        except idempotency.DoneError:
            return False
        return True

    def _signed_up(self, transaction: Transaction, mail: Mail, step: Step) -> None:
        """Give a new account the sender's address, if it was signed up by mail without one."""
        if read_verb(step.line) == SIGN_UP:
            limits.take(transaction, SIGN_UPS, "", self.now())
            user = named(transaction, read_line(step.line).words[0])
            if user.mail is None:
                mailboxes.set_addresses(transaction, user.id, [mail.sender])

    def _refused(self, transaction: Transaction, job: MailJob, why: str) -> str:
        """Return a reason, followed by the current state of the board the mail was about."""
        text, turn = f"{NOT_DONE}{why}", job.turn
        if turn is None:
            return text
        board = load(transaction, turn.board)
        moved_on = str(MOVED_ON(board=turn.board, ply=turn.ply + 1))
        if len(board.moves) != turn.ply and why != moved_on:
            text = f"{NOT_DONE}{moved_on} ({why})"
        return f"{text}\n\n{shown(board, self.now())}"

    # -- answering

    def _answer(self, mail: Mail, job: MailJob, account: int | None) -> str:
        now = self.now()

        def work(transaction: Transaction) -> str:
            progress = idempotency.begin(transaction, mail.key, now)
            if progress.finished:
                return "again"
            waiting = self._waiting(transaction, mail, job, progress.answers)
            idempotency.finish(transaction, mail.key, waiting[0] if waiting else job.asks or None)
            if job.asks and account is not None:
                self._ask_owner(transaction, mail, job.asks, account, now)
            if not may_answer(transaction, mail, job, account, now):
                return "not answered"
            text, title = "\n\n".join(progress.answers) or job.says, job.title
            if job.stranger and not mailboxes.is_known(transaction, mail.sender):
                text = GREETING.format(address=self.keys.home) + "\n\n" + self._help()
                title = HELP_TITLE
            reply_to = (
                waiting[1]
                if waiting
                else self._reply_to(transaction, job, account, progress.answers)
            )
            if waiting:
                text = f"{WAS_IT_YOU.format(line=waiting[0])}\n\n{ASK_YES}"
                title = f"Was that you? {waiting[0]}"
            welcome = self._welcome(transaction, mail, job, progress.answers, now)
            if welcome is not None:
                reply_to, text = welcome, f"{text}\n\n{WELCOME}"
            if is_last_answer(transaction, mail, now):
                text += f"\n\n{LAST_ANSWER}"
            identity = new_id(self.keys.host)
            title = title or subject_of(text)
            letter = OutgoingMail(
                mail.sender, title, text, identity, now, self.keys.home, REPLIED,
                reply_to=reply_to, in_reply_to=mail.id,
                thread=thread_of(job.turn.board, self.keys.host) if job.turn else "",
            )  # fmt: skip
            outbox.put(transaction, "reply", mail.sender, self.keys.host, now, raw=written(letter),
                       message_id=identity)  # fmt: skip
            return "done"

        return self.store.write(work)

    def _welcome(
        self, transaction: Transaction, mail: Mail, job: MailJob, answers: Sequence[str], now: float
    ) -> str | None:
        """Return the address to which a new user confirms the address they wrote from, or None."""
        if len(job.steps) != 1 or not answers or answers[0].startswith(NOT_DONE):
            return None
        line = job.steps[0].line
        user = find(transaction, read_line(line).words[0]) if read_verb(line) == SIGN_UP else None
        if user is None or not mailboxes.is_to_ask(transaction, user.id, mail.sender):
            return None  # asked by a separate mail, at another address
        mailboxes.mark_asked(transaction, user.id, mail.sender, now)
        token = self.keys.for_user(CONFIRM, user.id, mail.sender)
        return f"{CONFIRM}+{token}@{self.keys.host}"

    def _help(self) -> str:
        return HELP.format(address=self.keys.home, game=GAME, games=game_titles())

    def _reply_to(
        self, transaction: Transaction, job: MailJob, account: int | None, answers: Sequence[str]
    ) -> str | None:
        """Return the address to reply to for playing on, for a sender proved to have a seat."""
        if account is None or len(answers) > 1:
            return None
        turn, named = job.turn, _BOARD.match(answers[0]) if answers else None
        if named and (turn is None or turn.board != int(named[1])):
            return self._of_seat(transaction, int(named[1]), account)
        if turn is None or job.user is None:
            return None
        return self.keys.for_turn(Turn.of(load(transaction, turn.board), turn.seat), account)

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
        if len(job.steps) != 1 or not answers or not answers[0].startswith(NOT_DONE):
            return None
        step = job.steps[0]
        if step.user is not None or not step.line or not lacks_a_name(step.line, answers[0]):
            return None
        user = mailboxes.owner(transaction, mail.sender)
        return None if user is None else (step.line, self.keys.for_waiting(user, mail.key))


def _wants_less(mail: Mail) -> bool:
    """Return whether a mail only says that its sender wants fewer mails."""
    return bool({mail.subject.casefold(), mail.text.partition("\n")[0].strip().casefold()} & LESS)
