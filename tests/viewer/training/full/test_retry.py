"""Retrying one's mistakes: judged by the kept analysis or a search, and never stuck."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record import Node, Record
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, evaluation_of, keep_evaluation
from boche.engine.record.marks import marks_of
from boche.engine.record.times import set_control
from boche.engine.time_control import TimeControl
from boche.viewer.session import Seat, Session
from boche.viewer.training.courses import load_results
from boche.viewer.training.session import TrainingSession
from tests.viewer.training.made import blundered
from tests.viewer.training.trainee import Trainee, with_mistake

every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    return tmp_path


def kept_moves(game: str) -> list[str]:
    """Return the best move, an equal one, a weaker one, and one with too few visits."""
    _, node = blundered(game)
    assert node.parent is not None
    kept = evaluation_of(node.parent)
    assert kept is not None
    return [line.moves[0] for line in kept.lines]


def begun(game: str) -> Trainee:
    trainee = with_mistake(game)
    trainee.press("Ctrl+Shift+M")
    return trainee


@every_game
def test_the_move_that_led_there_comes_first(game: str) -> None:
    trainee = begun(game)
    before = trainee.position.ply
    assert trainee.state.phase == "arrives"
    trainee.wait()
    assert trainee.state.phase == "asks"
    assert trainee.position.ply == before + 1
    assert trainee.training.cursor.node is trainee.training.cursor.line[-1]
    assert "60 points" in trainee.state.exercise.task
    assert "90% to 30%" in trainee.state.exercise.task


@every_game
def test_the_best_move_and_one_as_good_are_right(game: str) -> None:
    best, equal, _, _ = kept_moves(game)
    for move in (best, equal):
        trainee = begun(game)
        trainee.wait()
        assert trainee.play(move)
        assert (trainee.state.phase, trainee.state.quality) == ("done", "right"), move
        assert move in trainee.state.answer


@every_game
def test_a_weaker_move_says_what_it_costs(game: str) -> None:
    trainee, weaker = begun(game), kept_moves(game)[2]
    trainee.wait()
    assert trainee.play(weaker)
    assert (trainee.state.phase, trainee.state.quality) == ("wrong", "weaker")
    assert "costs 7 points (90% to 83%)" in trainee.state.answer


@every_game
def test_the_refutation_is_played_out_and_taken_back(game: str) -> None:
    trainee = begun(game)
    trainee.wait()
    asked = trainee.position
    played = trainee.state.exercise.played  # type: ignore[attr-defined]
    assert trainee.play(played)
    assert (trainee.state.phase, trainee.state.quality) == ("wrong", "wrong")
    assert "the move of the game" in trainee.state.answer
    trainee.wait()
    assert trainee.position.ply == asked.ply + 2, "its refutation is on the board"
    trainee.press("Enter")
    assert trainee.position == asked
    assert trainee.state.phase == "asks"


@every_game
def test_an_unknown_move_is_searched(game: str) -> None:
    for share, quality in ((0.105, "right"), (0.17, "weaker"), (0.8, "wrong")):
        trainee, unknown = begun(game), kept_moves(game)[3]
        trainee.wait()
        assert trainee.play(unknown)
        assert trainee.state.phase == "judging"
        assert "is being searched now" in trainee.state.answer
        trainee.search_says(share)
        assert trainee.state.quality == quality, trainee.state.answer


def test_a_search_that_fails_takes_the_move_back() -> None:
    trainee = begun("boku")
    trainee.wait()
    trainee.play(kept_moves("boku")[3])
    trainee.training.cannot_judge("no search here")
    assert trainee.state.phase == "asks"
    assert "no search here" in trainee.state.answer
    assert not trainee.state.missed


@every_game
def test_hints_show_first_where_then_what(game: str) -> None:
    trainee, best = begun(game), kept_moves(game)[0]
    trainee.press("I")
    marked = {mark.place for mark in marks_of(trainee.training.cursor.node)}
    columns = {place.partition("/")[0] for place in marked}  # of Boche's nests, without the level
    assert any(column in best for column in columns)
    # In Boku a cell is the whole move.
    told = "one of the 6 places" if game == "boku" else f"begins at {min(columns)}, marked"
    assert told in trainee.state.answer
    trainee.press("I")
    assert best in trainee.state.answer
    trainee.press("Enter")
    assert trainee.state.quality is None, "it was shown"
    assert trainee.state.score == (2, False)


@every_game
def test_the_solution_is_shown_and_counts_as_missed(game: str) -> None:
    trainee = begun(game)
    trainee.press("Shift+I")
    assert trainee.state.phase == "done"
    assert trainee.state.missed
    trainee.wait()
    assert trainee.training.cursor.moves[-1] == kept_moves(game)[0], "no reply hides it"
    assert "tomorrow" in trainee.state.noted


@every_game
def test_the_game_comes_back(game: str) -> None:
    trainee = with_mistake(game)
    before = trainee.user.session
    trainee.press("Ctrl+Shift+M")
    trainee.wait()
    trainee.press("Escape")
    assert trainee.user.session is before
    trainee.wait(1.0)
    trainee.press("Ctrl+Shift+M", "Shift+I", "Enter")
    assert trainee.user.session is before, "after the last exercise"
    assert "0 of 1 exercise right" in trainee.status


def test_what_is_needed_first_is_said() -> None:
    trainee = Trainee(Session.new())
    trainee.press("Ctrl+Shift+M")
    assert "Ctrl+I" in trainee.status
    record, node = blundered("boku")
    keep_evaluation(node, None)
    trainee = Trainee(Session(record))
    trainee.wait(1.0)
    trainee.press("Ctrl+Shift+M")
    assert "no mistake" in trainee.status


def test_computers_mistakes_are_not_one_s_own() -> None:
    trainee = with_mistake("boku")
    session = trainee.user.session
    (mistake,) = trainee.user.assistant.mistakes.values()
    session.seats.seat(mistake.colour, Seat(player="3"))
    trainee.press("Ctrl+Shift+M")
    assert "no mistake of yours" in trainee.status


def test_of_two_people_it_is_asked_whose() -> None:
    record, node = blundered("boku")
    position = record.position(node)
    best, bad = (str(move) for move in position.legal_moves()[-2:])
    shares = dict.fromkeys(record.game.colours, 0.3) | {position.turn: 0.7}
    keep_evaluation(node, KeptEvaluation(shares, None, 9000, 0.0, (KeptLine((best,), 0.7, 900),)))
    child = node.add(bad)
    keep_evaluation(child, KeptEvaluation(dict.fromkeys(shares, 0.5), None, 9000, 0.0,
                                          (KeptLine((best,), 0.5, 900),)))  # fmt: skip
    trainee = Trainee(Session(record))
    trainee.user.session.cursor.last()
    trainee.wait(1.0)
    trainee.press("Ctrl+Shift+M")
    assert trainee.user.asked == "Whose mistakes?"
    trainee.press("Down", "Down", "Enter")
    assert trainee.state.heading == "1 of 2"
    trainee.press("Escape", "Ctrl+Shift+M")
    trainee.wait(1.0)
    trainee.press("Ctrl+Shift+M", "Enter")
    assert trainee.state.heading == "1 of 1"


@every_game
def test_a_mistake_becomes_a_card_of_its_own(game: str) -> None:
    trainee = begun(game)
    (card,) = load_results()[0].cards.values()
    trainee.wait()
    assert card.exercise.record.moves() == trainee.training.record.moves()
    assert card.reviewed is None
    trainee.play(kept_moves(game)[0])
    (card,) = load_results()[0].cards.values()
    assert card.reviewed is not None
    assert "It comes back in" in trainee.state.noted
    assert trainee.user.training.due() == 0


@every_game
def test_due_mistakes_are_reviewed_without_their_game(game: str) -> None:
    begun(game)
    other = Trainee(Session.new())
    assert other.user.training.due() == 1
    other.user.training.review()
    other.wait()
    assert other.play(kept_moves(game)[0])
    assert other.state.quality == "right"
    assert other.user.training.due() == 0


@every_game
def test_every_key_leaves_a_way_on(game: str) -> None:
    """Whatever the phase, Enter, R and Escape lead on, back or out."""
    moves = kept_moves(game)
    for tries in ([], [moves[2]], [moves[3]], [moves[0]]):
        trainee = begun(game)
        trainee.wait()
        for move in tries:
            trainee.play(move)
        trainee.press("R")
        trainee.wait()
        assert trainee.state.phase == "asks"
        trainee.press("Shift+I", "Enter")
        assert not isinstance(trainee.user.session, TrainingSession)


def test_no_computer_helps_or_plays() -> None:
    trainee = begun("boku")
    trainee.wait()
    for name in ("V", "Ctrl+I", "W", "Ctrl+R", "Shift+N"):
        trainee.press(name)
        assert trainee.status, name
        assert trainee.user.thinker.job is None, name
    assert trainee.state.phase == "asks"


@pytest.mark.parametrize("before", [0, 1])
@every_game
def test_a_game_from_a_set_up_position_is_retried_from_there(game: str, before: int) -> None:
    record, node = from_there(game, before)
    set_control(record, TimeControl.parse("5+3"))
    session = Session(record)
    session.cursor.go(node)
    trainee = Trainee(session)
    trainee.wait(1.0)
    trainee.press("Ctrl+Shift+M")
    trainee.wait()
    assert node.parent is not None
    assert trainee.state.phase == "asks", trainee.status
    assert trainee.position == record.position(node.parent)
    assert trainee.training.clock.control is None, "an exercise takes no time"
    assert trainee.play(kept_moves(game)[0])
    assert trainee.state.phase == "done"
    (card,) = load_results()[0].cards.values()
    assert card.exercise.position == record.position(node.parent)
    trainee.press("Enter")
    assert trainee.user.session is session


def from_there(game: str, before: int) -> tuple[Record, Node]:
    """Return an analysed mistake in a game that starts that many moves before it."""
    old, mistake = blundered(game)
    way = mistake.path()[-2 - before :]
    record = Record.from_position(old.position(way[0]))
    node = record.root
    keep_evaluation(node, evaluation_of(way[0]))
    for step in way[1:]:
        node = Node(step.move, step.colour, parent=node)
        keep_evaluation(node, evaluation_of(step))
    return record, node


@every_game
def test_past_moves_of_an_exercise_stay(game: str) -> None:
    trainee = begun(game)
    trainee.wait()
    moves = trainee.training.cursor.moves
    trainee.press("Ctrl+Delete")
    assert trainee.status == "not available in an exercise"
    trainee.press("Y")
    assert trainee.training.cursor.moves == moves


@pytest.mark.parametrize("on", [True, False])
def test_the_evaluation_is_after_an_exercise_as_it_was_before(on: bool) -> None:
    trainee = with_mistake("boche")
    if on:
        trainee.user.assistant.evaluate()
    trainee.press("Ctrl+Shift+M")
    trainee.wait(1.0)
    trainee.user.training.leave()
    trainee.user.assistant.tick()
    assert trainee.user.assistant.analysis().evaluating == on
