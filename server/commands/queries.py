"""Read-only commands (boards, lists, tables, help), and those to watch a board."""

from __future__ import annotations

from datetime import UTC, datetime

from boche.engine.durations import in_words
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.languages.formats import moment
from boche.server.commands.aliases import argument_of
from boche.server.commands.context import Command, Context
from boche.server.commands.text_answers import draw_board, head, table
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people.standings import Place, of_user, standings
from boche.server.play.lists import STATES, Listed, all_boards, boards_of, keep_watch
from boche.server.play.match import Match, load
from boche.server.play.watching import check_may_watch
from boche.server.recall import recalled

NEXT = "next"


def show(transaction: Transaction, context: Context) -> str:
    """Show boards by number, as they are or were, and the boards of people by name."""
    words = context.arguments
    if not words:
        raise BadRequestError(tr("show: give boards, such as 17 or 17#4, or names"))
    parts = []
    for word in words[:20]:
        number, mark, ply = word.partition("#")
        if number.isascii() and number.isdigit():
            check_may_watch(transaction, _integer(number), context.actor)
            board = load(transaction, _integer(number))
            check_game(board, context.line.game)
            plies = None
            if mark:
                plies = int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 10 else -1
                if not 0 <= plies <= len(board.moves):
                    raise BadRequestError(
                        tr(
                            "show: board {number} has {count} moves; after # write the number of "
                            "one of them",
                            number=board.number,
                            count=len(board.moves),
                        )
                    )
            parts.append(draw_board(board, context.now, plies))
        else:
            user = context.person(transaction, word)
            state = next((w for w in words if w in STATES), None)
            boards = boards_of(transaction, user.id, context.reader, game=context.line.game,
                              state=STATES.get(state or ""), next_only=NEXT in words)  # fmt: skip
            parts.append(listed(boards, context.now))
    return "\n\n".join(parts)


def _integer(text: str) -> int:
    if len(text) > 9:
        raise BadRequestError(tr("not the number of a board: it has at most 9 digits"))
    return int(text)


def check_game(board: Match, game: str | None) -> None:
    """Raise ``BadRequestError`` if a command names another game than the board's."""
    if game not in (None, board.row.game):
        raise BadRequestError(
            tr(
                "board {number} is a game of {own}, not of {game}",
                number=board.number,
                own=board.row.game,
                game=game,
            )
        )


def _show(transaction: Transaction, context: Context) -> str:
    """Run ``show``, or ``games`` if the words include a state or ``next``."""
    names = [word for word in context.arguments if _plain(word) not in (*STATES, NEXT)]
    if len(names) == len(context.arguments):
        return show(transaction, context)
    if not names:
        raise BadRequestError(tr("show: expected the name of a player"))
    return games(transaction, context)


def _plain(word: str) -> str:
    """Return a word as the English one for a state, if it stands for one, in small letters."""
    return argument_of(word, (*STATES, NEXT)).casefold()


def games(transaction: Transaction, context: Context) -> str:
    """List boards by player, kind of game and state."""
    words = [_plain(word) for word in context.arguments]
    states = [word for word in words if word in STATES]
    names = [word for word in context.arguments if _plain(word) not in (*STATES, NEXT)]
    state = STATES[states[0]] if states else None if NEXT in words else "active"
    if not names:
        return listed(all_boards(transaction, game=context.line.game, state=state), context.now)
    boards: dict[int, Listed] = {}
    for name in names[:20]:
        user = context.person(transaction, name)
        for board in boards_of(
            transaction,
            user.id,
            context.reader,
            game=context.line.game,
            state=state,
            next_only=NEXT in words,
        ):
            boards[board.row.id] = board
    return listed(list(boards.values()), context.now)


def lists(transaction: Transaction, context: Context) -> str:
    """List the active boards of all games, or of those named."""
    game_names: list[str | None] = [word.casefold() for word in context.arguments]
    game_names = game_names or [context.line.game]
    parts = []
    for game in game_names:
        if game is not None and game not in GAMES:
            raise BadRequestError(
                tr("list: unknown game (choose from {games})", games=", ".join(GAMES))
            )
        parts.append(listed(all_boards(transaction, game=game, state="active"), context.now))
    return "\n\n".join(parts)


def listed(boards: list[Listed], now: float) -> str:
    """Format boards, one per line."""
    if not boards:
        return tr("no boards")
    rows = []
    for board in boards:
        row = board.row
        if row.turn is not None:
            state = tr("{name} to move", name=board.seats[row.turn].name)
            if row.deadline:
                left = in_words(row.deadline - now)
                name = board.seats[row.turn].name
                state = tr("{name} to move, {duration} left", name=name, duration=left)
        else:
            state = translate(board.waiting) if board.waiting else recalled(row.reason or row.state)
        names = " - ".join(name or tr("(free)") for name in board.names)
        rows.append((row.id, row.game, names, row.ply, state))
    return table((tr("board"), tr("game"), tr("players"), tr("moves"), tr("state")), rows)


def ratings(transaction: Transaction, context: Context) -> str:
    """Show the standings of a game, or people's ratings."""
    parts, none, first = [], tr("no rated games"), tr("game")
    for name in context.arguments[:20]:
        user = context.person(transaction, name)
        rows = [(game, f"{standing.rating:.0f}{'?' * standing.provisional}", _interval(standing),
                 standing.games, standing.won, standing.lost, standing.drawn)
                for game, standing in of_user(transaction, user.id).items()]  # fmt: skip
        parts.append(f"{user.name}\n{table((first, *_heads()), rows) if rows else none}")
    if parts:
        return "\n\n".join(parts)
    return "\n\n".join(_standings(transaction, game) for game in
                       ([context.line.game] if context.line.game else GAMES))  # fmt: skip


def _heads() -> tuple[str, ...]:
    return tr("rating"), "±", tr("games"), tr("won"), tr("lost"), tr("drawn")


def _interval(place: Place) -> str:
    """Return the half-width of the 95% interval, or nothing if the rating formula has none."""
    return f"{2 * place.deviation:.0f}" if place.deviation else ""


def _standings(transaction: Transaction, game: str) -> str:
    rows = [
        (rank, standing.name, f"{standing.rating:.0f}{'?' * standing.provisional}",
         _interval(standing), standing.games, standing.won, standing.lost, standing.drawn)
        for rank, standing in enumerate(standings(transaction, game), 1)
    ]  # fmt: skip
    title = tr("{game}: ratings (? is provisional, ± holds 95 %)", game=find(game).title)
    if not rows:
        return "\n".join([title, tr("nobody has played a rated game")])
    return "\n".join([title, table(("", tr("name"), *_heads()), rows)])


def history(transaction: Transaction, context: Context) -> str:
    """List all moves of a board with their times."""
    from sqlalchemy import select

    from boche.server.database.schema import moves

    board = load(transaction, context.number())
    rows = transaction.connection.execute(
        select(moves).where(moves.c.board == board.number).order_by(moves.c.ply)
    ).all()
    before = board.row.began or board.row.created
    lines = []
    for row in rows:
        when = moment(datetime.fromtimestamp(row.at, UTC))
        lines.append((row.ply, board.texts[row.ply - 1], board.seats[row.seat].name, when,
                      in_words(row.at - before)))  # fmt: skip
        before = row.at
    if not lines:
        return "\n\n".join([head(board), tr("no moves yet")])
    heads = ("", tr("move"), tr("player"), tr("when (UTC)"), tr("after"))
    return f"{head(board)}\n\n{table(heads, lines)}"


def watch(transaction: Transaction, context: Context) -> str:
    """Add a board to the user's own lists; its moves are announced by mail."""
    return _watch(transaction, context, True)


def unwatch(transaction: Transaction, context: Context) -> str:
    """Stop watching a board."""
    return _watch(transaction, context, False)


def _watch(transaction: Transaction, context: Context, watching: bool) -> str:
    user, board = context.signed_in(), load(transaction, context.number())
    keep_watch(transaction, user.id, board.number, watching, context.now, context.actor.payers)
    if watching:
        return tr("board {number}: you watch it", number=board.number)
    return tr("board {number}: you no longer watch it", number=board.number)


COMMANDS = (
    Command("show", "G B[#n]... | G U...",
            tr_later(
                "boards in characters, also as they were after move n; or people's boards"
            ), _show,
            writes=False),
    Command("games", "G [U...] [all|active|inactive|open|next]",
            tr_later("a list of boards; next: those where it is their turn"), games, writes=False),
    Command("list", "[G...]", tr_later("the boards being played"), lists, writes=False),
    Command("standings", "G", tr_later("the table of a game's ratings"), ratings, writes=False),
    Command("ratings", "G [U...]",
            tr_later("ratings of a game, or of people"), ratings, writes=False),
    Command("history", "G B",
            tr_later("the moves of a board with their times"), history, writes=False),
    Command("watch", "G B U P", tr_later("be notified of a board's moves"), watch),
    Command("unwatch", "G B U P", tr_later("stop these notifications"), unwatch),
)  # fmt: skip
