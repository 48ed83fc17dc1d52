"""What the maker of a tournament may do until it begins: change it, and call it off."""

from __future__ import annotations

from boche.engine.durations import MINUTE
from boche.engine.languages.current import tr, tr_later
from boche.server import limits
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError
from boche.server.people.accounts import User
from boche.server.people.messages import announce
from boche.server.play.clocks import Seconds
from boche.server.tournaments.endings import CALLED_OFF
from boche.server.tournaments.entry import check_start, check_title, check_visible
from boche.server.tournaments.tournament import CANCELLED, OPEN, Tournament, change, load


def may_change(tournament: Tournament, user: int | None) -> bool:
    """Return whether an account may still change a tournament or call it off."""
    row = tournament.row
    return user is not None and row.maker == user and row.state == OPEN


def edit(
    transaction: Transaction, number: int, user: User, now: float,
    title: str | None = None, starts: Seconds | None = None, payers: limits.Payers = (),
) -> None:  # fmt: skip
    """Change the title or the time at which a tournament begins; its players are told.

    A time that is less than a minute off is no change: forms give whole minutes. Raises
    ``NotFoundError``, ``NotAllowedError``, ``ConflictError``, ``BadRequestError`` and
    ``TooManyError``.
    """
    row = (tournament := _own_tournament(transaction, number, user)).row
    columns: dict[str, object] = {}
    title = title and " ".join(title.split())
    if title is not None and title != row.title:
        check_title(title)
        columns["title"] = title
    if starts is not None and (row.starts is None or abs(starts - row.starts) >= MINUTE):
        if row.starts is None:
            raise BadRequestError(tr("starts: it begins when enough players have come"))
        check_start(starts, now)
        columns |= {"starts": starts, "due": starts}
    if not columns:
        return
    limits.charge(transaction, limits.CHANGES, payers, now)
    change(transaction, number, **columns)
    begins = "starts" in columns
    text = RENAMED_AND_MOVED if begins and "title" in columns else MOVED if begins else RENAMED

    def told() -> str:
        return tr(text, title=row.title, number=number, new=columns.get("title", ""))

    announce(transaction, set(tournament.by_id) - {user.id}, told, now)


RENAMED = tr_later("{title} (tournament {number}) is now called {new}.")
MOVED = tr_later("{title} (tournament {number}) begins at another time.")
RENAMED_AND_MOVED = tr_later(
    "{title} (tournament {number}) is now called {new} and begins at another time."
)


def cancel(transaction: Transaction, number: int, user: User, now: float) -> None:
    """Call a tournament off; its players are told.

    Raises ``NotFoundError``, ``NotAllowedError`` and ``ConflictError``.
    """
    tournament = _own_tournament(transaction, number, user)
    change(transaction, number, state=CANCELLED, ended=now, due=None, reason=str(CALLED_OFF()))
    title = tournament.row.title
    announce(
        transaction,
        set(tournament.by_id) - {user.id},
        lambda: tr("{title} is cancelled: {reason}.", title=title, reason=CALLED_OFF()),
        now,
    )


def _own_tournament(transaction: Transaction, number: int, user: User) -> Tournament:
    tournament = load(transaction, number, lock=True)
    row = tournament.row
    check_visible(tournament, user.id, "")
    if row.maker != user.id:
        raise NotAllowedError(
            tr("tournament {number}: only its organiser may change it", number=number)
        )
    if row.state != OPEN:
        raise ConflictError(tr("{title}: it has begun already, or is over", title=row.title))
    return tournament
