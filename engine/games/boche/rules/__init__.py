"""The rules of Boche: plain functions over small integer arrays, and nothing else.

This package is the only source of the rules. Interpreted, over lists, it is used at the table;
compiled by ``engine.native``, over numpy arrays, it is used for search and bulk replay. So it
is limited to what both support: integers, indexing, loops; and it imports nothing else.

Seen from above, the visible surface is a tiling by rhombi, and every corner on it has its own
place ``(i, j) = (z - x, z - y)``, stored as ``i * width + j`` plus an offset. A cell's lowest and
uppermost corner share one place, its *centre*; a placement changes only the hexagon around it.
Around a place there are twelve directions in steps of 30 degrees: even ones run along the edges
of the tiling, odd ones along the long diagonals of its rhombi. A band is a link in one of them.
"""

from boche.engine.games.boche.rules.board import *
from boche.engine.games.boche.rules.end import *
from boche.engine.games.boche.rules.moves import *
from boche.engine.games.boche.rules.packing import *
from boche.engine.games.boche.rules.play import *
