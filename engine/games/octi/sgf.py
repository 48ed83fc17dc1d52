"""Octi in SGF FF[4], where it is game 19: headers, moves, and boards with Black in the south.

SGF writes squares and moves as this program does, but with capital letters for prongs. ``RU`` is
``full`` or ``fast`` (one base), then ``edgeless`` for a torus; ``BO`` and ``WO`` list the home
squares, ``NP`` and ``NR`` the prongs and reserve pods of each side. By default, SGF has Black in
the south; this program has Black in the north. A board with Black in the south is rotated by half
a turn on reading, with squares, prongs and marks. Files written always say where Black sits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple

from boche.engine.errors import BocheError, IllegalMoveError, OptionError
from boche.engine.game import OptionValue
from boche.engine.games.octi import GAME, rules, words
from boche.engine.games.octi.geometry import HOMES, LETTERS, other
from boche.engine.languages.current import tr
from boche.engine.message import NOTHING, Message
from boche.engine.position_text import read_options
from boche.engine.words import REFUSED

Complain = Callable[[str, str], None]
"""A callback that takes a property's name and a description of what is wrong with it."""

NUMBER = "19"
HEADER = ("RU", "BO", "WO", "NP", "NR")
"""Root properties that are read and written here, in the order in which they are written."""

_ON_SQUARES = "AR AS CR CS DD LB LN MA MS SL SQ SS TR TS VW AB AE AW RP"
ON_SQUARES = tuple(_ON_SQUARES.split())
"""Properties whose values begin with squares or pods."""

_RESERVE = rules.EACH - len(HOMES["black"])
_BASES = {"full": 3, "fast": 1, "": 3}
_LONGEST = 2000  # characters
_SQUARE = re.compile(r"[1-9][1-9]")
_POD = re.compile(r"([1-9])([1-9])([A-Ha-h]*)")
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
_CAPITAL = str.maketrans(ascii_lowercase + "X", ascii_uppercase.replace("X", "x") + "x")
_TAKEN = re.compile(r"(?<=[(,+\-])[A-Ha-h]+")


class Reading(NamedTuple):
    """The contents of a header: the options, and whether the board must be rotated."""

    options: dict[str, OptionValue]
    turned: bool

    @property
    def note(self) -> Message:
        """A note that the board is rotated, or ``NOTHING``."""
        return words.TURNED() if self.turned else NOTHING

    def move(self, text: str) -> str:
        """Return a move in this program's notation; other text passes through, to be refused."""
        folded = read_move(text)
        return turn_text(folded) if self.turned else folded

    def value(self, ident: str, text: str) -> str:
        """Return the value of another property, rotated where it names squares."""
        if not self.turned or ident not in ON_SQUARES:
            return text
        head, colon, tail = text.partition(":")
        return turn_text(head) + colon + (tail if ident == "LB" else turn_text(tail))

    def refusal(self, position: Any, written: str, error: BocheError) -> str:
        """Return why a move is refused, in terms of the squares and prongs used in the file."""
        if self.turned:
            try:
                seen_from_the_other_side(position).play(written)
            except BocheError as turned:
                error = turned
        if not isinstance(error, IllegalMoveError):  # text that is not a move is quoted as written
            return str(error)
        return REFUSED(move=written[:40], reason=error.reason)


def seen_from_the_other_side(position: Any) -> Any:
    """Return an Octi position rotated by half a turn with colours exchanged, to try its moves on.

    Earlier positions and the outcome are dropped.
    """
    pods = [(other(p.colour), 110 - p.square, turn_prongs(p.prongs)) for p in position.pods]
    stores = {other(colour): position.store(colour) for colour in HOMES}
    return position.set_up(position.options, pods, stores, other(position.turn))


def read_header(header: Mapping[str, Sequence[str]], complain: Complain) -> Reading:
    """Read the game settings from the root; report invalid ones and leave them at the default."""
    options = read_rules((header.get("RU") or [""])[0], complain)
    for ident, usual in (("NP", rules.PRONGS), ("NR", _RESERVE)):
        given = (header.get(ident) or [str(usual)])[0].strip()
        if given != str(usual):
            complain(
                ident,
                tr(
                    "{given!r}: only games with {usual} are supported",
                    given=given[:20],
                    usual=usual,
                ),
            )
    superprongs = (header.get("NS") or ["0"])[0].strip()
    if superprongs not in ("", "0"):
        complain("NS", tr("superprongs are not supported"))
    return Reading(options, is_turned(header, complain))


def read_rules(text: str, complain: Complain) -> dict[str, OptionValue]:
    """Read the options from ``RU``: ``full`` or ``fast``, a colon, comma-separated variations.

    Those that SGF has no word for are written as in the text of a position: ``name=number``.
    """
    options: dict[str, OptionValue] = {"bases": 3, "wrap": False}
    words = [word.strip().casefold() for word in re.split("[:,]", text[:_LONGEST])]
    for i, word in enumerate(words):
        if i == 0 and word in _BASES:
            options["bases"] = _BASES[word]
        elif word == "edgeless":
            options["wrap"] = True
        elif "=" in word:
            try:
                options |= GAME.changed(read_options(GAME, word))
            except OptionError as error:
                complain("RU", str(error))
        elif word:
            known = tr("full, fast, and edgeless after a colon")
            complain(
                "RU",
                tr("{word!r} is not supported (choose from {known})", word=word[:20], known=known),
            )
    return options


def is_turned(header: Mapping[str, Sequence[str]], complain: Complain) -> bool:
    """Return whether Black sits in the south, by ``BO`` and ``WO``; true if neither is given."""
    north, south = set(HOMES["black"]), set(HOMES["white"])
    found: list[bool] = []
    for ident, here in (("BO", north), ("WO", south)):
        if ident not in header:
            continue
        squares = {_square(text) for text in header[ident]}
        if squares not in (north, south):
            complain(ident, tr("these home squares are not supported (33 53 73 and 37 57 77 are)"))
        else:
            found.append(squares != here)
    if len(set(found)) > 1:
        complain("WO", tr("the same home squares as Black's"))
    given = "BO" in header or "WO" in header
    return found[0] if found else not given


def _square(text: str) -> int:
    """Return a square as an integer, or 0 if the text is not a square."""
    return int(text) if _SQUARE.fullmatch(text := text.strip()) else 0


def write_header(options: Mapping[str, OptionValue]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the properties of the root, as (name, values)."""
    kind = "full" if options["bases"] == 3 else "fast"
    variations = ["edgeless"] if options["wrap"] else []
    variations += [f"{name}={int(value)}" for name, value in GAME.changed(options).items()
                   if name not in ("bases", "wrap")]  # fmt: skip
    return [
        ("RU", (":".join([kind, ",".join(variations)]) if variations else kind,)),
        ("BO", tuple(map(str, HOMES["black"]))),
        ("WO", tuple(map(str, HOMES["white"]))),
        ("NP", (str(rules.PRONGS),)),
        ("NR", (str(_RESERVE),)),
    ]


def read_move(text: str) -> str:
    """Return a move in this program's notation, whatever its letter case was.

    Only the letters from A to Z are changed, here and in ``write_move``, so each function undoes
    the other, even for text that is not a move.
    """
    return text.strip().translate(_SMALL)


def write_move(text: str) -> str:
    """Return a move in SGF notation: prongs in capitals, ``x`` in lower case."""
    return text.translate(_CAPITAL)


def turn_text(text: str) -> str:
    """Return a move, a pod or a square rotated by half a turn of the board.

    Text that is far too long for any of these is returned unchanged.
    """
    if len(text) > _LONGEST:
        return text
    turned = _POD.sub(_turn_pod, text)
    return _TAKEN.sub(lambda match: turn_prongs(match[0]), turned)


def _turn_pod(match: re.Match[str]) -> str:
    return f"{10 - int(match[1])}{10 - int(match[2])}{turn_prongs(match[3])}"


def turn_prongs(prongs: str) -> str:
    """Return prongs rotated by half a turn, sorted; capitals stay capitals."""
    turned = [LETTERS[(LETTERS.index(letter) + 4) % 8] for letter in prongs.lower()]
    text = "".join(sorted(turned))
    return text.upper() if prongs.isupper() else text
