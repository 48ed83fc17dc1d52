"""Files for printers: the printed items as data, and their STL and 3MF. Lengths are millimetres.

An STL has bare triangles, all in one; a 3MF has each part as an object with a name and a colour.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

import numpy as np

from boche.viewer.export.model.meshing import Triangles, triangles
from boche.viewer.renderer.style import Rgb
from boche.viewer.scene.bodies import Body, Place
from boche.viewer.scene.model import Array

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same model gives the same file

TYPES = f"""<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="{PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
RELATIONS = f"""<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="{PACKAGE}/relationships">
<Relationship Target="/3D/3dmodel.model" Id="model" \
Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""


@dataclass(frozen=True, eq=False)
class Item:
    """A part in millimetres, and the places of its copies."""

    name: str
    colour: Rgb
    surface: Triangles
    places: tuple[Place, ...]


def items(
    bodies: Iterable[tuple[Body, Sequence[Place]]], edge: float, colours: dict[str, Rgb]
) -> list[Item]:
    """Return bodies and their places, in cube edges, as items with edges of ``edge`` mm.

    Everything is moved so that no coordinate is negative, as printers require. ``colours`` are
    linear, by the bodies' names for them. Raises ``ModelError``.
    """
    meshes = [(body, triangles(body.shape), places) for body, places in bodies if places]
    lowest = np.min(
        [placed(surface.points, place).min(axis=0) for _, surface, ps in meshes for place in ps],
        axis=0,
    )
    return [
        Item(
            body.name,
            colours[body.colour],
            Triangles(edge * surface.points, surface.faces),
            tuple(Place(p.name, p.turn, edge * (p.at - lowest)) for p in places),
        )
        for body, surface, places in meshes
    ]


def placed(points: Array, place: Place) -> Array:
    """Return points (N, 3) of a piece in its place."""
    return np.asarray(points @ place.turn.T + place.at)


def stl(solids: Iterable[Item]) -> bytes:
    """Return a binary STL of all items."""
    corners = np.concatenate(
        [
            placed(item.surface.points, place)[item.surface.faces]
            for item in solids
            for place in item.places
        ]
    )
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    record = np.zeros(
        len(corners), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")]
    )
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    record["normal"] = np.divide(normal, length, out=np.zeros_like(normal), where=length > 0)
    record["corners"] = corners
    return bytes(80) + np.uint32(len(corners)).tobytes() + record.tobytes()


def three_mf(solids: Sequence[Item]) -> bytes:
    """Return a 3MF: an object for each item, with a copy of it in each of its places."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", TYPES),
            ("_rels/.rels", RELATIONS),
            ("3D/3dmodel.model", _model(solids)),
        ):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return packed.getvalue()


def _model(solids: Sequence[Item]) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<model unit="millimeter" xml:lang="en-US" xmlns="{CORE}">')
    lines.append('<resources><basematerials id="1">')
    for item in solids:
        lines.append(f'<base name={quoteattr(item.name)} displaycolor="{display(item.colour)}"/>')
    lines.append("</basematerials>")
    for number, item in enumerate(solids):
        name = quoteattr(item.name)
        lines.append(
            f'<object id="{number + 2}" type="model" name={name} pid="1" pindex="{number}"><mesh>'
        )
        lines.append("<vertices>")
        lines += [
            f'<vertex x="{x:.6f}" y="{y:.6f}" z="{z:.6f}"/>' for x, y, z in item.surface.points
        ]
        lines.append("</vertices><triangles>")
        lines += [f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in item.surface.faces]
        lines.append("</triangles></mesh></object>")
    lines.append("</resources><build>")
    for number, item in enumerate(solids):
        for place in item.places:
            # Row by row, for points as rows: the columns of the matrix that acts on columns.
            numbers = " ".join(f"{value:.6f}" for value in [*place.turn.T.flat, *place.at])
            called = f" partnumber={quoteattr(place.name)}" if place.name else ""
            lines.append(f'<item objectid="{number + 2}" transform="{numbers}"{called}/>')
    return "\n".join([*lines, "</build></model>", ""])


def display(colour: Rgb) -> str:
    """Return a linear colour as ``#RRGGBB``."""
    channels = (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in colour)
    return "#" + "".join(f"{round(255 * channel):02X}" for channel in channels)
