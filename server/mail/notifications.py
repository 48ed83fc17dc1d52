"""The contents of a mail before it is formatted, and events in one line."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.game import colour_of
from boche.engine.languages.current import tr, tr_count, tr_later, tr_word, translate
from boche.engine.languages.formats import paired
from boche.engine.message import Message, Phrase, capitalized
from boche.engine.words import RESIGNED
from boche.server.commands.play import SWAP
from boche.server.commands.text_answers import WIDTH, move_text, rated_text
from boche.server.mail import notices
from boche.server.mail.incoming.jobs import words_to_answer
from boche.server.mail.words import (
    ACCEPT_OR_REJECT,
    ANSWER,
    ANSWER_FIRST,
    ANSWER_OTHER,
    ANSWER_OVER,
    PROPOSED,
    REFUSED,
    SWAPPED,
    WITHDRAWN,
)
from boche.server.play.match import ACTIVE, OPEN, OVER, Match
from boche.server.recall import recall, recalled


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


RATED_CHALLENGE = tr_later(
    "{name} challenges you to {game} ({clock}, rated): answer accept or reject."
)
CHALLENGE = tr_later(
    "{name} challenges you to {game} ({clock}, not rated): answer accept or reject."
)
SUBJECTS = {
    notices.CHALLENGE: tr_later("Challenge: {board}"),
    notices.OFFER: tr_later("An offer to answer: {board}"),
    notices.CHAT: tr_later("Message: {board}"),
}
"""Subjects of mails by their kind."""
_WINS = " wins "
WON = tr_later("You have won against {name}. {reason}.")
LOST = tr_later("You have lost against {name}. {reason}.")
ALL = Phrase("mail.moves", "{moves:both}")
"""Moves in a row."""


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
    last = _last(board)
    if kind in (notices.TURN, notices.PLANNED):
        begun_text = tr("Your game with {name} has begun.", name=other)
        before = f"{begun_text} {_rated(board)}"
        if last:
            before = tr("{name} played {move}.", name=other, move=last)
        if board.moves and board.moves[-1] == SWAP:
            own = colour_of(board.position, data.get("seat") or 0)
            before = tr(SWAPPED, name=other, move=last, colour=tr_word(own))
        before = tr("Your last move was taken back.") if data.get("undone") else before
        before = _conditional_text(board, other, data) if data.get("others") else before
        due = tr("It is your move.")
        return f"{before} {due}" if kind == notices.TURN else before
    if kind == notices.NAG:
        return tr("{name} is still waiting for your move.", name=other)
    if kind == notices.BEGUN:
        begun_text = tr("Your game with {name} has begun. {name} moves first.", name=other)
        return f"{begun_text} {_rated(board)}"
    if kind == notices.CHALLENGE:
        text = RATED_CHALLENGE if board.row.rated else CHALLENGE
        return tr(text, name=other, game=board.game.title, clock=board.clock.text)
    if kind == notices.OFFER:
        return tr(PROPOSED[data["what"]], name=other)
    if kind == notices.ANSWER:
        told = WITHDRAWN if data.get("withdrawn") else REFUSED
        return tr(told[data["what"]], name=other)
    if kind == notices.CHAT:
        who = tr("{name} says:", name=other)
        return f"{who}\n\n{textwrap.indent(data['text'], '  ')}"
    if kind == notices.OVER:
        planned = f"{_conditional_text(board, other, data)} " if data.get("others") else ""
        rating = f" {_rating(board, data['rating'])}" if data.get("rating") else ""
        return planned + end_of(board, data["seat"]) + rating
    if board.row.state == OVER:
        return end_of(board, None)
    first, second = board.names
    if not last:
        return tr("{first} and {second}: the game has begun.", first=first, second=second)
    return tr("{first} and {second}: {move}.", first=first, second=second, move=last)


def _last(board: Match) -> str:
    """Return the last move with its number; empty before the first."""
    return f"{len(board.moves)}. {move_text(board.texts[-1])}" if board.moves else ""


def subject_of_notice(board: Match, kind: str, seat: int | None) -> str:
    """Return the subject of a mail about a board: what it is about, and its players."""
    about = (
        tr("{game}, board {number}: {players}", game=board.game.title, number=board.number,
           players=" - ".join(board.names)) if seat is None
        else tr("{game}, board {number}, against {name}", game=board.game.title,
                number=board.number, name=board.seats[1 - seat].name)
    )  # fmt: skip
    if kind in (notices.TURN, notices.NAG):
        return tr("Your move: {board}", board=about)
    if kind in SUBJECTS:
        return tr(SUBJECTS[kind], board=about)
    if board.row.state == OVER and kind in (notices.OVER, notices.WATCH):
        return paired(_result(board, seat, short=True), about)
    return about


def _result(board: Match, seat: int | None, *, short: bool = False) -> str:
    """Say who has won, as the player in a seat or a spectator reads it."""
    winner = board.row.winner
    if winner is None or (short and seat is None):
        return tr("The game is over")
    name, loser = board.seats[winner].name, board.seats[1 - winner].name
    if short:
        return tr("You have won") if winner == seat else tr("You have lost")
    if winner == seat:
        return tr("You have won against {loser}", loser=loser)
    if seat is not None:
        return tr("{name} has won against you", name=name)
    return tr("{name} has won against {loser}", name=name, loser=loser)


def end_of(board: Match, seat: int | None) -> str:
    """Tell how a game has ended, and with which move."""
    reason, winner = board.row.reason, board.row.winner
    told = recalled(reason)
    if seat is not None and winner == 1 - seat and _is(RESIGNED, reason):
        told = tr("you resigned")
    text = f"{paired(_result(board, seat), told)}."
    if winner is not None and seat is not None and _WINS in reason:
        told = capitalized(recalled(reason))  # it says itself who wins
        other = board.seats[1 - seat].name
        sentence = WON if winner == seat else LOST
        text = tr(sentence, name=other, reason=told)
    if not board.moves:
        return text
    last = tr("The last move was {move}.", move=_last(board))
    return f"{text} {last}"


def _is(phrase: Phrase, text: str) -> bool:
    """Return whether a text that is kept in English is of a phrase."""
    message = recall(text)
    return isinstance(message, Message) and message.kind == phrase.kind


def _rating(board: Match, rating: Sequence[float]) -> str:
    before, after = rating
    return tr("Your rating in {game} is {after} now; it was {before}.", game=board.game.title,
              after=f"{after:.0f}", before=f"{before:.0f}")  # fmt: skip


def _conditional_text(board: Match, other: str, data: Mapping[str, Any]) -> str:
    """Describe the result of a player's conditional moves, and what triggered them."""
    own, others = ([_numbered(board, each) for each in data[side]] for side in ("own", "others"))
    by_other = translate(ALL(moves=tuple(others)))
    if own:
        sentence = tr_count(
            "{name} played {moves}; your conditional move {own} was played.",
            "{name} played {moves}; your conditional moves {own} were played.",
            len(own), name=other, moves=by_other, own=translate(ALL(moves=tuple(own))),
        )  # fmt: skip
    else:
        sentence = tr("{name} played {move}.", name=other, move=by_other)
    if "failed" in data:
        move, reason = data["failed"]
        failed = tr("Your conditional move {move} could not be played: {reason}.",
                    move=move_text(move), reason=recalled(reason))  # fmt: skip
        sentence = f"{sentence} {failed}"
    return sentence


def _numbered(board: Match, move: str) -> str:
    """Return a move that has its number in front, as readers need it and in their language."""
    number, _, text = move.partition(". ")
    played = list(zip(board.moves, board.texts, strict=True))[int(number) - 1 :][:1]
    texts = dict(played)  # empty if it was taken back since
    return f"{number}. {move_text(texts.get(text, text))}"


def _example(board: Match) -> str:
    """Return a move that could be played now, in the middle of all that could."""
    moves = board.position.legal_moves()
    return board.position.format(moves[len(moves) // 2]) if moves else ""


def _rated(board: Match) -> str:
    return rated_text(rated=board.row.rated)


def how_to_answer(board: Match, seat: int) -> str:
    """Explain how to answer a mail about a board, wrapped to the width of a mail."""
    game, offered = board.row.game, board.row.offer and board.row.offerer != seat
    if board.row.state == OPEN:
        text = tr(ACCEPT_OR_REJECT)
    elif board.row.state != ACTIVE:
        if not offered and board.row.began is None:
            return ""  # nothing was played
        text = tr(ACCEPT_OR_REJECT if offered else ANSWER_OVER)
    elif board.row.turn == seat:
        text = tr(ANSWER if board.moves else ANSWER_FIRST, game=game,
                  words=words_to_answer(board, seat), example=_example(board))  # fmt: skip
    else:
        text = tr(ANSWER_OTHER, words=words_to_answer(board, seat))
    return textwrap.fill(text, WIDTH)
