"""Octi read aloud: where each side's pods stand, and their prongs."""

from __future__ import annotations

from engine.games.octi.geometry import COLOURS, Pod
from engine.games.octi.position import Position
from engine.message import Message
from viewer.games.octi import words
from viewer.games.view import Said


def aloud(position: Position) -> tuple[Said, ...]:
    """All pods, side by side, those of a square together."""
    squares = dict.fromkeys(pod.square for pod in position.pods)
    return tuple(_said(position.pods_on(square)) for square in squares)


def _said(pods: tuple[Pod, ...]) -> Said:
    colour, square = pods[0].colour, pods[0].square
    piece = words.PODS_HERE(count=len(pods), pods=tuple(map(_prongs, pods)))
    heading = words.PODS_OF(colour=colour.capitalize())
    return Said((COLOURS.index(colour), square), heading, str(square), piece)


def _prongs(pod: Pod) -> Message:
    """The letters apart, since they are no word."""
    if not pod.prongs:
        return words.BARE()
    return words.WITH_PRONGS(count=len(pod.prongs), prongs=" ".join(pod.prongs))
