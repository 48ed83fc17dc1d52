"""What Octi's learned weights look at: pods, prongs, captures at hand and the way to the homes.

See ``engine.search.features``. All is seen from the side to move, and left and right are the same.
In the middle of a turn the pods that moved stand where they have come to, and those captured are
gone.

- A move (one step of a turn): its type with, in turn, the pod's prongs and the direction, the
  square, the pods that could capture it before and after, what it could capture, the way to the
  opponent's homes before and after, what stands next in its direction, and the race of both sides.
- A position: each pod's square and prongs, its way to a home and whether it is under attack; pairs
  of pods near each other; both sides' race to all three homes; pods and prongs left; the stage of
  the turn.
"""

from boche.engine.games.octi.features.moves import *
from boche.engine.games.octi.features.positions import *
from boche.engine.games.octi.features.view import *
