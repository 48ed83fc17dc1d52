"""Answers to the mails that bring a message of another person: their text goes back."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.server.database.store import Store, Transaction
from boche.server.mail.incoming.jobs import MailJob, Step
from boche.server.mail.parsing import Mail
from boche.server.mail.words import LETTER_EMPTY, LETTER_GONE, LETTER_STRANGE
from boche.server.people import mailboxes
from boche.server.people.accounts import User, by_number


def job_of(store: Store, mail: Mail, number: int, other: int) -> MailJob:
    """Return the errand of an answer by account ``number`` to a message of account ``other``.

    It must come from an address of the account: a message that was forwarded is not answered.
    """

    def look(transaction: Transaction) -> tuple[User | None, User | None, bool]:
        own = mailboxes.has(transaction, number, mail.sender)
        return by_number(transaction, number), by_number(transaction, other), own

    user, writer, own = store.read(look)
    account = number if own else None
    if user is None or writer is None or not own or not mail.text:
        reason = LETTER_STRANGE if not own else LETTER_GONE if mail.text else LETTER_EMPTY
        return MailJob(says=tr(reason), account=account)
    return MailJob([Step(f"message {writer.name}", mail.text, user)], user=user, account=account)
