"""Mails due after events: rows of the outbox, written along with the event."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import func, select, update

from boche.engine.durations import is_live
from boche.server.database.schema import boards, messages, seats, watches
from boche.server.database.store import Transaction
from boche.server.mail import outbox
from boche.server.people import bans, mail_addresses, mailboxes, password_checks
from boche.server.people.mailboxes import EACH, NONE, Mailbox
from boche.server.people.password_reset import TOPIC, may_be_mailed
from boche.server.play.match import ACTIVE

KINDS = (
    "turn", "begun", "over", "offer", "answer", "chat", "watch", "challenge", "nag", "note",
    "planned",
)  # fmt: skip
"""Kinds of mail about a board, and a note from another person."""
TURN, BEGUN, OVER, OFFER, ANSWER, CHAT, WATCH, CHALLENGE, NAG, NOTE, PLANNED = KINDS
OF_MOVES = frozenset([TURN, PLANNED, WATCH])
"""Kinds of mail that tell of a move: in a live game none is sent, as it would come too late."""
GUESSED = "guessed"
"""A mail that tells of wrong passwords: once for each wave of them, and neither merged nor stopped.
"""
PASSWORD = "password"
"""A mail with a link to choose a new password: it is neither merged nor stopped."""
OFF = "off"
"""The last mail to an account whose mails were stopped on the page that a mail links to."""

TELLING = frozenset(
    ["move", "begin", "undo", "end", "offer", "answer", "chat", "challenge", "declined", "plan"]
)
"""Events that may cause a mail; others are for pages only."""

Event = Mapping[str, Any]


def notices(host: str, now: Callable[[], float] = time.time) -> Callable[[Transaction], None]:
    """Return a before-commit hook that queues mails about a transaction's events."""

    def before_commit(transaction: Transaction) -> None:
        by_board: dict[int, list[Event]] = {}
        for topic, event in transaction.news:
            if event["kind"] in TELLING:
                by_board.setdefault(int(topic.partition(" ")[2]), []).append(event)
        for number, events in by_board.items():
            _queue_notices(transaction, host, number, events)
        people = [
            int(topic.partition(" ")[2]) for topic in transaction.topics if topic[:5] == "user "
        ]
        if people:
            _note(transaction, host, people)
        forgot = [
            int(topic.removeprefix(TOPIC))
            for topic in transaction.topics
            if topic.startswith(TOPIC)
        ]
        guessed = [
            int(topic.removeprefix(password_checks.GUESSED))
            for topic in transaction.topics
            if topic.startswith(password_checks.GUESSED)
        ]
        for user, box in mailboxes.of_users(transaction, guessed).items():
            put_to(transaction, GUESSED, box, host, now(), user=user)
        for user, box in mailboxes.of_users(transaction, forgot).items():
            for address in box.addresses:
                if address.works and may_be_mailed(transaction, address.address, now()):
                    outbox.put(transaction, PASSWORD, address.address, host, now(), user=user)

    return before_commit


def _queue_notices(
    transaction: Transaction, host: str, number: int, all_events: list[Event]
) -> None:
    sitting = {
        row.seat: row.user_id
        for row in transaction.connection.execute(
            select(seats.c.seat, seats.c.user_id).where(
                seats.c.board == number, seats.c.user_id.is_not(None), seats.c.level.is_(None)
            )
        )
    }  # fmt: skip
    watching = set(
        transaction.connection.execute(
            select(watches.c.user_id)
            .join(boards, boards.c.id == watches.c.board)
            .where(watches.c.board == number, boards.c.private.is_(False))
        ).scalars()
    ) - set(sitting.values())  # fmt: skip
    boxes = mailboxes.of_users(transaction, {*sitting.values(), *watching})
    for banned in bans.among(transaction, boxes, all_events[-1]["at"]):
        del boxes[banned]  # they could do nothing about it
    if not boxes:
        return
    events = {event["kind"]: event for event in all_events}
    ply, start = transaction.connection.execute(
        select(boards.c.ply, boards.c.start).where(boards.c.id == number)
    ).one()
    live = is_live(start) and not events.keys() & {"begin", "end"}
    at = all_events[-1]["at"]

    def put(kind: str, user: int, data: Mapping[str, Any]) -> None:
        box = boxes.get(user)
        if box is None or box.wish != EACH or (live and kind in OF_MOVES):
            return
        put_to(transaction, kind, box, host, at, user=user, board=number, data={"ply": ply, **data})

    for seat, user in sitting.items():
        kind, more = _kind(seat, events, all_events, by_mail=_by_mail(transaction, boxes.get(user)))
        if kind == CHAT:
            more = {**more, "sender": sitting.get(1 - seat)}  # None for a guest
        if kind is not None:
            put(kind, user, {"seat": seat, **more})
    if events.keys() & {"move", "undo", "end", "begin"}:
        for user in watching:
            put(WATCH, user, {})


def _by_mail(transaction: Transaction, box: Mailbox | None) -> bool:
    """Return whether a mail from one of an account's own addresses caused the events."""
    own = box.addresses if box else ()
    working = {mail_addresses.key_of(each.address) for each in own if each.works}
    return bool(working & transaction.mailed_by)


def _kind(
    seat: int, events: Mapping[str, Event], all_events: list[Event], *, by_mail: bool
) -> tuple[str | None, dict[str, Any]]:
    """Return the kind of mail for the player in a seat (or None), and its data.

    Who ends a game on a page sees there how it ended; who does so ``by_mail`` is told by one.
    """
    planned = _conditional_result(seat, all_events)
    if "end" in events:
        end = events["end"]
        resigned = end.get("how") == "resignation" and end.get("winner") == 1 - seat
        own = "move" in events and events["move"]["seat"] == seat and not planned
        agreed = "answer" in events and events["answer"]["seat"] == seat
        declined = "declined" in events and events["declined"]["seat"] == seat
        rated = end.get("ratings")
        more = {"rating": [rated[seat]["before"], rated[seat]["after"]]} if rated else {}
        seen = (resigned or own or agreed) and not by_mail
        return (None if seen or declined else OVER), {**planned, **more}
    if "challenge" in events:
        return (None if events["challenge"]["seat"] == seat else CHALLENGE), {}
    for kind in ("move", "undo", "begin"):
        if kind in events:
            if events[kind]["turn"] == seat:
                return TURN, {"undone": True} if kind == "undo" else planned
            return (BEGUN if kind == "begin" else PLANNED if planned else None), planned
    for kind, mail in (
        ("challenge", CHALLENGE), ("answer", ANSWER), ("offer", OFFER), ("chat", CHAT)
    ):  # fmt: skip
        if kind in events:
            event = events[kind]
            more = {name: event[name] for name in ("text", "what", "withdrawn") if name in event}
            return (None if event["seat"] == seat else mail), more
    return None, {}


def _conditional_result(seat: int, events: list[Event]) -> dict[str, Any]:
    """Return the result of a seat's conditional moves: triggers, moves played, and the failed one.

    It is empty if the seat's own move began the sequence: its player gets an answer anyway.
    """
    moves = [event for event in events if event["kind"] == "move"]
    failed = [event for event in events if event["kind"] == "plan" and event["seat"] == seat]
    own = [f"{move['ply']}. {move['text']}" for move in moves[1:] if move["seat"] == seat]
    if not moves or moves[0]["seat"] == seat or not (own or failed):
        return {}
    others = [f"{move['ply']}. {move['text']}" for move in moves if move["seat"] != seat]
    conditional: dict[str, Any] = {"others": others, "own": own}
    if failed:
        conditional["failed"] = [failed[0]["move"], failed[0]["reason"].partition(": ")[2]]
    return conditional


def put_to(
    transaction: Transaction, kind: str, box: Mailbox, host: str, at: float, *, user: int,
    board: int | None = None, data: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    """Queue a mail to each working address of an account."""
    for address in box.addresses:
        if address.works:
            outbox.put(
                transaction, kind, address.address, host, at, user=user, board=board, data=data
            )


def _note(transaction: Transaction, host: str, people: list[int]) -> None:
    """Queue the last message to each of these people, as a mail."""
    last = (
        select(func.max(messages.c.id))
        .where(messages.c.user_id.in_(people))
        .group_by(messages.c.user_id)
    )
    rows = transaction.connection.execute(select(messages).where(messages.c.id.in_(last))).all()
    boxes = mailboxes.of_users(transaction, people)
    for row in rows:
        box = boxes.get(row.user_id)
        if box is not None and box.wish == EACH and not row.read:
            data = {"name": row.sender_name, "text": row.text, "sender": row.sender}
            put_to(transaction, NOTE, box, host, row.at, user=row.user_id, data=data)


def nag(transaction: Transaction, host: str, now: float, limit: int = 50) -> None:
    """Remind players who have exceeded the reminder time of their clock; once per move."""
    late = (
        select(boards.c.id, boards.c.turn, boards.c.ply)
        .where(boards.c.state == ACTIVE, ~boards.c.nagged, boards.c.nag.is_not(None),
               boards.c.since + boards.c.nag <= now)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )  # fmt: skip
    for row in transaction.connection.execute(late).all():
        transaction.connection.execute(
            update(boards).where(boards.c.id == row.id).values(nagged=True)
        )
        user = transaction.connection.execute(
            select(seats.c.user_id).where(seats.c.board == row.id, seats.c.seat == row.turn)
        ).scalar_one()
        box = mailboxes.of_users(transaction, [user]).get(user) if user is not None else None
        if box is not None and box.wish != NONE and bans.of_user(transaction, user, now) is None:
            put_to(transaction, NAG, box, host, now, user=user, board=row.id,
                   data={"ply": row.ply, "seat": row.turn})  # fmt: skip
