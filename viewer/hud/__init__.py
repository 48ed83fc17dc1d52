"""The interface around the board: panels, timeline, dialogs and help. Knows no game by name.

Pages are plain data (``items``), built by pure functions over rectangles; only ``painter`` and
``text`` draw them.
"""
