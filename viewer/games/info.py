"""Game facts for the HUD: a ``Panel``, and the grid of its palette."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from boche.engine.game import OptionValue
from boche.engine.languages.current import tr_later
from boche.engine.message import NOTHING, Message
from boche.viewer.camera.camera import Camera, basis
from boche.viewer.games.words import LABEL_OF
from boche.viewer.scene.marks import MARKS, Mark
from boche.viewer.scene.model import Array, Floats, Scene


class Located(NamedTuple):
    """Where on the board a fact is: what to light, in the game's own terms, and names of places."""

    lit: tuple[Any, ...]
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fact:
    """A line of the panel: a label and a value; ``colour`` is a player's, ``alarm`` marks bad news.

    ``value`` is a ``Message`` if it contains words. ``answers`` is set if it names moves that an
    exercise may ask for; lessons then leave it out. ``threatens`` is set if the list of threats
    says the same; it is left out while that is shown. ``known`` is set if it says what whoever
    plays is likely to know; in a crowded panel it is left out after the first move. ``own`` is the
    label for the reader to whom it is good news: the one with the colour ``good_for``, or with
    ``colour`` if that is empty. ``against`` is the label for the opponent, if it is another one.
    ``where`` is shown on the board while the pointer is on the line.
    """

    label: Message
    value: str
    tip: Message = NOTHING
    colour: str = ""
    alarm: bool = False
    answers: bool = False
    threatens: bool = False
    known: bool = False
    own: Message = NOTHING
    good_for: str = ""
    against: Message = NOTHING
    where: Located | None = None

    def seen_by(self, colour: str) -> Fact:
        """Return the fact for a reader who has a colour, or none."""
        if not colour or not self.own:
            return self
        if colour == (self.good_for or self.colour):
            return replace(self, label=self.own, alarm=False)
        return replace(self, label=self.against or self.label)

    @property
    def title(self) -> Message:
        """The label, with the player's colour if it is about one and does not name it itself."""
        named = str(self.label.values.get("colour", "")).casefold() == self.colour
        return (
            self.label
            if named or not self.colour
            else LABEL_OF(label=self.label, colour=self.colour)
        )


@dataclass(frozen=True)
class FirstTurn:
    """A kind of action that a player is told of once, where it is possible for the first time.

    ``where(position, taken)`` are the names of the places for it, as marks have them, once the
    part ``taken`` of a move is chosen; none while the action is not possible. ``done(position,
    move)`` says whether a move of a player who has not been told is such an action.
    ``leads(position, taken)`` are the names of other places that have to be seen for it.
    """

    text: Message
    where: Callable[[Any, str], Sequence[str]]
    done: Callable[[Any, Any], bool] = lambda position, move: False
    leads: Callable[[Any, str], Sequence[str]] = lambda position, taken: ()


@dataclass(frozen=True)
class Guide:
    """Help of one game, also for people who play it for the first time.

    - ``hints``: (title, sentences) of the first start, before those common to all games.
    - ``gestures``: rows of the help (action, effect), next to the keys for playing.
    - ``once(position, taken)``: a message shown once, when the partial move ``taken`` is the first
      of a kind that is hard to discover; nothing for all others.
    - ``typed(position, text)``: advice on a move that is being typed, if it is legal but hardly
      what is meant; nothing for all others.
    - ``marks``: the marks on its board and their looks, for the legend.
    - ``meanings``: sentences told once, when a mark first appears: by ``joined`` or ``threatened``,
      as in ``Preview``, or by the kind of the outcome that lights it up.
    - ``texts``: descriptions of commands in this game, by name, where the usual ones are too vague.
    - ``first_turns``: the kinds of actions, each told at its places during the first game; the
      first of them says what the ``hints`` say, which are then not shown.
    - ``goal(options)``: two or three sentences on how to play, and how to win, with these options;
      if empty, the game's own ``about`` is shown.
    """

    hints: tuple[tuple[str, str], ...] = (
        (
            tr_later("Play"),
            tr_later(
                "Point at a place on the board: the piece you could play appears there. "
                "Click to play it. By keys: arrows, then Enter."
            ),
        ),
    )
    gestures: tuple[tuple[str, str], ...] = ((tr_later("Click a place"), tr_later("play there")),)
    texts: Mapping[str, str] = field(default_factory=dict)
    once: Callable[[Any, str], Message] = lambda position, taken: NOTHING
    typed: Callable[[Any, str], Message] = lambda position, text: NOTHING
    marks: tuple[Mark, ...] = MARKS
    meanings: Mapping[str, Message] = field(default_factory=dict)
    first_turns: tuple[FirstTurn, ...] = ()
    goal: Callable[[Mapping[str, OptionValue]], str] = lambda options: ""


def _no_pieces(keys: tuple[str, ...], camera: Camera, turn: str) -> tuple[Scene, Camera]:
    return Scene(()), camera


@dataclass(frozen=True)
class Panel:
    """Functions of one game for the HUD.

    - ``facts(position, taken)``: facts on a position for a player; ``taken`` is the part of the
      next move chosen so far, or empty.
    - ``choices(position)``: all letters that turn a piece; none in a game without a palette.
      ``usual(position)``: those of them that may fit somewhere now.
    - ``pieces(keys, camera, turn)``: the pieces turned each way in a ``Grid``, in the colour to
      move, and the camera for it.
    - ``named(key)``: the piece turned that way in words, or empty.
    - ``unfit(position, key)``: why a letter fits nowhere now, if there is more to say than that.
    - ``rows``: the lines that its facts have in the panel, if there is room; more only if needed.
    - ``layers``: those of the commands ``explode`` and ``peel`` that have an effect in this game.
    """

    facts: Callable[[Any, str], tuple[Fact, ...]] = lambda position, taken: ()
    choices: Callable[[Any], tuple[str, ...]] = lambda position: ()
    usual: Callable[[Any], tuple[str, ...]] = lambda position: ()
    pieces: Callable[[tuple[str, ...], Camera, str], tuple[Scene, Camera]] = _no_pieces
    layers: tuple[str, ...] = ()
    named: Callable[[str], Message] = lambda key: NOTHING
    unfit: Callable[[Any, str], Message] = lambda position, key: NOTHING
    rows: int = 4


GRID = 3
"""Number of pieces side by side in the picture that ``Panel.pieces`` describes."""


class Grid(NamedTuple):
    """Places of the pieces of a palette, row by row across the view.

    ``places`` are their middles (N, 3), ``camera`` is the camera to draw them with, ``bounds``
    (8, 3) the box that holds ``GRID`` rows.
    """

    places: Array
    camera: Camera
    bounds: Floats


def grid(count: int, spacing: float, camera: Camera) -> Grid:
    """Return places for ``count`` pieces, ``spacing`` apart, across the view of ``camera``."""
    view = replace(camera, projection="ortho", target=(0.0, 0.0, 0.0))
    right, up, _ = basis(view)
    spots = [(i % GRID - (GRID - 1) / 2, i // GRID - (GRID - 1) / 2) for i in range(count)]
    places = [(column * right - row * up) * spacing for column, row in spots]
    half = GRID * spacing / 2
    away = half / np.tan(np.radians(view.fov) / 2)
    box = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-1, 1)]
    seen = replace(view, distance=float(away))
    return Grid(np.array(places).reshape(-1, 3), seen, np.array(box, np.float32))
