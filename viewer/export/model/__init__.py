"""Scenes and pieces as 3D models: GLB for other programs, STL and 3MF for printers."""
