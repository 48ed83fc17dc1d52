"""Threats that stand on a board: what either colour could do at once, if it were to move.

A game that knows its threats has a module ``threats`` in its package, with a function
``threats(position)``. A function ``carries_out(position, threat, move)`` is needed only if a
threat does not name all moves that capture. Functions ``state_of(position, threat)`` and
``effect_of(position, move, threat)`` are for a game that can say how the pieces stand that a threat
is about, and what a move has done to them. ``deeds_of(position, move)`` says what any move does,
``loss_by(position, move)`` what it captures, to whoever loses that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from boche.engine.game import Game, Position
from boche.engine.message import Message, Phrase

CAPTURE = "capture"
"""The kind of a threat that takes pieces; the others have the kind of the outcome they lead to."""

MOST_NAMED = 4
"""Most moves or places that a sentence names."""


@dataclass(frozen=True)
class Threat:
    """Something that ``colour`` could do with one move, if it were to move.

    ``kind`` is ``CAPTURE`` or the ``Outcome.kind`` of the win. ``moves`` are whole moves that do
    it, as texts: all of them, or some where there are very many. ``places`` are where they are
    played, as marks name places; ``aims`` are the pieces concerned, in the game's own terms.
    ``can`` and ``lets`` are its sentences, with ``values`` for their gaps.
    """

    colour: str
    kind: str
    moves: tuple[str, ...]
    places: tuple[str, ...]
    aims: tuple[Any, ...]
    can: Phrase
    lets: Phrase
    values: Mapping[str, Any]

    @property
    def wins(self) -> bool:
        """True if it would end the game."""
        return self.kind != CAPTURE

    @property
    def text(self) -> Message:
        """What the colour could do: ``dark can enclose ...``."""
        return self.can(colour=self.colour.capitalize(), **self.values)

    def allowed_by(self, move: str) -> Message:
        """Return what a move of the other colour allows: ``c:d3 lets dark enclose ...``."""
        return self.lets(move=move, colour=self.colour.capitalize(), **self.values)

    def as_data(self) -> dict[str, Any]:
        """Return the threat as JSON data."""
        return {
            "colour": self.colour,
            "kind": self.kind,
            "moves": list(self.moves),
            "places": list(self.places),
            "text": str(self.text),
        }


def named(texts: Sequence[str]) -> tuple[str, ...]:
    """Return moves or places as a sentence lists them: the first ones, if there are many."""
    return tuple(texts) if len(texts) <= MOST_NAMED else (*texts[: MOST_NAMED - 1], "…")


def has_threats(game: Game) -> bool:
    """Return whether a game's threats are known."""
    return _is_module(f"{game.room}.threats")


def carries_out(position: Position, threat: Threat, move: str) -> bool:
    """Return whether a legal move of the side to move carries out a threat of that side."""
    if threat.colour != position.turn:
        return False
    if threat.wins:
        outcome = position.play(move).outcome
        return outcome is not None and (outcome.winner, outcome.kind) == (
            threat.colour,
            threat.kind,
        )
    own = _game_function(position, "carries_out")
    return move in threat.moves or (own is not None and bool(own(position, threat, move)))


def state_of(position: Position, threat: Threat) -> Message | None:
    """Return how the pieces stand that a threat of a position is about, if its game says so."""
    own = _game_function(position, "state_of")
    return own(position, threat) if own is not None else None


def effect_of(position: Position, move: str, threat: Threat) -> Message | None:
    """Return what a legal move does to the pieces of a threat, if its game says so.

    The threat is the mover's. The move carries it out, or it stands only after the move.
    """
    own = _game_function(position, "effect_of")
    return own(position, move, threat) if own is not None else None


def in_danger(position: Position) -> dict[str, set[Any]]:
    """Return the aims of captures by the colour that would lose them, if the other were to move.

    A position that is over has none.
    """
    first, second = position.game.colours
    opponent = {first: second, second: first}
    found: dict[str, set[Any]] = {first: set(), second: set()}
    for threat in threats_of(position):
        if threat.kind == CAPTURE:
            found[opponent[threat.colour]].update(threat.aims)
    return found


def deeds_of(position: Position, move: str) -> tuple[Message, ...]:
    """Return what a legal move does by the rules, the most important first, if its game says so.

    Each is a predicate that fits after "it", such as ``takes the marble on e4``.
    """
    own = _game_function(position, "deeds_of")
    return tuple(own(position, move)) if own is not None else ()


def loss_by(position: Position, move: str) -> Message | None:
    """Return what a legal move of the opponent captures, if anything, as its owner is told."""
    return _loss_by(cast("Hashable", position), move)


@lru_cache(maxsize=4)  # asked as often as the board is drawn
def _loss_by(held: Hashable, move: str) -> Message | None:
    position = cast("Position", held)
    own = _game_function(position, "loss_by") if has_threats(position.game) else None
    return own(position, move) if own is not None else None


def _game_function(position: Position, name: str) -> Callable[..., Any] | None:
    """Return a function of the game's own module, or None if it has none of that name."""
    return getattr(import_module(f"{position.game.room}.threats"), name, None)


def threats_of(position: Position) -> tuple[Threat, ...]:
    """Return the threats of both colours: wins first, then those of the side to move.

    There are none once the game is over, and in a game whose threats are not known.
    """
    return _threats_of(cast("Hashable", position))


@lru_cache(maxsize=64)
def _threats_of(held: Hashable) -> tuple[Threat, ...]:
    position = cast("Position", held)
    if position.outcome is not None or not has_threats(position.game):
        return ()
    found = import_module(f"{position.game.room}.threats").threats(position)
    return tuple(sorted(found, key=lambda each: (not each.wins, each.colour != position.turn)))


@cache
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the game is one module, not a package
        return False
