"""Random sessions checked against invariants and against copies of earlier states."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from boche.engine.errors import IllegalMoveError
from boche.engine.record import (
    Node,
    Record,
    check,
    final_position,
    loads,
    positions_along,
    read_result,
)
from boche.viewer.session import Session

picks = st.integers(0, 10_000)


class State(NamedTuple):
    """Copies of record and cursor after an edit; ``noted`` is the node whose comment it wrote.

    An undone edit has no copies once something else has been written beside it.
    """

    record: Record | None
    depth: int
    noted: Node | None = None


class RandomSession(RuleBasedStateMachine):
    """A machine of random edits; ``trail`` has the state after each edit that is not undone."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session.new(size=3, kill=3)
        self.nodes = [self.session.cursor.node]
        self.trail = [self.now()]
        self.ahead: list[State] = []

    def now(self, noted: Node | None = None) -> State:
        return State(self.session.record.copy(), len(self.session.cursor.node.path()), noted)

    def pick(self, number: int) -> Node:
        nodes = list(self.session.record.nodes())
        return nodes[number % len(nodes)]

    def edited(self, before: Record) -> None:
        if self.session.record != before:
            self.trail.append(self.now())
            self.ahead = []

    @rule(number=picks)
    def play(self, number: int) -> None:
        before = self.session.record.copy()
        moves = self.session.position.legal_moves()
        if self.session.outcome is None:
            node = self.session.play(moves[number % len(moves)])
            assert self.session.cursor.node is node
            assert node.move == str(moves[number % len(moves)])
        else:
            with pytest.raises(IllegalMoveError, match="over"):
                self.session.play("a:a1")
        self.edited(before)

    @rule(number=picks)
    def go(self, number: int) -> None:
        node = self.pick(number)
        assert self.session.cursor.go(node) is node is self.session.cursor.node

    @rule(by=st.integers(-4, 4))
    def step(self, by: int) -> None:
        line, index = list(self.session.cursor.line), self.session.cursor.index
        self.session.cursor.forward(by) if by > 0 else self.session.cursor.back(-by)
        assert self.session.cursor.line == line
        assert self.session.cursor.index == min(max(index + by, 0), len(line) - 1)

    @rule()
    def sibling(self) -> None:
        siblings = self.session.cursor.variations
        self.session.cursor.next_variation()
        assert self.session.cursor.node in siblings or not siblings

    @rule()
    def undo(self) -> None:
        assert self.session.edits.undo() == (len(self.trail) > 1)
        if len(self.trail) > 1:
            self.ahead.append(self.trail.pop())
            assert self.session.record == self.trail[-1].record

    @rule()
    def redo(self) -> None:
        assert self.session.edits.redo() == bool(self.ahead)
        if self.ahead:
            expected = self.ahead.pop()
            self.trail.append(self.now(expected.noted))
            assert expected.record is None or self.trail[-1] == expected

    @rule(number=picks, main=st.booleans())
    def promote(self, number: int, main: bool) -> None:
        before = self.session.record.copy()
        node = self.pick(number)
        if node is not self.session.record.root:
            texts = sorted(str(n.move) for n in self.session.record.nodes())
            (self.session.edits.promote_to_main if main else self.session.edits.promote)(node)
            assert sorted(str(n.move) for n in self.session.record.nodes()) == texts
            assert not main or node in self.session.record.main_line()
        self.edited(before)

    @rule(number=picks)
    def delete(self, number: int) -> None:
        before = self.session.record.copy()
        node = self.pick(number)
        if node is not self.session.record.root and number % 3 == 0:
            rest = sum(1 for _ in before.nodes()) - sum(1 for _ in node.subtree())
            self.session.edits.delete(node)
            assert sum(1 for _ in self.session.record.nodes()) == rest
        self.edited(before)

    @rule(text=st.sampled_from(["", "good", "bad ] \\ :"]))
    def comment(self, text: str) -> None:
        before = self.session.record.copy()
        node = self.session.cursor.node
        self.session.edits.set_comment(text)
        assert node.comment == text
        if self.session.record != before:
            # What was undone can be redone beside the comment, but for comments on the same node.
            self.trail.append(self.now(node))
            self.ahead = [
                State(None, 0, undone.noted) for undone in self.ahead if undone.noted is not node
            ]

    @precondition(lambda self: self.session.outcome is None)
    @rule(colour=st.sampled_from([None, "light", "dark"]))
    def resign(self, colour: str | None) -> None:
        before = self.session.record.copy()
        loser = colour or self.session.turn
        self.session.resign(colour)
        assert self.session.outcome is not None
        assert self.session.outcome.reason == f"{loser} resigned"
        self.edited(before)

    @rule(number=picks)
    def paste(self, number: int) -> None:
        before = self.session.record.copy()
        if self.session.outcome is None:
            moves = [str(m) for m in self.session.position.legal_moves()]
            given = moves[number % len(moves)]
            try:
                nodes = self.session.paste(f"7. {given} resign")
                assert isinstance(nodes, list) or self.session.record == before
            except IllegalMoveError:  # after the end of the game
                assert self.session.record == before
        self.edited(before)

    @invariant()
    def the_cursor_is_in_the_tree(self) -> None:
        session = self.session
        assert session.cursor.node.path()[0] is session.record.root
        assert session.cursor.line[session.cursor.index] is session.cursor.node
        assert all(
            child.parent is node for node in session.record.nodes() for child in node.children
        )

    @invariant()
    def the_position_is_the_one_replayed(self) -> None:
        session = self.session
        replayed = positions_along(session.record, session.cursor.node)[-1]
        assert session.positions.at(session.cursor.node) == replayed
        assert (session.position.outcome is None) == (session.outcome is None)

    @invariant()
    def the_record_is_sound_and_its_result_true(self) -> None:
        record = self.session.record
        assert check(record) == []
        end = self.session.positions.ending(record.main_line()[-1])
        declared = read_result(record.form, record.result)
        assert declared is not None
        assert declared.winner == (end.winner if end else None)
        assert final_position(record).outcome == end
        assert loads(self.session.record.text()) == record

    def teardown(self) -> None:
        first, last = self.trail[0], self.now()
        done = 0
        while self.session.edits.undo():
            done += 1
        assert self.session.record == first.record
        assert not self.session.edits.modified
        for _ in range(done):
            assert self.session.edits.redo()
        assert self.session.record == last.record


class TestRandomSession(RandomSession.TestCase):
    settings = settings(max_examples=20, stateful_step_count=50, deadline=None, derandomize=True)
