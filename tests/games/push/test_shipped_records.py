"""All records and lessons that are shipped, against the slow rules."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from boche.engine.record import Node, load_all
from tests import ROOT
from tests.engine.games.boche.slow_rules import Slow as SlowBoche
from tests.engine.games.boku.slow_rules import Slow as SlowBoku
from tests.engine.games.che.slow_rules import Slow as SlowChe
from tests.engine.games.octi.slow_rules import Slow as SlowOcti

SLOW: dict[str, Any] = {
    "boche": SlowBoche, "che": SlowChe, "boku": SlowBoku, "octi": SlowOcti,
}  # fmt: skip
SHIPPED = sorted([*ROOT.glob("assets/records/*"), *ROOT.glob("assets/lessons/*/*.sgf")])


@pytest.mark.parametrize("path", SHIPPED[::4], ids=lambda path: path.name)
def test_shipped_records_end_as_the_slow_rules_say(path: Path) -> None:
    """Check sample records and lessons, with all their variations."""
    for record in load_all(path):
        start, slow = record.game.start(record.options), SLOW[record.game_name](**record.options)
        waiting: list[tuple[Node, Any, Any]] = [(record.root, start, slow)]
        while waiting:
            node, position, slow = waiting.pop()
            if node.move == "resign":
                continue
            if node.move is not None:
                text = str(position.parse(node.move))
                position, slow = position.play(text), copy.deepcopy(slow)
                slow.play(text)
                outcome = position.outcome
                ended = (outcome.winner, outcome.kind) if outcome else (None, "")
                assert (slow.winner, slow.kind, slow.turn) == (*ended, position.turn), text
            waiting += [(child, position, slow) for child in node.children]
