"""The players as fields of a form: a person, a level of the computer, or another program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.level import LEVEL_COUNT
from boche.engine.players.spec import PlayerSpec
from boche.viewer.hud.dialogs.model import Field, Form
from boche.viewer.session import Seat, Session
from boche.viewer.session.words import PLAYER

PLACES = ("first", "second")
KINDS = (("person", "Person"), ("computer", "Computer"), ("program", "Program"))
REMARKS = {1: ", very easy", 8: ", 3 s per move", 9: ", 3 s, strongest"}
LEVELS = tuple(
    (level, f"level {level}{REMARKS.get(level, '')}") for level in range(1, LEVEL_COUNT + 1)
)
LEVELS_TIP = f"Level 1 is very easy, levels 8 and {LEVEL_COUNT} think for three seconds per move"
USUAL = 3  # the level offered if there was none


def seat_values(place: str, seat: Seat) -> dict[str, Any]:
    """Return the values of all fields that describe a seat."""
    spec, person = PlayerSpec.parse(seat.player), not seat.player
    level = spec.level is not None
    return {
        f"{place} kind": "person" if person else "computer" if level else "program",
        f"{place} name": seat.name if person else "",
        f"{place} level": spec.level if level else USUAL,
        f"{place} program": "" if level else seat.player if spec.command is None else spec.command,
    }


def seat_fields(place: str, colour: str, values: Mapping[str, Any]) -> list[Field]:
    """Return the fields of a seat: who plays the colour, and the details of that player."""
    kind = values[f"{place} kind"]
    who = Field(
        f"{place} kind",
        "choice",
        PLAYER(colour=colour.capitalize()),
        kind,
        choices=KINDS,
        part="seats",
    )
    if kind == "person":
        name = f"{place} name"
        return [who, Field(name, "text", "Name", values[name], tip="name", part="seats")]
    if kind == "computer":
        name = f"{place} level"
        strength = Field(
            name, "number", "Strength", values[name], 1, LEVEL_COUNT, LEVELS, LEVELS_TIP, "seats"
        )
        return [who, strength]
    name, tip = f"{place} program", "command that starts a GTP engine"
    return [who, Field(name, "text", "Command", values[name], tip=tip, part="seats")]


def seat_of(place: str, values: Mapping[str, Any], before: Seat) -> Seat:
    """Return the seat that the values describe. Raises ``BocheError`` for an unknown program.

    A computer that stays keeps its name in the record.
    """
    kind = values[f"{place} kind"]
    if kind == "person":
        return Seat(values[f"{place} name"].strip())
    name = before.name if before.player else ""
    if kind == "computer":
        return Seat(name, str(values[f"{place} level"]))
    return Seat(name, program_of(values[f"{place} program"].strip()))


def program_of(text: str) -> str:
    """Return the player that a text names: one of our own (``uct:500``), else a command."""
    from boche.engine.players.registry import check_name, is_known

    player = text if is_known(PlayerSpec.parse(text)) else str(PlayerSpec.external(text))
    check_name(player)
    return player


def players(seats: Mapping[str, Seat], keep: Callable[[dict[str, Seat]], None]) -> Form:
    """Return the form of the players by colour; ``keep`` gets them by colour as well."""
    values: dict[str, Any] = {}
    for place, seat in zip(PLACES, seats.values(), strict=True):
        values |= seat_values(place, seat)

    def fields() -> list[Field]:
        pairs = zip(PLACES, seats, strict=True)
        return [field for place, colour in pairs for field in seat_fields(place, colour, values)]

    def done(button: str, given: dict[str, Any]) -> str | None:
        if button == "cancel":
            return None
        found = zip(PLACES, seats.items(), strict=True)
        try:
            keep({c: seat_of(place, values | given, seat) for place, (c, seat) in found})
        except BocheError as error:
            return str(error)
        return None

    def live(given: dict[str, Any]) -> None:
        values.update(given)
        form.refit(fields())

    buttons = (("keep", "OK"), ("cancel", "Cancel"))
    form = Form("players", "Players", fields(), buttons, done, live)
    return form


def players_of(session: Session, keep: Callable[[dict[str, Seat]], None]) -> Form:
    """Return the form of a game's players by the colours they play now, which a swap exchanges.

    ``keep`` gets them by the colours that they started with.
    """
    began = {colour: session.exchanged(colour) for colour in session.record.game.colours}
    seats = {colour: session.seats[begun] for colour, begun in began.items()}
    return players(seats, lambda found: keep({began[c]: seat for c, seat in found.items()}))
