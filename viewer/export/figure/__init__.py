"""Scenes to drawings of lines and areas: SVG and PDF, as a book would print them. No GL.

``drawing`` makes a ``Drawing`` of a scene, ``svg`` and ``pdf`` write one down. What can be seen is
found in ``surfaces`` (the parts of all solids, as outlines), and in ``order``, which of them lies
over which.
"""
