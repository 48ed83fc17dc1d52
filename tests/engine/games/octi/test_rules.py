"""Octi: counts, the sources' examples, each rule on its own, and what illegal moves are told."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.errors import IllegalMoveError, NotationError, OptionError
from engine.games.octi import GAME, rules
from engine.games.octi.position import Position
from engine.perft import perft

FIGURE = [
    ("black", 37, ""), ("black", 57, ""), ("black", 46, "cdef"),
    ("black", 67, "abch"), ("black", 67, "cdeg"),
    ("white", 69, "abdefh"), ("white", 56, "abh"),
    ("white", 33, "a"), ("white", 53, "abh"), ("white", 73, "abc"),
]  # fmt: skip
"""The board of the help file; what its cut leaves out, three pods of White, is made up."""

FIGURE_STORES = {"black": (1, 1, 11), "white": (1, 1, 11)}

FIGURE_COUNTS = [
    (False, "black", [178, 19131]),
    (False, "white", [108, 19178]),
    (True, "black", [178, 20927]),
    (True, "white", [123, 20912]),
]


def board(pods, turn="black", black=(0, 0, 9), white=(0, 0, 9), **options) -> Position:
    """Pods as ``"black 46cdef"``; the pods that are missing are in reserve."""
    found = [(colour, int(name[:2]), name[2:]) for colour, name in map(str.split, pods)]
    stores = {}
    for colour, (reserve, captured, prongs) in (("black", black), ("white", white)):
        missing = 7 - sum(pod[0] == colour for pod in found) - captured
        stores[colour] = (reserve or missing, captured, prongs)
    return Position.set_up(options, found, stores, turn)


def texts(position: Position, start: str = "") -> list[str]:
    return [text for text in map(str, position.legal_moves()) if text.startswith(start)]


def pods(position: Position) -> list[str]:
    return [f"{pod.colour} {pod.square}{pod.prongs}" for pod in position.pods]


# -- counts


@pytest.mark.parametrize(("wrap", "turn", "counts"), FIGURE_COUNTS)
def test_counts_from_the_figure(wrap: bool, turn: str, counts: list[int]) -> None:
    position = Position.set_up({"wrap": wrap}, FIGURE, FIGURE_STORES, turn)
    assert [perft(position, depth) for depth in (1, 2)] == counts


def test_the_start_position() -> None:
    position = GAME.new()
    assert pods(position) == [
        "black 37", "black 57", "black 77", "white 33", "white 53", "white 73",
    ]  # fmt: skip
    assert position.turn == "black"
    assert position.store("black") == position.store("white") == (4, 0, 25)
    assert texts(position) == [
        *(f"{home}+{letter}" for home in (37, 57, 77) for letter in "abcdefgh"), "37", "57", "77",
    ]  # fmt: skip


def test_options() -> None:
    assert GAME.complete({}) == {"bases": 3, "wrap": False}
    for number in (0, 2, 4):
        with pytest.raises(OptionError, match=f"option bases: {number} is"):
            GAME.new(bases=number)
    assert GAME.new(bases=1, wrap=True).options == {"bases": 1, "wrap": True}


# -- prongs


def test_a_prong_goes_from_the_reserve_into_a_pod() -> None:
    position = GAME.new().play("57+e")
    assert "black 57e" in pods(position)
    assert position.store("black").prongs == 24


def test_a_turned_prong_leaves_its_hole() -> None:
    position = board(["black 46bd", "white 33"]).play("46+c-b")
    assert "black 46cd" in pods(position)
    assert position.store("black").prongs == 9


def test_without_prongs_in_reserve_they_can_only_be_turned() -> None:
    position = board(["black 46ab", "white 33"], black=(0, 0, 0))
    assert texts(position, "46+") == [f"46+{new}-{old}" for new in "cdefgh" for old in "ab"]
    with pytest.raises(IllegalMoveError, match=r"46\+c: no prong is left in reserve"):
        position.play("46+c")


# -- pods brought on


def test_a_reserve_pod_comes_on_an_own_home_beside_friends() -> None:
    position = GAME.new().play("57")
    assert pods(position).count("black 57") == 2
    assert position.store("black").reserve == 3


def test_no_pod_comes_where_an_enemy_stands() -> None:
    position = board(["black 37", "white 57", "black 46"])
    assert "57" not in texts(position)
    with pytest.raises(IllegalMoveError, match="57: an enemy stands on 57"):
        position.play("57")


def test_a_captured_pod_comes_back_where_one_stands_while_an_enemy_home_is_held() -> None:
    abroad = board(["black 33ab", "black 37", "white 53"], black=(0, 2, 9))
    assert [t for t in texts(abroad) if len(t) == 2] == ["33", "37", "57", "77"]
    back = abroad.play("33")
    assert pods(back)[:2] == ["black 33", "black 33ab"]
    assert back.store("black") == (3, 1, 9)
    assert abroad.play("37").store("black") == (3, 1, 9), "where both fit, the captured one"
    assert abroad.play("57").store("black") == (2, 2, 9), "an empty home takes a reserve pod"


def test_a_captured_pod_does_not_come_back_otherwise() -> None:
    stores = {"black": (0, 5, 9), "white": (6, 0, 9)}
    pods = [("black", 37, ""), ("black", 47, ""), ("white", 73, "")]
    position = Position.set_up({}, pods, stores)
    assert [t for t in texts(position) if len(t) == 2] == []
    with pytest.raises(IllegalMoveError, match=r"37: .* only while you hold a home square"):
        position.play("37")
    abroad = Position.set_up({}, [*pods[:1], ("black", 33, ""), pods[2]], stores)
    assert [t for t in texts(abroad) if len(t) == 2] == ["33", "37"]
    with pytest.raises(IllegalMoveError, match=r"57: .* only where one of yours stands"):
        abroad.play("57")
    with pytest.raises(IllegalMoveError, match="53: 53 is an enemy home"):
        abroad.play("53")


# -- steps and jumps


def test_a_step_goes_to_an_empty_or_friendly_square() -> None:
    position = board(["black 46abc", "black 47", "white 57", "white 33"])
    assert texts(position, "46-") == ["46-47", "46-56", "46-48", "46-48x", "46-68", "46-68x"]
    assert "black 47abc" in pods(position.play("46-47"))


def test_a_jump_needs_a_pod_to_pass_and_an_empty_square() -> None:
    position = board(["black 46ace", "black 47", "white 48", "white 45", "white 44", "white 56"])
    assert texts(position, "46-") == ["46-47", "46-66", "46-66x"]


def test_the_example_of_the_public_description() -> None:
    """A pod on 84 jumps to 86 and 68; it may capture what either jump passed, or nothing."""
    position = board(["black 84ah", "black 85", "white 77ab", "white 33"])
    assert texts(position, "84-86") == [
        "84-86", "84-86x", "84-86-68", "84-86-68x", "84-86x-68", "84-86x-68x",
    ]  # fmt: skip
    own = position.play("84-86x-68")
    assert own.store("black").captured == 1
    enemy = position.play("84-86-68x")
    assert enemy.store("white").captured == 1
    assert enemy.store("black").prongs == 9 + 2, "the prongs go to the captor"
    assert enemy.store("white").prongs == 9


def test_no_square_is_jumped_twice_by_one_pod() -> None:
    position = board(["black 44ae", "white 45", "white 33"])
    assert texts(position, "44-46") == ["44-46", "44-46x"]
    with pytest.raises(IllegalMoveError, match="44-46-44: 45 is jumped over twice by one pod"):
        position.play("44-46-44")


def test_a_captured_pod_stays_until_the_turn_ends() -> None:
    stack = board(["black 46c", "black 46cd", "white 56", "white 33"])
    assert "46c-66x,46cd-66" in texts(stack), "so another may jump it too"
    with pytest.raises(IllegalMoveError, match="46c-66x,46cd-56: an enemy stands on 56"):
        stack.play("46c-66x,46cd-56")
    square = board(["black 46aceg", "white 56", "white 65", "white 54", "white 45", "white 33"])
    around = square.play("46-66x-64x-44x-46x")
    assert pods(around) == ["black 46aceg", "white 33"]
    assert around.store("white").captured == 4


def test_a_pod_may_return_to_the_square_that_it_left_alone() -> None:
    others = ["white 56", "white 65", "white 54", "white 45", "white 33"]
    assert "46-66-64-44-46" in texts(board(["black 46aceg", *others]))
    stack = board(["black 46aceg", "black 46", *others])
    assert not [t for t in texts(stack) if t.endswith("-46")], "one that stays blocks the square"
    both = board(["black 46aceg", "black 46h", *others])
    assert "46aceg-66-64-44-46,46h-37" in texts(both), "unless it goes as well"
    assert "46aceg-66-64-44-46" not in texts(both)


# -- several pods at once


def test_pods_that_move_together_do_not_meet_on_the_way() -> None:
    # The pod that goes to 47 neither blocks the other's way over 47 nor is it jumped there.
    position = board(["black 46a", "black 46ab", "white 33"])
    assert "46a-47,46ab-47" in texts(position), "they may land on one square"
    assert not [t for t in texts(position) if "48" in t]
    over = board(["black 46a", "black 46ab", "black 47", "white 33"])
    assert "46a-47,46ab-48" in texts(over)
    assert pods(over.play("46a-47,46ab-48x"))[:2] == ["black 47a", "black 48ab"]


def test_two_pods_may_share_a_landing_and_a_capture() -> None:
    position = board(["black 46c", "black 46cd", "white 56e", "white 33"])
    after = position.play("46c-66x,46cd-66")
    assert pods(after)[:2] == ["black 66c", "black 66cd"]
    assert after == position.play("46cd-66x,46c-66x"), "whoever names it, it is one capture"
    assert str(position.parse("46cd-66x,46c-66x")) == "46c-66x,46cd-66"


def test_equal_pods_need_no_telling_apart() -> None:
    position = board(["black 46a", "black 46a", "white 33"])
    assert texts(position, "46-") == ["46-47", "46-47,46-47"]
    assert texts(position, "46+")[0] == "46+b"


def test_some_pods_of_a_stack_are_captured_by_name() -> None:
    stack = ["white 56", "white 56", "white 56cd", "white 56e"]
    position = board(["black 46c", *stack, "white 33"])
    assert texts(position, "46-") == [
        "46-66", "46-66x(-)", "46-66x(-,-)", "46-66x(cd)", "46-66x(-,cd)", "46-66x(-,-,cd)",
        "46-66x(e)", "46-66x(-,e)", "46-66x(-,-,e)", "46-66x(cd,e)", "46-66x(-,cd,e)", "46-66x",
    ]  # fmt: skip
    after = position.play("46-66x(E,-)")
    assert pods(after)[1:] == ["white 33", "white 56", "white 56cd"]
    assert after.store("black").prongs == 10
    with pytest.raises(IllegalMoveError, match=r"no pod a to capture on 56, but: without prongs"):
        position.play("46-66x(a)")


# -- names


def test_a_square_alone_names_the_bare_pod_or_the_only_one_that_can() -> None:
    position = board(["black 46ac", "black 46c", "black 46", "white 33"])
    assert str(position.parse("46+b")) == "46+b"
    assert "black 46b" in pods(position.play("46+b")), "the bare one"
    with pytest.raises(IllegalMoveError, match="46-47: the pod on 46 has no prongs"):
        position.play("46-47")
    two = board(["black 46ac", "black 46c", "white 33"])
    assert str(two.parse("46-47")) == "46ac-47"
    with pytest.raises(IllegalMoveError, match="46-56: this fits several pods: 46ac-56 or 46c-56"):
        two.play("46-56")
    with pytest.raises(IllegalMoveError, match=r"46\+h: this fits several pods"):
        two.play("46+h")
    assert str(two.parse("46-56,46-47")) == "46ac-47,46c-56", "only one of them can go to 47"


def test_a_name_may_be_longer_than_needed() -> None:
    position = board(["black 46fedc", "white 33"])
    assert str(position.parse("46EFCD-56")) == "46-56"
    with pytest.raises(IllegalMoveError, match="no pod on 46 has just the prongs c; there is cdef"):
        position.play("46c-56")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("55-56", "there is no pod on 55"),
        ("33+a", "the pod on 33 is not yours"),
        ("46-49", "49 is neither next to 46 nor two squares away in a straight line"),
        ("46-47", "an enemy stands on 47; a step goes to an empty or friendly square"),
        ("46-45", "the pod on 46 has no prong e, south"),
        ("46-66", "no pod stands on 56 that could be jumped over"),
        ("46-28", "28 is not empty, so no jump ends there"),
        ("46-56-66", "56-66: a pod makes one step, or jumps only; it cannot do both"),
        ("46-56x", "46-56 is a step, which captures nothing"),
        ("46+a", r"the pod on 46 has a prong a already \(acgh\)"),
        ("46+b-d", "the pod on 46 has no prong d to turn"),
        ("46", "46 is no home square"),
        ("46-56,46-36", "there is only one pod on 46"),
        ("46-56,37-38", "the pods of one square move in a turn, not those of 37 and 46"),
        ("53", "an enemy stands on 53"),
        ("73", "73 is an enemy home; there a captured pod comes back"),
    ],
)
def test_illegal_moves_are_told_why(text: str, reason: str) -> None:
    position = board(
        ["black 46acgh", "black 37", "white 47", "white 28", "white 33", "white 53"],
    )
    with pytest.raises(IllegalMoveError, match=f"^{text.replace('+', '[+]')}: {reason}"):
        position.play(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a move"),
        ("hello", "not a move; write 46[+]c"),
        ("46-", "not a move"),
        ("46-50", "a square is two digits from 1 to 9"),
        ("4-5", "a square is two digits"),
        ("146-47", "a square is two digits"),
        ("46+k", "a prong is a letter from a to h"),
        ("46cc-47", "cc names a prong twice"),
        ("46-47,,46-48", "not a move"),
        ("46-48x()", "not a move"),
        ("46-48-" * 500 + "46", "not a move"),
        ("46+a" + "!" * 60, r"\.\.\.'"),
    ],
)
def test_texts_that_are_no_moves(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as caught:
        GAME.new().parse(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 140


# -- steps


def test_steps_ask_for_one_thing_after_the_other() -> None:
    position = board(["black 84ah", "black 85", "white 77ab", "white 33"])
    assert [s.text for s in position.steps()] == ["84+", "85+", "37", "57", "84-"]
    assert [s.text for s in position.steps("84-")] == ["84-85", "84-75", "84-86?"]
    assert [s.text for s in position.steps("84-86?")] == ["84-86-", "84-86x-"]
    assert [s.text for s in position.steps("84-86x-")] == ["84-86x", "84-86x-68?"]
    last = position.steps("84-86x-68?")
    assert [s.text for s in last] == ["84-86x-68", "84-86x-68x"]
    assert all(s.move == position.parse(s.text) for s in last)
    assert [s.text for s in position.steps("84+")][-3:] == ["84+e-", "84+f-", "84+g-"]
    assert [s.text for s in position.steps("84+e-")] == ["84+e-a", "84+e-h"]


def test_steps_of_a_stack_choose_its_pods_first() -> None:
    position = board(["black 46a", "black 46a", "black 46cd", "white 33"])
    assert [s.text for s in position.steps()][-2:] == ["46a-", "46cd-"]
    assert [s.text for s in position.steps("46a-")] == ["46a-47", "46a-,46a", "46a-,46cd"]
    assert [s.text for s in position.steps("46a-,46cd")] == ["46a-47,46cd-", "46a-,46cd,46cd"][:1]
    assert [s.text for s in position.steps("46a-47,46cd-")] == ["46a-47,46cd-56", "46a-47,46cd-55"]


def test_steps_from_nowhere_are_refused() -> None:
    position = GAME.new()
    for text in ("37-", "44+", "33+", "37-38-", "37+a-", "zz", "37-,37-"):
        with pytest.raises((IllegalMoveError, NotationError)):
            position.steps(text)
    assert position.resign().steps() == ()


# -- a board without edges


def test_a_torus_has_no_edges() -> None:
    position = board(["black 96bc", "black 26", "white 16", "white 33"], wrap=True)
    assert texts(position, "96-") == ["96-17"], "16 is an enemy's, and 26 is not empty"
    free = board(["black 96bc", "white 16", "white 33"], wrap=True)
    assert texts(free, "96-") == ["96-17", "96-26", "96-26x"]
    assert texts(board(["black 96bc", "white 33"]), "96-") == []
    corner = board(["black 99b", "white 33"], wrap=True)
    assert texts(corner, "99-") == ["99-11"]


# -- the end


def test_all_three_homes_win() -> None:
    two = ["black 33", "black 53", "white 46"]
    position = board([*two, "black 74e"]).play("74-73")
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == ("black", "homes")
    assert position.outcome.reason == "black holds all three home squares of white"
    assert position.legal_moves() == ()
    with pytest.raises(IllegalMoveError, match="the game is over, black holds all three"):
        position.play("46+a")
    assert board([*two, "black 74f"]).play("74-63").outcome is None


def test_one_home_wins_with_one_base() -> None:
    step = board(["black 44f", "white 46"], bases=1).play("44-33")
    assert step.outcome is not None
    assert step.outcome.reason == "black holds home square 33 of white"
    assert board(["black 44f", "white 46"]).play("44-33").outcome is None


def test_only_the_end_of_the_turn_counts() -> None:
    # The way leads over the enemy's home 53 and on.
    position = board(["black 55ce", "white 54", "white 63", "white 99"], bases=1)
    assert position.play("55-53-73").outcome is not None
    through = board(["black 55de", "white 54", "white 62", "white 99"], bases=1)
    assert through.play("55-53-71").outcome is None


def test_who_has_no_move_loses() -> None:
    stores = {"black": (0, 5, 40), "white": (0, 6, 0)}
    last = [("black", 46, "c"), ("black", 44, "a"), ("white", 56, "a")]
    position = Position.set_up({}, last, stores).play("46-66x")
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == ("black", "stuck")
    assert position.outcome.reason == "white has no move left"
    bare = Position.set_up({}, [*last[:2], ("white", 99, "")], stores).play("44+b")
    assert bare.outcome is not None, "a bare pod and no prongs: no move either"
    assert bare.outcome.kind == "stuck"


def test_the_third_time_is_a_draw() -> None:
    position = board(["black 46ae", "white 33ae"])
    for count, text in enumerate(["46-47", "33-34", "47-46", "34-33"] * 2, 1):
        assert position.outcome is None
        position = position.play(text)
        assert position.repetitions == 1 + (count + 0) // 4
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == (None, "repetition")
    assert position.outcome.reason == "the same position for the third time"


def test_another_side_to_move_is_another_position() -> None:
    # Black loses a move on the way: the board comes back with White to move.
    position = board(["black 46acdefg", "white 33ae"])
    start = position
    for text in ["46-47", "33-34", "47-56"]:
        position = position.play(text)
    for text in ["34-33", "56-46"]:
        position = position.play(text)
    assert position.pods == start.pods
    assert position.turn == "white"
    assert position.repetitions == 1


def test_a_reserve_pod_makes_earlier_positions_impossible() -> None:
    position = board(["black 46ae", "white 33ae"])
    for text in ["46-47", "33-34", "47-46", "34-33", "37"]:
        position = position.play(text)
    assert position.board.info[rules.SEEN] == 1
    for text in ["33-34", "46-47", "34-33", "47-46"] * 2:
        assert position.outcome is None
        position = position.play(text)
    assert position.outcome is not None


def test_equal_positions_have_an_equal_past() -> None:
    position = board(["black 46ae", "white 33ae"])
    again = position
    for text in ["46-47", "33-34", "47-46", "34-33"]:
        again = again.play(text)
    assert again.pods == position.pods
    assert again.board_key == position.board_key
    assert again != position
    same = board(["black 46ae", "white 33ae"])
    assert (same, hash(same)) == (position, hash(position))


def test_resigning() -> None:
    assert GAME.new().resign().outcome.winner == "white"
    over = GAME.new().resign("white")
    assert (over.outcome.winner, over.outcome.kind) == ("black", "resignation")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.resign()
    with pytest.raises(OptionError, match="no colour 'red'"):
        GAME.new().resign("red")


# -- other faces of a position


def test_facts_are_json() -> None:
    import json

    facts = json.loads(json.dumps(Position.set_up({}, FIGURE, FIGURE_STORES).facts()))
    assert facts["pods"][0] == {"colour": "black", "square": 37, "prongs": ""}
    assert facts["stores"]["white"] == {"reserve": 1, "captured": 1, "prongs": 11}
    assert facts["held"] == {"black": [], "white": []}
    assert facts["repetitions"] == 1


def test_boards_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="black has 8 pods, not 7"):
        Position.set_up({}, [("black", 46, "")], {"black": (7, 0, 1), "white": (7, 0, 1)})
    with pytest.raises(OptionError, match="both colours stand on 46"):
        board(["black 46", "white 46"])


def test_a_move_marks_its_squares() -> None:
    position = board(["black 84ah", "black 85", "white 77ab", "white 33"])
    assert position.target(position.parse("84-86-68x")) == (84, 86, 68)
    assert position.target(position.parse("85+a")) == (85,)
    assert position.format(position.parse("84-86-68X")) == "84-86-68x"


def test_nothing_follows_a_whole_move() -> None:
    position = board(["black 44f", "black 46c", "white 73"])
    with pytest.raises(IllegalMoveError, match=r"^44-33-: 44-33 is whole, nothing follows$"):
        position.steps("44-33-")


def test_the_first_of_very_many_moves_come_at_once() -> None:
    """Counting those of this stack takes minutes."""
    crowd = ["black 44" + "abcdefgh"[:n] for n in (8, 8, 7, 6)]
    crowd += [f"white {square}" for square in ("34", "54", "45", "43", "35", "53", "36")]
    moves = board(crowd).legal_moves()
    first = list(islice(moves, 3000))
    assert len(set(first)) == 3000
    assert moves


def test_moves_one_by_one_are_those_by_number() -> None:
    moves = board(["black 44bdf", "black 44ac", "white 45", "white 53"]).legal_moves()
    assert list(moves) == [moves[i] for i in range(len(moves))]
