"""Commands about tournaments and ladders: lists, standings, joining and leaving."""

from __future__ import annotations

from datetime import UTC, datetime

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr
from boche.server.commands.context import Command, Context
from boche.server.commands.text_answers import shown, table
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.play.match import load as load_board
from boche.server.tournaments import entry, ladder, ladder_steps, lists
from boche.server.tournaments.tournament import KINDS, OPEN, RUNNING, Tournament

JOIN, LEAVE, CHALLENGE = "join", "leave", "challenge"
_STATES = {OPEN: "open: it takes players", RUNNING: "being played"}


def tournaments(transaction: Transaction, context: Context) -> str:
    """List the tournaments to come and being played, or show one with its standings."""
    if context.arguments:
        return _standings(transaction, context, _number(context.arguments[0]))
    rows = [
        (one.row.id, one.row.title, one.row.game, KINDS[one.row.kind], one.clock.text,
         one.players, _STATES[state])
        for state in (OPEN, RUNNING) for one in lists.listed(transaction, state)
    ]  # fmt: skip
    if not rows:
        return "no tournament is open or being played"
    head = ("", "title", "game", "kind", "clock", "players", "state")
    return f"{table(head, rows)}\n\nTo join number {rows[0][0]}: {_how(rows[0][0])}"


def _how(number: int) -> str:
    return f"tournament {number} join NAME PASSWORD"


def _standings(transaction: Transaction, context: Context, number: int) -> str:
    """Show a tournament: its terms, when it begins, and its standings."""
    tournament = entry.visible(transaction, number, context.reader)
    row = tournament.row
    lines = [
        f"tournament {number}: {row.title}",
        f"{find(row.game).title}, {KINDS[row.kind]}, {tournament.clock.text}",
        _begins(tournament),
    ]
    names = {player.entrant.id: player.name for player in tournament.players}
    rows = [(line.place, names[line.id], f"{line.points:g}", line.games)
            for line in tournament.lines]  # fmt: skip
    lines += ["", table(("", "player", "points", "games"), rows) if rows else "nobody has joined"]
    if row.state == OPEN:
        lines += ["", f"To join: {_how(number)}"]
    return "\n".join(lines)


def _begins(tournament: Tournament) -> str:
    """Tell in a line how far a tournament is."""
    row = tournament.row
    if row.state == OPEN and row.starts is not None:
        return f"it begins on {datetime.fromtimestamp(row.starts, UTC):%Y-%m-%d %H:%M} (UTC)"
    if row.state == OPEN:
        return f"it begins when {row.size} players have joined"
    return f"round {row.round} of {row.rounds}" if row.state == RUNNING else f"it is {row.state}"


def _number(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadRequestError(
            tr("first comes the number of a tournament; 'tournaments' lists them")
        )
    return int(word)


def tournament(transaction: Transaction, context: Context) -> str:
    """Join a tournament, or leave it."""
    words = context.arguments
    if not words:
        raise BadRequestError(tr("tournament: give its number; 'tournaments' lists them"))
    number, user = _number(words[0]), context.signed_in()
    if words[1:] == (JOIN,):
        entry.join(transaction, number, user, context.now, payers=context.actor.payers)
        said = "you take part"
    elif words[1:] == (LEAVE,):
        entry.leave(transaction, number, user, context.now)
        said = "you have left it"
    else:  # not repeated, as it may be a password
        raise BadRequestError(
            tr("tournament: as in {example}, or with leave for join", example=_how(number))
        )
    return f"tournament {number}: {said}\n\n{_standings(transaction, context, number)}"


def ladders(transaction: Transaction, context: Context) -> str:
    """List the ladders, or show the first places of a game's."""
    game = context.line.game
    if context.arguments:
        raise BadRequestError(tr(
            "ladders: name the game first, as in: {game} ladders",
            game=next(iter(GAMES))
        ))  # fmt: skip
    if game is not None:
        return _places(transaction, context, game)
    rows = [(game, ladder_steps.title_of(game), size)
            for game, size in ladder.sizes(transaction).items()]  # fmt: skip
    return f"{table(('game', 'ladder', 'places'), rows)}\n\nThe places of one: GAME ladders"


def _places(transaction: Transaction, context: Context, game: str) -> str:
    """Show the first places of a ladder."""
    read = ladder.read(transaction, game, context.reader, context.now)
    rows = [(place.rung.place, place.name, place.figure or "")
            for place in read.places]  # fmt: skip
    places = table(("", "player", "rating"), rows) if rows else "nobody has a place yet"
    more = f"\nand {read.size - len(rows)} more" if read.size > len(rows) else ""
    join = f"To join at its end: {game} ladder join NAME PASSWORD"
    return f"{ladder_steps.title_of(game)}\n\n{places}{more}\n\n{join}"


def climb(transaction: Transaction, context: Context) -> str:
    """Join a ladder, leave it, or challenge the holder of a place."""
    game, user = context.line.game, context.signed_in()
    example = f"{game or next(iter(GAMES))} ladder join NAME PASSWORD"
    if game is None:
        raise BadRequestError(tr("ladder: name the game first, as in {example}", example=example))
    action, *names = context.arguments or ("",)
    title, now = ladder_steps.title_of(game), context.now
    if action == CHALLENGE and len(names) == 1:
        other = context.person(transaction, names[0]).name
        number = ladder_steps.challenge(transaction, game, user, other, now, context.actor)
        board = load_board(transaction, number)
        return f"board {number}: a game for a place on the {title}\n\n{shown(board, now)}"
    if action == JOIN and not names:
        ladder_steps.join(transaction, game, user, now, context.actor.payers)
        return f"{title}: you have its last place\n\n{_places(transaction, context, game)}"
    if action == LEAVE and not names:
        ladder_steps.leave(transaction, game, user, now)
        return f"{title}: you have left it"
    raise BadRequestError(
        tr("ladder: as in {example}; or leave, or challenge and one name", example=example)
    )


COMMANDS = (
    Command("tournaments", "[N]", "tournaments to join and to watch; or one's standings",
            tournaments, writes=False,
            more="Private tournaments are not listed: whoever was sent a link joins there."),
    Command("tournament", "N join U P | tournament N leave U P",
            "join tournament number N, or leave it", tournament, heads=2,
            more="Who leaves before its start is forgotten there; after it, games under way are "
                 "resigned. Each game comes by mail like any other."),
    Command("ladders", "ladders | G", "the ladders, or the places on a game's", ladders,
            writes=False),
    Command("ladder", "G join U P | G leave U P | G challenge U P NAME",
            "join a game's ladder at its end, leave it, or challenge who is above you", climb,
            heads=1,
            more="Who wins a challenge takes the place; it says how far up you may go if a "
                 "place is too high. Leaving resigns the games under way."),
)  # fmt: skip
