"""Lines of proven wins: the shortest way against the longest defence, in every game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from boche.engine.comments import certainty, comment_line, comment_shown
from boche.engine.game import Position, seat_of
from boche.engine.games.registry import find
from boche.engine.languages.current import speaking
from boche.engine.puzzles import puzzles
from boche.engine.puzzles.puzzle import Puzzle
from boche.engine.record import Node
from boche.engine.record.evaluation import keep_evaluation
from boche.engine.review.known import kept_of, known_at
from boche.engine.review.proof import with_proof
from boche.engine.review.reasons import winning_threat
from boche.engine.review.words import length_told, lost_said
from boche.engine.search.analysis import evaluated
from boche.engine.search.result import Candidate, SearchResult, moves_to_win


def proven(position: Position, colour: str, listed: int = 0) -> SearchResult:
    """Return a made-up result in which a colour is certain to win, by no move in particular."""
    moves = list(position.legal_moves())
    win = {one: float(one == colour) for one in position.game.colours}
    candidates = tuple(Candidate(move, 9, 0.5, (move,)) for move in moves[:listed])
    return SearchResult(
        position=position, best=moves[0], win=win, moves=(), line=(str(moves[0]),), proven=colour,
        simulations=100, playouts=100, nodes=100, seconds=0.1, candidates=candidates,
    )  # fmt: skip


def puzzle_of(game: str, moves: int) -> Puzzle:
    """Return the first puzzle of a game that is won with so many moves."""
    for puzzle in puzzles(game):
        line = [node.move for node in puzzle.node.line_from()[1:] if node.move]
        if puzzle.aim == "win" and moves_to_win(puzzle.position, line) == moves:
            return puzzle
    raise AssertionError(f"no puzzle of {game} takes {moves} moves")


def ends(position: Position, line: tuple[str, ...]) -> str | None:
    at: Any = position
    for move in line:
        at = at.play(move)
    return None if at.outcome is None else str(seat_of(at, at.outcome.winner))


@pytest.mark.parametrize("game", ["boche", "boku"])
def test_a_win_comes_with_its_shortest_line(game: str) -> None:
    """The solution of a puzzle is the shortest win against the longest defence."""
    puzzle = puzzle_of(game, 2)
    position = puzzle.position
    found = with_proof(proven(position, position.turn))
    assert found.wins_in == 2
    assert len(found.line) == 3
    assert str(found.best) == found.line[0]
    assert ends(position, found.line) == str(seat_of(position, position.turn))
    after = position.play(found.line[0])
    lost = with_proof(proven(after, position.turn))
    assert lost.lost
    assert lost.wins_in == 1, "the longest defence is one move, and the winner makes one"
    assert lost.advice == lost.line


def test_moves_that_win_are_listed_by_their_lengths() -> None:
    position = puzzle_of("boku", 2).position
    after = position.play(with_proof(proven(position, position.turn)).line[0])
    at: Any = after.play(with_proof(proven(after, position.turn)).line[0])
    found = with_proof(proven(at, at.turn, listed=5))
    told = [(candidate.wins_in, candidate.proven) for candidate in found.candidates]
    assert len(told) == 5
    assert told[0] == (1, 1.0)
    lengths = [length for length, _ in told if length is not None]
    assert lengths == sorted(lengths)
    assert str(found.candidates[0].move) == found.line[0]
    assert length_told(found.candidates[0]) == "wins in 1"
    lost = with_proof(proven(after, position.turn, listed=3))
    lengths = [candidate.wins_in or 0 for candidate in lost.candidates]
    assert lengths == sorted(lengths, reverse=True)
    assert length_told(lost.candidates[0]) == f"loses in {lengths[0]}"


def led(position: Position, winner: str, best: str) -> SearchResult:
    """Return what a made-up result becomes in which every move loses, the best one as well."""
    made = replace(proven(position, winner), best=position.parse(best), line=(best,))
    return with_proof(made, positions=0)


def test_where_every_move_loses_one_leads_that_does_not_lose_at_once() -> None:
    position: Any = find("boche").new(size=4)
    for move in ("e:b2", "g:a1"):
        position = position.play(move)
    assert winning_threat(position.play("h:a2")) is not None
    lost = led(position, "dark", "h:a2")
    assert lost.line[0] == str(lost.best)
    assert winning_threat(position.play(lost.best)) is None
    assert str(lost_said(lost)) == (
        "with best play Dark wins; some moves lose at once, this one does not"
    )
    assert led(position, "dark", "f:a2").line[0] == "f:a2", "it holds by itself"


@pytest.mark.parametrize(
    ("moves", "best", "said"),
    [
        ("e3 e2 e4 a3 e5 a5 e6", "e7", "all other moves lose at once"),
        ("e3 a1 e4 a3 e5 a5 e6", "a2", "all moves are equally good"),
    ],
)
def test_it_is_said_how_many_moves_do_not_lose_at_once(moves: str, best: str, said: str) -> None:
    position: Any = find("boku").new()
    for move in moves.split():
        position = position.play(move)
    lost = led(position, "black", "a2")
    assert (str(lost.best), str(lost_said(lost))) == (best, f"with best play Black wins; {said}")
    solved = replace(lost, alike=False, holding=20, shortest=True, line=("a2", "e2"))
    if moves.startswith("e3 a1"):
        assert str(lost_said(solved)) == (
            "with best play Black wins in 1 move; this move holds out longest"
        )


def test_a_proof_that_takes_too_long_claims_no_length() -> None:
    position = puzzle_of("boku", 2).position
    result = proven(position, position.turn)
    for found in (with_proof(result, positions=0), with_proof(result, over=lambda: True)):
        assert found.wins_in is None
        assert found.line == result.line
        assert found.proven == result.proven
    assert with_proof(replace(result, proven=None)).wins_in is None
    assert with_proof(replace(result, proven="draw")).wins_in is None


FOUR_WAYS = "k6 j5 k10 i7 f1 h8 a1 k8 a5 i8 e9 j7 f10"


def test_a_line_that_stops_too_soon_is_played_on_until_the_win_stands_on_the_board() -> None:
    """A search stops where everything loses, which a person does not see there."""
    position: Any = find("boku").new()
    for move in FOUR_WAYS.split():
        position = position.play(move)
    line = ("i9", "i10", "g7", "j8", "f6")
    first = replace(proven(position, "white", listed=1), line=line, best=position.parse("i9"))
    moves = replace(first, candidates=()).whole_line
    candidate = replace(first.candidates[0], move=moves[0], line=moves[:3], proven=1.0)
    found = with_proof(replace(first, candidates=(candidate,)), positions=0)
    assert found.line[:5] == line
    assert ends(position, found.line) == str(seat_of(position, "white"))
    assert tuple(map(str, found.candidates[0].line)) == found.line, "the list has it, too"
    assert found.wins_in is None, "it is not said to be the shortest"
    at: Any = position
    for move in found.line[:-1]:
        at = at.play(move)
        assert at.outcome is None
    stopped = with_proof(first, over=lambda: True)
    assert stopped.line == line


def test_a_record_keeps_the_line_and_so_the_length() -> None:
    position = puzzle_of("boche", 2).position
    found = with_proof(proven(position, position.turn, listed=2))
    node = Node()
    keep_evaluation(node, kept_of(evaluated(7, None, position, found)))
    again = known_at(node, 7, position)
    assert again is not None
    assert again.wins_in == found.wins_in == 2
    assert again.winning_line == found.line
    assert again.result is not None
    assert again.result.candidates[0].wins_in == 2


def test_a_record_does_not_claim_that_some_line_is_the_shortest() -> None:
    position = puzzle_of("boche", 2).position
    line = with_proof(proven(position, position.turn)).line
    some = replace(proven(position, position.turn), best=position.parse(line[0]), line=line)
    node = Node()
    keep_evaluation(node, kept_of(evaluated(7, None, position, some)))
    again = known_at(node, 7, position)
    assert again is not None
    assert again.wins_in is None
    assert again.result is not None
    assert again.result.line == line[:-1]


@pytest.mark.parametrize(("size", "before"), [(2, 1)])
def test_a_small_board_has_the_whole_line(size: int, before: int) -> None:
    """Follow the lines to the end: each move brings it nearer by one, whoever makes it."""
    position: Any = find("boche").new(size=size)
    for _ in range(before):
        position = position.play(str(position.legal_moves()[0]))
    winner = next(
        colour for colour in position.game.colours
        if with_proof(proven(position, colour)).wins_in is not None
    )  # fmt: skip
    lengths = []
    while position.outcome is None:
        found = with_proof(proven(position, winner))
        assert found.wins_in == moves_to_win(position, found.line) is not None
        lengths.append(len(found.line))
        position = position.play(found.line[0])
    assert lengths == list(range(lengths[0], 0, -1))
    assert lengths[0] > 2
    assert position.outcome.winner == winner


def test_the_length_is_told_in_words_and_in_comments() -> None:
    assert certainty("dark", 1) == "dark wins in 1 move"
    assert certainty("dark", 3) == "dark wins in 3 moves"
    assert certainty("dark", 2, ("a:a1", "b:b2", "c:a2")) == "dark wins in 2 moves: a:a1 b:b2 c:a2"
    assert certainty("dark") == "dark wins for certain"
    win = {"light": 0.0, "dark": 1.0}
    moves = ("a:a1", "b:b2", "c:a2", "d:a1", "a:c1")
    line = comment_line(win, "dark", moves, wins_in=3)
    assert line == f"[boche] light 0%, dark 100%, dark wins in 3 moves; best: {' '.join(moves)}"
    with speaking("de"):
        assert comment_shown(line) == (
            "[boche] Hell 0\N{NO-BREAK SPACE}%, Dunkel 100\N{NO-BREAK SPACE}%, "
            f"Dunkel gewinnt in 3 Zügen; am besten: {' '.join(moves)}"
        )
