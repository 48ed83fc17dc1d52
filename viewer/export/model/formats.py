"""Formats of models, by file extension."""

from boche.engine.errors import BocheError

SCENE, STL, THREE_MF = ".glb", ".stl", ".3mf"
EDGES = (1.0, 1000.0)
"""Range of the length of an edge, in mm."""


# Errors of models.


class ModelError(BocheError, ValueError):
    """A failure to make a model; the message is one line with the reason and a remedy."""
