"""Data shared by all pages of a game: shaders, colours, letters and initial meshes.

It depends only on the game and its options, so every process produces the same. A mesh that appears
later in a game travels with the scenes that need it.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from boche.engine.game import OptionValue
from boche.engine.games.registry import find
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.shared import Shared, described, materials
from boche.viewer.export.page.tables import Tables
from boche.viewer.games.registry import build_live, build_scene, picker_of
from boche.viewer.games.targets import choices_of, targets_of
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Mesh

LETTERS = frozenset(string.digits + string.ascii_letters + "+-×/%?!.,:()")
ASKED = frozenset(["group", "deep"])
"""Shaders by which a page finds what is under the mouse."""


class Meshes:
    """The meshes of one answer: those that a page has, and those sent along."""

    def __init__(self, game: str, options: Mapping[str, OptionValue]) -> None:
        self._known, self._count = _start(game, tuple(sorted(options.items())))
        self._extra: dict[Any, tuple[int, Mesh]] = {}

    def number(self, mesh: Mesh) -> int:
        """Return the number of a mesh; those sent along are numbered after the shared ones."""
        key = key_of(mesh)
        if key in self._known:
            return self._known[key]
        if key not in self._extra:
            self._extra[key] = (self._count + len(self._extra), mesh)
        return self._extra[key][0]

    def describe(self, bundle: Bundle) -> dict[str, Any]:
        """Return a page's data about the meshes of an answer."""
        descriptions = [described(mesh, bundle) for _, mesh in self._extra.values()]
        return {"shared_meshes": self._count, "meshes": descriptions}


def key_of(mesh: Mesh) -> Any:
    """Return a key that equal meshes share."""
    return (mesh.name, mesh.vertices.tobytes(), mesh.indices.tobytes())


def shared_of(game: str, options: Mapping[str, OptionValue]) -> bytes:
    """Return the data that a page of this game loads once, packed."""
    # The game's later needs are unknown at its start: include every letter and material.
    return _collected(game, tuple(sorted(options.items()))).pack(LETTERS, materials() | ASKED)


@lru_cache(maxsize=64)
def _start(
    game: str, options: tuple[tuple[str, OptionValue], ...]
) -> tuple[Mapping[Any, int], int]:
    shared = _collected(game, options)
    known = {key_of(mesh): number for number, mesh in enumerate(shared.meshes)}
    return known, len(known)


def _collected(game: str, options: tuple[tuple[str, OptionValue], ...]) -> Shared:
    """Return the meshes of the start and of its ghosts."""
    shared = Shared()
    tables = Tables(shared.mesh)
    position, picker = find(game).start(dict(options)), picker_of(game)
    tables.add(build_scene(position))
    tables.add(build_live(position, LiveOptions()))
    for target in list(targets_of(picker, position).values())[:1]:
        for step in choices_of(picker, position, target):
            chosen = step.move if step.move is not None else step.text
            tables.add(build_live(position, LiveOptions(ghost=chosen)))
    return shared
