"""A mail's commands in steps, and the answers allowed to a mail about a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from boche.engine.errors import BocheError, NotationError
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.message import capitalized
from boche.engine.typed_move import bare, joined
from boche.server.commands.aliases import answers, local, verb_of, without_marks
from boche.server.commands.play import ACCEPT, REJECT, RESIGN, SWAP
from boche.server.commands.registry import COMMANDS
from boche.server.commands.runner import claim_of
from boche.server.commands.syntax import read_line
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError
from boche.server.mail.addresses import NOTHING, Turn, digest_of
from boche.server.mail.incoming.said import NO, YES, meaning
from boche.server.mail.words import (
    EMPTY,
    MOVED_ON,
    NOT_ANSWERED,
    NOT_SAID,
    NOT_UNDERSTOOD,
    OTHER_OFFER,
    PENDING,
    PENDING_GAME,
)
from boche.server.people.accounts import User
from boche.server.play.match import ACTIVE, OPEN, Match, load
from boche.server.play.offers import UNDO
from boche.server.play.words import HAS_BEGUN

Guard = Callable[[Transaction], None]

ANSWERING, STATING = ("accept", "reject"), ("resign", "propose", "undo")
CHAT, PROPOSE, REMATCH, SHOW = "chat", "propose", "rematch", "show"
ON_BOARD = ("move", "queue", "preview", "submit", "confirm")
"""Commands that an answer may give in full, except for the board."""
CHATTING = tr_later("chat and a text")
END = "propose end"
WORDS = (SWAP, RESIGN, "propose draw", END, UNDO, ACCEPT, REJECT, CHATTING, SHOW)
"""Words that may be answered besides a move."""
CHATS = (CHAT, *answers(CHAT))
_BLANKS = " \t\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
_BELOW = re.compile(
    rf"^[{_BLANKS}]*(?:{'|'.join(CHATS)})[{_BLANKS}]*:(.*)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
"""Text for the other player below a move, to the end of the mail."""


@dataclass(frozen=True)
class Step:
    """One command of a mail. ``user`` is its sender, if known without a password.

    ``guard`` raises if it is too late for the command, in its own transaction; ``act`` is done in
    place of a command; ``shown`` stands before its answer.
    """

    line: str = ""
    body: str = ""
    user: User | None = None
    guard: Guard | None = None
    act: Callable[[Transaction], str] | None = None
    shown: str = ""


@dataclass(frozen=True)
class MailJob:
    """The work that a mail asks for; ``says`` is the answer if there is none.

    ``title`` is the answer's subject; if empty, the answer's first line is used. ``asks`` is a
    command that waits for a yes from the account's own addresses, ``waits`` one for a yes to this
    answer; ``reply_to`` is the address for a clearer answer, or that yes.

    A ``receipt`` is answered however many answers there were: it is the last one.

    ``turn`` is the board it is about, and ``user`` the owner of the seat there; ``account`` is the
    only one that was given the address it was sent to. With ``strange``, it came from none of that
    account's own. ``writer`` is the account whose message it answers. With ``stranger``, it held no
    command, so an unknown sender may not know whom they write to. With ``unread``, its one word
    cannot be read as a move.
    """

    steps: Sequence[Step] = field(default_factory=tuple)
    says: str = ""
    turn: Turn | None = None
    user: User | None = None
    account: int | None = None
    strange: bool = False
    writer: int | None = None
    stranger: bool = False
    unread: bool = False
    title: str = ""
    asks: str = ""
    waits: str = ""
    reply_to: str = ""
    receipt: bool = False

    @property
    def is_understood(self) -> bool:
        """Whether the mail said something that can be done: else its sender is only told so."""
        return bool((self.steps and not self.unread) or self.asks or self.waits or self.title)


def words_to_answer(board: Match, seat: int) -> str:
    """Return the words that a seat may answer now besides a move, in a line."""
    asked = board.row.state == OPEN or (board.row.offer and board.row.offerer != seat)
    impossible = {
        SWAP: board.row.turn != seat or not board.position.is_legal(SWAP),
        UNDO: not board.has_moved(seat),
        ACCEPT: not asked,
        REJECT: not asked,
        END: board.row.tournament is not None,
    }
    words = (word for word in WORDS if not impossible.get(word))
    return ", ".join(tr(word) if word == CHATTING else local(word) for word in words)


def _is_notation(board: Match, move: str) -> bool:
    """Return whether a word is written like a move of the board's game, legal or not."""
    try:
        board.position.parse(move.partition("#")[0])
    except NotationError:
        return False
    except BocheError:
        pass
    return True


def read_verb(line: str) -> str | None:
    """Return the verb of a line read as a command, or None if it cannot be one."""
    try:
        return read_line(line).verb
    except BocheError:
        return None


def is_command(line: str) -> bool:
    """Return whether a line begins like a command."""
    return read_verb(line) in COMMANDS


NOT_DONE, NOT_KNOWN = "not done: ", "not known: "
"""The starts of a refusal as it is kept; the latter of one for want of a name.

They are exchanged for words of the reader's language when the answer is written.
"""


def refusal(why: str, *, shown: bool, unknown: bool) -> str:
    """Return the answer of a command that was not done, as it is kept.

    ``shown`` says that it stands below its command, and ``unknown`` that nobody is known to have
    sent it.
    """
    if shown:
        return tr("not done: {why}", why=why)
    return f"{NOT_KNOWN if unknown else NOT_DONE}{why}"


def is_refusal(answer: str) -> bool:
    """Return whether a kept answer is that of a command that was not done."""
    return answer.startswith((NOT_DONE, NOT_KNOWN))


def bare_answer(answer: str) -> str:
    """Return a kept answer without the mark of a refusal."""
    return answer.removeprefix(NOT_DONE).removeprefix(NOT_KNOWN)


def readable(answer: str) -> str:
    """Return a kept answer as its reader sees it."""
    return tr("not done: {why}", why=bare_answer(answer)) if is_refusal(answer) else answer


def lacks_a_name(line: str, answer: str) -> bool:
    """Return whether a command was refused only because it does not say who sent it.

    It must be a command that holds no password, so that none is stored with it.
    """
    if not answer.startswith(NOT_KNOWN) or claim_of(line) is not None:
        return False
    return not COMMANDS[read_line(line).verb].of_account


def pending(board: Match, seat: int) -> str:
    """Return a line on what a seat is asked and how it answers, or empty for nothing."""
    row = board.row
    if row.state == OPEN and board.is_challenged(board.seats[seat]):
        return translate(PENDING_GAME(name=board.seats[1 - seat].name))
    if row.offer is None or row.offerer == seat:
        return ""
    return translate(PENDING[row.offer](name=board.seats[row.offerer].name))


def answers_of_turn(text: str, turn: Turn, board: Match, user: User) -> MailJob | None:
    """Read an answer to a mail about a game; return None if it holds an ordinary command."""
    game, number = board.row.game, turn.board

    def of(line: str, guard: Guard, body: str = "") -> MailJob:
        return MailJob([Step(line, body, user, guard)], turn=turn, user=user)

    def with_chat(job: MailJob, guard: Guard) -> MailJob:
        """Add what is said below a move or an answer."""
        below = _BELOW.search(rest)
        if below is None:
            return job
        chat = Step(f"{game} {CHAT} {number}", below[1].strip(), user, guard)
        return replace(job, steps=[*job.steps, chat])

    line, _, rest = text.partition("\n")
    line = line.strip()
    if meaning(unmarked := bare(joined(line))):
        line = unmarked  # the word for an answer, as bold as a move may be
    words = line.split()
    if not words:
        return MailJob(says=translate(EMPTY(board=number)), turn=turn, user=user)
    first, asked = words[0].casefold().rstrip(":"), pending(board, turn.seat)
    if without_marks(first) in CHATS and not (len(words) > 1 and words[1].isdigit()):
        message = f"{line[len(words[0]) :].lstrip(f':{_BLANKS}')}\n{rest}".strip()
        return of(f"{game} {CHAT} {number}", _no_guard, message)
    means = meaning(line)
    if means == NO and not asked:
        means = ""  # before the first move it would decline the game
    means = {YES: "accept", NO: "reject"}.get(means, means)
    if means in (SHOW, REMATCH):
        return of(f"{game} {means} {number}", _no_guard)
    if means in ANSWERING:
        return with_chat(
            of(f"{game} move {number} {means}", _unchanged(turn, offer=True)), _no_guard
        )
    if means:
        word = means.replace(" ", "=")
        guard = _has_passed(turn) if means == "swap" else _unchanged(turn)
        due = f"#{turn.ply + 1}" if means == "swap" else ""
        return of(f"{game} move {number} {word}{due}", guard)
    over = board.row.state != ACTIVE and asked
    words = joined(line).split()
    if len(words) == 1 and not over:
        if first.partition("=")[0] in STATING:
            return of(f"{game} move {number} {first}", _unchanged(turn))
        if verb_of(first) not in COMMANDS:
            move = bare(words[0]) if "#" in words[0] else f"{bare(words[0])}#{turn.ply + 1}"
            job = of(f"{game} move {number} {move}", _has_passed(turn))
            job = replace(job, unread=not _is_notation(board, move))
            return with_chat(job, _moved_on(turn))
    unclear = bool(asked) and verb_of(first) in ANSWERING and not any(map(str.isdigit, words))
    if is_command(line) and not unclear:
        whole = _on_board(line, number, game)
        return None if whole is None else of(whole, _unchanged(turn))
    message = (
        NOT_ANSWERED(board=number, pending=asked, line=line[:60]) if asked
        else NOT_UNDERSTOOD(board=number, words=words_to_answer(board, turn.seat), line=line[:60],
                            example=_example(board))
    )  # fmt: skip
    return MailJob(says=translate(message), turn=turn, user=user)


def is_move(text: str, turn: Turn, board: Match) -> bool:
    """Return whether an answer begins with a move that is legal now, for the seat it is from."""
    if board.row.state != ACTIVE or board.row.turn != turn.seat or len(board.moves) != turn.ply:
        return False
    line = text.partition("\n")[0].strip()
    words = [SWAP] if meaning(line) == SWAP else joined(line).split()
    if len(words) != 1 or digest_of(board.moves) != turn.digest:
        return False
    return board.position.is_legal(bare(words[0].partition("#")[0]))


def _example(board: Match) -> str:
    """Return the game's own words on how a move is written."""
    try:
        board.position.parse("?")
    except NotationError as error:
        return f"{capitalized(translate(error.reason))}."
    return ""


def _on_board(line: str, number: int, game: str) -> str | None:
    """Add the mail's board to a command that needs one and names none; else return None."""
    command = read_line(line)
    if command.verb not in ON_BOARD or (command.words and command.words[0].isdigit()):
        return None
    return " ".join([command.game or game, command.verb, str(number), *command.words])


def _moved_on(turn: Turn) -> Guard:
    """Return a guard that raises ``ConflictError`` while the mail's move is not played."""

    def guard(transaction: Transaction) -> None:
        if len(load(transaction, turn.board).moves) <= turn.ply:
            raise ConflictError(NOT_SAID(board=turn.board))

    return guard


def _no_guard(transaction: Transaction) -> None:
    """Allow a command at any time."""


def _unchanged(turn: Turn, *, offer: bool = False) -> Guard:
    """Return a guard that raises ``ConflictError`` unless board and offer are unchanged."""

    def guard(transaction: Transaction) -> None:
        _has_passed(turn)(transaction)
        board = load(transaction, turn.board)
        if len(board.moves) != turn.ply:
            raise ConflictError(MOVED_ON(board=turn.board, ply=turn.ply + 1))
        if not offer:
            return
        offered = Turn.of(board, turn.seat).offer
        if offered == turn.offer == NOTHING and board.row.state == ACTIVE and not turn.ply:
            raise ConflictError(HAS_BEGUN(board=turn.board))
        if offered != turn.offer:
            raise ConflictError(OTHER_OFFER(board=turn.board))

    return guard


def _has_passed(turn: Turn) -> Guard:
    """Return a guard that raises ``ConflictError`` unless the game has passed the mail's position.

    The move's own number settles what was played since then: the same move again is no error.
    """

    def guard(transaction: Transaction) -> None:
        board = load(transaction, turn.board, lock=True)
        if len(board.moves) < turn.ply or digest_of(board.moves[: turn.ply]) != turn.digest:
            raise ConflictError(MOVED_ON(board=turn.board, ply=turn.ply + 1))

    return guard
