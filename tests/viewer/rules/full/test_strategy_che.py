"""What the strategy of Che says of its defence, by search."""

from __future__ import annotations

from tests.engine.games.che.tactics import forcing, holding, lost, threats
from tests.viewer.rules.test_strategy_che import apart, plays


def test_the_defence_holds_and_the_other_does_not() -> None:
    good, bad = plays("defence")
    attacked = good[3]
    assert [len(cells) for cells in threats(attacked, "light")] == [1]
    answers = list(holding(attacked))
    holds = [a for a in answers if next(forcing(attacked.play(a)), None) is None]
    assert (len(attacked.legal_moves()), len(answers), len(holds)) == (192, 12, 5)
    assert good[-1] in [attacked.play(a) for a in holds]
    assert apart(bad[-1], "light") == 3
    assert lost(bad[-1])
