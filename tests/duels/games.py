"""The games and their duels."""

from __future__ import annotations

from tests.duels.boche import Boche
from tests.duels.boku import Boku
from tests.duels.che import Che
from tests.duels.duel import Duel
from tests.duels.octi import Octi

# Maximum number of plies of a game.
DUELS: dict[str, tuple[type[Duel], int]] = {
    "boche": (Boche, 2000),
    "che": (Che, 60),
    "boku": (Boku, 400),
    "octi": (Octi, 150),
}
