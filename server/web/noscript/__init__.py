"""Boards without WebGL and scripts: as a drawing, in words, and played by forms."""
