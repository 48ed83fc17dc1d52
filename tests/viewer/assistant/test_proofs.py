"""Proven wins at the table: the line that wins, its length, and the way through it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from boche.engine.puzzles import puzzles
from boche.engine.search.result import Candidate, SearchResult, moves_to_win
from boche.viewer.assistant.background import Report
from boche.viewer.session import Session
from tests.viewer.assistant.desk import Desk
from tests.viewer.hud.test_hud_layout import built, check_page, shown_of


class Winning:
    """A table with a puzzle of Boche that is won in two moves, and that win."""

    def __init__(self) -> None:
        for puzzle in puzzles("boche"):
            node = puzzle.node
            line = tuple(str(step.move) for step in node.line_from()[1:])
            if puzzle.aim == "win" and moves_to_win(puzzle.position, line) == 2:
                break
        self.line, self.colour = line, puzzle.position.turn
        self.desk = Desk(Session(puzzle.record))
        self.desk.session.cursor.go_index(len(node.path()) - 1)
        self.desk.pass_time()

    def found(self, position: Any) -> SearchResult:
        """Return what a search and its proof find: the win in two moves, and another in three."""
        moves = list(position.legal_moves())
        other = next(move for move in moves if str(move) != self.line[0])
        win = {one: float(one == self.colour) for one in position.game.colours}
        first = Candidate(position.parse(self.line[0]), 50, 1.0, self.line, 1.0, wins_in=2)
        second = Candidate(other, 0, 1.0, (str(other),), 1.0, wins_in=3)  # by its proof alone
        third = Candidate(moves[-1], 30, 0.25, (moves[-1],))
        return SearchResult(
            position=position, best=first.move, win=win, moves=(), line=self.line,
            proven=self.colour, simulations=500, playouts=500, nodes=500, seconds=0.1,
            candidates=(first, second, third), shortest=True,
        )  # fmt: skip

    def answer(self) -> None:
        job = self.desk.job
        found = self.found(job.position)
        self.desk.thinker.waiting.append(Report(job, found, found.best, done=True))
        self.desk.pass_time()

    def texts(self, size: tuple[int, int] = (1280, 720)) -> list[str]:
        shown = shown_of(self.desk.session)
        settings = replace(shown.settings, panel_tab="engine")
        shown = replace(
            shown, view=self.desk.controller.view(), analysis=self.desk.assistant.analysis(),
            settings=settings,
        )  # fmt: skip
        frame = built(shown, size, 1.0)
        check_page(frame.pages[0], frame.areas.window)
        return [text.text for text in frame.pages[0].texts]


def test_a_hint_that_wins_says_how_and_how_soon() -> None:
    user = Winning()
    user.desk.key("I")
    user.answer()
    without_levels = re.sub(r"/\d", "", user.desk.status)
    told = f"hint: {user.line[0]}; {user.colour} wins in 2 moves: {' '.join(user.line)}"
    assert without_levels.startswith(told)
    assert re.findall(r"c:a1\S*", user.desk.status) == ["c:a1/2;", "c:a1/2"], "named alike twice"


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640), (3840, 2160)])
def test_the_engine_tab_says_in_how_many_moves_each_wins(size: tuple[int, int]) -> None:
    user = Winning()
    user.desk.key("V")
    user.answer()
    told = user.texts(size)
    assert f"Certain: {user.colour} wins in 2 moves of its own" in " ".join(told)
    assert [text for text in told if text.startswith("wins in")] == ["wins in 2", "wins in 3"]
    assert "25.0%" in told
    assert not any(text.startswith("0 visits") for text in told)
    assert sum("no reply" in text for text in told) == 1, "only of a move that is not proven"


def test_keys_step_through_the_line_that_wins() -> None:
    user = Winning()
    desk = user.desk
    desk.key("Right", "alt")
    assert desk.status == "no line is shown: Alt+1 shows the best one"
    desk.key("V")
    user.answer()
    desk.key("1", "alt")
    assert desk.controller.view().trial.done == 3
    desk.key("Right", "alt")
    assert desk.status == "the line ends here"
    seen = []
    for _ in range(3):
        desk.key("Left", "alt")
        trial = desk.controller.view().trial
        seen.append((trial.done, trial.next_move))
    assert seen == [(2, None), (1, None), (0, None)]
    desk.key("Left", "alt")
    assert desk.status == "the line begins here"
    desk.key("Right", "alt")
    trial = desk.controller.view().trial
    assert trial.done == 1
    assert trial.position == desk.session.position.play(user.line[0])
    assert desk.session.cursor.node.move != user.line[0], "nothing is played"


def test_a_line_that_is_stepped_through_no_longer_plays_by_itself() -> None:
    user = Winning()
    user.desk.controller.set_settings(replace(user.desk.table.settings, animation_speed=1.0))
    user.desk.key("V")
    user.answer()
    user.desk.key("1", "alt")
    user.desk.key("Right", "alt")
    done = user.desk.controller.view().trial.done
    for _ in range(5):
        user.desk.pass_time(1.0)
        assert user.desk.controller.view().trial.done == done == 1
