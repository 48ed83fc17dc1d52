"""The contents of a mail before it is formatted, and events in one line."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boche.server.commands.text_answers import WIDTH
from boche.server.mail import notices
from boche.server.mail.incoming.jobs import WORDS
from boche.server.mail.words import ACCEPT_OR_REJECT, ANSWER, ANSWER_OTHER, ANSWER_OVER
from boche.server.play.match import ACTIVE, OPEN, OVER, Match
from boche.server.play.offers import OFFERS


@dataclass(frozen=True)
class Notification:
    """A mail's subject, the parts of its text, and the board it is about.

    With ``drawn``, its text has drawings in characters.
    """

    subject: str
    first: str
    text: str
    board: Match | None = None
    reply_to: str | None = None
    link: str = ""
    button: str = ""
    how: str = ""
    drawn: bool = False


def is_overtaken(board: Match, kind: str, data: Mapping[str, Any]) -> bool:
    """Return whether a mail is out of date: the players have moved on or answered since."""
    if kind in (notices.TURN, notices.NAG):
        stands = board.row.state == ACTIVE and len(board.moves) == data["ply"]
        return not stands or board.row.turn != data.get("seat")
    if kind == notices.CHALLENGE:
        return bool(board.row.state != OPEN)
    if kind == notices.OFFER:
        return bool(board.row.offer != data["what"])
    return False


def happened(board: Match, kind: str, data: Mapping[str, Any]) -> str:
    """Describe an event as the first line of a mail."""
    other = board.seats[1 - (data.get("seat") or 0)].name
    last = f"{len(board.moves)}. {board.moves[-1]}" if board.moves else ""
    if kind in (notices.TURN, notices.PLANNED):
        begun = f"{other} played {last}." if last else f"Your game with {other} has begun."
        begun = "Your last move was taken back." if data.get("undone") else begun
        begun = _conditional_text(other, data) if data.get("others") else begun
        return begun + " It is your move." * (kind == notices.TURN)
    if kind == notices.NAG:
        return f"{other} is still waiting for your move."
    if kind == notices.BEGUN:
        return f"Your game with {other} has begun. {other} moves first."
    if kind == notices.CHALLENGE:
        rated = "rated" if board.row.rated else "not rated"
        return (f"{other} challenges you to {board.game.title} ({board.clock.text}, {rated}): "
                "answer accept or reject.")  # fmt: skip
    if kind == notices.OFFER:
        return f"{other} proposes {_offer_name(data)}: answer accept or reject."
    if kind == notices.ANSWER:
        return f"{other} does not agree to {_offer_name(data)}."
    if kind == notices.CHAT:
        return f"{other} says:\n\n" + textwrap.indent(data["text"], "  ")
    if kind == notices.OVER:
        planned = f"{_conditional_text(other, data)} " if data.get("others") else ""
        rating = f" {_rating(board, data['rating'])}" if data.get("rating") else ""
        return planned + end_of(board, data["seat"]) + rating
    if board.row.state == OVER:
        return end_of(board, None)
    return f"{' and '.join(board.names)}: {last or 'the game has begun'}."


def subject_of_notice(board: Match, kind: str, seat: int | None) -> str:
    """Return the subject of a mail about a board: what it is about, and its players."""
    against = f", against {board.seats[1 - seat].name}" if seat is not None else ""
    about = f"{board.game.title}, board {board.number}" + (
        against or f": {' - '.join(board.names)}"
    )
    if kind in (notices.TURN, notices.NAG):
        return f"Your move: {about}"
    if board.row.state == OVER and kind in (notices.OVER, notices.WATCH):
        return f"{_result(board, seat, short=True)}: {about}"
    return about


def _result(board: Match, seat: int | None, *, short: bool = False) -> str:
    """Say who has won, as the player in a seat or a spectator reads it."""
    winner = board.row.winner
    if winner is None or (short and seat is None):
        return "The game is over"
    who = "You have" if winner == seat else f"{board.seats[winner].name} has"
    return f"{who} won" if short else f"{who} won against {_loser(board, seat)}"


def _loser(board: Match, seat: int | None) -> str:
    """Name who has lost a game, as the player in a seat or a spectator reads it."""
    loser = 1 - board.row.winner
    return "you" if loser == seat else str(board.seats[loser].name)


def end_of(board: Match, seat: int | None) -> str:
    """Tell how a game has ended, and with which move."""
    last = f" The last move was {len(board.moves)}. {board.moves[-1]}." if board.moves else ""
    return f"{_result(board, seat)}: {board.row.reason}.{last}"


def _rating(board: Match, rating: Sequence[float]) -> str:
    before, after = rating
    return f"Your rating in {board.game.title} is {after:.0f} now; it was {before:.0f}."


def _conditional_text(other: str, data: Mapping[str, Any]) -> str:
    """Describe the result of a player's conditional moves, and what triggered them."""
    own = data["own"]
    sentence = f"{other} played {' and '.join(data['others'])}"
    if own:
        verb = "moves {} were" if len(own) > 1 else "move {} was"
        sentence += f"; your conditional {verb.format(' and '.join(own))} played"
    if "failed" in data:
        move, reason = data["failed"]
        sentence += f". Your conditional move {move} could not be played: {reason}"
    return sentence + "."


def _offer_name(data: Mapping[str, Any]) -> str:
    """Name the offer in words."""
    return OFFERS.get(data["what"], str(data["what"]))


def how_to_answer(board: Match, seat: int) -> str:
    """Explain how to answer a mail about a board, wrapped to the width of a mail."""
    game, offered = board.row.game, board.row.offer and board.row.offerer != seat
    if board.row.state == OPEN:
        text = ACCEPT_OR_REJECT
    elif board.row.state != ACTIVE:
        text = ACCEPT_OR_REJECT if offered else ANSWER_OVER
    elif board.row.turn == seat:
        text = ANSWER.format(game=game, words=", ".join(WORDS))
    else:
        text = ANSWER_OTHER.format(words=", ".join(WORDS))
    return textwrap.fill(text, WIDTH)
