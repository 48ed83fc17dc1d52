"""The rules of Octi: plain functions over small integer arrays, and nothing else.

This folder is the one source of the rules. Interpreted, over lists, it serves the table; compiled
by ``engine.jit.compile`` from this same source, over numpy arrays, it serves search and bulk
replay. So it keeps to what both understand: integers, indexing, loops; and it imports nothing else.

A turn is made in *steps*: first what to do and with which pod, then the pods that go along, then
for each of them hop by hop, with a choice of captures behind each jump. ``generate`` lists the
steps there are, ``play`` makes one. Squares are numbered ``9 * (x - 1) + y - 1``, directions 0 to
7 clockwise from north, and a pod's prongs are a mask of directions. Pods of one *kind* (square
and prongs) are the same for the rules; a kind's number is ``256 * square + rank``, where the rank
orders masks as their letters do in a dictionary.
"""

from engine.games.octi.rules.board import *
from engine.games.octi.rules.steps import *
from engine.games.octi.rules.turn import *
