"""Messages of Y, on its rules and its board."""

from boche.engine.message import Phrase

NO_MOVE = Phrase("y.no-move", "not a move; write a cell, such as c4, or swap")
NO_CELL = Phrase("y.no-cell", "outside the board; its corners are {corners:and}")
OCCUPIED = Phrase("y.occupied", "there is a {colour} stone")
WRONG_COUNT = Phrase("y.wrong-count", "no game leads to these stones, turn and swap")
LINKED_BEFORE = Phrase("y.linked-before", "the three sides are linked, not by the last move")
LINKED = Phrase("y.linked", "{winner} links the three sides")
CHAIN = Phrase("y.chain", "1 stone", many="a chain of {count}")
TOUCHING = Phrase("y.touching", "{stones}, touching {sides} of three sides")
SIDES = Phrase("y.sides", "Sides")
OF_THREE = Phrase("y.of-three", "{count} of 3")
SIDES_TIP = Phrase("y.sides-tip", "sides that {colour}'s best chain touches; all three win")
