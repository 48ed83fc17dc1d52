"""Edits that outlive a session's process: undo and redo work as if it had never ended."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from boche.engine.record import dump_sgf, load, loads
from boche.viewer.session import Session
from boche.viewer.session.edits import MOST, Edits
from tests.work import lines_of

GAMES = ["boche", "che", "boku", "octi"]


def edit(session: Session, chance: random.Random) -> None:
    """Change the session at random, in every possible way."""
    choice = chance.random()
    below = session.cursor.node.children
    if choice < 0.5 and session.outcome is None:
        session.play(session.position.random_move(chance))
    elif choice < 0.62:
        session.edits.undo()
    elif choice < 0.68:
        session.edits.redo()
    elif choice < 0.73:
        session.edits.set_comment(f"[{chance.random()}]\n\\ é")
    elif choice < 0.75:
        session.edits.set_comments({node: f"{chance.random()}" for node in session.cursor.line[:2]})
    elif choice < 0.77:
        session.edits.set_player(chance.choice(session.record.game.colours), str(chance.random()))
    elif choice < 0.82 and session.cursor.index > 1:
        session.edits.promote_to_main(session.cursor.node)
    elif choice < 0.87 and below:
        session.edits.delete(chance.choice(below))
    elif choice < 0.89 and session.outcome is None:
        session.resign()
    else:
        session.cursor.go_index(chance.randrange(len(session.cursor.line)))


def history(session: Session) -> Any:
    return json.loads(session.edits.as_text())


def again(session: Session) -> Session:
    """Return the session as another process restores it."""
    copy = Session(load(dump_sgf(session.record)))
    assert copy.record == session.record
    assert copy.edits.restore(history(session))
    nodes = list(session.record.nodes())
    copy.cursor.go(list(copy.record.nodes())[nodes.index(session.cursor.node)])
    return copy


def same(one: Session, other: Session) -> None:
    assert one.record == other.record
    assert (one.edits.undo_text, one.edits.redo_text) == (
        other.edits.undo_text,
        other.edits.redo_text,
    )
    places = [list(each.record.nodes()).index(each.cursor.node) for each in (one, other)]
    assert places[0] == places[1]


def test_a_note_keeps_what_was_undone_but_no_older_note_on_the_same() -> None:
    session = Session.new("boku")
    edits = session.edits
    session.play("e4")
    edits.set_comment("old")
    edits.set_player("black", "Anna")
    session.play("f5")
    for _ in range(3):
        edits.undo()
    edits.set_comment("new")
    node = session.cursor.node
    copy = again(session)
    for one in (session, copy):
        while one.edits.redo():
            pass
        assert one.cursor.moves == ["e4", "f5"]
        assert one.cursor.line[1].comment == "new"
        assert one.record.players["black"] == "Anna"
        assert one.edits.undo_text == "play f5"
    while edits.undo():
        pass
    assert node.comment == ""
    session.play("g6")
    assert not edits.redo(), "another move ends what could be redone"


def test_a_note_at_the_start_keeps_the_result_of_the_end_that_is_redone() -> None:
    session = Session.new("boche", size=2)
    chance = random.Random(1)
    while session.outcome is None:
        session.play(session.position.random_move(chance))
    result = session.record.result
    assert result
    while session.edits.undo():
        pass
    assert session.record.result != result
    session.edits.set_comment("the start")
    while session.edits.redo():
        pass
    assert (session.record.result, session.record.root.comment) == (result, "the start")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_undo_and_redo_go_on_where_they_were(game: str, seed: int) -> None:
    chance = random.Random(seed)
    session = Session.new(game)
    for _ in range(60):
        edit(session, chance)
    copy = again(session)
    for step in (Edits.redo, Edits.undo, Edits.redo):
        while True:
            same(session, copy)
            went = step(session.edits)
            assert step(copy.edits) == went
            if not went:
                break
    for _ in range(20):
        edit(session, random.Random(seed))
        edit(copy, random.Random(seed))
        same(session, copy)


def test_moves_of_a_recovered_game_are_taken_back_one_by_one() -> None:
    session = Session.new(size=4)
    for move in ("c:a1", "a:b1", "c:c1"):
        session.play(move)
    copy = again(session)
    assert copy.edits.modified
    for left in (["c:a1", "a:b1"], ["c:a1"], []):
        assert copy.edits.undo()
        assert copy.cursor.moves == left
    assert not copy.edits.undo()


def wrongs(good: Any, seed: int) -> Any:
    """Return the values with one of them replaced."""
    chance = random.Random(seed)
    values = json.loads(json.dumps(good))
    here = values
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = chance.choice(keys)
        inner = here[key]
        if not isinstance(inner, list | dict) or not inner or chance.random() < 0.2:
            wrong = [None, -1, 0, 1, 2, 10**9, True, 0.5, "x", "a:a1", [], {}, [[]]]
            here[key] = chance.choice(wrong)
            return values
        here = inner


def test_edits_know_whether_they_are_moves_after_a_crash_too() -> None:
    session = Session.new("boche", size=3)
    session.play("c:a1")
    session.resign()
    assert not session.edits.undoes_move
    assert session.resume()
    assert session.edits.undo_text.startswith("play "), "words do not tell"
    assert not session.edits.undoes_move
    for each in (session, again(session)):
        each.edits.undo()
        each.edits.undo()
        assert each.edits.undoes_move
        each.edits.undo()
        assert each.edits.redoes_move
    old = history(session)
    old["undone"] = [row[:5] for row in old["undone"]]
    copy = Session(load(dump_sgf(session.record)))
    assert copy.edits.restore(old), "written before edits had kinds"
    assert not copy.edits.redoes_move


def test_edits_that_do_not_fit_are_forgotten_and_the_record_stays() -> None:
    session, chance = Session.new(size=4), random.Random(6)
    while len(history(session)["aside"]) < 3 or not session.edits.undo_text:
        edit(session, chance)
    good = history(session)
    refused = 0
    for seed in range(250):
        copy = Session(load(dump_sgf(session.record)))
        if not copy.edits.restore(wrongs(good, seed)):
            refused += 1
            assert (copy.edits.undo_text, copy.edits.redo_text) == ("", "")
            assert copy.record == session.record
            continue
        for step in (Edits.undo, Edits.redo):
            while step(copy.edits):
                assert copy.position is not None
        copy.play(copy.position.legal_moves()[0]) if copy.outcome is None else copy.cursor.back()
    assert refused > 100


def test_a_long_history_is_cut_and_costs_little() -> None:
    session = Session(loads("(;GM[Boche]SZ[20]RU[-kill=0 -fill_board])"))
    for number in range(2 * MOST // 20_000):
        session.edits.set_comment(str(number % 10) * 20_000)
    data = history(session)
    assert 1 <= len(data["done"]) <= MOST // 40_000
    assert again(session).edits.undo()
    while session.outcome is None and len(session.cursor.line) < 600:
        session.play(session.position.legal_moves()[0])
    kept = len(history(session)["done"])
    assert kept >= 500
    assert lines_of(session.edits.as_text) < 100 * kept  # measured: 14
