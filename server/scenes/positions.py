"""Consecutive positions of a board for a page, from any ply on, each with its scene."""

from __future__ import annotations

from typing import Any

from boche.engine.game import OptionValue, Position
from boche.engine.record import Node, Record
from boche.server.play.position_cache import position_of
from boche.server.scenes.meshes import Meshes
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.game_data import camera_data
from boche.viewer.export.page.move_tree import Options as Contents
from boche.viewer.export.page.move_tree import Story
from boche.viewer.games.drawing import THREATS
from boche.viewer.games.registry import picker_of, view_of

Options = tuple[tuple[str, OptionValue], ...]


def positions(
    game: str, options: Options, moves: tuple[str, ...], first: int, marked: tuple[str, ...] = ()
) -> bytes:
    """Return the positions after ``first`` moves and after each one more, packed for a page.

    ``options`` are the complete ones, sorted; ``marked`` are places where whoever makes the last
    move carries a threat out, marked as in the window. Raises ``IllegalMoveError`` and
    ``NotationError``.
    """
    values = dict(options)
    record = Record(game, values)
    start = position_of(game, values, moves[:first])
    node, position, effects, kind = record.root, start, [""], THREATS[0]
    for text in moves[first:]:
        node = Node(text, position.turn, parent=node)
        effects.append(_effect(position, text))
        kind = THREATS[record.game.colours.index(position.turn)]
        position = position.play(text)
    meshes = Meshes(game, values)
    drawn = tuple((kind, place, "") for place in marked)
    story = Story(record, meshes.number, Contents(drawn=drawn), start)
    for _ in story.tell():
        pass
    for row, effect in zip(story.nodes, effects, strict=True):
        row["effect"] = effect
    bundle, view = Bundle(), view_of(game)
    described: dict[str, Any] = {
        **story.tables.describe(bundle),
        **story.spoken.describe(story.nodes),
        **meshes.describe(bundle),
        "nodes": story.nodes,
        "first": first,
        "views": {name: camera_data(camera) for name, camera in view.views.items()},
        "sides": dict(view.sides),
        "turn": position.turn,
    }
    return bundle.pack(described)


def _effect(position: Position, text: str) -> str:
    """Return the words on what a move does, or an empty string."""
    picker = picker_of(position.game.name)
    words = str(picker.preview(position, position.parse(text)).text.rephrased(picker.by_list))
    return "" if words == text else words.removeprefix(f"{text}: ")
