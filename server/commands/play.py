"""Commands for playing: moves and what goes with them."""

from __future__ import annotations

from sqlalchemy import update

from boche.engine.errors import RefusedMoveError
from boche.engine.languages.current import tr, tr_count, tr_later
from boche.engine.typed_move import bare, joined
from boche.server.commands.aliases import argument_of, verb_of, word_for
from boche.server.commands.context import Command, Context
from boche.server.commands.text_answers import draw_board, move_text, states
from boche.server.database.schema import seats
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.play import arrival, conversation, moves, offers, setup
from boche.server.play.actor import to_move
from boche.server.play.match import ACTIVE, load, refused
from boche.server.play.words import NOT_DUE, NOT_YOUR_TURN

PROPOSE, ACCEPT, REJECT, RESIGN, SWAP = "propose", "accept", "reject", "resign", "swap"
WORDS = (PROPOSE, ACCEPT, REJECT, RESIGN, SWAP, offers.UNDO)
"""Words in place of a move."""
OFFERS = (offers.DRAW, offers.END, offers.UNDO)


def move(transaction: Transaction, context: Context) -> str:
    """Play a move, or one of the words that stand for one."""
    number = context.number()
    if not context.arguments:
        raise BadRequestError(
            tr("{command}: the move is missing", command=word_for(context.line.verb))
        )
    whole = joined(" ".join(context.arguments))
    text, due = _numbered(context.arguments[0] if " " in whole else whole)
    word = _word_of(bare(text.casefold()))
    if word in (PROPOSE, ACCEPT, REJECT, RESIGN, offers.UNDO) or word.startswith(PROPOSE + "="):
        return _act(transaction, context, number, word, context.arguments[1:])
    if " " in whole:
        raise BadRequestError(tr("move: one move at a time; 'queue' takes several"))
    _accept_by_move(transaction, context, number)
    text = _as_meant(transaction, number, word if word == SWAP else text, due)
    played = moves.move(transaction, context.actor, number, text, context.now, due)
    board = load(transaction, number)
    facts = {"number": number, "ply": played.ply, "move": move_text(board.texts[played.ply - 1])}
    line = tr("board {number}: {ply}. {move} played", **facts)
    if played.again:
        line = tr("board {number}: {ply}. {move} was played already", **facts)
    more = map(move_text, board.texts[played.ply : played.ply + len(played.more)])
    lines = [line, *(tr("conditional move: {move}", move=each) for each in more)]
    return "\n".join([*lines, "", draw_board(board, context.now)])


def _word_of(word: str) -> str:
    """Return the English word for one that stands in place of a move, else the word itself."""
    head, equals, what = word.partition("=")
    verb = verb_of(head)
    return verb + equals + argument_of(what, OFFERS) if verb in WORDS else word


def _as_meant(transaction: Transaction, number: int, text: str, due: int | None) -> str:
    """Return a move without full stop and capitals, if it is legal so and not as it stands."""
    ways = list(dict.fromkeys((text, bare(text), bare(text).casefold())))
    if len(ways) == 1 or len(text) > moves.MAX_MOVE_CHARACTERS:
        return text
    board = load(transaction, number)
    position = board.position_at(min(len(board.moves), (due or len(board.moves) + 1) - 1))
    for way in ways:
        try:
            position.play(position.parse(way))
        except RefusedMoveError:
            continue
        return way
    return text


def _accept_by_move(transaction: Transaction, context: Context, number: int) -> None:
    """Accept a challenge whose first move is the challenged player's: they make it."""
    board = load(transaction, number, lock=True)
    own = context.actor.seats(board)
    if any(board.is_challenged(seat) for seat in own) and to_move(board) in own:
        arrival.answer(transaction, context.actor, board, True, context.now)


def _act(
    transaction: Transaction, context: Context, number: int, word: str, rest: tuple[str, ...]
) -> str:
    actor, now = context.actor, context.now
    before, offer = load(transaction, number), ""
    if word == RESIGN:
        moves.resign(transaction, actor, number, now)
    elif word == ACCEPT:
        offers.answer(transaction, actor, number, True, now)
    elif word == REJECT:
        offers.answer(transaction, actor, number, False, now)
    else:
        offer = offers.UNDO if word == offers.UNDO else word.partition("=")[2]
        if not offer:
            offer = argument_of(rest[0], OFFERS).casefold() if rest else offers.DRAW
        offers.propose(transaction, actor, number, offer, now)
    board = load(transaction, number)
    line = tr("board {number}: {command}: done", number=number,
              command=word_for(word.partition("=")[0]))  # fmt: skip
    if board.row.offer is not None and word not in (RESIGN, ACCEPT, REJECT):
        other = board.seats[1 - board.row.offerer].name
        line = tr(ASKED[board.row.offer], number=number, name=other)
    elif offer and board.row.state == ACTIVE and board.moves == before.moves:
        machine = next((seat.name for seat in board.seats if seat.level is not None), "")
        line = tr(NOT_AGREED[offer], number=number, name=machine)
    return "\n".join([line, *states(board, now)])


ASKED = {
    offers.UNDO: tr_later("board {number}: you ask to take back your move; {name} is asked"),
    offers.DRAW: tr_later("board {number}: you ask for a draw; {name} is asked"),
    offers.END: tr_later(
        "board {number}: you ask for ending the game without a result; {name} is asked"
    ),
    offers.REMATCH: tr_later("board {number}: you ask for a rematch; {name} is asked"),
}
"""What the user has just proposed."""
NOT_AGREED = {
    offers.UNDO: tr_later("board {number}: {name} does not agree to taking back a move"),
    offers.DRAW: tr_later("board {number}: {name} does not agree to a draw"),
    offers.END: tr_later(
        "board {number}: {name} does not agree to ending the game without a result"
    ),
}
"""What a computer has answered at once."""


def short(word: str, about: str) -> Command:
    """Return a command that is short for ``move`` with this word."""
    return Command(
        word, "G B U P", about,
        lambda transaction, context: move(transaction, context.saying(word, *context.arguments)),
    )  # fmt: skip


def _numbered(word: str) -> tuple[str, int | None]:
    """Split a move from the number after its #; the number is None if absent."""
    text, mark, number = word.partition("#")
    if not mark:
        return text, None
    if not number.isascii() or not number.isdigit() or not int(number[:9]) > 0:
        raise BadRequestError(tr("after # write the number of the move, from 1"))
    return text, int(number[:9])


def preview(transaction: Transaction, context: Context) -> str:
    """Show the board after moves that are not actually played."""
    board = load(transaction, context.number())
    position = board.position
    try:
        for text in context.arguments:
            position = position.play(position.parse(text))
    except RefusedMoveError as error:
        raise refused(board.number, error) from error
    lines = [
        tr("board {number}, preview: nothing is played", number=board.number),
        "",
        position.text_board(coordinates=True),
    ]
    if position.outcome:
        lines.append(tr("that would end the game: {reason}", reason=position.outcome.reason))
    return "\n".join(lines)


def submit(transaction: Transaction, context: Context) -> str:
    """Store a move until it is confirmed."""
    number = context.number()
    if len(context.arguments) != 1:
        raise BadRequestError(tr("submit: give one move"))
    text, due = _numbered(context.arguments[0])
    if len(text) > moves.MAX_MOVE_CHARACTERS:
        raise BadRequestError(
            tr("submit: a move may have at most {most} characters", most=moves.MAX_MOVE_CHARACTERS)
        )
    board, seat = moves.in_play(transaction, context.actor, number, context.now)
    ply = len(board.moves) + 1
    if due not in (None, ply):
        raise ConflictError(NOT_DUE(board=number, due=ply, given=due))
    if seat.number != board.row.turn:
        name = board.seats[board.row.turn].name
        raise ConflictError(NOT_YOUR_TURN(board=number, name=name))
    try:
        position = board.position.play(board.position.parse(text))
    except RefusedMoveError as error:
        raise refused(number, error) from error
    _keep(transaction, number, seat.number, text, ply)
    line = tr(
        "board {number}: {move} waits for 'confirm'; it would look like this",
        number=number, move=text,
    )  # fmt: skip
    return f"{line}\n\n{position.text_board(coordinates=True)}"


def confirm(transaction: Transaction, context: Context) -> str:
    """Play the submitted move."""
    number = context.number()
    board = load(transaction, number, lock=True)
    seat = context.actor.seat(board)
    row = transaction.connection.execute(
        seats.select().where(seats.c.board == number, seats.c.seat == seat.number)
    ).one()
    if row.submitted is None:
        raise ConflictError(
            tr("board {number}: no move of yours waits to be confirmed", number=number)
        )
    _keep(transaction, number, seat.number, None, None)
    return move(transaction, context.saying(f"{row.submitted}#{row.submitted_ply}"))


def _keep(
    transaction: Transaction, number: int, seat: int, text: str | None, ply: int | None
) -> None:
    transaction.connection.execute(
        update(seats)
        .where(seats.c.board == number, seats.c.seat == seat)
        .values(submitted=text, submitted_ply=ply)
    )


def queue(transaction: Transaction, context: Context) -> str:
    """Store conditional moves to be tried in order, one per turn of the user."""
    number = context.number()
    conversation.clear_plans(transaction, context.actor, number)
    for word in context.arguments:
        text, due = _numbered(word)
        conversation.plan(transaction, context.actor, number, None, text, context.now, due)
    count = len(context.arguments)
    if not count:
        return tr("board {number}: your conditional moves are cleared", number=number)
    return tr_count(
        "board {number}: {count} conditional move, unchecked, one a turn",
        "board {number}: {count} conditional moves, unchecked, one a turn",
        count, number=number,
    )  # fmt: skip


def chat(transaction: Transaction, context: Context) -> str:
    """Send a chat message to the other seat."""
    text = context.line.body or " ".join(context.arguments)
    conversation.chat(transaction, context.actor, context.number(), text, context.now)
    return tr("board {number}: said", number=context.number())


def rematch(transaction: Transaction, context: Context) -> str:
    """Propose a rematch, in which the other one begins, or agree to one."""
    before = offers.propose(
        transaction, context.actor, context.number(), offers.REMATCH, context.now
    )  # fmt: skip
    number = before.row.after
    if number is None:
        line = tr("board {number}: rematch: proposed", number=before.number)
        return "\n".join([line, *states(before, context.now)])
    line = tr("board {number}: the rematch of board {before}", number=number, before=before.number)
    return f"{line}\n\n{draw_board(load(transaction, number), context.now)}"


def abort(transaction: Transaction, context: Context) -> str:
    """End a game that has barely begun."""
    board = arrival.abort(transaction, context.actor, context.number(), context.now)
    line = tr("board {number}: {command}: done", number=board.number, command=word_for("abort"))
    return "\n".join([line, *states(board, context.now)])


def join(transaction: Transaction, context: Context) -> str:
    """Take the free seat of a board."""
    taker = setup.SeatTaker(context.signed_in())
    board, _ = setup.join(transaction, context.number(), taker, context.now, context.actor)
    return draw_board(board, context.now)


COMMANDS = (
    Command("move", "G B U P MOVE[#n]",
            tr_later("play a move; with #n only if it is move n that is due"),
            move, more=tr_later(
                "Also as a move: swap, resign, propose (a draw), propose=end (to end the game "
                "without a result), undo (ask to take back), accept, reject."
            )),
    short(RESIGN, tr_later("short for: move B U P resign")),
    short(SWAP, tr_later("short for: move B U P swap")),
    short(PROPOSE, tr_later("short for: move B U P propose")),
    short(offers.UNDO, tr_later("short for: move B U P undo")),
    short(ACCEPT, tr_later("short for: move B U P accept")),
    short(REJECT, tr_later("short for: move B U P reject")),
    Command("preview", "G B MOVE...",
            tr_later("the board after these moves; nothing is played"), preview,
            writes=False),
    Command("submit", "G B U P MOVE[#n]", tr_later("keep a move until 'confirm'"), submit),
    Command("confirm", "G B U P", tr_later("play the move that was submitted"), confirm),
    Command("queue", "G B U P [MOVE[#n]...]",
            tr_later(
                "conditional moves: each is tried when your turn comes; none clears them"
            ), queue),
    Command("chat", "G B U P",
            tr_later("say the text below the command to the other player"), chat),
    Command("join", "G B U P", tr_later("take the open seat of a board"), join),
    Command("abort", "G B U P",
            tr_later("end a game without a result before your first move"), abort,
            more=tr_later("With less than a day a move: until both have moved.")),
    Command("rematch", "G B U P",
            tr_later(
                "propose another game on the same terms, with the other player moving first, or "
                "agree to it"
            ), rematch),
)  # fmt: skip
