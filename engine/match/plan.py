"""The definition of a match, and what it says of each of its games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue
from boche.engine.games import registry as games
from boche.engine.match.openings import find_opening
from boche.engine.players.own import Source, label_of
from boche.engine.players.spec import PlayerSpec, readable
from boche.engine.record import Record

LONGEST = 1600
"""Moves after which a game counts as a draw: far more than most games take. If pieces can move
around or return, or the supply is unlimited, a game could go on for ever."""


class MatchError(BocheError):
    """A match that cannot be played as requested."""


@dataclass(frozen=True)
class Plan:
    """The definition of a match: two players by name, and a game with its complete options.

    Each game begins with ``opening`` random moves without a swap (0: none, and the players may
    swap); with ``fair`` only openings that give both colours a chance are used
    (``openings.find_opening``). If there are ``openings``, sequences of moves, the pairs of games
    take those in turn instead. ``seconds`` is the time per move, for players that use it. A game
    of ``longest`` moves, including the opening, is a draw. ``clock`` is a time control as
    ``TimeControl.parse`` reads it; then it sets the time for a move. With ``cpu_time`` our own
    players have ``seconds`` of CPU time for a move instead of wall time.
    """

    first: str
    second: str
    game: str
    options: Mapping[str, OptionValue]
    opening: int = 2
    seconds: float = 1.0
    seed: int = 1
    fair: bool = False
    longest: int = LONGEST
    clock: str = ""
    openings: Sequence[Sequence[str]] = ()
    cpu_time: bool = False

    @property
    def names(self) -> tuple[str, str]:
        return self.first, self.second


def new_record(plan: Plan, index: int, sources: tuple[Source, Source] | None = None) -> Record:
    """Return the record of game ``index`` before its first move."""
    record = Record.new(games.GameName(plan.game), **plan.options)
    seated = (sources or plan.names)[:: order_of(index)]
    for colour, source in zip(record.game.colours, seated, strict=True):
        record.set_player(colour, _name_of(source))
    record.event = f"{readable(plan.first)} - {readable(plan.second)}, game {index + 1}"
    return record


def order_of(index: int) -> int:
    """Return 1, or -1 for a game in which the second player has the first colour."""
    return 1 if index % 2 == 0 else -1


def _name_of(source: Source) -> str:
    """Return a player's name for a record."""
    if isinstance(source, str):
        return PlayerSpec.parse(source).record_name
    return readable(label_of(source))


def opening_of(plan: Plan, number: int) -> list[str]:
    """Return the opening of a pair of games; a random one is shorter if it would end the game."""
    if plan.openings:
        return list(plan.openings[number % len(plan.openings)])
    rng = random.Random(f"{plan.seed}/{number}")
    start = games.find(plan.game).start(plan.options)
    return find_opening(start, plan.opening, rng, fair=plan.fair)
