"""Computer players by name: baselines, plain tree search, eight levels, GTP programs.

To add a player, decorate a function with ``@player("name", "description")``. It gets a ``Seat``
and returns a ``Player``.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from boche.engine.game import Game, Position
from boche.engine.players.baselines import MOST_LOOKED_AT, greedy_player, random_player
from boche.engine.players.errors import PlayerError
from boche.engine.players.levels import LEVELS, level_of
from boche.engine.players.player import Player, Seat
from boche.engine.players.search_player import PLAYOUTS, level_player, plain_player
from boche.engine.players.spec import ALL_TIME, EXTERNAL, PlayerSpec
from boche.engine.process.command_line import split_command
from boche.engine.program import PROGRAM

Maker = Callable[[Seat], Player]


@dataclass(frozen=True)
class Kind:
    """An entry of the registry: a factory, a description in one line, and an argument check.

    ``check`` raises ``PlayerError`` for an invalid argument; it does not start anything.
    """

    make: Maker
    help: str
    check: Callable[[PlayerSpec], object] = PlayerSpec.check_no_argument


REGISTRY: dict[str, Kind] = {}


def player(
    name: str, text: str, check: Callable[[PlayerSpec], object] = PlayerSpec.check_no_argument
) -> Callable[[Maker], Maker]:
    """Register the decorated function under ``name``."""

    def register(make: Maker) -> Maker:
        REGISTRY[name] = Kind(make, text, check)
        return make

    return register


def make_player(
    name: str, start: Position, *, seed: int = 0, seconds: float = 1.0, threads: int = 1
) -> Player:
    """Create the player of that name (``"5"``, ``"uct:2000"``, ``"gtp:PROGRAM --OPTION"``).

    Raises ``PlayerError`` for an invalid name or argument, or if the player cannot start.
    """
    check_name(name)
    spec = PlayerSpec.parse(name)
    return find_kind(spec).make(Seat(spec, start, seed, seconds, threads))


def find_kind(spec: PlayerSpec) -> Kind:
    """Return the registry's entry for a name. Raises ``PlayerError``."""
    if spec.kind not in REGISTRY:
        raise PlayerError(f"no player {str(spec)!r}; there is: {', '.join(REGISTRY)}")
    return REGISTRY[spec.kind]


def check_name(name: str) -> None:
    """Raise ``PlayerError`` for an invalid name or argument, without starting anything."""
    spec = PlayerSpec.parse(name)
    find_kind(spec).check(spec)


def described(game: Game) -> Mapping[str, str]:
    """Return all players' names with their descriptions in a game."""
    levels = {str(number): f"level {number}: {level_of(game, number).text}" for number in LEVELS}
    return {name: kind.help for name, kind in REGISTRY.items()} | levels


# -- the registered players

player("random", "any legal move")(random_player)

player(
    "greedy",
    "wins at once if it can, does not lose at once if it can help it, else random; "
    f"where there are over {MOST_LOOKED_AT} moves it looks at so many of them",
)(greedy_player)

player(
    "uct",
    f"plain tree search, no refinements; uct:N with N playouts a move (default: {PLAYOUTS}), "
    f"uct:{ALL_TIME} with all the time it gets",
    check=lambda spec: spec.playouts(PLAYOUTS),
)(plain_player)

for _number in LEVELS:
    player(str(_number), "a level: each game has its own eight")(level_player)


def _check_command(spec: PlayerSpec) -> None:
    command = spec.command or ""
    if not command.strip():
        raise PlayerError(
            f"player {EXTERNAL}: name the program, as in '{EXTERNAL}:{PROGRAM} {EXTERNAL}'"
        )
    try:
        program = split_command(command)[0]
        executable = shutil.which(program)
    except ValueError as error:
        raise PlayerError(f"{command}: cannot be started: {error}") from error
    if executable is None:
        hint = "" if program == command.strip() else f" as {program!r} (quote a name with blanks)"
        raise PlayerError(f"{command}: cannot be started: there is no such program{hint}")


@player(EXTERNAL, f"any program that speaks GTP: {EXTERNAL}:COMMAND", check=_check_command)
def _external(seat: Seat) -> Player:
    # Imported here because few callers need processes.
    from boche.engine.players.external import GtpPlayer

    return GtpPlayer(seat.spec.command or "", seat.start, seat.seconds)
