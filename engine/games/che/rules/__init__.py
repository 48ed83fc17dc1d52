"""The rules of Che, as plain functions over integers and indexed stores of integers.

This folder is the only source of the rules. Positions run it interpreted, over unbounded sparse
stores (``engine.games.che.board``). Search and bulk play run the same source over numpy arrays
that cover a window of the board, compiled by ``engine.native``. So it uses only what both
support (integers, indexing, loops) and imports nothing else.

A cell is ``origin + y * width + x``. Its lower left corner has the same number; the other corners
are ``cell + 1``, ``cell + width`` and ``cell + width + 1``. The width is odd, so that the lowest
bit of a corner's number alternates over the grid as the colours do.

A region is a tree of corners (union-find by size, without path compression). Its root holds the
sum, over all its corners, of the empty cells around each. The region is closed when this is 0.
"""

from boche.engine.games.che.rules.board import *
from boche.engine.games.che.rules.packing import *
from boche.engine.games.che.rules.play import *
from boche.engine.games.che.rules.tiles import *
