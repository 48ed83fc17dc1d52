"""Octi's strategy page: its boards show what the text says, by exhaustive search."""

from __future__ import annotations

from typing import Any

from boche.engine.games.octi.board import geometry_of
from boche.engine.games.octi.geometry import number_of
from boche.engine.games.octi.position import Position
from boche.server.web.pages.help import rules_of
from boche.viewer.rules.book import book_of, positions_of
from boche.viewer.rules.markdown import Play
from tests import ROOT
from tests.viewer.lessons.push.test_octi_strategy_lessons import (
    can_win,
    captured,
    marches,
    wins_next,
)

TITLES = ["opening", "attack", "defence", "the way home"]


def boards(title: str) -> list[list[Any]]:
    """Return the positions of each board of a chapter."""
    book = book_of("octi")
    assert book is not None
    chapter = next(each for each in book.chapters if each.title == f"Strategy: {title}")
    return [positions_of("octi", each) for each in chapter.blocks if isinstance(each, Play)]


def most(position: Any) -> int:
    """Return the largest number of pods that the side to move can capture."""
    moves = marches(position)
    return max((captured(position, position.play(move)) for move in moves), default=0)


def with_turn(position: Any, colour: str) -> Position:
    """Return the same pods and stores with a given colour to move."""
    stores = {side: tuple(position.store(side)) for side in ("black", "white")}
    pods = [tuple(pod) for pod in position.pods]
    return Position.set_up(position.options, pods, stores, colour)


def test_strategy_stands_in_the_help_and_on_the_servers_page() -> None:
    book = book_of("octi")
    assert book is not None
    titles = [each.title for each in book.chapters if each.title.startswith("Strategy: ")]
    assert titles == [f"Strategy: {title}" for title in TITLES]
    assert all(f"<h2>{title}</h2>" in rules_of("octi") for title in titles)


def test_a_pair_is_not_captured_where_a_lone_pod_is() -> None:
    (pair,) = boards("opening")
    assert most(pair[-1]) == 0
    assert most(with_turn(pair[-1], "black")) == 1
    alone = pair[-2].play("56-55,56-55")
    assert most(alone) > 0


def test_the_chain_takes_two_and_the_pod_in_between_wins_one() -> None:
    chain, between = boards("attack")
    assert most(chain[-2]) == captured(chain[-2], chain[-1]) == 2
    between_them = between[-3]
    assert between[-4].turn == "black"
    assert most(between_them) == 0
    assert all(most(between_them.play(reply)) > 0 for reply in between_them.legal_moves())
    assert captured(between[-2], between[-1]) == 1


def test_the_square_behind_is_filled_and_a_stack_is_lost() -> None:
    filled, stack = boards("defence")
    attacked = filled[-2]
    assert most(with_turn(attacked, "white")) == 1
    assert most(filled[-1]) == 0
    assert captured(stack[-2], stack[-1]) == 2
    assert len(stack[-2].pods_on(55)) == 2


def test_from_how_many_sides_a_square_can_be_jumped() -> None:
    geometry = geometry_of(False)

    def sides(square: int) -> int:
        lines = [geometry.next[8 * number_of(square) + direction] for direction in range(8)]
        return sum(lines[d] >= 0 and lines[(d + 4) % 8] >= 0 for d in range(8))

    for x in range(1, 10):
        for y in range(1, 10):
            at_edges = (x in (1, 9)) + (y in (1, 9))
            assert sides(10 * x + y) == (8, 2, 0)[at_edges]


def turns_alone(start: int, home: int) -> int:
    """Return the fewest turns in which a bare black pod reaches a square of an empty board."""
    stores = {"black": (6, 0, 25), "white": (7, 0, 25)}
    ways, turns = {(start, "")}, 0
    while all(square != home for square, _ in ways):
        turns += 1
        found = set()
        for square, prongs in ways:
            left = {**stores, "black": (6, 0, 25 - len(prongs))}
            here = Position.set_up({}, [("black", square, prongs)], left)
            for move in here.legal_moves():
                pods = here.play(move).pods
                if len(pods) == 1 and "-" not in str(move).partition("+")[2]:
                    found.add((pods[0].square, pods[0].prongs))
        far = 6 - turns
        ways = {
            way
            for way in found
            if max(abs(way[0] // 10 - home // 10), abs(way[0] % 10 - home % 10)) <= far
        }
    return turns


def test_how_many_turns_the_way_takes() -> None:
    assert [turns_alone(57, home) for home in (33, 53, 73)] == [6, 5, 6]


def test_two_threats_win_and_one_does_not() -> None:
    fork = boards("the way home")[0]
    assert wins_next(fork[-4], fork[-3])
    assert not wins_next(fork[-4], fork[-4].play("45-54"))
    assert fork[-1].outcome.winner == "black"


def test_two_pods_of_one_square_meet_a_fork() -> None:
    stores = {"black": (6, 0, 23), "white": (4, 0, 23)}
    pods = [("black", 44, "df"), ("white", 43, "c"), ("white", 43, "g"), ("white", 73, "")]
    fork = Position.set_up({"bases": 1}, pods, stores, "white")
    stops = {str(move) for move in fork.legal_moves() if not can_win(fork.play(move))}
    assert stops == {"43c-53,43g-33"}


def test_a_stack_saves_turns_and_captured_pods_come_back_at_the_front() -> None:
    _, stack, back = boards("the way home")
    assert stack[-1].outcome.winner == "black"
    assert len(stack[::2]) == 13
    assert back[-2].store("black").captured == 1
    assert (back[-1].store("black").captured, len(back[-1].pods_on(33))) == (0, 2)


def test_the_page_names_its_sources() -> None:
    assert "\n## Octi\n" in (ROOT / "docs" / "strategy-sources.md").read_text()
