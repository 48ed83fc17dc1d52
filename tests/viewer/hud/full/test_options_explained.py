"""Options explained on the start screen: a sentence, and a board that demonstrates it."""

from __future__ import annotations

import pytest

from tests.viewer.hud.push import test_options_explained as push
from tests.viewer.hud.push.test_options_explained import OPTIONS


@pytest.mark.parametrize(("size", "scale"), [((1024, 640), 1.0), ((3840, 2160), 3.0)])
@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_explanation_never_lies_on_anything(
    game: str, option: str, size: tuple[int, int], scale: float
) -> None:
    push.test_an_explanation_never_lies_on_anything(game, option, size, scale)
