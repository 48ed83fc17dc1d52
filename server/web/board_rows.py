"""A board in a list, as a page shows it to its reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from boche.engine.games.registry import GAMES
from boche.engine.message import begun
from boche.engine.record.dialect import write_flags
from boche.server.database.store import Transaction
from boche.server.durations import in_words
from boche.server.people.standings import Figure, figures_after, figures_now
from boche.server.play import lists
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE, OPEN, OVER, Seat, Seated
from boche.server.play.offers import REMATCH
from boche.server.web.authentication import Requester


@dataclass(frozen=True)
class Shown:
    """A board in a list. ``state`` is a line; ``yours`` means that it is the reader's turn.

    ``free`` means that the reader may take a seat; ``asks``, that they are asked to play.
    """

    number: int
    title: str
    options: str
    seats: tuple[Seat, Seat]
    state: Markup
    yours: bool
    over: bool
    played: bool
    free: bool
    asks: bool
    rated: bool
    ended: float | None
    figures: tuple[Figure | None, Figure | None] = (None, None)


@dataclass(frozen=True)
class Figures:
    """Ratings: current ones by account and game, and those after games by board and seat."""

    now: Mapping[tuple[int, str], Figure]
    after: Mapping[tuple[int, int], Figure]

    def of(self, each: lists.Listed, seat: Seat) -> Figure | None:
        """Return the rating beside a name: after a finished game, or else the current one."""
        if each.row.state == OVER:
            return self.after.get((each.row.id, seat.number))
        return None if seat.user is None else self.now.get((seat.user, each.row.game))


def shown(
    found: Sequence[lists.Listed], asker: Requester, now: float, figures: Figures | None = None
) -> list[Shown]:
    """Return boards in the form of a page's list."""
    rows = [shown_to(Actor(asker.actor.user), each, now) for each in found]
    if figures is None:
        return rows
    pairs = [(figures.of(each, each.seats[0]), figures.of(each, each.seats[1])) for each in found]
    return [replace(row, figures=pair) for row, pair in zip(rows, pairs, strict=True)]


def shown_to(actor: Actor, each: lists.Listed, now: float) -> Shown:
    """Return a board in a list, for its reader."""
    row, own = each.row, _own(each, actor)
    game = GAMES.get(row.game)  # an external package may be gone
    yours = own is not None and row.state == ACTIVE and own.number == row.turn
    free = row.state == OPEN and own is None and not (row.rated and actor.user is None)
    return Shown(
        row.id, game.title if game else row.game,
        " ".join(write_flags(game, row.options)) if game else "", each.seats,
        state_of(each, actor, now), yours, row.state == OVER, row.ply > 0, free, _asks(each, own),
        row.rated, row.ended,
    )  # fmt: skip


def figures_of(transaction: Transaction, found: Sequence[lists.Listed]) -> Figures:
    """Return the ratings beside the names in a list."""
    people = {seat.user for each in found for seat in each.seats if seat.user is not None}
    rated = [each.row.id for each in found if each.row.rated and each.row.state == OVER]
    return Figures(figures_now(transaction, people), figures_after(transaction, rated))


def _own(each: Seated, actor: Actor) -> Seat | None:
    """Return the reader's seat; of two, the one to move; or None."""
    own = actor.seats(each)
    return next((seat for seat in own if seat.number == each.row.turn), own[0] if own else None)


def _asks(each: Seated, own: Seat | None) -> bool:
    if own is None:
        return False
    return each.asks(own) or (each.row.offer == REMATCH and each.row.offerer != own.number)


def state_of(each: Seated, actor: Actor, now: float) -> Markup:
    """Return a game's state in a line. Names are in ``bdi``, as some run from right to left."""
    row, own = each.row, _own(each, actor)
    if own is not None and _asks(each, own):
        what = "proposes a rematch" if row.state == OVER else f"challenges you, {each.clock.text}"
        return Markup("<bdi>{}</bdi> {}").format(each.names[1 - own.number], what)
    if row.state == OPEN and own is not None and own.came is None:
        return Markup("<bdi>{}</bdi> waits for you").format(each.names[1 - own.number])
    if row.state == OPEN:
        return escape(begun(each.waiting))
    if row.state == OVER:
        return _ending(each, actor)
    due = each.seats[row.turn]
    said = Markup("Your turn") if due is own else Markup("<bdi>{}</bdi> to move").format(due.name)
    if row.deadline is not None:
        said += Markup(", {} left").format(in_words(row.deadline - now))
    return said


def _ending(each: Seated, actor: Actor) -> Markup:
    row, reason = each.row, each.row.reason or "over"
    # A name stays as it is written.
    if not any(reason.startswith(f"{name} ") for name in each.names):
        reason = begun(reason)
    if row.winner is None:
        # A game without a result was not drawn.
        return Markup("Drawn. {}" if row.result and actor.seats(each) else "{}").format(reason)
    # A separate sentence, as some reasons begin with the winner's colour.
    return Markup("{}. {}").format(_result(each, row.winner, actor), reason)


def _result(each: Seated, winner: int, actor: Actor) -> Markup:
    """Return who won, or "You won" or "You lost" where the actor has one of the seats."""
    own = actor.seats(each)
    if len(own) != 1:
        return Markup("<bdi>{}</bdi> won").format(each.names[winner])
    return Markup("You won" if own[0].number == winner else "You lost")
