"""Scenes to drawings of lines and areas: SVG and PDF, as a book would print them. No GL.

``drawing`` makes a ``Drawing`` of a scene, ``svg`` and ``pdf`` write one to a file. ``surfaces``
finds the visible parts of all solids, as outlines, and ``order`` finds which of them lies over
which.
"""
