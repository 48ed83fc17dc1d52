"""An analysis kept in the record: saved, opened again, stopped and resumed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boche.engine.record import Node, Record, loads
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, evaluation_of, keep_evaluation
from boche.engine.review.known import known_at
from boche.viewer.session import Session
from boche.viewer.storage.autosave import Autosave, recover, recoverable
from tests.viewer.assistant.desk import Desk, desk
from tests.viewer.assistant.test_review import LINES, MOVES, SHARES, analysed, panel_of


def reopened(one: Desk, path: Path) -> Desk:
    one.session.file.save_as(path)
    two = Desk(Session.open(path))
    while two.assistant.wakeup() == two.table.now:  # what is kept is read a little at a time
        two.assistant.tick()
    return two


def seconds_of(one: Desk, seconds: float) -> None:
    one.controller.set_settings(replace(one.table.settings, analysis_seconds=seconds))


def drawn(one: Desk) -> list[str]:
    return [text.text for text in panel_of(one).pages[0].texts]


def test_a_record_opened_again_shows_its_analysis_at_once(tmp_path: Path) -> None:
    one = analysed()
    two = reopened(one, tmp_path / "game.sgf")
    assert two.thinker.job is None, "nothing is searched"
    before, after = one.assistant.analysis(), two.assistant.analysis()
    points = [[(e.ply, e.win, e.proven, e.spread) for e in seen.graph] for seen in (before, after)]
    assert len(points[0]) == len(MOVES) + 1
    assert points[0] == points[1]
    missed = [[m.as_data() for m in seen.mistakes.values()] for seen in (before, after)]
    assert missed[0] == missed[1] != []
    for desks in (one, two):
        desks.session.cursor.go_index(3)
    assert drawn(one)[1:] == drawn(two)[1:], "all but the file's name"
    assert not two.session.edits.modified


def test_an_analysis_is_a_change_to_save_but_none_to_undo(tmp_path: Path) -> None:
    one = analysed()
    one.session.file.save_as(tmp_path / "game.sgf")
    two = Desk(Session.open(tmp_path / "game.sgf"))
    seconds_of(two, 10.0)
    two.key("I", "ctrl")
    assert not two.session.edits.modified
    two.answer("c:b2")
    assert two.session.edits.modified
    assert two.session.title.startswith("* game.sgf")
    assert two.session.edits.unsaved == "an analysis that is not saved"
    assert two.session.edits.undo_text == ""
    two.session.file.save()
    assert not two.session.edits.modified


def test_undoing_a_comment_keeps_what_was_found_since() -> None:
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    one.session.edits.set_comment("Good?")
    one.key("I", "ctrl")
    for share, (best, *_) in zip(SHARES, LINES, strict=True):
        one.answer(best, light=share)
    node = one.session.cursor.node
    found = evaluation_of(node)
    assert found is not None
    for key, comment in (("Z", ""), ("Y", "Good?"), ("Z", "")):
        one.key(key, "ctrl")
        assert (node.comment, evaluation_of(node)) == (comment, found)
    one.key("Z", "ctrl")
    assert one.session.record.moves() == list(MOVES[:-1])
    one.key("Y", "ctrl")
    assert (one.session.cursor.node, evaluation_of(node)) == (node, found)


def test_an_analysis_survives_a_crash_with_all_that_can_be_undone(tmp_path: Path) -> None:
    one = analysed()
    one.session.edits.set_comment("Good?")
    one.session.safety.keep(Autosave(tmp_path))
    one.session.safety.close()
    (lost,) = recoverable(tmp_path)
    session = recover(lost)
    assert [evaluation_of(node) for node in session.record.nodes()] == [
        evaluation_of(node) for node in one.session.record.nodes()
    ]
    assert session.edits.undo_text == "comment"
    while session.edits.undo():
        pass
    assert session.record.moves() == []


def test_an_analysis_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    one.key("I", "ctrl")
    for best, *_ in LINES[:3]:
        one.answer(best)
    one.key("I", "ctrl")
    assert one.status == "analysis stopped after 3 of 5 positions: Ctrl+I continues"
    for place in (one, reopened(one, tmp_path / "game.sgf")):
        place.key("I", "ctrl")
        assert place.job.node is place.session.cursor.line[3]
        assert place.assistant.analysis().analysing == (3, 5)
        place.key("I", "ctrl")


def test_only_what_is_less_known_is_searched_again() -> None:
    one = analysed()
    one.key("I", "ctrl")
    assert one.thinker.job is None
    assert one.status.startswith("the game is analysed: one mistake")
    seconds_of(one, 1.0)
    one.key("I", "ctrl")
    assert one.thinker.job is None
    seconds_of(one, 10.0)
    one.key("I", "ctrl")
    assert one.job.node is one.session.record.root
    one.answer("c:b2", light=0.9, proven="light")
    one.key("I", "ctrl")
    seconds_of(one, 30.0)
    one.key("I", "ctrl")
    assert one.job.node is one.session.cursor.line[1], "what is proven is known"


def test_until_stopped_it_goes_round_and_deeper_each_time() -> None:
    one = desk(dark=0)
    one.table.play("c:b2")
    seconds_of(one, 0.0)
    one.key("I", "ctrl")
    seen = []
    for turn in range(6):
        seen.append((one.job.node, one.job.seconds))
        best = one.job.position.legal_moves()[0]
        one.answer(str(best), light=0.5, count=1000 * (turn + 1))
    line = one.session.cursor.line
    assert seen == [(node, s) for s in (2.0, 4.0, 8.0) for node in line]
    assert "round 4 with 16 s each (Ctrl+I stops)" in one.assistant.analysis().status
    kept = evaluation_of(line[0])
    assert kept is not None
    assert (kept.playouts, kept.seconds) == (5000, 8.0)
    one.answer("c:b2", light=1.0, proven="light")
    one.answer("c:b2", light=1.0, proven="light")
    assert one.thinker.job is None, "all is proven"
    assert one.status.startswith("the game is analysed")


def test_until_stopped_it_ends_when_it_has_looked_for_long_enough() -> None:
    one = desk(dark=0)
    one.table.play("c:b2")
    seconds_of(one, 0.0)
    one.key("I", "ctrl")
    for _ in range(40):
        if one.thinker.job is None:
            break
        one.answer(str(one.job.position.legal_moves()[0]), light=0.5)
    assert one.thinker.job is None


def test_an_analysis_goes_on_while_one_looks_around_and_writes() -> None:
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    one.key("I", "ctrl")
    one.answer("c:b2")
    job = one.job
    for act in (
        lambda: one.key("Home", "ctrl"),
        lambda: one.key("PageDown"),
        lambda: one.session.edits.set_comment("Here."),
        lambda: one.key("T"),
    ):
        act()
        one.pass_time()
        assert one.job is job
    one.key("V")
    assert (one.job.kind, one.job.node) == ("live", one.session.cursor.node)
    one.answer("a:a1")
    assert one.job.kind == "record", "the position shown came first, for a moment"


def test_an_ended_game_that_goes_on_after_all_is_searched_there() -> None:
    one = analysed()
    one.session.resign()
    one.key("I", "ctrl")
    node = one.session.cursor.node
    kept = evaluation_of(node)
    assert kept is not None
    assert kept.proven is not None
    one.session.resume()
    one.key("I", "ctrl")
    assert one.job.node is node
    one.answer("a:b1", light=0.4)
    kept = evaluation_of(node)
    assert kept is not None
    assert (kept.proven, kept.win["light"]) == (None, 0.4)


def test_a_resignation_that_is_taken_back_decides_nothing_any_more() -> None:
    one = analysed()
    one.session.resign()
    one.key("I", "ctrl")
    one.pass_time()
    assert one.assistant.analysis().graph[-1].proven is not None
    one.session.edits.undo()
    one.pass_time()
    assert all(each.proven is None for each in one.assistant.analysis().graph)


def test_what_a_hint_has_proven_is_not_hidden_by_an_estimate() -> None:
    """Check that a win given away counts, though the analysis itself did not see the win."""
    one = desk(dark=0)
    for move in MOVES[:2]:
        one.table.play(move)
    one.session.cursor.go_index(1)
    one.key("I")
    one.answer("d:c1", light=0.0, proven="dark")
    one.key("Escape")
    one.key("I", "ctrl")
    while one.thinker.job is not None:
        legal = one.job.position.legal_moves()
        one.answer(str(next(m for m in legal if str(m) != "swap")), light=0.6)
    lost = {node.move: loss.lost for node, loss in one.assistant.mistakes.items()}
    assert lost[MOVES[1]] == pytest.approx(0.6)


EVEN = "light 0.5000, dark 0.5000; 1000 playouts in 2.0 s; spread 0.0000"


@pytest.mark.parametrize(
    "value",
    [
        "damaged",
        "red 0.5000, blue 0.5000; 1000 playouts in 2.0 s; spread 0.0000][c:a1; 0.5; 9 visits",
        f"{EVEN}][z:z9; 0.5000; 9 visits",
        f"{EVEN}][a:c9 b:a1; 0.5000; 9 visits",
        EVEN,
        f"{EVEN}; proven red][c:a1; 0.5000; 9 visits",
    ],
)
def test_what_does_not_fit_the_game_counts_as_nothing(value: str) -> None:
    text = f"(;FF[4]GM[Boche]SZ[4]EVAL[{value}];W[c:b2]EVAL[{value}];B[a:a1])"
    one = Desk(Session(loads(text)))
    assert one.assistant.analysis().graph == ()
    assert one.assistant.mistakes == {}
    assert value in one.session.record.text(), "it stays as it is"
    one.key("I", "ctrl")
    assert one.job.node is one.session.record.root
    one.answer("c:b2")
    assert evaluation_of(one.session.record.root) is not None


def test_a_line_ends_before_its_first_illegal_move() -> None:
    record = Record.new("boche", size=4)
    line = KeptLine(("c:b2", "a:a1", "c:b2", "b:c1"), 0.5, 9)
    keep_evaluation(record.root, KeptEvaluation({"dark": 0.5, "light": 0.5}, lines=(line,)))
    known = known_at(record.root, 0, record.position(record.root))
    assert known is not None
    assert known.result is not None
    assert known.result.line == ("c:b2", "a:a1")
    assert list(known.win) == ["light", "dark"]


def test_a_long_record_is_read_in_small_parts() -> None:
    record = Record.new("boche", size=4)
    last = record.root
    for move in MOVES:
        last = last.add(move)
    for _ in range(3000):
        keep_evaluation(
            Node("a:b1", "light", parent=last), KeptEvaluation({"light": 0.5, "dark": 0.5})
        )
    one = Desk(Session(record))
    for _ in range(1000):
        if one.assistant.wakeup() is None:
            return
        one.pass_time()
    raise AssertionError("it never ends")


def test_the_move_that_ends_an_analysed_game_is_known(tmp_path: Path) -> None:
    """Open a record that keeps nothing at its end: that needs no evaluation."""
    one = Desk(Session.new("boku"))
    for move in ["e3", "d1", "e4", "d2", "e5", "f1", "e6", "d7", "e7"]:
        one.table.play(move)
    one.key("I", "ctrl")
    while one.assistant.analysing:
        best = str(one.job.position.legal_moves()[0])
        one.answer(best, light=0.5, then=())
    keep_evaluation(one.session.cursor.node, None)
    two = reopened(one, tmp_path / "game.sgf")
    two.session.cursor.last()
    assert two.session.outcome is not None
    assert two.assistant.analysis().judged
