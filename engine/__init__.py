"""Rules, records, notation and players of the games; no window, no graphics.

>>> from engine import GAMES, new
>>> [new(name).outcome for name in GAMES]
[None, None, None, None]
"""

from engine.games.registry import GAMES, find, new

__all__ = ["GAMES", "find", "new"]
