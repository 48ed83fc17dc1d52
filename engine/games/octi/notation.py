"""Octi moves and their notation, as used by the play-by-mail server.

``46+c`` adds a prong, ``46+c-b`` turns one (the new one first), ``57`` brings on a pod, and
``46-47`` moves one. ``46-48-66x`` jumps twice and captures what the last jump passed over;
``x(cd,-)`` captures only part of a stack. A comma separates pods of one square that move in the
same turn.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from boche.engine.errors import NotationError, quoted
from boche.engine.games.octi import words
from boche.engine.message import Message
from boche.engine.words import NO_BEGINNING

ALL = ("all",)
"""The value of ``Hop.taken`` for capturing everything that was jumped over."""

BARE = "-"
"""Name of a pod without prongs in a list of captures."""


class Name(NamedTuple):
    """A pod as it is written: ``prongs`` are its letters, or None if only the square is given."""

    square: int
    prongs: str | None = None

    def __str__(self) -> str:
        return f"{self.square}{self.prongs or ''}"


class Hop(NamedTuple):
    """A step or a jump: its destination, and the captures of a jump.

    ``taken`` is empty, or ``ALL``, or the prongs of each captured pod, with ``-`` for a bare pod.
    """

    to: int
    taken: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.taken == ALL:
            return f"-{self.to}x"
        return f"-{self.to}" + (f"x({','.join(self.taken)})" if self.taken else "")


class Route(NamedTuple):
    """A pod and its hops, none if it does not move."""

    name: Name
    hops: tuple[Hop, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}{''.join(map(str, self.hops))}"


class Move(NamedTuple):
    """A whole move.

    A single route without hops means a prong ``new`` is added, in place of ``old`` if that is
    given, or, without ``new``, that a pod is brought on. Otherwise each route is a pod that moves.
    """

    routes: tuple[Route, ...]
    new: str = ""
    old: str = ""

    @property
    def square(self) -> int:
        """The square on which the move begins or is made."""
        return self.routes[0].name.square

    @property
    def is_bring(self) -> bool:
        return not self.new and not self.routes[0].hops

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of the move in order, without repetitions: its own, then the landings."""
        landings = [hop.to for route in self.routes for hop in route.hops]
        return tuple(dict.fromkeys([self.square, *landings]))

    def __str__(self) -> str:
        text = ",".join(map(str, self.routes))
        text += f"+{self.new}" if self.new else ""
        return text + (f"-{self.old}" if self.old else "")


_POD = r"[1-9][1-9][a-h]*"
_NAMES = r"(?:[a-h]+|-)(?:,(?:[a-h]+|-))*"
_HOP = rf"-[1-9][1-9](?:x(?:\({_NAMES}\))?)?"
_ROUTE = re.compile(rf"({_POD})((?:{_HOP})*)")
_ROUTES = re.compile(rf"{_POD}(?:{_HOP})+(?:,{_POD}(?:{_HOP})+)*")
_HOPS = re.compile(rf"-([1-9][1-9])(x(?:\(({_NAMES})\))?)?")
_PRONG = re.compile(rf"({_POD})\+([a-h])(?:-([a-h]))?")
_BRING = re.compile(r"[1-9][1-9]")
_LONGEST = 2000  # characters; no move is nearly as long


def parse_move(text: str) -> Move:
    """Parse a move as it is written; capitals and surrounding blanks are accepted.

    Raises ``NotationError`` if the text is not a move.
    """
    folded = text.strip().casefold()
    if len(folded) > _LONGEST:
        raise NotationError(words.NO_MOVE(), quoted(text))
    if _BRING.fullmatch(folded):
        return Move((Route(Name(int(folded))),))
    if match := _PRONG.fullmatch(folded):
        return Move((Route(read_name(match[1], text)),), match[2], match[3] or "")
    if _ROUTES.fullmatch(folded):
        return Move(tuple(read_route(pod, hops, text) for pod, hops in _ROUTE.findall(folded)))
    raise NotationError(_what_is_wrong(folded), quoted(text))


def read_route(pod: str, hops: str, text: str) -> Route:
    """Parse a pod and its hops; errors quote ``text``."""
    found = []
    for to, capture, names in _HOPS.findall(hops):
        taken = tuple(_letters(name, text) for name in names.split(",")) if names else ()
        found.append(Hop(int(to), taken or (ALL if capture else ())))
    return Route(read_name(pod, text), tuple(found))


def read_name(pod: str, text: str) -> Name:
    """Parse a pod's name; errors quote ``text``."""
    return Name(int(pod[:2]), _letters(pod[2:], text) if pod[2:] else None)


def _letters(prongs: str, text: str) -> str:
    if len(set(prongs)) < len(prongs):
        raise NotationError(words.NAMED_TWICE(prongs=prongs), quoted(text))
    return "".join(sorted(prongs))


def _what_is_wrong(text: str) -> Message:
    if re.search(r"(?<!\d)(?:0\d|\d0|\d|\d{3,})(?!\d)", text):
        return words.NO_SQUARE_TEXT()
    if re.search(r"\+[i-z]", text):
        return words.NO_PRONG_TEXT()
    return words.NO_MOVE()


# -- unfinished moves


class Draft(NamedTuple):
    """An unfinished move: the choices made so far, and the index ``at`` of the current pod.

    ``mark`` follows that pod in the text: ``+`` or ``-`` if something must follow, ``?`` if the
    captures must be chosen. ``new`` is the new prong if one is to be turned.
    """

    routes: tuple[Route, ...]
    at: int
    mark: str
    new: str = ""

    def __str__(self) -> str:
        if self.mark == "+":
            return f"{self.routes[0]}+{self.new}{'-' if self.new else ''}"
        marks = [self.mark if i == self.at else "" for i in range(len(self.routes))]
        return ",".join(f"{route}{mark}" for route, mark in zip(self.routes, marks, strict=True))

    def leads_to(self, move: Move) -> bool:
        """Return whether a move may begin with this draft."""
        if self.mark == "+" or move.new or move.is_bring:
            same = self.routes[0].name == move.routes[0].name
            return self.mark == "+" and bool(move.new) and same and self.new in ("", move.new)
        if len(self.routes) > len(move.routes):
            return False
        return all(
            own.name == wanted.name and _begins(own.hops, wanted.hops, self.mark == "?")
            for own, wanted in zip(self.routes, move.routes, strict=False)
        )


def _begins(hops: tuple[Hop, ...], wanted: tuple[Hop, ...], asked: bool) -> bool:
    """Return whether ``hops`` begin ``wanted``; ``asked`` leaves the last hop's capture open."""
    if len(hops) > len(wanted):
        return False
    if asked and hops and not hops[-1].taken:
        at = len(hops) - 1
        return hops[:at] == wanted[:at] and hops[at].to == wanted[at].to
    return hops == wanted[: len(hops)]


_DRAFT_PRONG = re.compile(rf"({_POD})\+(?:([a-h])-)?")
_DRAFT = re.compile(rf"({_POD})((?:{_HOP})*)([-?]?)(?:,|$)")


def parse_draft(text: str) -> Draft:
    """Parse the text of a ``Draft``. Raises ``NotationError``."""
    folded = text.strip().casefold()
    if match := _DRAFT_PRONG.fullmatch(folded):
        return Draft((Route(read_name(match[1], text)),), 0, "+", match[2] or "")
    parts, end = [], 0
    while match := _DRAFT.match(folded, end):
        parts.append(match)
        end = match.end()
        if end == len(folded):
            break
    marks = [part[3] for part in parts]
    if end < len(folded) or sum(map(bool, marks)) != 1:
        raise NotationError(NO_BEGINNING(), quoted(text))
    at = next(i for i, mark in enumerate(marks) if mark)
    routes = tuple(read_route(part[1], part[2], text) for part in parts)
    return Draft(routes, at, marks[at])
