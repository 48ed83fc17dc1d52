"""Rules, records, notation and players of the games; no window, no graphics.

>>> from boche.engine import GAMES, new
>>> [new(name).outcome for name in GAMES]
[None, None, None, None]
"""

from boche.engine.games.registry import GAMES, find, new

__all__ = ["GAMES", "find", "new"]
