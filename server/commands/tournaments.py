"""Commands about tournaments and ladders: lists, standings, joining and leaving."""

from __future__ import annotations

from datetime import UTC, datetime

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import moment
from boche.server.commands.aliases import argument_for, word_for
from boche.server.commands.context import Command, Context
from boche.server.commands.text_answers import draw_board, table
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.play.match import load as load_board
from boche.server.tournaments import entry, ladder, ladder_steps, lists
from boche.server.tournaments.tournament import ARENA, KINDS, OPEN, OVER, RUNNING, Tournament

JOIN, LEAVE, CHALLENGE = "join", "leave", "challenge"
_STATES = {OPEN: tr_later("open: it takes players"), RUNNING: tr_later("being played")}


def tournaments(transaction: Transaction, context: Context) -> str:
    """List the tournaments to come and being played, or show one with its standings."""
    if context.arguments:
        return _standings(transaction, context, _number(context.arguments[0]))
    rows = [
        (one.row.id, one.row.title, one.row.game, tr(KINDS[one.row.kind]), one.clock.text,
         one.players, tr(_STATES[state]))
        for state in (OPEN, RUNNING) for one in lists.listed(transaction, state)
    ]  # fmt: skip
    if not rows:
        return tr("no tournament is open or being played")
    head = ("", tr("title"), tr("game"), tr("kind"), tr("clock"), tr("players"), tr("state"))
    first = rows[0][0]
    how = tr("To join number {number}: {example}", number=first, example=_how(first))
    return f"{table(head, rows)}\n\n{how}"


def _how(number: int) -> str:
    return tr("{tournament} {number} {join} NAME PASSWORD", tournament=word_for("tournament"),
              number=number, join=argument_for(JOIN))  # fmt: skip


def _standings(transaction: Transaction, context: Context, number: int) -> str:
    """Show a tournament: its terms, when it begins, and its standings."""
    tournament = entry.visible(transaction, number, context.reader)
    row = tournament.row
    lines = [
        tr("tournament {number}: {text}", number=number, text=row.title),
        f"{find(row.game).title}, {tr(KINDS[row.kind])}, {tournament.clock.text}",
        _begins(tournament),
    ]
    names = {player.entrant.id: player.name for player in tournament.players}
    rows = [(line.place, names[line.id], f"{line.points:g}", line.games)
            for line in tournament.lines]  # fmt: skip
    heads = ("", tr("player"), tr("points"), tr("games"))
    lines += ["", table(heads, rows) if rows else tr("nobody has joined")]
    if row.state == OPEN:
        lines += ["", tr("To join: {example}", example=_how(number))]
    return "\n".join(lines)


def _begins(tournament: Tournament) -> str:
    """Tell in a line how far a tournament is."""
    row = tournament.row
    if row.state == OPEN and row.starts is not None:
        return tr("it begins on {when} (UTC)", when=moment(datetime.fromtimestamp(row.starts, UTC)))
    if row.state == OPEN:
        return tr("it begins when {count} players have joined", count=row.size)
    if row.state == RUNNING and row.kind == ARENA:
        return tr("being played")
    if row.state == RUNNING:
        return tr("round {number} of {rounds}", number=row.round, rounds=row.rounds)
    return tr("it is over") if row.state == OVER else tr("it is cancelled")


def _number(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadRequestError(
            tr("expected the number of a tournament first; 'tournaments' lists them")
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
        text = tr("you take part")
    elif words[1:] == (LEAVE,):
        entry.leave(transaction, number, user, context.now)
        text = tr("you have left it")
    else:  # not repeated, as it may be a password
        raise BadRequestError(
            tr("tournament: as in {example}, or with leave for join", example=_how(number))
        )
    line = tr("tournament {number}: {text}", number=number, text=text)
    return f"{line}\n\n{_standings(transaction, context, number)}"


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
    how = tr("The places of one: GAME ladders")
    heads = (tr("game"), tr("ladder"), tr("places"))
    return f"{table(heads, rows)}\n\n{how}"


def _places(transaction: Transaction, context: Context, game: str) -> str:
    """Show the first places of a ladder."""
    read = ladder.read(transaction, game, context.reader, context.now)
    rows = [(place.rung.place, place.name, place.figure or "")
            for place in read.places]  # fmt: skip
    heads = ("", tr("player"), tr("rating"))
    places = [table(heads, rows) if rows else tr("nobody has a place yet")]
    if read.size > len(rows):
        places.append(tr("and {count} more", count=read.size - len(rows)))
    example = _join(game)
    join = tr("To join at its end: {example}", example=example)
    return "\n".join([ladder_steps.title_of(game), "", *places, "", join])


def _join(game: str) -> str:
    return tr("{game} {ladder} {join} NAME PASSWORD", game=game, ladder=word_for("ladder"),
              join=argument_for(JOIN))  # fmt: skip


def climb(transaction: Transaction, context: Context) -> str:
    """Join a ladder, leave it, or challenge the holder of a place."""
    game, user = context.line.game, context.signed_in()
    example = _join(game or next(iter(GAMES)))
    if game is None:
        raise BadRequestError(tr("ladder: name the game first, as in {example}", example=example))
    action, *names = context.arguments or ("",)
    title, now = ladder_steps.title_of(game), context.now
    if action == CHALLENGE and len(names) == 1:
        other = context.person(transaction, names[0]).name
        number = ladder_steps.challenge(transaction, game, user, other, now, context.actor)
        board = load_board(transaction, number)
        line = tr("board {number}: a game for a place on the {ladder}", number=number, ladder=title)
        return f"{line}\n\n{draw_board(board, now)}"
    if action == JOIN and not names:
        ladder_steps.join(transaction, game, user, now, context.actor.payers)
        line = tr("{ladder}: you have its last place", ladder=title)
        return f"{line}\n\n{_places(transaction, context, game)}"
    if action == LEAVE and not names:
        ladder_steps.leave(transaction, game, user, now)
        return tr("{ladder}: you have left it", ladder=title)
    raise BadRequestError(
        tr("ladder: as in {example}; or leave, or challenge and one name", example=example)
    )


COMMANDS = (
    Command("tournaments", "[N]", tr_later("tournaments to join and to watch; or one's standings"),
            tournaments, writes=False,
            more=tr_later(
                "Private tournaments are not listed: whoever was sent a link joins there."
            )),
    Command("tournament", "N join U P | tournament N leave U P",
            tr_later("join tournament number N, or leave it"), tournament, heads=2,
            more=tr_later(
                "If you leave before it starts, you leave no trace; after that, your games under "
                "way are resigned. Each game comes by mail like any other."
            )),
    Command("ladders", "ladders | G", tr_later("the ladders, or the places on a game's"), ladders,
            writes=False),
    Command("ladder", "G join U P | G leave U P | G challenge U P NAME",
            tr_later(
                "join a game's ladder at its end, leave it, or challenge who is above you"
            ), climb,
            heads=1,
            more=tr_later(
                "The winner of a challenge takes the place; the answer says how far up you may "
                "go if a place is too high. Leaving resigns the games under way."
            )),
)  # fmt: skip
