"""Common behaviour of all games' positions, checked for each game."""

from __future__ import annotations

import copy
import itertools
import pickle
import random

import pytest

from boche.engine.errors import IllegalMoveError, OptionError
from boche.engine.game import Game, Outcome, side_of
from boche.engine.games.che import encoding as che_encoding
from boche.engine.games.octi import encoding as octi_encoding
from boche.engine.games.registry import GAMES
from boche.engine.message import Phrase
from boche.engine.position import exchanged

games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@games
def test_only_a_colour_of_the_game_resigns(game: Game) -> None:
    one, two = game.colours
    with pytest.raises(OptionError, match=rf"^resign: unknown colour 'red' \({one} or {two}\)$"):
        game.new().resign("red")
    for loser, winner in ((one, two), (two, one)):
        end = game.new().resign(loser)
        assert end.outcome == Outcome(winner, f"{loser} resigned", "resignation")
        assert end.turn == one
        with pytest.raises(IllegalMoveError, match=f"^resign: the game is over, {loser} resigned$"):
            end.resign()
        with pytest.raises(OptionError, match="unknown colour 'red'"):
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


COPIES = {
    "pickle": lambda each: pickle.loads(pickle.dumps(each)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", COPIES)
@games
def test_a_copied_position_is_equal_and_plays_on(game: Game, way: str) -> None:
    chance = random.Random(5)
    position, read = game.new(), COPIES[way](game.new())
    for _ in range(12):
        assert (read, hash(read), repr(read)) == (position, hash(position), repr(position))
        assert (read.outcome, dict(read.options)) == (position.outcome, dict(position.options))
        assert read.text_board() == position.text_board()
        assert read.facts() == position.facts()
        with pytest.raises(TypeError):
            read.options["size"] = 3
        if position.outcome is not None:
            break
        move = position.random_move(chance)
        read, position = COPIES[way](read).play(move), position.play(move)
    end = position if position.outcome is not None else position.resign()
    assert COPIES[way](end) == end
    assert COPIES[way](end).outcome == end.outcome


def test_options_come_along() -> None:
    for position in (
        GAMES["boche"].new(size=3, kill=0),
        GAMES["che"].new(num_tiles=5),
        GAMES["octi"].new(bases=1, wrap=True),
    ):
        read = pickle.loads(pickle.dumps(position))
        move = position.random_move(random.Random(1))
        assert read.play(move) == position.play(move) != position.game.new().play(move)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("encoding", [che_encoding, octi_encoding])
def test_the_middle_of_a_move_can_be_copied(encoding, way: str) -> None:
    chance = random.Random(3)
    at = encoding.searchable(GAMES[encoding.__name__.split(".")[-2]].new())
    for _ in range(25):
        read = COPIES[way](at)
        assert (read, hash(read), read.legal_moves()) == (at, hash(at), at.legal_moves())
        if at.outcome is not None:
            break
        at = at.play(chance.choice(at.legal_moves()))


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
    text = "{winner}'s path outshines delight: a {loser} group, darkly"
    outcome = Outcome("light", Phrase("k", text)(winner="light", loser="dark"), "path")
    found = exchanged(outcome, ("light", "dark"))
    assert found == Outcome("dark", "dark's path outshines delight: a light group, darkly", "path")
    assert exchanged(found, ("light", "dark")) == outcome
    reason = Phrase("k", "a draw: {player} has no marble left to play")(player="black")
    draw = Outcome(None, reason, "draw")
    assert exchanged(draw, ("black", "white")).winner is None


def test_a_side_is_a_number() -> None:
    assert [side_of(colour, ("black", "white")) for colour in ("black", "white")] == [0, 1]
    with pytest.raises(OptionError, match=r"^unknown colour 'light' \(black or white\)$"):
        side_of("light", ("black", "white"))
