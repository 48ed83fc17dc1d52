"""The rules of Boche: plain functions over small integer arrays, and nothing else.

This folder is the one source of the rules. Interpreted, over lists, it serves the table; compiled
by ``engine.jit.compile`` from this same source, over numpy arrays, it serves search and bulk
replay. So it keeps to what both understand: integers, indexing, loops; and it imports nothing else.

Seen from above the visible surface is a tiling by rhombi, and every corner on it has its own
place ``(i, j) = (z - x, z - y)``, stored as ``i * width + j`` plus an offset. A cell's lowest and
uppermost corner share one place, its *centre*; a placement changes only the hexagon around it.
Around a place there are twelve directions in steps of 30 degrees: even ones run along the edges
of the tiling, odd ones along the long diagonals of its rhombi. A band is a link in one of them.
"""

from engine.games.boche.rules.board import *
from engine.games.boche.rules.end import *
from engine.games.boche.rules.moves import *
from engine.games.boche.rules.playing import *
