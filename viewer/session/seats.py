"""The players at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from boche.engine.errors import BocheError
from boche.engine.players.levels import LEVELS
from boche.engine.players.spec import PlayerSpec, level_named
from boche.engine.record import Record, final_position
from boche.viewer.session.edits import Edits

LONGEST = 5000
"""Maximum characters of a computer player's name, including the command of a program."""


@dataclass(frozen=True)
class Seat:
    """A player: a person, or a computer player by its name (see ``engine.players.spec``).

    ``player`` is empty for a person; ``"5"`` is a level, ``"gtp:COMMAND"`` a program.
    """

    name: str = ""
    player: str = ""

    @property
    def kind(self) -> Literal["human", "computer"]:
        return "computer" if self.player else "human"

    @property
    def label(self) -> str:
        """The computer player in words: ``level 5``, ``program gnugo``; empty for a person."""
        return PlayerSpec.parse(self.player).label


def against_a_level(record: Record) -> dict[str, Seat] | None:
    """Return the seats of a game between a person and a level of the computer, by its names.

    They are by initial colours; None if the names are others. The computer has no name of its own
    then, as in a new game.
    """
    levels = {colour: level_named(name) for colour, name in record.players.items()}
    if sum(map(bool, levels.values())) != 1:
        return None
    names = record.players.items()
    return {colour: Seat("" if levels[colour] else name, levels[colour]) for colour, name in names}


class Seats(Mapping[str, Seat]):
    """The players by their initial colours, under the names in the record.

    ``promised`` holds programs by colour that played before and need the user's consent. Until then
    a person sits there, so that no program starts by itself.
    """

    def __init__(self, record: Record, edits: Edits, seats: Mapping[str, Seat] | None) -> None:
        """Seat the players given in ``seats``; None if nobody has sat down."""
        self._record, self._edits = record, edits
        self._chosen = seats is not None
        self._players = {colour: seat.player for colour, seat in (seats or {}).items()}
        self._named = {(colour, seat.name) for colour, seat in (seats or {}).items()}
        self.promised: dict[str, str] = {}
        self.joined_late = False
        """True once somebody has sat down after the end: the game's result is not theirs."""

    def __getitem__(self, colour: str) -> Seat:
        return Seat(self._record.players[colour], self._players.get(colour, ""))

    def __iter__(self) -> Iterator[str]:
        return iter(self._record.players)

    def __len__(self) -> int:
        return len(self._record.players)

    @property
    def computers(self) -> int:
        """Number of computer players."""
        return sum(map(bool, self._players.values()))

    @property
    def only_computers(self) -> bool:
        """True if no person plays: whoever is there only looks on."""
        return self.computers == len(self)

    def seat(self, colour: str, seat: Seat) -> None:
        """Seat a player by the initial colour; the name goes into the record.

        A finished game keeps the name of who played it, unless a person is given another one. In
        one that goes on a computer does not take over the name of the person who sat there.
        """
        self.promised.pop(colour, None)
        self._chosen = True
        name = seat.name
        if seat.player and not self[colour].player and name == self._record.players[colour]:
            name = ""
        self.joined_late |= self._is_finished
        if self._is_finished and (seat.player or not name):
            name = self.names[colour]
        elif name != self._record.players[colour]:
            self._named.add((colour, name))
        self._players[colour] = seat.player
        self._edits.set_player(colour, name)
        self._edits.touch()

    @property
    def _is_finished(self) -> bool:
        """True if the game of the record is over, by what it says or by the rules."""
        try:
            return bool(self._record.result) or final_position(self._record).is_over
        except BocheError:  # it has a move that the rules do not allow
            return False

    def hold_back(self) -> None:
        """Replace programs by persons, and add the programs to ``promised``."""
        for colour, seat in self.items():
            if PlayerSpec.parse(seat.player).foreign is not None:
                self.promised[colour] = seat.player
                self._players[colour] = ""

    @property
    def names(self) -> dict[str, str]:
        """The names written to a file: an unnamed computer player is named after its kind."""
        return {c: seat.name or (PlayerSpec.parse(seat.player).record_name if seat.player else "")
                for c, seat in self.items()}  # fmt: skip

    @property
    def sitting(self) -> dict[str, Seat]:
        """The players who have sat down at this table; empty if nobody has.

        A name that was not given here is left out: it belongs to the record that it was read from.
        """
        if not self._chosen:
            return {}
        names = {c: s.name if (c, s.name) in self._named else "" for c, s in self.items()}
        return {c: Seat(name, self._players.get(c, "")) for c, name in names.items()}

    def as_promised(self) -> dict[str, Seat]:
        """Return the players ``sitting``, with programs that still need consent in their seats."""
        return {c: replace(s, player=self.promised.get(c, s.player))
                for c, s in self.sitting.items()}  # fmt: skip


def is_player(name: str) -> bool:
    """Return whether a name in a user's file denotes a person or a computer player.

    This is checked before the name is used; a program need not be installed.
    """
    if "\0" in name or len(name) > LONGEST:
        return False
    spec = PlayerSpec.parse(name)
    if not name or spec.level in LEVELS or spec.foreign is not None:
        return True
    from boche.engine.players.errors import PlayerError
    from boche.engine.players.registry import check_name

    try:
        check_name(name)
    except PlayerError:
        return False
    return True
