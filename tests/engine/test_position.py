"""What the positions of all games share, held to each of them."""

from __future__ import annotations

import itertools

import pytest

from engine.errors import IllegalMoveError, OptionError
from engine.game import Game, Outcome, side_of
from engine.games import GAMES
from engine.position import exchanged

games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@games
def test_only_a_colour_of_the_game_resigns(game: Game) -> None:
    one, two = game.colours
    with pytest.raises(OptionError, match=rf"^resign: no colour 'red' \({one} or {two}\)$"):
        game.new().resign("red")
    for loser, winner in ((one, two), (two, one)):
        end = game.new().resign(loser)
        assert end.outcome == Outcome(winner, f"{loser} resigned", "resignation")
        assert end.turn == one
        with pytest.raises(IllegalMoveError, match=f"^resign: the game is over, {loser} resigned$"):
            end.resign()
        with pytest.raises(OptionError, match="no colour 'red'"):
            end.resign("red")


@games
def test_after_the_end_nothing_is_played(game: Game) -> None:
    start = game.new()
    step = start.steps()[0]
    while step.move is None:
        step = start.steps(step.text)[0]
    end = start.resign()
    with pytest.raises(IllegalMoveError, match=r": the game is over, \w+ resigned$"):
        end.play(step.move)
    assert start.outcome is None
    assert start == game.new() != end
    assert hash(start) == hash(game.new())
    assert repr(end) == repr(start).replace(f"{start.turn} to move", f"{start.turn} resigned")


def test_positions_of_different_games_differ() -> None:
    starts = [game.new() for game in GAMES.values()]
    assert not any(one == two for one, two in itertools.combinations(starts, 2))


@games
def test_a_position_knows_its_game_and_its_options_cannot_be_changed(game: Game) -> None:
    position = game.new()
    assert position.game is game
    with pytest.raises(TypeError):
        position.options["size"] = 3  # type: ignore[index]


def test_colours_are_exchanged_as_words() -> None:
    outcome = Outcome("light", "light's path outshines delight: a dark group, darkly", "path")
    found = exchanged(outcome, ("light", "dark"))
    assert found == Outcome("dark", "dark's path outshines delight: a light group, darkly", "path")
    assert exchanged(found, ("light", "dark")) == outcome
    draw = Outcome(None, "a draw: black has no marble left to play", "draw")
    assert exchanged(draw, ("black", "white")).winner is None


def test_a_side_is_a_number() -> None:
    assert [side_of(colour, ("black", "white")) for colour in ("black", "white")] == [0, 1]
    with pytest.raises(OptionError, match=r"^no colour 'light' \(black or white\)$"):
        side_of("light", ("black", "white"))
