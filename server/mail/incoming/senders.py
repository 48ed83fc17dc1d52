"""Senders of mails, as far as proved, and limits on how many are read and answered.

A mail to an address that only one account was given is that account's, and so is one with its name
and password. Such mails have budgets of their own, which no one else can use up. A sender's address
proves nothing: mails with no better proof share budgets, and those over budget are postponed, so
that the mail server delivers them again. Nothing is lost in somebody else's flood.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from boche.engine.durations import DAY, HOUR, MINUTE, in_words
from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.commands.runner import claim_of
from boche.server.database.store import Store, Transaction
from boche.server.errors import NotSignedInError, TooManyError
from boche.server.limits import Limit
from boche.server.mail import outbox
from boche.server.mail.incoming.jobs import MailJob
from boche.server.mail.parsing import Mail
from boche.server.mail.words import LAST_ANSWER, LAST_ANSWER_KNOWN
from boche.server.people import mail_addresses, mailboxes
from boche.server.people.accounts import User
from boche.server.people.password_checks import user_of

MAILS_OF = Limit("mails-of", 60, 10.0)
"""Mails proved to be from an account: sixty at once, then one every ten seconds."""
MAILS = Limit("mails", 60, 10.0)
"""Unproved mails from one address."""
ALL_MAILS = Limit("mails-all", 300, 2.0)
"""Unproved mails from all addresses that no account has confirmed, together."""
SIGN_UPS = Limit("accounts-all", 60, 5 * MINUTE)
"""Accounts made by mail, all together: their makers choose the address that is named."""
GUESSES = Limit("guesses", 100, 0.2)
"""Wrong passwords in mails, for all names: each costs some 30 ms of CPU time."""

ANSWERS_OF = Limit("answers-of", 60, 30.0)
"""Answers to a proved account, at an address of its own."""
ANSWERS = Limit("answers", 20, 6 * MINUTE)
"""Answers to unproved mails, at an address that an account has confirmed."""
ELSEWHERE = Limit("mails-from-elsewhere", 20, 2 * MINUTE)
"""What other addresses do in the place of an account, which is told of each."""
STRANGERS = Limit("strangers", 4, HOUR)
"""Answers to an address that no account has confirmed."""
ALL_STRANGERS = Limit("strangers-all", 200, 30.0)
"""Answers to all strangers together: what abuse could make the server send to uninvolved people."""
HELPED = Limit("helped", 1, 30 * DAY)
"""Help sent to a stranger whose mail is no command."""

SAME_TEXT = Limit("same-text", 3, DAY)
"""Answers to one text of one address that is not understood: programs answer each answer."""


class DeferredError(Exception):
    """A mail over budget for now: nothing was done, and it is to be delivered again later.

    ``limit`` is the name of the limit that it exceeds, or empty.
    """

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


@dataclass
class Passwords:
    """A checker of the passwords in one mail, each once; wrong ones count by name.

    Raises what ``user_of`` does, but ``DeferredError`` if there were too many wrong ones: they may
    have been another sender's, and this one may be right.
    """

    store: Store
    now: Callable[[], float]
    _known: dict[tuple[str, str], User | NotSignedInError] = field(default_factory=dict)

    def user_of(self, name: str, password: str) -> User:
        """Return the account of a name and its password."""
        user = self._known.get((name, password))
        if user is None:
            user = self._known[name, password] = self._authenticate(name, password)
        if isinstance(user, NotSignedInError):
            raise user
        return user

    def _authenticate(self, name: str, password: str) -> User | NotSignedInError:
        now = self.now()
        try:
            self.store.read(lambda transaction: limits.check(transaction, GUESSES, "", now))
            return user_of(self.store, name, password, f"mail to {name.casefold()}", now)
        except TooManyError as error:
            raise DeferredError(error.limit) from error
        except NotSignedInError as error:
            self.store.write(lambda transaction: _count_guess(transaction, now))
            return error


def _count_guess(transaction: Transaction, now: float) -> None:
    try:
        limits.charge_one(transaction, GUESSES, "", now)
    except TooManyError:
        return  # several came at once, and this one is answered, too


def proved(job: MailJob, passwords: Passwords) -> int | None:
    """Return the account that a mail is proved to be from, or None."""
    if job.account is not None:
        return job.account
    claims = (claim_of(step.line) for step in job.steps if step.line)
    claim = next((claim for claim in claims if claim is not None), None)
    if claim is None:
        return None
    try:
        return passwords.user_of(*claim).id
    except NotSignedInError:
        return None


def count_mail(
    transaction: Transaction, mail: Mail, account: int | None, now: float,
    writer: int | None = None,
) -> None:  # fmt: skip
    """Count a mail that is about to be handled. Raises ``DeferredError`` for one too many.

    ``writer`` is the account whose message it answers.
    """
    try:
        if account is not None:
            limits.charge_one(transaction, MAILS_OF, str(account), now)
            if mailboxes.has(transaction, account, mail.sender):
                outbox.was_read(transaction, mail.sender, writer)
            return
        limits.charge_one(transaction, MAILS, mail_addresses.key_of(mail.sender), now)
        if not mailboxes.is_known(transaction, mail.sender):
            limits.charge_one(transaction, ALL_MAILS, "", now)
    except TooManyError as error:
        raise DeferredError(error.limit) from error


def is_repeated(transaction: Transaction, mail: Mail, now: float) -> bool:
    """Count a text that is not understood; return whether its sender was told so often enough.

    What cannot be read, as it is encrypted or too long, is no text that is the same.
    """
    if not mail.text and (mail.sealed or mail.cut):
        return False
    text = " ".join(mail.text.split()).casefold()
    payer = f"{mail_addresses.key_of(mail.sender)} {text}"
    try:
        limits.charge_one(transaction, SAME_TEXT, payer, now)
    except TooManyError:
        return True
    return False


def enough_answers(
    transaction: Transaction, mail: Mail, job: MailJob, account: int | None, now: float
) -> str:
    """Count an answer; return the limit by which there have been enough, or empty for none."""
    address = mail_addresses.key_of(mail.sender)
    try:
        if account is not None and mailboxes.has(transaction, account, address):
            limits.charge_one(transaction, ANSWERS_OF, str(account), now)
        elif job.receipt:
            return ""
        elif account is not None or mailboxes.is_known(transaction, address):
            limits.charge_one(transaction, ANSWERS, address, now)
        else:
            if job.stranger:
                limits.check(transaction, STRANGERS, address, now)
                limits.charge_one(transaction, HELPED, address, now)
            limits.charge_one(transaction, STRANGERS, address, now)
            limits.charge_one(transaction, ALL_STRANGERS, "", now)
    except TooManyError as error:
        return error.limit
    return ""


def last_answer(
    transaction: Transaction, mail: Mail, account: int | None, now: float
) -> str | None:
    """Return the note that an unproved sender has used up their answers for a while, or None."""
    address = mail_addresses.key_of(mail.sender)
    known = mailboxes.is_known(transaction, address)
    if account is not None and known:
        return None
    try:
        limits.check(transaction, ANSWERS if known else STRANGERS, address, now)
    except TooManyError as error:
        if known:
            return tr(LAST_ANSWER_KNOWN, wait=in_words(error.wait))
        return tr(LAST_ANSWER)
    return None
