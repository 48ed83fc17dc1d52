"""Consecutive positions of a board for a page, from any ply on, each with its scene."""

from __future__ import annotations

from typing import Any

from boche.engine.game import OptionValue, Position
from boche.engine.record import Node, Record
from boche.server.play.position_cache import position_of
from boche.server.scenes.meshes import Meshes
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.game_data import camera_data
from boche.viewer.export.page.move_tree import Story
from boche.viewer.games.registry import picker_of, view_of

Options = tuple[tuple[str, OptionValue], ...]


def positions(game: str, options: Options, moves: tuple[str, ...], first: int) -> bytes:
    """Return the positions after ``first`` moves and after each one more, packed for a page.

    ``options`` are the complete ones, sorted. Raises ``IllegalMoveError`` and ``NotationError``.
    """
    values = dict(options)
    record = Record(game, values)
    start = position_of(game, values, moves[:first])
    node, position, effects = record.root, start, [""]
    for text in moves[first:]:
        node = Node(text, position.turn, parent=node)
        effects.append(_effect(position, text))
        position = position.play(text)
    meshes = Meshes(game, values)
    story = Story(record, meshes.number, start=start)
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
    }
    return bundle.pack(described)


def _effect(position: Position, text: str) -> str:
    """Return the words on what a move does, or an empty string."""
    picker = picker_of(position.game.name)
    words = str(picker.preview(position, position.parse(text)).text.rephrased(picker.by_list))
    return "" if words == text else words.removeprefix(f"{text}: ")
