"""A reader for the files meant for 3D printers."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import manifold3d
import numpy as np
import trimesh

from boche.viewer.export.model.meshing import Triangles

XML = {"": "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"}


def solid_of(surface: Triangles) -> manifold3d.Manifold:
    return manifold3d.Manifold(
        manifold3d.Mesh64(np.array(surface.points), np.array(surface.faces, np.uint64))
    )


def model_of(file: bytes) -> ElementTree.Element:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == {
            "[Content_Types].xml",
            "_rels/.rels",
            "3D/3dmodel.model",
        }
        return ElementTree.fromstring(archive.read("3D/3dmodel.model"))


def surface_of(told: ElementTree.Element) -> Triangles:
    points = [[float(each.get(n, "")) for n in "xyz"] for each in told.iterfind(".//vertex", XML)]
    faces = [
        [int(each.get(n, "")) for n in ("v1", "v2", "v3")]
        for each in told.iterfind(".//triangle", XML)
    ]
    return Triangles(np.array(points), np.array(faces))


def read(path: Path) -> list[trimesh.Trimesh]:
    """Read the bodies of a file with trimesh."""
    if path.suffix == ".stl":
        loaded = trimesh.load(io.BytesIO(path.read_bytes()), file_type="stl")
        assert isinstance(loaded, trimesh.Trimesh)
        return [loaded]
    model, found = model_of(path.read_bytes()), []
    objects = {each.get("id"): each for each in model.iterfind(".//object", XML)}
    for item in model.iterfind(".//build/item", XML):
        numbers = np.array(item.get("transform", "").split(), float).reshape(4, 3)
        surface = surface_of(objects[item.get("objectid")])
        found.append(trimesh.Trimesh(surface.points @ numbers[:3] + numbers[3], surface.faces))
    return found
