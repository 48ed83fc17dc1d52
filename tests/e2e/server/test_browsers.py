"""Games between people at real pages, in real browsers, on a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.server import whole
from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK, Account, Browsers

LATE = """
const ask = fetch;
let state = SEED;
const late = () => {
  state = (state * 48271) % 2147483647;
  return new Promise((done) => setTimeout(done, 150 * state / 2147483647));
};
window.fetch = async (...given) => {
  await late();
  const answer = await ask(...given);
  await late();
  return answer;
};
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    yield served.address
    served.end()


@pytest.fixture(scope="module")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    """Yield Ann's account at her own server, as guests are marked where there are accounts."""
    served = Served("--data", str(tmp_path_factory.mktemp("server of ann")))
    yield Account(served.address, tmp_path_factory.mktemp("ann"))
    served.end()


@pytest.fixture(scope="module")
def browsers(browser: Any) -> Iterator[Browsers]:
    made = Browsers(browser)
    yield made
    made.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page in its own browser context, closed with the test."""
    contexts = []

    def page(kind: dict[str, Any] = DESK) -> Any:
        contexts.append(browser.new_context(**{"reduced_motion": "reduce", **kind}))
        return contexts[-1].new_page()

    yield page
    for context in contexts:
        context.close()


WHOLE: dict[str, tuple[dict[str, Any], tuple[str, str], str, str]] = {
    "boche": ({"size": 3}, ("touch", "keys"), "e:b2", "d:a3 d:b1 b:b2 d:a2 d:c1 f:a2 c:a1"),
    "che": ({}, ("touch", "mouse"), "fl:0,0",
            "br:0,0 fl:-1,1+bl:0,1 fr:-2,1+br:0,2 bl:-1,2+fl:1,1 fr:1,0+fr:1,2 br:-1,3+br:1,-1 "
            "br:-3,1+bl:0,3"),
    "boku": ({}, ("keys", "touch"), "e5", "f5 f6 f4 e5 f3 f7 f8xf6 e6 f6 e7 f2"),
    "octi": ({"bases": 1}, ("mouse", "keys"), "37+c",
             "57+e 53+a 57-56 53-54 56-55 33+a 55-53x"),
}  # fmt: skip
"""For each game its options, how the two play, a move that is taken back, and all moves."""


@pytest.mark.parametrize("game", ["boche"])
def test_a_whole_game_with_all_that_belongs_to_it(
    browsers: Browsers, account: Account, game: str
) -> None:
    options, hows, first, moves = WHOLE[game]
    script = moves.split()
    played = whole.play(
        browsers, account, game, options, hows, first, lambda position: script[position.ply]
    )
    assert played == script


KINDS = {"desk": {"viewport": {"width": 1280, "height": 720}}, "low": DESK, "phone": whole.PHONE}
