"""Commands for beginning games: challenges, and seeks for anybody."""

from __future__ import annotations

from dataclasses import replace

from boche.engine.durations import DAY
from boche.engine.game import OptionValue
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr, tr_later
from boche.server.commands.context import Command, Context
from boche.server.commands.game_options import SERVER, UNRATED, spelt
from boche.server.commands.syntax import Line, options_of, split_option
from boche.server.commands.text_answers import draw_board, rated_text
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotAllowedError
from boche.server.people.messages import check_takes
from boche.server.play import lobby, seeks, setup
from boche.server.play.clocks import FORFEIT_DAYS, NAG_DAYS, Clock
from boche.server.play.match import OPEN, load


def challenge(transaction: Transaction, context: Context) -> str:
    """Ask another account for a game. One of the two named must be the sender."""
    game = context.line.game
    if game is None:
        raise BadRequestError(
            tr(
                "challenge: name the game first, as in: {game} challenge ann bob",
                game=next(iter(GAMES)),
            )
        )
    words, names = options_of(spelt(game, context.arguments))
    terms = _terms(game, words)
    if len(names) != 2:  # checked first, as an extra word may be a password and must not be echoed
        raise BadRequestError(
            tr("challenge: give two names, first who begins: {game} challenge ann bob", game=game)
        )
    people = context.saying(*names).people(transaction)
    sender = context.signed_in()  # only now: what can be refused to anybody is not asked about
    if sender.id not in [user.id for user in people]:
        raise NotAllowedError(
            tr("challenge: you can only challenge for yourself; one of the names must be yours")
        )
    for user in people:
        check_takes(transaction, user.id, user.name, sender.id)
    if people[0] == people[1]:  # against oneself: unrated
        terms = replace(terms, rated=False)
    one, two = (setup.SeatTaker(user) for user in people)
    # The play-by-mail server did not ask the opponent; but nobody plays for a rating unasked.
    creator_seat = [user.id for user in people].index(sender.id)
    number = setup.make(
        transaction, terms, (one, two), context.now, context.actor, creator_seat
    ).number
    board = load(transaction, number)
    facts = {
        "number": number,
        "game": board.game.title,
        "one": one.display_name,
        "two": two.display_name,
    }
    line = tr("board {number}: {game}, {one} begins against {two}", **facts)
    if board.row.state == OPEN:
        line = tr(
            "board {number}: {game}, {one} begins against {two}; {name} is asked",
            name=people[1 - creator_seat].name, **facts,
        )  # fmt: skip
    rated = rated_text(rated=board.row.rated)
    return f"{line}\n\n{draw_board(board, context.now)}\n\n{rated}"


def is_rated(line: Line) -> bool | None:
    """Return whether a line would begin a rated game; None for one that begins none."""
    if line.game is None or line.verb not in ("challenge", "seek"):
        return None
    words, names = options_of(spelt(line.game, line.words))
    alone = line.verb == "challenge" and len({name.casefold() for name in names}) == 1
    return not alone and UNRATED not in [split_option(word)[0] for word in words]


def seek(transaction: Transaction, context: Context) -> str:
    """Join a game of days that waits on these terms, or open one."""
    sender, game = context.signed_in(), context.line.game
    if game is None:
        raise BadRequestError(
            tr("seek: name the game first, as in: {game} seek", game=next(iter(GAMES)))
        )
    words, others = options_of(spelt(game, context.arguments))
    if others:  # not repeated, as it may be a password
        raise BadRequestError(tr("seek: expected only options, such as -name or --name=value"))
    terms = _terms(game, words)
    if terms.clock.live:
        raise BadRequestError(tr("seek: with less than a day a move, wait in the lobby instead"))
    preferences = seeks.SeekPreferences(seeks.RANDOM)
    taker, now = setup.SeatTaker(sender), context.now
    found = lobby.seek(transaction, taker, terms, preferences, now, context.actor)
    line = tr("board {number}: it waits for somebody to join", number=found.board)
    if found.paired:
        line = tr("board {number}: the game begins", number=found.board)
    return f"{line}\n\n{draw_board(load(transaction, found.board), now)}"


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
        elif name in SERVER:
            server[name] = value
        else:
            known = ", ".join([*sorted(of_game), *SERVER])
            raise BadRequestError(
                tr(
                    "challenge: unknown option -{name} (choose from {known})",
                    name=name[:40],
                    known=known,
                )
            )
    return setup.Terms.of(game, settings, _clock(server), UNRATED not in server)


def _game_value(name: str, value: str | None) -> OptionValue:
    if value is None:
        return True
    try:
        return int(value)
    except ValueError:
        raise BadRequestError(
            tr("challenge: -{name}: expected a number after =", name=name)
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
            tr("challenge: --{name}= expects days, more than 0 and up to 366", name=name)
        )
    return value


COMMANDS = (
    Command("challenge", "G [-option] [-option=value] [--option=value] U1 U2",
            tr_later("ask for a game; U1 begins"), challenge,
            more=tr_later(
                "Your own name in front may be followed by your password. "
                "-option and -option=value are the game's, see 'G help'. --nagtime=7 and "
                "--forfeittime=21 are days for each move; --totaltime=DAYS is a bank for the "
                "whole game instead; --unrated counts for nobody's rating. The game begins when "
                "the other one says 'accept' or makes the first move; with 'reject' there is no "
                "game."
            )),
    Command("seek", "G U P [-option] [-option=value] [--option=value]",
            tr_later(
                "play anybody who wants a game on these terms, now or later"
            ), seek,
            more=tr_later(
                "The options are those of 'challenge'; 'abort' and 'reject' take it back."
            )),
)  # fmt: skip
