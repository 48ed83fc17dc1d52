"""Mails to be sent, each a row written along with the event it reports.

A row is tried until it is sent, with growing pauses, always under the same Message-ID, by whichever
process gets to it: the one that has a row keeps the others away for ``CLAIM`` seconds, or until it
is seen to have been killed. If an address has had many mails of a kind that can be merged, the next
ones become one mail.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import delete, insert, select, update

from boche.engine.durations import DAY, HOUR, MINUTE
from boche.server import limits
from boche.server.database.schema import outbox
from boche.server.database.store import Transaction
from boche.server.errors import TooManyError
from boche.server.limits import Limit
from boche.server.mail.templates import new_id
from boche.server.people import mail_addresses, mailboxes

CLAIM = 5 * MINUTE
PAUSES = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR)
"""Pauses in seconds after the first try, the second, and so on; the last one repeats."""
PATIENCE = 4 * DAY
"""Seconds after which a mail is given up."""
KEPT = 14 * DAY
"""Seconds for which the outcome of a mail can be looked up."""

TO = Limit("to", 30, 2 * MINUTE)
"""Notifications about games to an address: thirty at once, then one every two minutes."""
TALK = Limit("talk-to", 30, 2 * MINUTE)
"""Messages and chats mailed to an address: they use up no notification about a game."""
TALK_OF_ONE = Limit("talk-of-one", 10, 2 * MINUTE)
"""Those of one writer."""
SINCE, TALKED = "since", "talked"
"""Kinds of a mail that merges several notifications about games, and messages and chats."""
MOST_TEXTS, MOST_TEXT = 50, 500
"""Messages and chats that such a mail repeats, and characters of each."""

BOUNCES = Limit("bounces", 2, 7 * DAY)
"""Bounces of one address: two are tolerated, and one a week."""
BACK = "came back: "
"""Start of the reason for a mail that bounced."""

TOPIC = "outbox"
"""Topic that senders of mail listen to."""


def put(
    transaction: Transaction,
    kind: str,
    address: str,
    host: str,
    now: float,
    *,
    user: int | None = None,
    board: int | None = None,
    data: Mapping[str, Any] | None = None,
    raw: bytes | None = None,
    message_id: str | None = None,
) -> int:
    """Queue a mail, written now (``raw``) or at its turn; return the number of its row."""
    transaction.topics.add(TOPIC)
    number: int = transaction.connection.execute(
        insert(outbox).values(
            message_id=message_id or new_id(host), kind=kind, user_id=user, address=address,
            board=board, data=dict(data or {}), raw=raw, at=now, due=now, tries=0,
        ).returning(outbox.c.id)
    ).scalar_one()  # fmt: skip
    return number


def tells(
    transaction: Transaction, kinds: Collection[str], address: str, user: int, board: int
) -> bool:
    """Return whether an account gets, or got, a mail of these kinds about a board."""
    found = transaction.connection.execute(
        select(outbox.c.address)
        .where(outbox.c.kind.in_(kinds), outbox.c.user_id == user, outbox.c.board == board)
    ).scalars()  # fmt: skip
    key = mail_addresses.key_of(address)
    return any(mail_addresses.key_of(each) == key for each in found)


def take(transaction: Transaction, kinds: Collection[str], now: float) -> tuple[bool, Any | None]:
    """Return whether a row was due, and the row if it is to be sent now, as by ``claim``.

    ``kinds`` are those that are limited per address, with the excess merged into one mail.
    """
    row = claim(transaction, now)
    if row is None or row.tries or row.kind not in kinds:
        return row is not None, row
    budgets = _budgets(row)
    try:
        for limit, payer in budgets:  # all of them, before any is counted
            limits.check(transaction, limit, payer, now)
        for limit, payer in budgets:
            limits.charge_one(transaction, limit, payer, now)
    except TooManyError as error:
        _merge(transaction, row, now + error.wait)
        return True, None
    return True, row


def _budgets(row: Any) -> list[tuple[Limit, str]]:
    """Return the limits that a row counts against: talk has its own, so that it hides no turn."""
    address = mail_addresses.key_of(row.address)
    if not _is_talk(row):
        return [(TO, address)]
    writer = row.data.get("sender")
    own = [] if writer is None else [(TALK_OF_ONE, _of_one(address, writer))]
    return [*own, (TALK, address)]


def _is_talk(row: Any) -> bool:
    """Return whether a row brings what another person has written."""
    return row.kind == TALKED or "text" in row.data


def _of_one(address: str, writer: int) -> str:
    return f"{writer} {address}"


def was_read(transaction: Transaction, address: str, writer: int | None = None) -> None:
    """Count one mail less for an address, as one was answered: mail players get all.

    ``writer`` is the account whose message was answered, if it was one.
    """
    key = mail_addresses.key_of(address)
    limits.give_back(transaction, TO if writer is None else TALK, key)
    if writer is not None:
        limits.give_back(transaction, TALK_OF_ONE, _of_one(key, writer))


def _merge(transaction: Transaction, row: Any, due: float) -> None:
    """Merge a row with others of its sort to that address, or let it wait for them."""
    if row.kind in (SINCE, TALKED):
        _set(transaction, row.id, due=due, tries=0)
        return
    kind = TALKED if _is_talk(row) else SINCE
    event = {"kind": row.kind, "board": row.board, "at": row.at, **row.data}
    waits = transaction.connection.execute(
        select(outbox)
        .where(outbox.c.kind == kind, outbox.c.user_id == row.user_id, outbox.c.tries == 0,
               outbox.c.address == row.address, outbox.c.due.is_not(None))
        .with_for_update()
    ).first()  # fmt: skip
    if waits is None:
        _set(transaction, row.id, kind=kind, board=None, due=due, tries=0, data=_with({}, event))
    else:
        _set(transaction, waits.id, data=_with(waits.data, event))
        drop(transaction, row, "merged")


def _with(data: Mapping[str, Any], event: Mapping[str, Any]) -> dict[str, Any]:
    """Add an event to a merged mail's data: of a board, the last of each kind is kept."""
    events, more = list(data.get("events", ())), data.get("more", 0)
    if "text" not in event:
        events = [e for e in events if (e["kind"], e["board"]) != (event["kind"], event["board"])]
    elif sum("text" in event for event in events) >= MOST_TEXTS:
        return {"events": events, "more": more + 1}
    else:
        event = {**event, "text": event["text"][:MOST_TEXT]}
    return {"events": [*events, event], "more": more}


def claim(transaction: Transaction, now: float) -> Any | None:
    """Claim the row that has waited longest for this process; None if there is none."""
    row = transaction.connection.execute(
        select(outbox)
        .where(outbox.c.due <= now)
        .order_by(outbox.c.due, outbox.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    ).one_or_none()
    if row is not None:
        _set(transaction, row.id, due=now + CLAIM, tries=row.tries + 1, failed=None)
    return row


def claimed(transaction: Transaction, now: float) -> dict[int, float]:
    """Return the numbers of the rows that processes have claimed, and until when."""
    rows = transaction.connection.execute(
        select(outbox.c.id, outbox.c.due)
        .where(outbox.c.due > now, outbox.c.due <= now + CLAIM, outbox.c.tries > 0,
               outbox.c.failed.is_(None))
    )  # fmt: skip
    return {row.id: row.due for row in rows}


def take_over(transaction: Transaction, claims: Mapping[int, float], now: float) -> None:
    """Let claimed rows be sent now, unless another process has done something with them."""
    for number, due in claims.items():
        transaction.connection.execute(
            update(outbox).where(outbox.c.id == number, outbox.c.due == due).values(due=now)
        )


def release(transaction: Transaction, now: float) -> None:
    """Let the rows be sent now that a process had claimed which was killed."""
    transaction.connection.execute(
        update(outbox).where(outbox.c.tries > 0, outbox.c.due <= now + CLAIM).values(due=now)
    )


def keep(transaction: Transaction, number: int, raw: bytes) -> None:
    """Store the mail as written, so that it is the same when sent again."""
    _set(transaction, number, raw=raw)


def sent(transaction: Transaction, row: Any, now: float) -> None:
    """Mark a mail as sent; none of its contents are kept."""
    _finish(transaction, row, sent=now, failed=None)


def drop(transaction: Transaction, row: Any, reason: str) -> None:
    """Mark a mail as never to be sent."""
    _finish(transaction, row, failed=reason[:500])


def _finish(transaction: Transaction, row: Any, **values: Any) -> None:
    """Keep what became of a mail; its address only while it is that of an account."""
    if not mailboxes.accounts_at(transaction, row.address):
        values["address"] = ""
    _set(transaction, row.id, due=None, raw=None, data={}, **values)


def put_off(transaction: Transaction, row: Any, reason: str, now: float) -> bool:
    """Schedule another try; return False if it was long enough and the mail is given up."""
    due = now + PAUSES[min(row.tries, len(PAUSES) - 1)]
    if due - row.at > PATIENCE:
        drop(transaction, row, f"given up: {reason}")
        return False
    _set(transaction, row.id, due=due, failed=reason[:500])
    return True


def find(transaction: Transaction, number: int) -> Any | None:
    """Return a row by its number, or None."""
    return transaction.connection.execute(select(outbox).where(outbox.c.id == number)).one_or_none()


def came_back(transaction: Transaction, row: Any, reason: str, now: float) -> bool:
    """Record that a sent mail bounced; return False if that was known.

    If that is one bounce too many, nothing more is sent to its address.
    """
    if (row.failed or "").startswith(BACK):
        return False
    drop(transaction, row, f"{BACK}{reason}")
    try:
        limits.charge_one(transaction, BOUNCES, mail_addresses.key_of(row.address), now)
    except TooManyError:
        mailboxes.refuse(transaction, row.address, now)
    return True


def forget_old(transaction: Transaction, now: float) -> None:
    """Delete old rows."""
    transaction.connection.execute(
        delete(outbox).where(outbox.c.at < now - KEPT, outbox.c.due.is_(None))
    )


def _set(transaction: Transaction, number: int, **values: Any) -> None:
    transaction.connection.execute(update(outbox).where(outbox.c.id == number).values(**values))
