"""A board in a list, as a page shows it to its reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from boche.engine.durations import DAY, in_words
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.message import capitalized
from boche.server.database.store import Transaction
from boche.server.people.standings import Figure, figures_after, figures_now
from boche.server.play import lists
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE, OPEN, OVER, PartOf, Seat, Seated
from boche.server.play.offers import DRAW, END, REMATCH, UNDO
from boche.server.play.option_words import options_in_words
from boche.server.play.words import DRAWN, shown_name
from boche.server.recall import recalled
from boche.server.web.authentication import Requester
from boche.server.web.pages.wording import moment


@dataclass(frozen=True)
class BoardRow:
    """A board in a list. ``state`` is a line; ``yours`` means that the reader is awaited there.

    ``free`` means that the reader may take a seat; ``asks``, that they are asked to play;
    ``awaits_friend``, that somebody is to open the link that the reader sends them. ``own`` has the
    number of the reader's seat; nothing if both are theirs. A running game has a ``picture``, by
    its URL. ``watch`` is the secret to watch a private one; ``before``, the board of which this one
    is the rematch.
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
    awaits_friend: bool
    rated: bool
    ended: float | None
    own: tuple[int, ...] = ()
    figures: tuple[Figure | None, Figure | None] = (None, None)
    picture: str | None = None
    part_of: PartOf | None = None
    watch: str | None = None
    before: int | None = None


@dataclass(frozen=True)
class Figures:
    """Ratings: current ones by account and game, and those after games by board and seat.

    ``parts`` are the tournaments and ladders of games, by board.
    """

    now: Mapping[tuple[int, str], Figure]
    after: Mapping[tuple[int, int], Figure]
    parts: Mapping[int, PartOf]

    def of(self, board: lists.Listed, seat: Seat) -> Figure | None:
        """Return the rating beside a name: after a finished game, or else the current one."""
        if board.row.state == OVER:
            return self.after.get((board.row.id, seat.number))
        return None if seat.user is None else self.now.get((seat.user, board.row.game))


def rows_for(
    boards: Sequence[lists.Listed], requester: Requester, now: float, figures: Figures | None = None
) -> list[BoardRow]:
    """Return boards in the form of a page's list."""
    rows = [row_for(Actor(requester.actor.user), board, now) for board in boards]
    if figures is None:
        return rows
    pairs = [
        (figures.of(board, board.seats[0]), figures.of(board, board.seats[1])) for board in boards
    ]
    return [
        replace(row, figures=pair, part_of=figures.parts.get(row.number))
        for row, pair in zip(rows, pairs, strict=True)
    ]


def row_for(actor: Actor, board: lists.Listed, now: float) -> BoardRow:
    """Return a board in a list, for its reader."""
    row, own = board.row, _own_seat(board, actor)
    game = GAMES.get(row.game)  # an external package may be gone
    is_own_turn = own is not None and row.state == ACTIVE and own.number == row.turn
    is_to_come = own is not None and row.state == OPEN and own.came is None
    free = row.state == OPEN and own is None and not (row.rated and actor.user is None)
    return BoardRow(
        number=row.id,
        title=game.title if game else row.game,
        options=options_in_words(game, row.options),
        seats=board.seats,
        state=state_of(board, actor, now),
        yours=is_own_turn or is_to_come or _offer_to(board, own) is not None,
        over=row.state == OVER,
        played=row.ply > 0,
        free=free,
        asks=_is_asked(board, own),
        awaits_friend=_awaits_friend(board, own),
        rated=row.rated,
        ended=row.ended,
        own=() if own is None or len(actor.seats(board)) > 1 else (own.number,),
        picture=picture_of(board),
        watch=row.watch,
        before=row.before,
    )


def picture_of(board: lists.Listed) -> str | None:
    """Return the URL of a drawing of a running game as it is now."""
    row = board.row
    if row.state != ACTIVE:
        return None
    watch = f"&watch={row.watch}" if row.watch else ""
    return f"/board/{row.id}.svg?ply={row.ply}&event={row.events}{watch}"


def figures_of(transaction: Transaction, boards: Sequence[lists.Listed]) -> Figures:
    """Return the ratings beside the names in a list, and what its games belong to."""
    people = {seat.user for board in boards for seat in board.seats if seat.user is not None}
    rated = [board.row.id for board in boards if board.row.rated and board.row.state == OVER]
    return Figures(
        figures_now(transaction, people), figures_after(transaction, rated),
        lists.parts_of(transaction, boards),
    )  # fmt: skip


def _own_seat(board: Seated, actor: Actor) -> Seat | None:
    """Return the reader's seat; of two, the one to move; or None."""
    own = actor.seats(board)
    return next((seat for seat in own if seat.number == board.row.turn), own[0] if own else None)


def _is_asked(board: Seated, own: Seat | None) -> bool:
    if own is None:
        return False
    return board.is_challenged(own) or (
        board.row.offer == REMATCH and board.row.offerer != own.number
    )


def _offer_to(board: Seated, own: Seat | None) -> str | None:
    """Return what the opponent proposes to the reader in a running game, or None."""
    row = board.row
    asked = own is not None and row.state == ACTIVE and row.offer is not None
    return row.offer if asked and own is not None and row.offerer != own.number else None


def state_of(board: Seated, actor: Actor, now: float) -> Markup:
    """Return a game's state in a line. Names are in ``bdi``, as some run from right to left."""
    row, own = board.row, _own_seat(board, actor)
    if own is not None and _is_asked(board, own):
        name = board.names[1 - own.number]
        if row.state == OVER:
            return _named(PROPOSED, name)
        return _named(CHALLENGES[row.rated, own.number == 0], name, clock=board.clock.text)
    if row.state == OPEN and own is not None and own.came is None:
        return _named(WAITS, board.names[1 - own.number])
    if row.state == OPEN:
        return escape(capitalized(board.waiting))
    if row.state == OVER:
        return _ending(board, actor)
    due = board.seats[row.turn]
    text = escape(tr("Your turn")) if due is own else _named(TO_MOVE, due.name)
    if own is not None and (offer := _offer_to(board, own)):
        text = Markup("{}. {}").format(_named(OFFERED[offer], board.names[1 - own.number]), text)
    if row.deadline is not None:
        left = row.deadline - now
        text += (
            Markup(tr(", until {moment}", moment=moment(row.deadline))) if left >= DAY
            else escape(tr(", {time} left", time=in_words(left)))
        )  # fmt: skip
    return text


CHALLENGES = {
    (True, True): tr_later("<bdi>{name}</bdi> challenges you: {clock}, rated, you move first"),
    (True, False): tr_later("<bdi>{name}</bdi> challenges you: {clock}, rated, they move first"),
    (False, True): tr_later("<bdi>{name}</bdi> challenges you: {clock}, not rated, you move first"),
    (False, False): tr_later(
        "<bdi>{name}</bdi> challenges you: {clock}, not rated, they move first"
    ),
}
"""Lines on a challenge, by whether it is rated and whether who is challenged moves first."""
PROPOSED = tr_later("<bdi>{name}</bdi> proposes a rematch")
OFFERED = {
    UNDO: tr_later("<bdi>{name}</bdi> proposes taking back a move"),
    DRAW: tr_later("<bdi>{name}</bdi> proposes a draw"),
    END: tr_later("<bdi>{name}</bdi> proposes to cancel the game, without a result"),
}
WAITS = tr_later("<bdi>{name}</bdi> waits for you")
TO_MOVE = tr_later("<bdi>{name}</bdi> to move")
WON = tr_later("<bdi>{name}</bdi> won")


def _named(text: str, name: str, **values: str) -> Markup:
    """Return a text about somebody as HTML; its gaps are filled with escaped values."""
    safe = {each: escape(value) for each, value in values.items()}
    return Markup(tr(text, name=escape(translate(shown_name(name))), **safe))


def _ending(board: Seated, actor: Actor) -> Markup:
    row = board.row
    reason = recalled(row.reason) if row.reason else tr("over")
    # A name stays as it is written.
    if not any(reason.startswith(f"{translate(shown_name(name))} ") for name in board.names):
        reason = capitalized(reason)
    if row.winner is None:
        # A game without a result was not drawn; that a draw was agreed says all.
        drawn = row.result and actor.seats(board) and row.reason != DRAWN.text
        return escape(tr("Drawn. {reason}", reason=reason) if drawn else reason)
    # A separate sentence, as some reasons begin with the winner's colour.
    return Markup("{}. {}").format(_result(board, row.winner, actor), reason)


def _result(board: Seated, winner: int, actor: Actor) -> Markup:
    """Return who won, or "You won" or "You lost" where the actor has one of the seats."""
    own = actor.seats(board)
    if len(own) != 1:
        return _named(WON, board.names[winner])
    return escape(tr("You won") if own[0].number == winner else tr("You lost"))


def _awaits_friend(board: lists.Listed, own: Seat | None) -> bool:
    """Return whether the game begins when somebody opens a link."""
    if own is None or board.row.state != OPEN or board.row.before is not None:
        return False
    other = board.seats[1 - own.number]
    return other.secret is not None and other.came is None
