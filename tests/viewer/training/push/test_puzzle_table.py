"""Puzzles at the table: solved through several moves, rated, one a day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.games.registry import GAMES
from boche.engine.glicko2 import Rating
from boche.engine.puzzles import Puzzle, puzzles
from boche.engine.puzzles.standing import Score, Standing, streak
from boche.engine.record.marks import marks_of
from boche.viewer.session import Seat, Session
from boche.viewer.training.courses import load_results, training_file
from boche.viewer.training.session import TrainingSession
from tests.viewer.training.made import made_puzzles, wrong_move
from tests.viewer.training.trainee import Trainee, with_mistake

every_game = pytest.mark.parametrize("game", GAMES)
MODULE = "boche.viewer.window.records.training"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every game two puzzles: today's is the one of two moves."""
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    monkeypatch.setattr(f"{MODULE}.puzzles", made_puzzles)
    monkeypatch.setattr(f"{MODULE}.daily", lambda day, game: made_puzzles(game)[1])
    return tmp_path


def todays(game: str) -> Trainee:
    trainee = Trainee(Session.new(game))
    trainee.press("Ctrl+Shift+U")
    trainee.wait()
    return trainee


@pytest.mark.parametrize("begins", ["todays", "a mistake"])
def test_who_has_looked_back_chooses_places_again_at_the_exercise(begins: str) -> None:
    trainee = todays("boku") if begins == "todays" else with_mistake("boku")
    if begins != "todays":
        trainee.press("Ctrl+Shift+M")
        trainee.wait()
    assert trainee.state.phase == "asks"
    trainee.press("Home")
    assert "End goes back to the exercise" in trainee.status
    trainee.press("Up")
    assert "End goes back to the exercise" in trainee.status
    trainee.press("End", "Right")
    assert trainee.controller.table.selection.target
    moves = len(trainee.state.moves)
    trainee.press("Enter")
    assert len(trainee.state.moves) > moves, "Enter plays what an arrow has chosen"


@every_game
def test_a_puzzle_is_solved_against_the_defence(game: str) -> None:
    trainee = todays(game)
    assert trainee.state.exercise.title == "Today's puzzle"
    first, reply, _ = trainee.state.exercise.solution(trainee.state.place)
    before = trainee.position.ply
    assert trainee.play(first)
    assert trainee.state.phase == "reply"
    trainee.wait()
    assert trainee.position.ply == before + 2, "the reply is played"
    assert trainee.training.cursor.moves[-1] == reply
    assert trainee.state.phase == "asks"
    assert trainee.play(trainee.state.exercise.solution(trainee.state.place)[0])
    assert trainee.state.phase == "done"
    assert "Your puzzle rating" in trainee.state.noted
    standing = load_results()[0].standings[game]
    assert (standing.solved, standing.tried) == (1, 1)
    assert standing.rating.value > 1500.0


@every_game
def test_a_wrong_move_costs_rating_once_and_can_be_tried_again(game: str) -> None:
    trainee = todays(game)
    trainee.play(trainee.state.exercise.solution(trainee.state.place)[0])
    trainee.wait()
    asked, wrong = trainee.position, wrong_move(made_puzzles(game)[1])
    assert trainee.play(wrong)
    assert trainee.state.quality == "wrong"
    lost = load_results()[0].standings[game].rating.value
    assert lost < 1500.0
    trainee.wait()
    assert trainee.position.ply == asked.ply + 2, "its refutation is on the board"
    trainee.press("Enter")
    assert trainee.position == asked
    trainee.play(wrong)
    trainee.press("R")
    assert trainee.play(trainee.state.exercise.solution(trainee.state.place)[0])
    assert trainee.state.phase == "done"
    assert load_results()[0].standings[game].rating.value == lost


@every_game
def test_a_move_that_is_not_listed_is_wrong_and_searched_for_its_refutation(game: str) -> None:
    trainee = todays(game)
    known = {child.move for child in made_puzzles(game)[1].node.children}
    move = next(str(m) for m in trainee.position.legal_moves()[::-1] if str(m) not in known)
    before = trainee.position.ply
    assert trainee.play(move)
    assert (trainee.state.phase, trainee.state.quality) == ("judging", "wrong")
    assert load_results()[0].standings[game].rating.value < 1500.0
    trainee.search_says(0.9)
    trainee.wait()
    assert trainee.state.phase == "wrong"
    assert trainee.position.ply == before + 2
    trainee.press("Enter")
    assert trainee.position.ply == before


@every_game
def test_hints_cost_rating(game: str) -> None:
    gains = []
    for hints in range(3):
        trainee = todays(game)
        for _ in range(hints):
            trainee.press("I")
        if hints == 2:
            trainee.press("Enter")
        else:
            trainee.play(trainee.state.exercise.solution(trainee.state.place)[0])
        trainee.wait()
        trainee.play(trainee.state.exercise.solution(trainee.state.place)[0])
        assert trainee.state.phase == "done"
        gains.append(load_results()[0].standings[game].rating.value)
        training_file().unlink()
    assert gains[0] > gains[1] >= gains[2]
    assert game == "boku" or gains[1] > gains[2]


@every_game
def test_the_next_puzzle_follows_with_enter(game: str) -> None:
    trainee = todays(game)
    trainee.press("Shift+I")
    trainee.wait()
    trainee.press("Enter")
    trainee.wait()
    assert trainee.state.exercise.puzzle.id == f"{game}-0001"  # type: ignore[attr-defined]
    trainee.press("Escape")
    assert not isinstance(trainee.user.session, TrainingSession)
    assert "0 of 1 puzzle" in trainee.status


@every_game
def test_a_puzzle_solved_again_is_practice(game: str) -> None:
    for _ in range(2):
        trainee = todays(game)
        trainee.press("Shift+I")
    assert "Practice only" in trainee.state.noted
    assert load_results()[0].standings[game].tried == 1


def test_the_page_of_puzzles_offers_both() -> None:
    trainee = Trainee(Session.new("boku"))
    trainee.press("Ctrl+U")
    form = trainee.user.form
    assert "Your puzzle rating: 1500" in form.text
    assert "Streak: 0 days" in form.text
    trainee.user.set("game", "octi")
    trainee.user.key("Enter")
    assert trainee.training.record.game_name == "octi"
    trainee.press("Escape")
    trainee.press("Ctrl+U")
    trainee.user.set("puzzle", "today")
    assert trainee.state.exercise.title == "Today's puzzle"


def test_a_day_with_a_puzzle_counts() -> None:
    trainee = todays("boku")
    for _ in range(2):
        trainee.play(trainee.state.exercise.solution(trainee.state.place)[0])
        trainee.wait()
    trainee.press("Escape", "Ctrl+U")
    assert "Streak: 1 day." in trainee.user.form.text
    assert "Today's puzzle (solved)" in [label for _, label in trainee.user.form.fields[1].choices]


def test_a_puzzle_that_was_only_tried_makes_no_day() -> None:
    trainee = todays("boku")
    trainee.press("Shift+I", "Escape", "Ctrl+U")
    assert "Streak: 0 days." in trainee.user.form.text
    assert "Today's puzzle (tried)" in [label for _, label in trainee.user.form.fields[1].choices]


@pytest.mark.parametrize("game", ["boche", "che", "boku"])
def test_hints_lead_to_the_move_without_choosing_a_piece(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{MODULE}.puzzles", puzzles)
    for puzzle in puzzles(game)[:6]:
        monkeypatch.setattr(f"{MODULE}.daily", lambda day, game, it=puzzle: it)
        trainee = todays(game)
        move = trainee.state.exercise.solution(trainee.state.place)[0]
        trainee.press("I")
        table = trainee.controller.table
        assert table.selection.target is None, "no piece is chosen that may be wrong"
        places = {mark.place for mark in marks_of(table.session.cursor.node)}
        assert any(place.partition("/")[0] in move for place in places)
        trainee.press("Enter")
        assert trainee.state.phase == "asks", "nothing is played by accident"
        trainee.press("I")
        assert move in trainee.state.answer
        trainee.press("Enter")
        assert trainee.training.cursor.moves[-1] == move
        trainee.press("Escape")


def test_a_hint_in_boche_marks_where_the_cube_goes_not_the_cube_below_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    levels = set()
    for puzzle in puzzles("boche")[:12]:
        monkeypatch.setattr(f"{MODULE}.daily", lambda day, game, it=puzzle: it)
        trainee = todays("boche")
        column = trainee.state.exercise.solution(trainee.state.place)[0].partition(":")[2]
        trainee.press("I")
        table = trainee.controller.table
        below = [cube for cube in table.position.facts()["cubes"] if cube["cell"] == column]
        wanted = f"{column}/{len(below)}" if below else column
        assert [mark.place for mark in marks_of(table.session.cursor.node)] == [wanted]
        assert column in trainee.state.answer
        assert "/" not in trainee.state.answer
        levels.add(len(below))
        trainee.press("Escape")
    assert max(levels) > 0


def test_a_hint_in_boku_does_not_give_the_move_away() -> None:
    trainee = todays("boku")
    trainee.press("I")
    marked = marks_of(trainee.controller.table.session.cursor.node)
    assert len(marked) == 6
    assert trainee.state.exercise.solution(trainee.state.place)[0] not in trainee.state.answer


def test_a_hint_after_a_begun_move_shows_it_from_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(f"{MODULE}.daily", lambda day, game: puzzles(game)[0])
    trainee = todays("che")
    table = trainee.controller.table
    table.selection.choose(next(iter(table.selection.targets())))
    table.selection.take()
    assert table.selection.beginning
    move = trainee.state.exercise.solution(trainee.state.place)[0]
    trainee.press("I", "I", "Enter")
    assert trainee.training.cursor.moves[-1] == move


def test_the_heading_follows_the_rating() -> None:
    trainee = todays("boku")
    assert trainee.state.heading == "your puzzle rating 1500"
    trainee.press("Shift+I")
    value = load_results()[0].standings["boku"].rating.value
    assert trainee.state.heading == f"your puzzle rating {value:.0f}" != "your puzzle rating 1500"


@given(st.integers(100, 4000), st.floats(0, 3000), st.floats(30, 250), st.integers(0, 2))
def test_no_answer_moves_a_rating_far_and_a_hint_never_costs(
    puzzle: int, value: float, deviation: float, hints: int
) -> None:
    before = Standing(Rating(value, deviation))
    now = datetime(2026, 11, 25, tzinfo=UTC)
    missed, alone, helped = (
        before.after(puzzle, score, now).rating.value - value
        for score in (Score(hints, True), Score(0, False), Score(1, False))
    )
    assert -150.01 < missed <= 0.0 <= helped <= alone < 150.01


def test_the_start_screen_leads_to_the_puzzle_and_the_mistakes() -> None:
    trainee = Trainee(Session.new("boku"))
    form = trainee.user.new()
    (go_on,) = [field for field in form.fields if field.name == "go on"]
    kinds = {choice.kind: choice for choice, _ in go_on.choices}
    assert kinds["puzzle"].label == "Today's puzzle"
    assert "due" not in kinds
    trainee.user.set("go on", kinds["puzzle"])
    assert isinstance(trainee.user.session, TrainingSession)


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{MODULE}.puzzles", lambda game: ())
    trainee = Trainee(Session.new("boku"))
    trainee.press("Ctrl+U")
    assert trainee.status == "there are no puzzles"
    trainee.press("Ctrl+Shift+U")
    assert trainee.status == "there are no puzzles for Boku yet"


def test_the_streak_ends_with_a_day_off() -> None:
    today = date(2026, 11, 25)
    days = frozenset(today - timedelta(days=ago) for ago in (1, 2, 3, 5))
    assert streak(days, today) == 3
    assert streak(days | {today}, today) == 4
    assert streak(days, today + timedelta(days=1)) == 0


def against_a_level(moves: int) -> Trainee:
    """Return a user in a game of Boku against level 1, after some moves."""
    session = Session.new("boku", seats={"white": Seat("Ann"), "black": Seat("", "1")})
    for move in ("e5", "f5")[:moves]:
        session.play(move)
    return Trainee(session)


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_the_game_against_a_level_comes_back_with_its_players(moves: int) -> None:
    trainee = against_a_level(moves)
    before = trainee.user.session
    seats = dict(before.seats)
    trainee.press("Ctrl+Shift+U")
    trainee.wait(1.0)
    trainee.press("Escape")
    assert trainee.user.session is before
    assert dict(before.seats) == seats
    trainee.wait()
    due = before.turn if before.seats[before.turn].player else ""
    assert trainee.user.assistant.analysis().waiting == due, "the computer waits"


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_another_game_takes_the_place_of_the_one_before_the_exercise(moves: int) -> None:
    trainee = against_a_level(moves)
    before = trainee.user.session
    trainee.press("Ctrl+Shift+U")
    trainee.user.exchange.replace_with(Session.new("octi"))
    if moves and trainee.user.asked:
        assert trainee.user.session is before, "it is asked about, as without the exercise"
        trainee.user.answer("leave")
    assert trainee.user.session.record.game_name == "octi"


def test_a_game_without_puzzles_offers_the_others_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    def some(game: str) -> tuple[Puzzle, ...]:
        return () if game == "octi" else made_puzzles(game)

    monkeypatch.setattr(f"{MODULE}.puzzles", some)
    trainee = Trainee(Session.new("octi"))
    trainee.press("Ctrl+U")
    assert "no puzzles for Octi yet" in trainee.user.form.text


def test_a_new_game_after_a_puzzle_has_none_of_its_options() -> None:
    trainee = Trainee(Session.new("che"))
    usual = trainee.user.session.record.options
    trainee.user.training.solve_todays("che")
    assert trainee.user.session.record.options != usual
    trainee.user.new()
    values = {field.name: field.value for field in trainee.user.form.fields}
    assert {name: values[name] for name in usual} == dict(usual)
