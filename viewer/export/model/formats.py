"""Formats of models, by file extension."""

SCENE, STL, THREE_MF = ".glb", ".stl", ".3mf"
EDGES = (1.0, 1000.0)
"""Range of the length of an edge, in mm."""
