"""Data common to all games of a page, kept once: shaders, colours, letters, meshes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np

from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.tables import Rows, Tables
from boche.viewer.renderer.labels import outlined
from boche.viewer.renderer.programs import source
from boche.viewer.renderer.style import (
    palette,
    palette_names,
    palette_uniforms,
    theme,
    theme_names,
    theme_uniforms,
)
from boche.viewer.renderer.textures import glyph_atlas
from boche.viewer.resources import shader_names
from boche.viewer.scene.live import FALL
from boche.viewer.scene.model import Mesh

FRAGMENT = ("depth", "label", "shade", "table")
VERTEX = ("solid", *FRAGMENT)
DESKTOP, BROWSER = (
    "#version 330 core\n",
    "#version 300 es\n"
    + "".join(
        f"precision highp {kind};\n" for kind in ("float", "int", "sampler2D", "sampler2DShadow")
    ),
)
FRAME_OF_MANY = re.compile(
    r"^#ifdef LINEAR\n(?:(?!#endif|#else).*\n)*(?:#else\n((?:(?!#endif).*\n)*))?#endif\n",
    re.MULTILINE,
)
"""Pattern of a shader's code for photographs alone; its group is the code to use instead."""

STEEP = 4096.0
"""Steps per unit to which normals are rounded: finer ones are invisible and need more space."""

LOOK = "in vec4 v_look;"
"""Declaration of the input that only ``shaders/solid.vert`` passes on, to each material."""

REMARK = re.compile(r"(?:^|\s)//(?:\s.*)?$")
TYPES = re.compile(r"/\*\*.*?\*/\s*", re.DOTALL)
"""Pattern of a comment for the type checker."""


class Shared:
    """Collection of the data that the games of a page need."""

    def __init__(self) -> None:
        self._meshes = Rows()
        self._mesh_numbers: dict[int, tuple[Mesh, int]] = {}
        self._characters: set[str] = set()
        self._materials: set[str] = set()

    def mesh(self, mesh: Mesh) -> int:
        """Return the number of a mesh, the same for equal ones."""
        if id(mesh) not in self._mesh_numbers:
            key = (mesh.name, mesh.vertices.tobytes(), mesh.indices.tobytes())
            # The mesh is kept as well, since another one may get its id.
            self._mesh_numbers[id(mesh)] = mesh, self._meshes.number(key, mesh)
        return self._mesh_numbers[id(mesh)][1]

    def add(self, tables: Tables) -> None:
        """Note the letters and materials of a game whose scenes are complete."""
        self._characters |= tables.letters
        self._materials |= tables.materials

    @property
    def meshes(self) -> list[Mesh]:
        """The meshes by their numbers."""
        return list(self._meshes.rows)

    def pack(self, characters: Iterable[str] = (), materials: Iterable[str] = ()) -> bytes:
        """Return all of it, compressed, with letters and materials that may be needed later."""
        bundle = Bundle()
        characters = self._characters.union(characters)
        materials = self._materials.union(materials)
        return bundle.pack(
            {
                "fall": FALL,
                "palettes": {name: _palette(name) for name in palette_names()},
                "themes": {name: _theme(name) for name in theme_names()},
                "glyphs": _glyphs(characters, bundle),
                "outlined": outlined(),
                "shaders": dict(_shaders(sorted(materials))),
                "meshes": [described(mesh, bundle) for mesh in self._meshes.rows],
            }
        )


@cache
def materials() -> frozenset[str]:
    """Return all materials: shaders with an input for a solid's look, which only solids have."""
    return frozenset(name for name in shader_names(".frag") if LOOK in source(f"{name}.frag"))


def without_remarks(text: str) -> str:
    """Return a script, style or shader without its comments, blank lines and indentation.

    A comment begins with two slashes and a blank, or with a slash and two stars; no string in these
    files contains either.
    """
    lines = (REMARK.sub("", line).strip() for line in TYPES.sub("", text).splitlines())
    return "\n".join(filter(None, lines))


def _shaders(materials: list[str]) -> Iterator[tuple[str, str]]:
    names = [f"{name}.vert" for name in VERTEX]
    names += [f"{name}.frag" for name in (*FRAGMENT, *materials)]
    for name in names:
        text = FRAME_OF_MANY.sub(r"\1", source(name).removeprefix(DESKTOP))
        yield name, BROWSER + without_remarks(text)


def _palette(name: str) -> dict[str, Any]:
    colours = palette(name)
    boards = {theme: _short({"wood": wood}) for theme, wood in colours.boards.items()}
    uniforms = _short(palette_uniforms(colours))
    return {"title": colours.title, "uniforms": uniforms, "boards": boards}


def _theme(name: str) -> dict[str, Any]:
    colours = theme(name)
    return {"table": colours.table, "uniforms": _short(theme_uniforms(colours))}


def _short(values: dict[str, Any]) -> dict[str, Any]:
    return {name: [round(part, 6) for part in value] for name, value in values.items()}


def _glyphs(characters: set[str], bundle: Bundle) -> dict[str, Any]:
    image, glyphs = (
        glyph_atlas(sorted(characters)) if characters else (np.zeros((1, 1), np.uint8), {})
    )
    return {
        **bundle.image(image),
        "letters": {
            character: {"uv": glyph.uv, "box": glyph.box, "advance": glyph.advance}
            for character, glyph in glyphs.items()
        },
    }


def described(mesh: Mesh, bundle: Bundle) -> dict[str, Any]:
    """Return a mesh as data, with its arrays in ``bundle``."""
    vertices = mesh.vertices
    description: dict[str, Any] = {
        "name": mesh.name,
        "detail": mesh.detail,
        "position": bundle.add(vertices["position"]),
        "normal": bundle.add(np.round(vertices["normal"] * STEEP) / np.float32(STEEP)),
        "uv": bundle.add(vertices["uv"]),
    }
    for name in ("indices", "coarse", "cast"):
        indices = getattr(mesh, name)
        if indices is not None:
            description[name] = bundle.whole_numbers(indices.tolist())
    return description
