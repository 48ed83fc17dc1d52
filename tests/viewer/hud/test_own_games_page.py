"""The page of one's online games, by keys and clicks."""

from __future__ import annotations

from boche.viewer.hud.dialogs.own_games_model import GameRow, OwnGamesActions, OwnGamesForm
from tests.viewer.hud.dialog_user import DialogUser


def rows_of(count: int) -> list[GameRow]:
    return [
        GameRow(n, f"Boche against player {n}", "Your move" if n < 3 else f"player {n} to move",
                f"move 3, board {n}", f"{n} days left", n < 3, f"record {n}")
        for n in range(1, count + 1)
    ]  # fmt: skip


class Player(DialogUser):
    """A user who looks through their games, and what they wished for."""

    def __init__(self, count: int) -> None:
        self.wished: list[object] = []
        wish = self.wished.append
        self.page = OwnGamesForm(
            "https://play.example",
            OwnGamesActions(
                wish, lambda: wish("next"), lambda: wish("again"), lambda: wish("others")
            ),
        )
        self.page.show(rows_of(count))
        super().__init__(self.page.form)

    @property
    def chosen(self) -> int:
        value: GameRow = self.form.fields[0].value
        return value.board

    def click(self, text: str) -> None:
        """Click on a text."""
        page = self.look()
        spot = next(each for each in page.texts if each.text == text)
        x = spot.x - 2 if spot.align == "right" else spot.x + 2
        self.hud.pressed("left", x, spot.y, 0.0)
        self.hud.released("left", x, spot.y, 0.1)


def test_enter_and_a_click_open_a_game() -> None:
    player = Player(4)
    player.keys("Enter", "Down", "Enter")
    player.click("player 4 to move")
    assert player.wished == [1, 2, 4]
    assert not player.form.closed


def test_keys_and_buttons_for_the_next_game_and_to_refresh() -> None:
    player = Player(4)
    player.keys("J", "F5")
    player.click("Next game")
    player.click("Refresh")
    player.click("Play online")
    assert player.wished == ["next", "again", "next", "again", "others"]
    assert player.form.closed
    other = Player(2).keys("Escape")
    assert other.form.cancelled


def test_all_games_are_reached_by_keys_and_by_the_wheel() -> None:
    player = Player(30)
    player.keys("Up")
    assert player.chosen == 1
    player.keys("PageDown", "PageDown", "PageDown", "Down")
    assert player.chosen == 30
    assert "Boche against player 30" in player.words
    assert "Boche against player 1" not in player.words
    spot = next(each for each in player.look().texts if each.text == "Boche against player 30")
    for _ in range(20):
        player.hud.wheel(1.0, spot.x, spot.y, 0.0)
    assert "Boche against player 1" in player.words
    player.keys("Tab", "Enter")
    assert player.wished == [30], "Tab leaves the list for its buttons"


def test_the_chosen_game_stays_chosen_when_the_list_changes() -> None:
    player = Player(4).keys("Down", "Down")
    assert player.page.show(rows_of(6)[::-1])
    assert player.chosen == 3
    assert not player.page.show(rows_of(6)[::-1]), "nothing has changed"
    player.page.show(rows_of(1))
    assert player.chosen == 1
    player.page.show([])
    assert player.form.buttons[0][:2] == ("others", "Play online")
    player.keys("Enter")
    assert player.wished == ["others"]


def test_what_is_said_below_the_list() -> None:
    assert Player(0).page.status == "0 games, none waiting for you"
    assert Player(1).page.status == "1 game, 1 waits for you"
    assert Player(7).page.status == "7 games, 2 wait for you"
    player = Player(2)
    player.form.problem = "cannot reach https://play.example: Connection refused"
    assert player.form.problem in player.words
