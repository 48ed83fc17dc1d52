"""The rules of Octi, as plain functions over small integer arrays.

This folder is the only source of the rules. Positions run it interpreted, over lists. Search and
bulk replay run the same source over numpy arrays, compiled by ``engine.native``. So it uses
only what both support (integers, indexing, loops) and imports nothing else.

A turn consists of *steps*: first the type of move and the pod, then any pods that go along, then
the hops of each of them, with a choice of captures after each jump. ``generate`` lists the
possible steps, and ``play`` makes one. Squares are numbered ``9 * (x - 1) + y - 1`` and directions
0 to 7 clockwise from north; a pod's prongs are a mask of directions. Pods of the same *kind*
(square and prongs) are interchangeable. A kind's number is ``256 * square + rank``, where ranks
order masks by their letters, as in a dictionary.
"""

from boche.engine.games.octi.rules.board import *
from boche.engine.games.octi.rules.packing import *
from boche.engine.games.octi.rules.steps import *
from boche.engine.games.octi.rules.turn import *
