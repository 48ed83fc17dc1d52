"""How each game is written down: its mark, its colours, its options and its results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.errors import BocheError, OptionError
from engine.game import Game, OptionValue, Outcome
from engine.games.octi import sgf as octi_sgf


class Reading(Protocol):
    """How one record of a game with a codec is read, as its header wants it."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """All options of the game."""

    def move(self, text: str) -> str:
        """A move as the game writes it; what is no move comes back for the rules to refuse."""

    def value(self, ident: str, text: str) -> str:
        """A value of another property, where that speaks of the board; others as they are."""

    def refusal(self, position: Any, written: str, error: BocheError) -> str:
        """Why a move is refused, in the words and squares of the record that has it."""


class Codec(Protocol):
    """A game's own way in SGF, where SGF has one: a module of these functions.

    ``HEADER`` are the properties of the root that it reads and writes. ``read_header`` gets all
    values of each property of the root, and tells ``complain`` a property of it and what is wrong.
    ``read_move`` takes any way of writing a move, ``write_move`` is SGF's; each undoes the other.
    """

    @property
    def HEADER(self) -> tuple[str, ...]: ...  # noqa: N802

    def read_header(
        self, header: Mapping[str, Sequence[str]], complain: Callable[[str, str], None]
    ) -> Reading: ...
    def write_header(
        self, options: Mapping[str, OptionValue]
    ) -> Sequence[tuple[str, tuple[str, ...]]]: ...
    def read_move(self, text: str) -> str: ...
    def write_move(self, text: str) -> str: ...


@dataclass(frozen=True)
class SgfForm:
    """One game's place in SGF.

    ``gm`` is the value of GM. ``colours`` maps the game's colours to the letters B and W.
    ``size`` names the option that stands in SZ, empty if the game has none; the other options
    stand in RU as the play-by-mail server writes them. A game with a ``codec`` writes its options
    and moves as that says, and has no ``size``.
    """

    gm: str
    colours: Mapping[str, str]
    size: str = "size"
    codec: Codec | None = None

    @property
    def letters(self) -> dict[str, str]:
        """The colours by their letters."""
        return {letter: colour for colour, letter in self.colours.items()}


FORMS: Mapping[str, SgfForm] = {
    "boche": SgfForm("Boche", {"light": "W", "dark": "B"}),
    "che": SgfForm("Che", {"light": "W", "dark": "B"}, size=""),
    "boku": SgfForm("Boku", {"black": "B", "white": "W"}, size=""),
    "octi": SgfForm("19", {"black": "B", "white": "W"}, size="", codec=octi_sgf),
}
"""The form of each game by its name: one entry makes a game readable and writable."""

DEFAULT_GAME = "boche"
"""The game of a record that names none."""

OTHER_GAMES = {"1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku", "11": "Hex"}
"""Some of SGF's registered numbers, to tell a reader what an unreadable record is."""


def form_of(game: str) -> SgfForm:
    """The form of a registered game. Raises KeyError if FORMS lacks it."""
    return FORMS[game]


def game_of(gm: str) -> str | None:
    """The game that a GM value marks, letters of either case, or None."""
    wanted = gm.strip().casefold()
    return next((name for name, form in FORMS.items() if form.gm.casefold() == wanted), None)


# --- options, as in ``boche challenge -size=4 -fill_board`` -------------------------------------

Complain = Callable[[str], None]


def write_flags(game: Game, options: Mapping[str, OptionValue], skip: str = "") -> list[str]:
    """The options that are not at their default, as the server's flags, but not ``skip``."""
    changed = [o for o in game.options if o.name != skip and options[o.name] != o.default]
    return [_flag(o.name, o.opposite, options[o.name]) for o in changed]


def _flag(name: str, opposite: str, value: OptionValue) -> str:
    if isinstance(value, bool):
        return f"-{name if value else opposite or f'no_{name}'}"
    return f"-{name}={value}"


_FLAG = re.compile(r"-{1,2}([A-Za-z]\w*(?:-\w+)*)(?:=([+-]?\d{1,9}))?", re.ASCII)


def read_flags(game: Game, words: Iterable[str], complain: Complain) -> dict[str, OptionValue]:
    """The options that server flags give; each bad one is told to ``complain`` and left out."""
    values: dict[str, OptionValue] = {}
    for word in words:
        match = _FLAG.fullmatch(word)
        if match is None:
            complain(f"{word[:40]!r} is no option; write options as -name or -name=number")
            continue
        name = match[1].lower().replace("-", "_")
        value: OptionValue = True if match[2] is None else int(match[2])
        try:
            complete = game.complete({name: value})
        except OptionError as error:
            complain(str(error))
            continue
        for option in game.options:
            if name in (option.name, option.opposite):
                values[option.name] = complete[option.name]
    return values


# --- results, as in ``W+Path`` ------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """What a record declares: a winner (None: a draw, or none declared) and how, in one word.

    ``kind`` is an ``Outcome.kind``, or ``time``, ``forfeit``, ``draw``; or empty: not said.
    """

    winner: str | None
    kind: str


_KINDS = {"r": "resignation", "resign": "resignation", "t": "time", "f": "forfeit"}
_NO_WINNER = {"0": "draw", "draw": "draw", "void": "", "?": "", "": ""}
_RESULT = re.compile(r"([BW])(?:\+(.*))?", re.IGNORECASE)


def read_result(form: SgfForm, text: str) -> Result | None:
    """What an RE value declares; None if it is not one."""
    text = text.strip()
    if text.casefold() in _NO_WINNER:
        return Result(None, _NO_WINNER[text.casefold()])
    match = _RESULT.fullmatch(text)
    if match is None:
        return None
    kind = (match[2] or "").strip().casefold()
    return Result(form.letters[match[1].upper()], _KINDS.get(kind, kind))


def write_result(form: SgfForm, outcome: Outcome) -> str:
    """The RE value for an outcome: ``B+Enclosure``, ``W+Path``, ``W+R``, ``Draw``."""
    if outcome.winner is None:
        return "Draw"
    kind = "R" if outcome.kind == "resignation" else outcome.kind.capitalize()
    return f"{form.colours[outcome.winner]}+{kind}"
