"""Computer players by name: baselines, plain tree search, eight levels, programs that speak GTP.

A new player is a function with ``@player("name", "what it is")``. It gets a ``Seat`` and returns
something that meets ``Player``.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.game import Game, Position
from engine.players.baselines import MOST_LOOKED_AT, greedy_player, random_player
from engine.players.errors import PlayerError
from engine.players.levels import LEVELS, level_of
from engine.players.player import Player, Seat
from engine.players.search_player import PLAYOUTS, level_player, plain_player
from engine.players.spec import ALL_TIME, EXTERNAL, PlayerSpec
from engine.process.command_line import split_command
from engine.program import PROGRAM

Maker = Callable[[Seat], Player]


@dataclass(frozen=True)
class Kind:
    """An entry of the registry: how to make the player, one line for the user, how to check it.

    ``check`` raises ``PlayerError`` for an argument that means nothing; it starts nothing.
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
    """The player of that name (``"5"``, ``"uct:2000"``, ``"gtp:PROGRAM --OPTION"``).

    Raises ``PlayerError`` for a name or argument that means nothing, and where it cannot start.
    """
    check_name(name)
    spec = PlayerSpec.parse(name)
    return find_kind(spec).make(Seat(spec, start, seed, seconds, threads))


def find_kind(spec: PlayerSpec) -> Kind:
    """The registry's entry for a name. Raises ``PlayerError``."""
    if spec.kind not in REGISTRY:
        raise PlayerError(f"no player {str(spec)!r}; there is: {', '.join(REGISTRY)}")
    return REGISTRY[spec.kind]


def check_name(name: str) -> None:
    """Raises ``PlayerError`` for a name or argument that means nothing; starts nothing."""
    spec = PlayerSpec.parse(name)
    find_kind(spec).check(spec)


def described(game: Game) -> Mapping[str, str]:
    """All players with what they are in a game."""
    levels = {str(number): f"level {number}: {level_of(game, number).text}" for number in LEVELS}
    return {name: kind.help for name, kind in REGISTRY.items()} | levels


# -- the players there are

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
        found = shutil.which(program)
    except ValueError as error:
        raise PlayerError(f"{command}: cannot be started: {error}") from error
    if found is None:
        hint = "" if program == command.strip() else f" as {program!r} (quote a name with blanks)"
        raise PlayerError(f"{command}: cannot be started: there is no such program{hint}")


@player(EXTERNAL, f"any program that speaks GTP: {EXTERNAL}:COMMAND", check=_check_command)
def _external(seat: Seat) -> Player:
    # Here and not above: processes are needed by few.
    from engine.players.external import GtpPlayer

    return GtpPlayer(seat.spec.command or "", seat.start, seat.seconds)
