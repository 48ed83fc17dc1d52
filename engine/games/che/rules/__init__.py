"""The rules of Che: plain functions over integers and indexed stores of them, and nothing else.

This folder is the one source of the rules. Interpreted, over sparse stores that have no edge
(``engine.games.che.board``), it serves the table; compiled by ``engine.jit.compile`` from this same
source, over numpy arrays that cover a window of the board, it serves search and bulk play. So it
keeps to what both understand: integers, indexing, loops; and it imports nothing else.

A cell is ``origin + y * width + x``. Its lower left corner has the same number; the other corners
are ``cell + 1``, ``cell + width`` and ``cell + width + 1``. The width is odd, so that the lowest
bit of a corner's number alternates over the grid as the colours do.

A region is a tree of corners (union-find by size, no compression): its root counts, over all of
its corners, the empty cells around each. It is closed when that count is 0.
"""

from engine.games.che.rules.board import *
from engine.games.che.rules.playing import *
from engine.games.che.rules.tiles import *
