"""Boards without WebGL and without scripts: as a drawing, in words, and played by forms."""
