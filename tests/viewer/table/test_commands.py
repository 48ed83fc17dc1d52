"""Undoing, resigning, asking, typing and deleting at the table."""

from __future__ import annotations

from tests.viewer.table.user import Others, User, middle_of_a_game


def test_undo_and_redo() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.key("Ctrl+Z")
    assert not user.session.cursor.moves
    user.key("Ctrl+Z")
    assert user.view.status == "nothing to undo"
    user.key("Ctrl+Shift+Z")
    assert len(user.session.cursor.moves) == 1
    user.key("Ctrl+Z")
    user.key("Ctrl+Y")
    assert len(user.session.cursor.moves) == 1


def test_resigning_is_asked_once() -> None:
    user = User(size=3)
    user.key("R")
    assert "Resign for light" in user.view.question.title
    user.key("Escape")
    assert user.view.question is None
    user.key("R")
    user.key("Enter")  # whoever takes R for turning the cube, and Enter for placing it
    assert user.view.question is None
    assert user.session.outcome is None
    user.key("R")
    for name in ("Right", "Enter"):
        user.key(name)
    assert user.session.outcome.winner == "dark"
    user.key("R")
    assert user.view.question is None
    assert user.view.tone == "over"


def test_a_game_that_is_over_is_not_resigned_at_an_earlier_move() -> None:
    user = User(size=3)
    for move in ("c:a1", "a:b1", "c:c1"):
        user.controller.table.play(move)
    user.key("R")
    user.key("Y")
    assert user.session.outcome is not None
    for _ in range(2):
        user.controller.command("back", user.later())
    assert user.session.outcome is None
    user.key("R")
    assert user.view.question is None
    assert (user.view.status, user.view.tone) == ("the game is over, dark resigned", "over")
    assert [len(node.children) for node in user.session.record.nodes()] == [1, 1, 1, 0]


def test_a_typed_line_that_is_refused_stays_open() -> None:
    user = User(size=3)
    user.key(":")
    user.type("z:z9")
    user.key("Enter")
    assert user.view.entry.text == "z:z9"
    assert user.view.tone == "refused"
    for _ in range(4):
        user.key("Backspace")
    user.type("c:b1")
    user.key("Enter")
    assert user.session.cursor.moves == ["c:b1"]
    user.key("/")
    user.key("Escape")
    assert user.view.entry is None


def test_a_comment_that_is_left_by_escape_comes_back_as_a_draft() -> None:
    user = User(size=3)
    user.controller.table.play("c:a1")
    user.key("K")
    user.type("a long thought")
    user.key("Escape")
    assert user.view.entry is None
    assert user.view.status.startswith("draft kept")
    assert user.session.cursor.node.comment == ""
    user.controller.table.play("a:b1")
    user.key("K")
    assert user.view.entry.text == "", "it is about another move"
    user.key("Escape")
    user.controller.command("back", user.later())
    user.key("K")
    assert user.view.entry.text == "a long thought"
    user.key("Escape")
    user.key("K")
    assert user.view.entry.text == "", "a draft that was left as it came back is discarded"
    user.type("kept")
    user.key("Escape")
    user.key("K")
    user.key("Enter")
    assert user.session.cursor.node.comment == "kept"
    user.key("K")
    user.type("!")
    user.key("Enter")
    assert user.session.cursor.node.comment == "kept!"


def test_comments_are_typed_and_kept() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.key("K")
    user.type("a first try")
    user.key("Shift+Enter")
    user.type("and more")
    user.key("Enter")
    assert user.session.cursor.node.comment == "a first try\nand more"
    user.key("K")
    assert user.view.entry.text == "a first try\nand more"


def test_swap_is_offered_on_move_two_only() -> None:
    user = User(size=3)
    user.key("S")
    assert user.view.tone == "refused"
    user.click(*user.spot("b1"))
    user.key("S")
    assert user.session.cursor.moves[-1] == "swap"
    user.key("S")
    assert user.view.tone == "refused"
    assert len(user.session.cursor.moves) == 2


def test_deleting_a_variation_is_asked() -> None:
    user = middle_of_a_game()
    node = user.session.cursor.node
    user.key("Ctrl+Delete")
    assert user.view.question.title.startswith("Delete ")
    user.key("Enter")
    assert user.session.cursor.node is not node


def test_what_a_game_does_not_have_is_said() -> None:
    flat = "there is nothing to take apart in {}: all pieces lie on one level"
    no_levels = "there are no levels to look under in {}"
    for game, keys in (
        ("boku", {"S": "not in {}", "X": flat, ",": no_levels, ".": no_levels}),
        ("che", {"X": flat, "Shift+X": no_levels}),
        ("octi", {",": no_levels}),
    ):
        user = User(game=game)
        for key, told in keys.items():
            user.key(key)
            status = told.format(user.session.record.game.title)
            assert (user.view.status, user.view.tone) == (status, "refused")


def test_a_rematch_is_possible_from_any_move_of_a_game_that_is_over() -> None:
    user, others = User(size=3), Others()
    user.controller.join(window=others.window)
    for move in ("c:a1", "a:b1"):
        user.session.play(move)
    user.key("Ctrl+R")
    told = "no rematch before the game is over; Ctrl+N: new game"
    assert (user.view.status, others.called) == (told, [])
    user.session.resign()
    user.key("PageUp")
    assert user.session.cursor.index == 1
    user.key("Ctrl+R")
    assert others.called == ["rematch"]
    user.key("PageUp")
    user.session.play("b:c1")
    assert not user.session.is_over
    user.key("Ctrl+R")
    assert others.called == ["rematch", "rematch"], "another move is tried in a game that is over"


def test_escape_says_that_the_arrows_choose_places_again() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.key("Home")
    assert user.view.focus == "timeline"
    user.key("Escape")
    assert user.view.focus == "board"
    assert user.view.status.startswith("the arrow keys choose places on the board")
