"""Spoken description of Octi: each side's pods with their squares and prongs."""

from __future__ import annotations

from boche.engine.games.octi.geometry import COLOURS, Pod
from boche.engine.games.octi.position import Position
from boche.engine.message import Message
from boche.viewer.games.octi import words
from boche.viewer.games.view import SpokenPiece


def spoken_pieces(position: Position) -> tuple[SpokenPiece, ...]:
    """Return all pods, side by side, with those of a square together."""
    squares = dict.fromkeys(pod.square for pod in position.pods)
    return tuple(_spoken(position.pods_on(square)) for square in squares)


def _spoken(pods: tuple[Pod, ...]) -> SpokenPiece:
    colour, square = pods[0].colour, pods[0].square
    piece = words.PODS_HERE(count=len(pods), pods=tuple(map(_prongs, pods)))
    heading = words.PODS_OF(colour=colour.capitalize())
    return SpokenPiece((COLOURS.index(colour), square), heading, str(square), piece)


def _prongs(pod: Pod) -> Message:
    """Return the letters spaced out, since they do not form a word."""
    if not pod.prongs:
        return words.BARE()
    return words.WITH_PRONGS(count=len(pod.prongs), prongs=" ".join(pod.prongs))
