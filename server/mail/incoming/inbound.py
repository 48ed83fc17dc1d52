"""Incoming mails: each is read, handled once and answered; automatic mails are ignored."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select

from boche.engine.durations import MINUTE
from boche.engine.languages.current import speak, speaking, tr, translate
from boche.engine.level import LEVEL_COUNT
from boche.server import limits
from boche.server.commands.accounts import DELETE
from boche.server.commands.aliases import verb_of
from boche.server.commands.play import RESIGN
from boche.server.commands.registry import COMMANDS, GAME, MULTIPLE
from boche.server.commands.runner import (
    SIGN_UP,
    CommandRunner,
    Sender,
    claim_of,
    several,
    without_password,
)
from boche.server.commands.syntax import read_line
from boche.server.commands.text_answers import draw_board
from boche.server.database.schema import seats
from boche.server.database.store import Store, Transaction, Work
from boche.server.errors import (
    BadRequestError,
    ConflictError,
    NotSignedInError,
    ServerError,
    TooManyError,
    UnavailableError,
    error_text,
)
from boche.server.infrastructure.tally import TALLY
from boche.server.limits import Limit
from boche.server.mail import notices, outbox
from boche.server.mail.addresses import BOUNCE, CONFIRM, DIGEST, PLAY, STOP, YES, Keys, Turn
from boche.server.mail.incoming import idempotency
from boche.server.mail.incoming.answers import (
    AGAIN,
    HELP_VERB,
    Answers,
    Outcome,
    help_text,
)
from boche.server.mail.incoming.jobs import (
    MailJob,
    Step,
    answers_of_turn,
    is_command,
    is_move,
    pending,
    read_verb,
    refusal,
)
from boche.server.mail.incoming.languages import (
    asked_for,
    language_of_address,
    language_of_mail,
)
from boche.server.mail.incoming.said import agrees, wants_less
from boche.server.mail.incoming.senders import (
    SIGN_UPS,
    DeferredError,
    Passwords,
    count_mail,
    is_repeated,
    proved,
)
from boche.server.mail.notifier import DIGEST_MAIL
from boche.server.mail.parsing import Mail, read_mail
from boche.server.mail.words import (
    ASK_YES,
    ASKED_THERE,
    CONFIRMED,
    CONFIRMED_NEXT,
    DELETE_ALONE,
    DELETE_FIRST,
    DELETED,
    DONE_BEFORE,
    HELP_HINT,
    HELP_TITLE,
    LESS_MAIL,
    LETTER_EMPTY,
    LETTER_GONE,
    LETTER_STRANGE,
    MOVED_ON,
    NO_MOVE_HERE,
    NOT_CONFIRMED,
    NOT_GOOD,
    SEALED,
    SEVERAL,
    STOPPED,
    TOO_LARGE,
    WAITS_FOR_YES,
)
from boche.server.people import mail_addresses, mailboxes
from boche.server.people.accounts import User, by_number, named
from boche.server.people.preferences import default_language
from boche.server.play.account_deletion import leave
from boche.server.play.match import Match, load

BOARD = "board "
"""Start of the topic of a board's events."""
NO_MAIL = f"mail {mailboxes.NONE}"
"""The command that stops an account's mails."""
NOTED = Limit("noted", 1, 10 * MINUTE)
"""Lines in the operator's log about postponed mails."""

log = logging.getLogger(__name__)


@dataclass
class InboundMail:
    """A receiver of mails for the server at ``keys.host``."""

    store: Store
    keys: Keys
    now: Callable[[], float]

    def __post_init__(self) -> None:
        self._clerk = CommandRunner(self.store, self.now)
        self._answers = Answers(self.keys)

    def take(self, raw: bytes, sender: str | None = None, recipients: Sequence[str] = ()) -> str:
        """Do what a mail says and have it answered; return the outcome, for logs and tests.

        ``sender`` and ``recipients`` are the envelope's. Whatever the mail is, only
        ``UnavailableError`` and ``DeferredError`` are raised; it must be delivered again then.
        """
        mail = read_mail(raw, sender, recipients)
        if mail.undelivered and (came := self._came_back(mail)):
            return came
        why = self._circle(mail)
        if why is None and mail.automatic is not None and not self._plays(mail):
            why = mail.automatic
        if why is not None:
            return self._ignored(mail, why)
        if self.store.read(lambda transaction: idempotency.is_finished(transaction, mail.key)):
            return self._again(mail)
        passwords = Passwords(self.store, self.now)
        with speaking(default_language()):
            job = self._job(mail)
        try:
            with speaking(self.store.read(lambda each: language_of_mail(each, mail, job.account))):
                return self._done(mail, self._job(mail), passwords)
        except DeferredError as error:
            limit = f" (limit {error.limit})" if error.limit else ""
            self._note(f"mails that prove nothing are put off: there are too many{limit}")
            raise

    def _done(self, mail: Mail, job: MailJob, passwords: Passwords) -> str:
        """Count a mail, run its commands and have it answered."""
        account, now = proved(job, passwords), self.now()

        def begin(transaction: Transaction) -> tuple[idempotency.Progress, bool]:
            progress = idempotency.begin(transaction, mail.key, now)
            if not progress.new:
                return progress, False
            count_mail(transaction, mail, account, now, job.writer)
            repeated = not job.is_understood and is_repeated(transaction, mail, now)
            if repeated:
                idempotency.finish(transaction, mail.key)
            return progress, repeated

        progress, repeated = self.store.write(begin)
        if repeated:
            return self._ignored(mail, "its text was not understood, and answered several times")
        if progress.finished:
            return self._again(mail)
        if account is not None:
            speak(self.store.read(lambda each: language_of_mail(each, mail, account)))
        job = self._asking_first(mail, job, passwords)
        who = f"mail {mail.sender.lower()}" if account is None else f"account {account}"
        sender = Sender(
            address=who, forgeable=True, check=passwords.user_of,
            language=self._language_of_new(mail),
        )  # fmt: skip
        news = set[int]()
        for number in range(len(job.steps)):
            if number >= progress.done and not self._do(mail, number, job, sender, account, news):
                return self._again(mail)
        now = self.now()

        def end(transaction: Transaction) -> tuple[Outcome, bool]:
            outcome = self._answers.write(transaction, mail, job, account, now, news)
            return outcome, mailboxes.is_known(transaction, mail.sender)

        outcome, is_known = self.store.write(end)
        if outcome.word == AGAIN:
            return self._again(mail)
        whom = "a confirmed address" if is_known else "an address that nobody has confirmed"
        text = f"{outcome.what}, from {f'account {account}' if account is not None else whom}"
        if outcome.why:
            self._say(mail, "mails not answered", f"done: {text}; not answered: {outcome.why}")
        else:
            self._say(mail, "mails answered", f"done: {text}")
        return outcome.word

    def _again(self, mail: Mail) -> str:
        self._say(mail, "mails that had come before", "it has come before")
        return AGAIN

    def _ignored(self, mail: Mail, why: str) -> str:
        TALLY.line(logging.WARNING, "mails ignored", f"{_named(mail)} is ignored: {why}")
        return f"ignored: {why}"

    def _say(self, mail: Mail, kind: str, text: str) -> None:
        TALLY.line(logging.INFO, kind, f"{_named(mail)}: {text}")

    def _language_of_new(self, mail: Mail) -> str:
        """Return the language of an account that a mail makes; empty for the server's."""
        return asked_for(mail) or self.store.read(
            lambda transaction: language_of_address(transaction, mail.sender)
        )

    def _asking_first(self, mail: Mail, job: MailJob, passwords: Passwords) -> MailJob:
        """Return the errand; one that deletes an account only asks, and waits for a yes."""
        verbs = [read_verb(step.line) for step in job.steps if step.line]
        if DELETE not in verbs:
            return job
        claim = claim_of(job.steps[verbs.index(DELETE)].line)
        if len(job.steps) > 1:
            return MailJob(says=tr(DELETE_ALONE), account=job.account)
        if claim is None:
            return job
        try:
            user = passwords.user_of(*claim)
        except NotSignedInError:
            return job  # it is refused where commands are done
        text = f"{tr(DELETE_FIRST, name=user.name)}\n\n{tr(ASK_YES)}"
        title = tr("Delete the account {name}?", name=user.name)
        return MailJob(says=text, title=title, account=user.id, waits=f"{DELETE} {user.name}",
                       reply_to=self.keys.for_waiting(user.id, mail.key))  # fmt: skip

    def _circle(self, mail: Mail) -> str | None:
        """Return the reason why answering a mail would cause a mail loop, or None."""
        host = mail.sender.rpartition("@")[2].casefold()
        own = mail.id.rstrip(">").rpartition("@")[2].casefold() == self.keys.host.casefold()
        local = self.keys.split(mail.sender) is not None
        return "it is our own" if local or (own and host == self.keys.host.casefold()) else None

    def _plays(self, mail: Mail) -> bool:
        """Return whether a mail plays a legal move at the address that a turn's mail gave out.

        Nobody else knows that address, and no program that answers for somebody writes a move.
        """
        given = [own for own in map(self.keys.split, mail.to) if own is not None]
        tokens = {token.lower() for name, token in given if name == PLAY and token}
        found = self._at_turn(tokens.pop()) if len(tokens) == 1 else None
        return found is not None and is_move(mail.text, found[0], found[2])

    def _came_back(self, mail: Mail) -> str | None:
        """Record a bounce of one of the server's mails; return None if it is about no such mail.

        Only someone who has seen that mail knows the address that its envelope named.
        """
        given = [own for own in map(self.keys.split, mail.to) if own is not None]
        tokens = [token for name, token in given if name == BOUNCE]
        number, now = self.keys.number(tokens[0]) if len(tokens) == 1 else None, self.now()
        if number is None:
            return None

        def work(transaction: Transaction) -> str | None:
            row = outbox.find(transaction, number)
            if row is None or not self.keys.is_bounce(tokens[0], number, row.message_id):
                return None
            new = outbox.came_back(transaction, row, mail.undelivered, now)
            return f"came back: {mail.undelivered}" if new else AGAIN

        came = self.store.write(work)
        if came is not None:
            what = "a bounce again" if came == AGAIN else f"a mail of this server {came}"
            self._say(mail, "bounces", what)
        return came

    def _note(self, line: str) -> None:
        now = self.now()
        try:
            self.store.write(lambda transaction: limits.charge_one(transaction, NOTED, "", now))
        except TooManyError:
            return
        log.warning("%s", line)

    # -- what to do

    def _job(self, mail: Mail) -> MailJob:
        given = [own for own in map(self.keys.split, mail.to) if own is not None]
        tokens = list(dict.fromkeys((name, token.lower()) for name, token in given if token))
        if (mail.cut or mail.sealed) and not mail.text and not is_command(mail.subject):
            says = tr(TOO_LARGE if mail.cut else SEALED)
            return self._to_send_again(mail, says, tokens)
        if len(tokens) > 1:
            return MailJob(says=tr(SEVERAL))
        if tokens:
            return self._of_token(mail, *tokens[0])
        names = {name for name, _ in given}
        if names - {PLAY}:
            return MailJob(says=tr(NOT_GOOD))
        return self._of_commands(mail)

    def _to_send_again(self, mail: Mail, says: str, tokens: Sequence[tuple[str, str]]) -> MailJob:
        """Return the errand of telling that a mail cannot be read.

        The answer to that comes to the address that the mail was for, if it is a good one.
        """
        name, token = tokens[0] if len(tokens) == 1 else ("", "")
        found = self._at_turn(token) if name == PLAY else None
        if found is not None:
            turn, user, _ = found
            strange = self._is_strange(mail, user.id)
            return MailJob(says=says, turn=turn, user=user, account=user.id, strange=strange)
        good = (
            (name == PLAY and self.keys.letter(token) is not None)
            or (name == YES and self.keys.waiting(token) is not None)
            or (name == CONFIRM and self.owner(name, token) is not None)
        )
        return MailJob(says=says, reply_to=self.keys.at(name, token) if good else "")

    def _of_token(self, mail: Mail, name: str, token: str) -> MailJob:
        """Return the errand of a mail to a single-purpose address."""
        letter = self.keys.letter(token) if name == PLAY else None
        if letter is not None:
            if wants_less(mail):
                return self._of_commands(mail)
            return job_of(self.store, mail, *letter, self.keys.at(name, token))
        if (name, token) == (PLAY, DIGEST):
            job = self._of_commands(mail)
            return MailJob(says=tr(NO_MOVE_HERE)) if job.stranger else job
        found = None
        if name == PLAY:
            found = self._of_turn(mail, token)
        elif name == YES:
            found = self._of_yes(mail, token)
        else:
            user = self.owner(name, token)
            if user is not None:
                if name == CONFIRM and not agrees(mail.text, "ok", "okay", "confirm"):
                    to = self.keys.at(name, token)
                    return MailJob(says=tr(NOT_CONFIRMED), account=user[0], reply_to=to)
                if name == STOP and self._is_strange(mail, user[0]):
                    says = tr(ASKED_THERE)
                    return MailJob(says=says, asks=NO_MAIL, account=user[0], strange=True)
                text = tr(CONFIRMED if name == CONFIRM else STOPPED)
                known = self.store.read(lambda transaction: by_number(transaction, user[0]))
                if name == CONFIRM and known is not None:
                    text += "\n\n" + tr(
                        CONFIRMED_NEXT, address=self.keys.home, game=GAME, name=known.name,
                        most=LEVEL_COUNT,
                    )  # fmt: skip
                step = Step(act=lambda transaction: self.settle(transaction, name, user, text))
                return MailJob([step], account=user[0])
        return found or MailJob(says=tr(NOT_GOOD))

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
            mailboxes.set_mail_frequency(transaction, user[0], mailboxes.NONE, self.now())
        return said

    def settle_by_page(self, transaction: Transaction, kind: str, user: tuple[int, str]) -> None:
        """Do what ``settle`` does for whoever has the address of a page in a mail.

        That may be a person to whom it was forwarded, and RFC 8058 lets nobody ask back: so the
        account gets a last mail that says that mails are off.
        """
        box = mailboxes.of_user(transaction, user[0])
        if kind == STOP and box.wish != mailboxes.NONE:
            host = self.keys.host
            notices.put_to(transaction, notices.OFF, box, host, self.now(), user=user[0])
        self.settle(transaction, kind, user, "")

    def _confirm(self, transaction: Transaction, user: int, address: str) -> None:
        """Confirm an address as the account's own, and mail what is waiting there now."""
        now = self.now()
        new = mailboxes.confirm(transaction, user, address, now)
        if new and mailboxes.of_user(transaction, user).wish != mailboxes.NONE:
            outbox.put(transaction, DIGEST_MAIL, address, self.keys.host, now, user=user)

    def _at_turn(self, token: str) -> tuple[Turn, User, Match] | None:
        """Return what an address was made for, and the owner of its seat; None if it is forged."""
        found = self.keys.turn(token)
        if found is None:
            return None
        turn, code = found

        def whose(transaction: Transaction) -> tuple[Turn, User, Match] | None:
            number = transaction.connection.execute(
                select(seats.c.user_id)
                .where(seats.c.board == turn.board, seats.c.seat == turn.seat)
            ).scalar_one_or_none()  # fmt: skip
            if number is None or not self.keys.is_of(turn, code, number):
                return None
            user = by_number(transaction, number)
            return None if user is None else (turn, user, load(transaction, turn.board))

        return self.store.read(whose)

    def _of_turn(self, mail: Mail, token: str) -> MailJob | None:
        found = self._at_turn(token)
        if found is None:
            return None
        turn, user, board = found
        if wants_less(mail):
            return MailJob(says=tr(LESS_MAIL, address=self.keys.home), account=user.id)
        strange = self._is_strange(mail, user.id)
        own = answers_of_turn(mail.text, turn, board, user)
        if own and own.steps and strange:
            own = self._of_stranger(own, turn, board)
        found_in = own or replace(self._of_commands(mail), turn=turn, user=user)
        return replace(found_in, account=user.id, strange=strange)

    def _of_stranger(self, job: MailJob, turn: Turn, board: Match) -> MailJob:
        """Return what an answer from an address that is not the player's may do.

        It ends no game, and is good only as long as the board stands as in the mail it answers.
        """
        if job.steps[0].line.partition("#")[0].endswith(f" {RESIGN}"):
            return MailJob(says=tr(ASKED_THERE), asks=job.steps[0].line)
        if turn.stands(board):
            return job
        why = translate(MOVED_ON(board=turn.board, ply=turn.ply + 1))
        return MailJob(says=why, turn=turn, user=job.user)

    def _is_strange(self, mail: Mail, user: int) -> bool:
        """Return whether a mail is from none of an account's addresses, while it has some."""
        own = self.store.read(lambda transaction: mailboxes.working(transaction, user))
        return bool(own) and mail_addresses.key_of(mail.sender) not in own

    def _of_yes(self, mail: Mail, token: str) -> MailJob | None:
        found = self.keys.waiting(token)
        if found is None:
            return None
        number, beginning = found

        def look(transaction: Transaction) -> tuple[User | None, str | None]:
            return by_number(transaction, number), idempotency.waiting(transaction, beginning)

        user, line = self.store.read(look)
        if user is None:
            return None
        if line is None:
            return MailJob(says=tr(DONE_BEFORE), account=number)
        if not agrees(mail.text):
            text = f"{tr(WAITS_FOR_YES, line=line)}\n\n{tr(ASK_YES)}"
            return MailJob(says=text, account=number, reply_to=self.keys.at(YES, token))

        def guard(transaction: Transaction) -> None:
            if idempotency.take_waiting(transaction, beginning) is None:
                raise ConflictError(tr("that was already done"))

        if read_verb(line) == DELETE:

            def delete(transaction: Transaction) -> str:
                leave(transaction, user, self.now())
                return tr(DELETED, name=user.name)

            return MailJob([Step(act=delete, guard=guard)], account=user.id, receipt=True)
        strange = self._is_strange(mail, user.id)
        step = Step(line, user=user, guard=guard)
        return MailJob([step], user=user, account=user.id, strange=strange)

    def _of_commands(self, mail: Mail) -> MailJob:
        """Read commands from a subject, or else from a body: first line, and the text below it."""
        line, body = mail.subject, mail.text
        if wants_less(mail):
            return MailJob(says=tr(LESS_MAIL, address=self.keys.home))
        first, _, rest = mail.text.strip().partition("\n")
        if is_command(first) and (mail.answers or not is_command(line)):
            line, body = first.strip(), rest
        elif not is_command(line):
            return MailJob(stranger=True, says=tr(HELP_HINT))
        if verb_of(line) == HELP_VERB:
            return MailJob(says=help_text(self.keys), title=tr(HELP_TITLE))
        if verb_of(line) != MULTIPLE:
            return MailJob([Step(line, body.strip("\n"))])
        try:
            lines = several(body)
        except BadRequestError as error:
            return MailJob(says=error_text(error))
        return MailJob([Step(each, shown=f"> {without_password(each)}\n") for each in lines])

    # -- doing it

    def _do(
        self, mail: Mail, number: int, job: MailJob, sender: Sender, account: int | None,
        news: set[int],
    ) -> bool:  # fmt: skip
        """Run one command of a mail; return False if it has been done elsewhere.

        The boards of games that begin or end by it are added to ``news``.
        """
        step = job.steps[number]
        unguarded = replace(step, guard=None)

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
                transaction.mailed_by.add(mail_addresses.key_of(mail.sender))
                if job.strange and step.user is not None and _changes(step.line):
                    self._answers.tell_owner(transaction, mail, job, step, self.now())
                news.update(
                    int(topic.removeprefix(BOARD)) for topic, event in transaction.news
                    if event["kind"] in ("begin", "end") and topic.startswith(BOARD)
                )  # fmt: skip
                return text

            return counted(doing)

        try:
            if step.act is not None:
                try:
                    self.store.write(counted(step.act))
                except (UnavailableError, TooManyError):
                    raise
                except ServerError as error:
                    why, step = refusal(error_text(error), shown=False, unknown=False), unguarded
                    self.store.write(counted(lambda _: why))
                return True
            answer = self._clerk.one(
                step.line, step.body, replace(sender, user=step.user), done
            )  # fmt: skip
            if answer.status == UnavailableError.status:
                raise UnavailableError(answer.text)
            if answer.status == TooManyError.status and account is None:
                raise DeferredError(answer.limit)  # others may have used up the budget
            if answer.status != 200:
                step = unguarded
                unknown = answer.status == NotSignedInError.status
                self.store.write(
                    counted(
                        lambda transaction: self._refused(
                            transaction, job, number, answer.text, unknown=unknown
                        )
                    )
                )
        except idempotency.DoneError:
            return False
        return True

    def _signed_up(self, transaction: Transaction, mail: Mail, step: Step) -> None:
        """Give a new account the sender's address, if it was signed up by mail without one."""
        if read_verb(step.line) == SIGN_UP:
            limits.charge_one(transaction, SIGN_UPS, "", self.now())
            user = named(transaction, read_line(step.line).words[0])
            if user.mail is None:
                mailboxes.set_addresses(transaction, user.id, [mail.sender])

    def _refused(
        self, transaction: Transaction, job: MailJob, number: int, why: str, *, unknown: bool
    ) -> str:
        """Return a reason, followed by the current state of the board the mail was about."""
        turn, shown_line = job.turn, bool(job.steps[number].shown)
        if turn is None or number:
            return refusal(why, shown=shown_line, unknown=unknown)
        board = load(transaction, turn.board)
        moved_on = translate(MOVED_ON(board=turn.board, ply=turn.ply + 1))
        more = ""
        if len(board.moves) != turn.ply and why != moved_on:
            why = f"{moved_on} ({why})"
        elif asked := pending(board, turn.seat):
            more = f"\n\n{asked}"
        text = refusal(why, shown=shown_line, unknown=unknown)
        return f"{text}{more}\n\n{draw_board(board, self.now())}"


def _named(mail: Mail) -> str:
    """Return a mail's Message-ID for the log; it has no line breaks or other odd characters."""
    return f"mail {mail.id or 'without Message-ID'}"


def _changes(line: str) -> bool:
    """Return whether a line is a command that does more than tell."""
    verb = read_verb(line)
    return verb is not None and COMMANDS[verb].writes


# Answers to the mails that bring a message of another person: their text goes back.


def job_of(store: Store, mail: Mail, number: int, other: int, address: str) -> MailJob:
    """Return the errand of an answer by account ``number`` to a message of account ``other``.

    It must come from an address of the account: a message that was forwarded is not answered.
    ``address`` is the one it was sent to.
    """

    def look(transaction: Transaction) -> tuple[User | None, User | None, bool]:
        own = mailboxes.has(transaction, number, mail.sender)
        return by_number(transaction, number), by_number(transaction, other), own

    user, writer, own = store.read(look)
    account = number if own else None
    if user is None or writer is None or not own or not mail.text:
        reason = LETTER_STRANGE if not own else LETTER_GONE if mail.text else LETTER_EMPTY
        again = "" if user is None or writer is None else address
        return MailJob(says=tr(reason), account=account, reply_to=again)
    step = Step(f"message {writer.name}", mail.text, user)
    return MailJob([step], user=user, account=account, writer=writer.id)
