"""The user's own page: the rating as a graph, the openings with their results, the mistakes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.hud.dialogs.own_page_model import OwnGame, OwnPage
from boche.viewer.hud.widgets.items import Stroke
from boche.viewer.storage.library import OpeningLine
from boche.viewer.storage.own_ratings import RatedGame
from tests.viewer.hud.dialog_user import DialogUser
from tests.viewer.hud.test_hud_layout import check_page

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
EMPTY = OwnGame("No rating yet.", (), ())
WINDOWS = [((1280, 720), 1.0), ((500, 850), 1.0), ((640, 400), 1.0), ((3840, 2160), 3.0)]


def known(games: int, openings: int) -> OwnGame:
    latest = [RatedGame(BEGUN + timedelta(days=n), 1000, (n % 3) / 2, 900 + 7 * n % 50)
              for n in range(games)]  # fmt: skip
    lines = [OpeningLine(f"c:a{n} a:b{n}", 6, 3, 1, 2) for n in range(openings)]
    return OwnGame("Your rating: 950 ± 60, from many games.", latest, lines)


class Reader(DialogUser):
    """A user who looks at the page of Boche; nothing is known of the other games."""

    def __init__(self, own: OwnGame) -> None:
        self.gone: list[str] = []
        self.page = OwnPage("boche", list(GAMES), lambda game: own if game == "boche" else EMPTY,
                            ["3 mistakes (?)"], lambda: self.gone.append("library"))  # fmt: skip
        super().__init__(self.page.form)


def test_it_shows_rating_openings_and_mistakes() -> None:
    user = Reader(known(12, 3))
    words = user.words
    assert {"Rating", "2026-01-01", "2026-01-12", "c:a1 a:b1", "3 mistakes (?)"} <= set(words)
    assert "18 games of yours in the library" in words
    strokes = [each for each in user.look().boxes if isinstance(each, Stroke)]
    assert len(strokes) >= 11, "a line from each game to the next one"
    tips = [hit.tip for hit in user.look().hits]
    assert any("won against 1000" in tip for tip in tips)
    assert any("lost to 1000" in tip for tip in tips)


@pytest.mark.parametrize(
    ("ratings", "named"),
    [
        ((900, 947, 910), ["highest 947", "lowest 900"]),
        ((900, 902), ["highest 902", "lowest 900"]),
        ((900,), ["rating 900"]),
    ],
)
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_each_rating_beside_the_graph_is_named(
    ratings: tuple[int, ...], named: list[str], size: tuple[int, int], scale: float
) -> None:
    latest = [RatedGame(BEGUN + timedelta(days=n), 1000, 1.0, rating)
              for n, rating in enumerate(ratings)]  # fmt: skip
    user = Reader(OwnGame("Your rating: 900 ± 60.", latest, ()))
    page = user.look(size, scale)
    texts = {text.text: text for text in page.texts}
    assert [each for each in texts if each.split()[-1] in map(str, ratings)] == named
    heights = [texts[each].y for each in named]
    assert all(b - a >= texts[named[0]].size for a, b in pairwise(heights)), "none covers another"


def test_another_game_is_chosen_by_keys_and_may_be_empty() -> None:
    user = Reader(known(12, 3)).keys("Right")
    words = " ".join(user.words)
    assert "No rating yet." in words
    assert "No game of yours" in words
    user.keys("Left")
    assert "c:a1 a:b1" in user.words


def test_many_openings_scroll() -> None:
    user = Reader(known(12, 99))
    assert "c:a98 a:b98" not in user.words
    user.keys(*["PageDown"] * 12)
    assert "c:a98 a:b98" in user.words


def test_it_leads_to_the_library_and_closes() -> None:
    user = Reader(known(1, 1)).keys("Enter")
    assert (user.form.closed, user.gone) == (True, [])
    user = Reader(known(1, 1))
    user.form.press("library")
    assert user.gone == ["library"]


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize(("games", "openings"), [(0, 0), (1, 1), (300, 99)])
def test_it_fits_into_any_window(
    size: tuple[int, int], scale: float, games: int, openings: int
) -> None:
    user = Reader(known(games, openings))
    check_page(user.look(size, scale), user.hud.areas.window)
