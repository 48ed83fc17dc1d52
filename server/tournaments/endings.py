"""Why a tournament was cancelled or ended early: kept in English, said in any language."""

from __future__ import annotations

from boche.engine.message import Phrase

TOO_FEW = Phrase("tournament.too-few", "only {count} of at least {least} players came")
NO_PAIRS = Phrase(
    "tournament.no-pairs",
    "ended after round {round}: those who are left have met each other",
)
ALONE = Phrase("tournament.alone", "ended after round {round}: too few players are left")
CALLED_OFF = Phrase("tournament.called-off", "its maker called it off")
