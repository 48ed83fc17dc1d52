"""Rules, records and notation of Boche and its sister games; no window, no graphics.

>>> from engine import new
>>> new("boche", size=4).play("c:a1").turn
'dark'
"""

from engine.games.registry import GAMES, find, new

__all__ = ["GAMES", "find", "new"]
