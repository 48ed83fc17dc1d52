"""Computer players by name: baselines, plain tree search, levels, GTP programs.

To add a player, decorate a function with ``@player("name", "description")``. It gets a ``Seat``
and returns a ``GamePlayer``.
"""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from boche.engine.errors import why_not
from boche.engine.game import Game, Position
from boche.engine.games.entry_points import entry_points
from boche.engine.languages.current import tr, tr_later
from boche.engine.level import Level
from boche.engine.players.baselines import MOST_LOOKED_AT, greedy_player, random_player
from boche.engine.players.errors import PlayerError
from boche.engine.players.levels import LEVELS, level_of
from boche.engine.players.own import Own, OwnPlayer, Source, check_own, label_of, takes_seat
from boche.engine.players.player import GamePlayer, Seat
from boche.engine.players.script import player_in_file
from boche.engine.players.search_player import (
    PLAYOUTS,
    check_learned,
    learned_player,
    level_player,
    plain_player,
)
from boche.engine.players.spec import ALL_TIME, EXTERNAL, LEARNED, RATED, SCRIPT, PlayerSpec
from boche.engine.process.command_line import split_command
from boche.engine.program import PLAYERS_GROUP, PROGRAM

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Maker = Callable[[Seat], GamePlayer]


@dataclass(frozen=True)
class Kind:
    """An entry of the registry: a factory, a description in one line, and an argument check.

    ``check`` raises ``PlayerError`` for an invalid argument, ``check_for`` for one that is invalid
    in a game; they do not start anything.
    """

    make: Maker
    help: str
    check: Callable[[PlayerSpec], object] = PlayerSpec.check_no_argument
    check_for: Callable[[PlayerSpec, Game], object] = lambda spec, game: None


REGISTRY: dict[str, Kind] = {}


def player(name: str, text: str, **checks: Callable[..., object]) -> Callable[[Maker], Maker]:
    """Register the decorated function under ``name``; ``checks`` are those of its ``Kind``."""

    def register(make: Maker) -> Maker:
        REGISTRY[name] = Kind(make, text, **checks)
        return make

    return register


def make_player(
    source: Source, start: Position, *, seed: int = 0, seconds: float = 1.0, threads: int = 1
) -> GamePlayer:
    """Create the player of that name (``"5"``, ``"uct:2000"``, ``"gtp:PROGRAM --OPTION"``).

    ``source`` may also be a player of one's own. Raises ``PlayerError`` for an invalid name or
    argument, or if the player cannot start, and another ``BocheError`` if none could here.
    """
    check_source(source)
    spec = PlayerSpec.parse(label_of(source))
    kind = find_kind(spec) if isinstance(source, str) else _kind_of(source)
    return kind.make(Seat(spec, start, seed, seconds, threads))


def find_kind(spec: PlayerSpec) -> Kind:
    """Return the entry for a name in the registry, or of another package.

    Raises ``PlayerError`` for an unknown name, or a package that cannot be loaded.
    """
    if spec.kind in REGISTRY:
        return REGISTRY[spec.kind]
    source = load_outside(spec.kind)
    if source is None:
        known = ", ".join([*REGISTRY, *outside_names()])
        raise PlayerError(
            tr("unknown player {spec!r} (choose from {known})", spec=str(spec), known=known)
        )
    return _kind_of(source)


def _kind_of(source: Source) -> Kind:
    """Return the entry for a player of one's own, or for another name of one in the registry."""
    if isinstance(source, str):
        spec = PlayerSpec.parse(source)
        if spec.kind not in REGISTRY:
            raise PlayerError(
                tr(
                    "unknown player {source!r} (choose from {known})",
                    source=source,
                    known=", ".join(REGISTRY),
                )
            )
        kind = REGISTRY[spec.kind]
        kind.check(spec)
        return Kind(
            lambda seat: kind.make(replace(seat, spec=spec)), about(source),
            check_for=lambda _, game: kind.check_for(spec, game),
        )  # fmt: skip
    own: Own = source
    takes_argument = isinstance(own, type) and takes_seat(own)
    check = (lambda spec: None) if takes_argument else PlayerSpec.check_no_argument
    return Kind(lambda seat: OwnPlayer(own, seat), about(own), check)


def is_known(spec: PlayerSpec) -> bool:
    """Return whether there is a player of that name, even if it cannot be loaded."""
    return spec.kind in REGISTRY or spec.kind in outside_names()


def check_name(name: str, game: Game | None = None) -> None:
    """Raise ``PlayerError`` for an invalid name or argument, without starting anything.

    With a game, the files that the player needs in it are checked as well.
    """
    spec = PlayerSpec.parse(name)
    kind = find_kind(spec)
    kind.check(spec)
    if game is not None:
        kind.check_for(spec, game)


def check_source(source: Source, game: Game | None = None) -> None:
    """Raise ``PlayerError`` for an invalid name, or what cannot be a player."""
    if isinstance(source, str):
        check_name(source, game)
    else:
        check_own(source)


def described(
    game: Game, complain: Callable[[str], object] = lambda problem: None
) -> Mapping[str, str]:
    """Return all players' names with their descriptions in a game.

    A player of another package that cannot be loaded is reported in one line.
    """
    levels = {str(number): _level_line(number, level_of(game, number)) for number in LEVELS}
    outside = {name: about(source) for name, source in loadable(REGISTRY, complain).items()}
    return {name: tr(kind.help, **_GAPS) for name, kind in REGISTRY.items()} | levels | outside


def _level_line(number: int, level: Level) -> str:
    if not level.rating:
        return tr("level {number}: {text}", number=number, text=level.text)
    return tr(
        "level {number} (rating {rating}): {text}",
        number=number,
        rating=level.rating,
        text=level.text,
    )


# -- the registered players

_GAPS = {
    "most": MOST_LOOKED_AT,
    "playouts": PLAYOUTS,
    "time": ALL_TIME,
    "rated": RATED,
    "learned": LEARNED,
    "external": EXTERNAL,
    "script": SCRIPT,
}
"""What stands in the gaps of the descriptions."""

player("random", tr_later("any legal move"))(random_player)

player(
    "greedy",
    tr_later(
        "wins at once if it can, does not lose at once if it can help it, else random; "
        "where there are over {most} moves it looks at so many of them"
    ),
)(greedy_player)

player(
    "uct",
    tr_later(
        "plain tree search, no refinements; uct:N with N playouts a move (default: {playouts}), "
        "uct:{time} with all the time it has"
    ),
    check=lambda spec: spec.playouts(PLAYOUTS),
)(plain_player)

player(
    RATED,
    tr_later("as strong as a rating: {rated}:1200, between the levels that have one"),
    check=PlayerSpec.check_rating,
)(level_player)

for _number in LEVELS:
    player(str(_number), tr_later("a level: each game has its own"))(level_player)


def _check_file_name(spec: PlayerSpec) -> None:
    if not spec.argument:
        raise PlayerError(
            tr("player {learned}: give the weights file, as in {learned}:FILE", learned=LEARNED)
        )


player(
    LEARNED,
    tr_later("the strongest level with weights of one's own: {learned}:FILE"),
    check=_check_file_name,
    check_for=check_learned,
)(learned_player)


def _check_command(spec: PlayerSpec) -> None:
    command = spec.command or ""
    if not command.strip():
        raise PlayerError(
            tr(
                "player {external}: give the program, as in '{external}:{program} {external}'",
                external=EXTERNAL,
                program=PROGRAM,
            )
        )
    try:
        program = split_command(command)[0]
        executable = shutil.which(program)
    except ValueError as error:
        raise PlayerError(
            tr("{command}: cannot be started: {error}", command=command, error=error)
        ) from error
    if executable is None:
        if program == command.strip():
            text = tr("{command}: cannot be started: program not found", command=command)
        else:
            text = tr(
                "{command}: cannot be started: program {program!r} not found (quote a name with "
                "spaces)",
                command=command,
                program=program,
            )
        raise PlayerError(text)


@player(EXTERNAL, tr_later("any program that speaks GTP: {external}:COMMAND"), check=_check_command)
def _external(seat: Seat) -> GamePlayer:
    # Imported here because few callers need processes.
    from boche.engine.players.external import GtpPlayer

    return GtpPlayer(seat.spec.command or "", seat.start, seat.seconds)


@player(
    SCRIPT,
    tr_later("a class or a function in a file of Python: {script}:FILE:NAME"),
    check=player_in_file,
)
def _in_file(seat: Seat) -> GamePlayer:
    return OwnPlayer(player_in_file(seat.spec), seat)


# Players from other packages, which name them by entry points.


def outside_names() -> list[str]:
    """Return the names of all players from other packages, whether they can be loaded or not."""
    return [entry.name for entry in entry_points(PLAYERS_GROUP)]


def load_outside(name: str) -> Any:
    """Return what another package registered under a name: a player's name, or one of its own.

    Return None if there is none. Raises ``PlayerError`` if it cannot be loaded, or is no player.
    """
    for entry in entry_points(PLAYERS_GROUP):
        if entry.name == name:
            return _loaded(entry)
    return None


def _loaded(entry: EntryPoint) -> Any:
    try:
        source = entry.load()
        if not isinstance(source, str):
            check_own(source)
    except (Exception, SystemExit) as error:  # a broken package must not affect the others
        raise PlayerError(
            tr(
                "the player {name!r} ({value}) cannot be loaded: {why}",
                name=entry.name,
                value=entry.value,
                why=why_not(error),
            )
        ) from error
    return source


def loadable(taken: Container[str], complain: Callable[[str], object]) -> dict[str, Any]:
    """Return all players from other packages; report each that cannot be used in one line."""
    sources = {}
    for name in outside_names():
        try:
            if name in taken or ":" in name:
                reason = tr("has a colon") if ":" in name else tr("is that of another player")
                raise PlayerError(
                    tr(
                        "the player {name!r} cannot be used: its name {reason}",
                        name=name,
                        reason=reason,
                    )
                )
            sources[name] = load_outside(name)
        except PlayerError as error:
            complain(str(error))
    return sources


def about(source: object) -> str:
    """Return the description of a player from its documentation, in one line."""
    text = inspect.getdoc(source) if not isinstance(source, str) else source
    return (text or "").partition("\n")[0] or tr("a player from another package")
