"""Commands for playing: challenges, moves and what goes with them."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import update

from boche.engine.durations import DAY
from boche.engine.errors import RefusedMoveError
from boche.engine.game import OptionValue
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr
from boche.server.commands.context import Command, Context
from boche.server.commands.syntax import bare, joined, options_of, split_option
from boche.server.commands.text_answers import shown, states
from boche.server.database.schema import seats
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError
from boche.server.people.messages import check_takes
from boche.server.play import arrival, conversation, lobby, moves, offers, seeks, setup
from boche.server.play.actor import to_move
from boche.server.play.clocks import FORFEIT_DAYS, NAG_DAYS, Clock
from boche.server.play.match import OPEN, Match, load, refused
from boche.server.play.words import NOT_DUE, NOT_YOUR_TURN

PROPOSE, ACCEPT, REJECT, RESIGN = "propose", "accept", "reject", "resign"


def challenge(transaction: Transaction, context: Context) -> str:
    """Ask another account for a game. One of the two named must be the sender."""
    sender, game = context.signed_in(), context.line.game
    if game is None:
        raise BadRequestError(
            tr(
                "challenge: name the game first, as in: {game} challenge ann bob",
                game=next(iter(GAMES)),
            )
        )
    words, names = options_of(context.arguments)
    terms = _terms(game, words)
    if len(names) != 2:  # checked first, as an extra word may be a password and must not be echoed
        raise BadRequestError(
            tr("challenge: give two names, first who begins: {game} challenge ann bob", game=game)
        )
    people = context.saying(*names).people(transaction)
    if sender.id not in [user.id for user in people]:
        raise NotAllowedError(
            tr("challenge: you can only challenge for yourself; name yourself, too")
        )
    for user in people:
        check_takes(transaction, user.id, user.name, sender.id)
    if people[0] == people[1]:  # against oneself: unrated
        terms = replace(terms, rated=False)
    one, two = (setup.Sitter(user) for user in people)
    # The play-by-mail server did not ask the opponent; but nobody plays for a rating unasked.
    asks = [user.id for user in people].index(sender.id)
    number = setup.make(transaction, terms, (one, two), context.now, context.actor, asks).number
    board = load(transaction, number)
    waits = f"; {people[1 - asks].name} is asked" if board.row.state == OPEN else ""
    return (
        f"board {number}: {board.game.title}, {one.shown} begins against {two.shown}{waits}\n\n"
        + shown(board, context.now)
    )


def seek(transaction: Transaction, context: Context) -> str:
    """Join a game of days that waits on these terms, or open one."""
    sender, game = context.signed_in(), context.line.game
    if game is None:
        raise BadRequestError(
            tr("seek: name the game first, as in: {game} seek", game=next(iter(GAMES)))
        )
    words, others = options_of(context.arguments)
    if others:  # not repeated, as it may be a password
        raise BadRequestError(tr("seek: it takes options only, as -name or --name=value"))
    terms = _terms(game, words)
    if terms.clock.live:
        raise BadRequestError(tr("seek: with less than a day a move, wait in the lobby instead"))
    wishes = seeks.Wishes(seeks.RANDOM)
    sitter, now = setup.Sitter(sender), context.now
    found = lobby.seek(transaction, sitter, terms, wishes, now, context.actor)
    state = "the game begins" if found.paired else "it waits for somebody to join"
    return f"board {found.board}: {state}\n\n{shown(load(transaction, found.board), now)}"


def _terms(game: str, words: list[str]) -> setup.Terms:
    """Read a challenge's options; of a repeated server option, the last one counts."""
    rules = find(game)
    of_game = {name for option in rules.options for name in (option.name, option.opposite) if name}
    settings: dict[str, OptionValue] = {}
    server: dict[str, str | None] = {}
    for word in words:
        name, value = split_option(word)
        if name in of_game:
            settings[name] = _game_value(name, value)
        elif name in _SERVER:
            server[name] = value
        else:
            known = ", ".join([*sorted(of_game), *_SERVER]) or "none"
            raise BadRequestError(
                tr("challenge: no option -{name} (there are: {known})", name=name[:40], known=known)
            )
    return setup.Terms.of(game, settings, _clock(server), "unrated" not in server)


_SERVER = ("nagtime", "forfeittime", "totaltime", "unrated")


def _game_value(name: str, value: str | None) -> OptionValue:
    if value is None:
        return True
    try:
        return int(value)
    except ValueError:
        raise BadRequestError(
            tr("challenge: -{name}: a number is wanted behind =", name=name)
        ) from None


def _clock(server_options: dict[str, str | None]) -> Clock:
    nag = _days(server_options, "nagtime", NAG_DAYS)
    if "totaltime" in server_options:
        if "forfeittime" in server_options:
            raise BadRequestError(tr("challenge: --totaltime and --forfeittime exclude each other"))
        total = _days(server_options, "totaltime", 0.0)
        clock = Clock(total * DAY, 0.0, total * DAY, nag=nag * DAY)
    else:
        clock = Clock.days_a_move(_days(server_options, "forfeittime", FORFEIT_DAYS), nag)
    clock.check()
    return clock


def _days(server_options: dict[str, str | None], name: str, default: float) -> float:
    if name not in server_options:
        return default
    try:
        value = float(server_options[name] or "")
    except ValueError:
        value = -1.0
    if not 0.0 < value <= 366.0:
        raise BadRequestError(
            tr("challenge: --{name}= takes days, more than 0 and up to 366", name=name)
        )
    return value


def move(transaction: Transaction, context: Context) -> str:
    """Play a move, or one of the words that stand for one."""
    number = context.number()
    if not context.arguments:
        raise BadRequestError(tr("{command}: the move is missing", command=context.line.verb))
    whole = joined(" ".join(context.arguments))
    text, due = _numbered(context.arguments[0] if " " in whole else whole)
    word = bare(text.casefold())
    if word in (PROPOSE, ACCEPT, REJECT, RESIGN, offers.UNDO) or word.startswith(PROPOSE + "="):
        return _act(transaction, context, number, word, context.arguments[1:])
    if " " in whole:
        raise BadRequestError(tr("move: one move at a time; 'queue' takes several"))
    _accept_by_move(transaction, context, number)
    text = _as_meant(transaction, number, text, due)
    played = moves.move(transaction, context.actor, number, text, context.now, due)
    note = "was played already" if played.again else "played"
    more = "".join(f"\nconditional move: {move}" for move in played.more)
    return f"board {number}: {played.ply}. {played.text} {note}{more}\n\n" + shown(
        load(transaction, number), context.now
    )


def _as_meant(transaction: Transaction, number: int, text: str, due: int | None) -> str:
    """Return a move without full stop and capitals, if it is legal so and not as it stands."""
    ways = list(dict.fromkeys((text, bare(text), bare(text).casefold())))
    if len(ways) == 1 or len(text) > moves.MOST_TEXT:
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
    if any(board.asks(seat) for seat in own) and to_move(board) in own:
        arrival.answer(transaction, context.actor, board, True, context.now)


def _act(
    transaction: Transaction, context: Context, number: int, word: str, rest: tuple[str, ...]
) -> str:
    actor, now = context.actor, context.now
    if word == RESIGN:
        moves.resign(transaction, actor, number, now)
    elif word == ACCEPT:
        offers.answer(transaction, actor, number, True, now)
    elif word == REJECT:
        offers.answer(transaction, actor, number, False, now)
    elif word == offers.UNDO:
        offers.propose(transaction, actor, number, offers.UNDO, now)
    else:
        offer = word.partition("=")[2] or (rest[0].casefold() if rest else offers.DRAW)
        offers.propose(transaction, actor, number, offer, now)
    board = load(transaction, number)
    report = f"{word.partition('=')[0]}: done"
    if board.row.offer is not None and word not in (RESIGN, ACCEPT, REJECT):
        report = _proposal_text(board)
    return "\n".join([f"board {number}: {report}", *states(board, now)])


def _proposal_text(board: Match) -> str:
    """Tell the user what they have just proposed."""
    offer, other = board.row.offer, board.seats[1 - board.row.offerer].name
    request = "to take back your move" if offer == offers.UNDO else f"for {offers.OFFERS[offer]}"
    return f"you ask {request}; {other} is asked"


def short(word: str) -> Command:
    """Return a command that is short for ``move`` with this word."""
    return Command(
        word, "G B U P", f"short for: move B U P {word}",
        lambda transaction, context: move(transaction, context.saying(word, *context.arguments)),
    )  # fmt: skip


def _numbered(word: str) -> tuple[str, int | None]:
    """Split a move from the number after its #; the number is None if absent."""
    text, mark, number = word.partition("#")
    if not mark:
        return text, None
    if not number.isascii() or not number.isdigit() or not int(number[:9]) > 0:
        raise BadRequestError(tr("behind # stands the number of the move, from 1 on"))
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
    end = f"\nthat would end the game: {position.outcome.reason}" if position.outcome else ""
    drawn = position.text_board(coordinates=True)
    return f"board {board.number}, preview: nothing is played\n\n{drawn}{end}"


def submit(transaction: Transaction, context: Context) -> str:
    """Store a move until it is confirmed."""
    number = context.number()
    if len(context.arguments) != 1:
        raise BadRequestError(tr("submit: give one move"))
    text, due = _numbered(context.arguments[0])
    if len(text) > moves.MOST_TEXT:
        raise BadRequestError(
            tr("submit: a move has at most {most} characters", most=moves.MOST_TEXT)
        )
    board, seat = moves.in_play(transaction, context.actor, number, context.now)
    ply = len(board.moves) + 1
    if due not in (None, ply):
        raise ConflictError(str(NOT_DUE(board=number, due=ply, given=due)))
    if seat.number != board.row.turn:
        name = board.seats[board.row.turn].name
        raise ConflictError(str(NOT_YOUR_TURN(board=number, name=name)))
    try:
        position = board.position.play(board.position.parse(text))
    except RefusedMoveError as error:
        raise refused(number, error) from error
    _keep(transaction, number, seat.number, text, ply)
    return (f"board {number}: {text} waits for 'confirm'; it would look like this\n\n"
            + position.text_board(coordinates=True))  # fmt: skip


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
        return f"board {number}: your conditional moves are cleared"
    return f"board {number}: {count} conditional move{'s' * (count != 1)}, unchecked, one a turn"


def chat(transaction: Transaction, context: Context) -> str:
    """Send a chat message to the other seat."""
    text = context.line.body or " ".join(context.arguments)
    conversation.chat(transaction, context.actor, context.number(), text, context.now)
    return f"board {context.number()}: said"


def rematch(transaction: Transaction, context: Context) -> str:
    """Propose a rematch with colours exchanged, or agree to one."""
    before = offers.propose(
        transaction, context.actor, context.number(), offers.REMATCH, context.now
    )  # fmt: skip
    number = before.row.after
    if number is None:
        return "\n".join(
            [f"board {before.number}: rematch: proposed", *states(before, context.now)]
        )
    return f"board {number}: the rematch of board {context.number()}\n\n" + shown(
        load(transaction, number), context.now
    )


def abort(transaction: Transaction, context: Context) -> str:
    """End a game that has barely begun."""
    board = arrival.abort(transaction, context.actor, context.number(), context.now)
    return f"board {board.number}: abort: done\n" + "\n".join(states(board, context.now))


def join(transaction: Transaction, context: Context) -> str:
    """Take the free seat of a board."""
    sitter = setup.Sitter(context.signed_in())
    board, _ = setup.join(transaction, context.number(), sitter, context.now, context.actor)
    return shown(board, context.now)


COMMANDS = (
    Command("challenge", "G [-option] [-option=value] [--option=value] U1 U2",
            "ask for a game; U1 begins", challenge,
            more="-option and -option=value are the game's, see 'G help'. --nagtime=7 and "
                 "--forfeittime=21 are days for each move; --totaltime=DAYS is a bank for the "
                 "whole game instead; --unrated counts for nobody's rating. The game begins when "
                 "the other one says 'accept' or makes the first move; with 'reject' there is no "
                 "game."),
    Command("seek", "G U P [-option] [-option=value] [--option=value]",
            "play anybody who wants a game on these terms, now or later", seek,
            more="The options are those of 'challenge'; 'abort' and 'reject' take it back."),
    Command("move", "G B U P MOVE[#n]", "play a move; with #n only if it is move n that is due",
            move, more="Also as a move: swap, resign, propose (a draw), propose=end (to end the "
                       "game without a result), undo (ask to take back), accept, reject."),
    short(RESIGN), short("swap"), short(PROPOSE), short(offers.UNDO), short(ACCEPT), short(REJECT),
    Command("preview", "G B MOVE...", "the board after these moves; nothing is played", preview,
            writes=False),
    Command("submit", "G B U P MOVE[#n]", "keep a move until 'confirm'", submit),
    Command("confirm", "G B U P", "play the move that was submitted", confirm),
    Command("queue", "G B U P [MOVE[#n]...]",
            "conditional moves: each is tried when your turn comes; none clears them", queue),
    Command("chat", "G B U P", "say the text below the command to the other player", chat),
    Command("join", "G B U P", "take the open seat of a board", join),
    Command("abort", "G B U P", "end a game without a result before your first move", abort,
            more="With less than a day a move: until both have moved."),
    Command("rematch", "G B U P",
            "propose another game on the same terms, colours exchanged, or agree to it", rematch),
)  # fmt: skip
