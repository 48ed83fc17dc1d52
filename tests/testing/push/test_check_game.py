"""The games pass ``check_game``, and a game that breaks any part of the contract does not."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boche.engine.errors import IllegalMoveError
from boche.engine.game import Game, Option, SgfForm, Step
from boche.engine.games import boche
from boche.engine.games.boche import GAME, rules
from boche.engine.games.boche.encoding import ENCODING
from boche.engine.games.boche.position import Position
from boche.engine.games.registry import GAMES
from boche.engine.message import Phrase
from boche.engine.native.kernels import Kernels, kernels
from boche.engine.position import BasePosition
from boche.engine.record import Record
from boche.testing import ContractError, check_game
from boche.testing import records as record_checks
from boche.testing import search as search_checks
from boche.testing.definition import check_definition
from boche.testing.learning import check_learning
from boche.testing.positions import check_positions
from boche.testing.records import check_records
from boche.testing.samples import Sample, samples_of
from boche.testing.search import check_search
from boche.testing.texts import check_texts, has_texts
from boche.testing.views import check_view
from boche.viewer.games.info import Fact, Guide, Panel
from boche.viewer.games.registry import view_of
from boche.viewer.games.view import Beginner, GameView, Lighting, Pick
from boche.viewer.scene.bodies import Part, Printed
from boche.viewer.scene.model import Mesh, Scene, instances

SMALL = replace(GAME, options=(replace(GAME.option("size"), default=2), *GAME.options[1:]))
"""Boche on a board that is full after four moves."""

VIEW = view_of("boche")
ROW = Phrase("test.row", "Row")()


@pytest.mark.parametrize("name", ["boku"])
def test_a_game_meets_the_contract(name: str) -> None:
    check_game(GAMES[name], view_of(name))


# -- definitions


def with_option(**values: Any) -> Game:
    return replace(GAME, options=(Option(**{"name": "x", "default": 1, "help": "x"} | values),))


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (7, "7 is not a Game"),
        (replace(GAME, name="My Game"), "name: use lower-case letters"),
        (replace(GAME, about=""), "title and about must not be empty"),
        (replace(GAME, about="one\ntwo"), "one line each"),
        (replace(GAME, colours=("light", "light")), "colours must be two"),
        (replace(GAME, sgf=SgfForm("", GAME.sgf.colours)), "sgf.gm must not be empty"),
        (replace(GAME, sgf=SgfForm("X", {"light": "B"})), "one of the letters B and W"),
        (replace(GAME, sgf=SgfForm("X", GAME.sgf.colours, "width")), "there is no 'width'"),
        (
            replace(GAME, sgf=SgfForm("X", GAME.sgf.colours, codec=GAMES["octi"].sgf.codec)),
            "sgf.size is empty if there is a codec",
        ),
        (replace(GAME, options=(*GAME.options, GAME.options[0])), "two options are called size"),
        (with_option(name="Size!"), "option 'Size!': name"),
        (with_option(help=""), "help must not be empty"),
        (with_option(default=5), "5 is not between 0 and 1"),
        (with_option(values=(1, 5)), "values lie between low and high"),
        (replace(GAME), "not registered"),
    ],
)
def test_a_wrong_definition_is_told(game: Any, problem: str) -> None:
    with pytest.raises(ContractError, match=re.escape(problem)) as caught:
        check_definition(game)
    assert "\n" not in str(caught.value)


def test_a_search_without_rules_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(GAME, room="boche.engine")  # engine.search is no game's search
    monkeypatch.setattr(boche, "GAME", game)
    with pytest.raises(ContractError, match=r"it needs boche\.engine\.rules too"):
        check_definition(game)


# -- positions


class Broken(Position):
    """A position that a test breaks."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Sample]]:
    """Fixture: a function that replaces names of ``Broken`` and plays its sample games."""

    def play(**replaced: Any) -> list[Sample]:
        game = replace(SMALL, start=Broken)
        monkeypatch.setattr(boche, "GAME", game)
        for name, value in ({"game": game} | replaced).items():
            monkeypatch.setattr(Broken, name, value, raising=False)
        return samples_of(game)

    return play


def says(value: Any) -> property:
    return property(lambda self: value)


def true(self: Position, name: str) -> Any:
    """Return what a position that nobody broke has under a name."""
    return getattr(Position, name).__get__(self)


TWO_LINES = Phrase("test.two-lines", "one\ntwo")()


def ended(self: object) -> Any:
    """Return an outcome that a smaller board would have."""
    return Position(SMALL.complete({"size": 1})).play("a:a1").outcome


def ending(**replaced: Any) -> property:
    """Return an ``outcome`` with other values once the rules say that the game is over."""

    def outcome(self: Position) -> Any:
        found = true(self, "outcome")
        return replace(found, **replaced) if found and found.kind != "resignation" else found

    return property(outcome)


def late(self: Position) -> bool:
    return true(self, "ply") == 3


def cut(name: str, part: slice) -> Callable[..., Any]:
    """Return a method that gives only a part, but something, of what it should."""
    return lambda self, *taken: true(self, name)(*taken)[part] or true(self, name)(*taken)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("game", GAME, "position.game is another Game"),
        ("options", says({}), "options are not those that the game began with"),
        ("ply", says(1), "ply is 1 before the first move"),
        ("turn", says("dark"), "turn is 'dark'"),
        ("turn", property(lambda self: "red" if self.ply else "light"), "unknown colour 'red'"),
        ("swapped", says(True), "swapped is true before the first move"),
        ("outcome", property(ended), "the game is over before the first move"),
        ("__eq__", object.__eq__, "two start positions are not equal"),
        ("__hash__", object.__hash__, "equal positions have different hashes"),
        ("text_board", lambda self, coordinates: "", "text_board(coordinates=False) is empty"),
        ("facts", lambda self: {"groups": {1}}, "TypeError: Object of type set is not JSON"),
        ("facts", lambda self: {}, "facts() has no list 'groups'"),
        ("__reduce__", lambda self: (Broken, (GAME.complete({}),)), "a pickled and restored"),
        ("format", lambda self, move: None, "is not text"),
        ("legal_moves", lambda self: (), "there is no legal move, and outcome is None"),
        ("legal_moves", lambda self: true(self, "legal_moves")() * 2, "lists a move twice"),
        ("legal_moves", cut("legal_moves", slice(1, None)), "which is not in legal_moves()"),
        ("steps", cut("steps", slice(1, None)), "steps() never lead to the legal move"),
        ("steps", lambda self, taken="": true(self, "steps")(taken) * 2, "two steps with one text"),
        (
            "steps",
            lambda self, taken="": (Step("a", None),) if late(self) else true(self, "steps")(taken),
            "steps('a') leads back to itself",
        ),
        (
            "steps",
            lambda self, taken="": (
                (Step("a", None),)[: not taken] if late(self) else true(self, "steps")(taken)
            ),
            "steps('a') is empty, and it is not a whole move",
        ),
        ("parse", lambda self, text: true(self, "legal_moves")()[0], "must raise NotationError"),
        (
            "parse",
            lambda self, text: true(self, "parse")("swap" if ":" in text else text),
            "parse() reads its text as swap",
        ),
        (
            "resign",
            lambda self, *_: true(self, "resign")("light"),
            "must give an Outcome for light",
        ),
        ("resign", lambda self, colour="light": true(self, "resign")(colour), "the one to move"),
        ("ply", property(lambda self: min(true(self, "ply"), 1)), "with ply one higher"),
        ("swapped", property(lambda self: self.ply == 1), "swapped changes with the move `swap`"),
        ("outcome", ending(winner="nobody"), "the winner 'nobody' is not a colour"),
        ("outcome", ending(kind="By Path"), "an Outcome's kind is one word"),
        ("outcome", ending(kind="draw"), "a draw has the kind draw"),
        ("outcome", ending(kind="magic"), "won_by has no phrase for the kind 'magic'"),
        ("outcome", ending(reason="plain"), "the reason of the outcome is not a Message"),
        ("outcome", ending(reason=TWO_LINES), "must be one line of text"),
        ("legal_moves", lambda self: true(self, "legal_moves")() or (1,), "moves after the end"),
        (
            "steps",
            lambda self, taken="": true(self, "steps")(taken) or (Step("a", None),),
            "there are steps after the end of the game",
        ),
        ("play", lambda self, move: self if move == "swap" else played(self, move), "play() must"),
        ("play", lambda self, move: lenient(self, move), "it is not in legal_moves()"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_position_is_told(broken: Any, name: str, value: Any, problem: str) -> None:
    with pytest.raises(ContractError, match=re.escape(problem)) as caught:
        check_positions(broken(**{name: value}))
    assert "\n" not in str(caught.value)


def lenient(self: Position, move: Any) -> Any:
    """Play a move, also one that is legal no more while the game goes on."""
    try:
        return played(self, move)
    except IllegalMoveError:
        if self.outcome is not None:
            raise
        return self


def played(self: Position, move: Any) -> Any:
    return true(self, "play")(move)


def test_a_move_whose_text_leads_elsewhere_is_told(samples: list[Sample]) -> None:
    """Check it with the moves of another game."""
    one, other = samples[0], samples[1]
    mixed = one._replace(positions=(*one.positions[:1], *other.positions[1:]))
    with pytest.raises(ContractError, match="leads to another position"):
        check_positions([mixed])


# -- positions as text


def lost(self: Position, fields: Any) -> Any:
    """Read the fields, but forget that the game is over."""
    return self._with_board(true(self, "_from_fields")(fields).board)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("_fields", lambda self: ("two words", "a", "b"), "between options and outcome, not 4"),
        ("_fields", lambda self: ("größe", "a", "b"), "to_text() is not one line of ASCII"),
        ("_fields", lambda self: ("2/1", "light", "-"), "is another position"),
        ("_fields", lambda self: true(self, "_fields")()[:2], "not enough values to unpack"),
        (
            "_fields",
            lambda self: (*true(self, "_fields")(), str(id(self))),
            "too many values to unpack",
        ),
        ("_from_fields", lambda self, fields: self, "is another position"),
        ("_from_fields", lost, "the outcome on this board is -"),
        ("_from_fields", BasePosition.__dict__["_from_fields"], "cannot be written as text"),
        ("_from_fields", lambda self, fields: careless(self, fields), "must raise a BocheError"),
        ("_from_fields", lambda self, fields: rebased(self, fields), "has other legal moves"),
        ("_canonical_text", lambda self: str(id(self)), "have different canonical keys"),
        ("key", lambda self: "7", "key() is not 32 hexadecimal digits"),
        ("__eq__", lambda self, other: true(self, "cubes") == other.cubes, "two texts"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_text_is_told(broken: Any, name: str, value: Any, problem: str) -> None:
    games = broken(**{name: value} | ({"__hash__": lambda self: 0} if name == "__eq__" else {}))
    with pytest.raises(ContractError, match=re.escape(problem)) as caught:
        check_texts(games)
    assert "\n" not in str(caught.value)


def careless(self: Position, fields: Any) -> Any:
    """Read the fields without checking the last one."""
    return true(self, "_from_fields")([*fields[:2], fields[2] if fields[2] == "swap" else "-"])


def rebased(self: Position, fields: Any) -> Any:
    """Read the fields, but let the next cubes have the other colour on top."""
    board = true(self, "_from_fields")(fields).board
    board.info[rules.BASE] ^= 1
    return self._with_board(board)


def test_a_game_without_texts_passes(broken: Any) -> None:
    none = {name: BasePosition.__dict__[name] for name in ("_fields", "_from_fields")}
    games = broken(**none)
    assert not has_texts(games[0].positions[0])
    check_texts(games)


# -- records


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """Fixture: random games on a small board."""
    return [sample._replace(game=GAME) for sample in samples_of(SMALL)]


def test_a_record_that_is_not_read_as_it_was_written_is_told(
    samples: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_records(samples)
    one, other = samples[:2]
    with pytest.raises(ContractError, match="SGF leads to another position"):
        check_records([one._replace(positions=(*one.positions[:-1], other.positions[-1]))])
    for name, problem in (("dump_sgf", "as SGF"), ("dump_moves", "as a list of moves")):
        with monkeypatch.context() as patch:
            write, short = getattr(record_checks, name), Record.new("boche", size=2)
            patch.setattr(record_checks, name, lambda record, w=write, s=short: w(s))
            with pytest.raises(ContractError, match=problem):
                check_records(samples)


# -- the search


class Compiled:
    """The compiled functions of a game, some replaced."""

    def __init__(self, **replaced: Any) -> None:
        self.__dict__.update(replaced)

    def __getattr__(self, name: str) -> Any:
        return getattr(kernels(GAME).game, name)


def swapped_number(position: Any, number: int) -> Any:
    return position.parse("swap")


@pytest.mark.parametrize(
    ("encoding", "compiled", "problem"),
    [
        (7, {}, "ENCODING is not an Encoding"),
        (replace(ENCODING, number_of=lambda position, move: 1), {}, "the same for two legal moves"),
        (replace(ENCODING, move_of=swapped_number), {}, "move_of() is not the inverse"),
        (replace(ENCODING, most_moves=lambda position: 1), {}, "more than most_moves(): 1"),
        (replace(ENCODING, classes=lambda position: {1: 1}), {}, "classes() maps the number"),
        (replace(ENCODING, key_count=lambda position: 0), {}, "it must be from 0 to key_count()"),
        (
            replace(ENCODING, moves_between=lambda a, b: a.legal_moves()[:1] if a.ply else []),
            {},
            "moves_between() gives moves that lead elsewhere",
        ),
        (ENCODING, {"seat": lambda state: 1}, "search.seat() is not 0"),
        (ENCODING, {"moves": lambda state, out: 0}, "search.moves() are not"),
        (ENCODING, {"play": lambda state, move: 2}, "search.play() returns 2"),
        (replace(ENCODING, longest=lambda position: 1), {}, "longest() is 1 at the start"),
        (ENCODING, {"playout": lambda state, source, trail: 0.25}, "search.playout() returns 0.25"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_search_is_told(
    samples: list[Sample], monkeypatch: Any, encoding: Any, compiled: Any, problem: str
) -> None:
    parts = Kernels(Compiled(**compiled), None, None)
    monkeypatch.setattr(search_checks, "encoding_of", lambda game: encoding)
    monkeypatch.setattr(search_checks, "kernels", lambda game: parts)
    with pytest.raises(ContractError, match=re.escape(problem)):
        check_search(samples)


# -- the view


def with_picker(**replaced: Any) -> GameView:
    return replace(VIEW, picker=replace(VIEW.picker, **replaced))


def scene(**replaced: Any) -> Callable[[Any, Any], Scene]:
    return lambda position, options: replace(VIEW.scene(position, options), **replaced)


def batch(**replaced: Any) -> Callable[[Any, Any], Scene]:
    """Return a function that makes a scene whose first batch is changed."""

    def changed(position: Any, options: Any) -> Scene:
        made = VIEW.scene(position, options)
        return replace(made, batches=(replace(made.batches[0], **replaced), *made.batches[1:]))

    return changed


NOWHERE = np.full(3, np.nan)
PLAIN = Fact("plain", "text")  # type: ignore[arg-type]
OTHER_LESSONS = view_of("che").lessons
OTHER_SAMPLE = next(iter(view_of("che").samples().values()))


@pytest.mark.parametrize(
    ("view", "problem"),
    [
        (7, "7 is not a GameView"),
        (replace(VIEW, views={}), "views has no camera"),
        (replace(VIEW, sides={"red": "corner"}), "sides names another colour"),
        (replace(VIEW, sides={"dark": "below"}), "sides names another view"),
        (replace(VIEW, beginner=Beginner({"width": 3}, "1", "")), "boche has no option 'width'"),
        (replace(VIEW, thumbnail=GAMES["che"].new), "is a position of another game"),
        (replace(VIEW, rules=lambda: "Boche"), "begin with a title"),
        (replace(VIEW, guide=Guide(goal=lambda options: None)), "goal() is not text"),  # type: ignore
        (replace(VIEW, lessons=OTHER_LESSONS), "it is for another game"),
        (
            replace(VIEW, samples=lambda: {"x.sgf": b""}),
            "its name must begin with",
        ),
        (replace(VIEW, samples=lambda: {"boche-x.sgf": OTHER_SAMPLE}), "it is of another game"),
        (replace(VIEW, picture=lambda: "none"), "picture() is not SVG"),
        (
            replace(VIEW, printed=lambda: Printed({"cube": Part(lambda position, gap: ())})),
            "printed part 'cube': it has no bodies",
        ),
        (replace(VIEW, scene=lambda position, options: None), "it returns no Scene"),
        (replace(VIEW, live=lambda position, options: None), "it returns no Scene"),
        (replace(VIEW, scene=batch(material="gold")), "unknown material 'gold'"),
        (replace(VIEW, scene=batch(instances=np.zeros(3))), "are made with instances()"),
        (replace(VIEW, scene=batch(instances=instances(NOWHERE[None]))), "position is not finite"),
        (replace(VIEW, scene=batch(mesh=Mesh("x", np.zeros(1), np.ones(3, int)))), "beyond its"),
        (replace(VIEW, scene=scene(bounds=np.zeros(3))), "bounds are points (N, 3)"),
        (replace(VIEW, scene=scene(bounds=np.zeros((0, 3)))), "nothing can be framed"),
        (replace(VIEW, panel=Panel(lambda position, taken: (PLAIN,))), "the label of a fact is no"),
        (
            replace(VIEW, panel=Panel(lambda position, taken: (Fact(ROW, "", colour="red"),))),
            "panel.facts() names a colour 'red'",
        ),
        (replace(VIEW, aloud=lambda position: 2 * VIEW.aloud(position)), "says two pieces alike"),
        (replace(VIEW, decided=lambda position: (1,)), "decided() is not empty while"),
        (replace(VIEW, groups=lambda position: (Lighting("a", {}),)), "the text of a group"),  # type: ignore
        (with_picker(place=lambda *_: NOWHERE), "place() is not a point (3,)"),
        (with_picker(spell=lambda target, key: "nothing"), "spell() makes 'nothing'"),
        (with_picker(preview=lambda *_: None), "preview() returns no Preview"),
        (with_picker(target_of=lambda position, move: "a1" if move else None), "target_of() is a1"),
        (with_picker(pick=lambda *_: None), "pick() returns no Pick"),
        (with_picker(pick=lambda *_: Pick("z9")), "pick() names 'z9', which is not a target"),
        (with_picker(pick=lambda *_: Pick(reason="no")), "the reason of a Pick is not a Message"),  # type: ignore
        (with_picker(hover=lambda *_: None), "hover() returns no Hover"),
        (with_picker(bounds=lambda position: np.zeros(3)), "picker.bounds() are points"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_view_is_told(samples: list[Sample], view: Any, problem: str) -> None:
    with pytest.raises(ContractError, match=re.escape(problem)):
        check_view(view, samples)


# -- actions


def with_actions(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    space = replace(ENCODING.actions, **changes)  # type: ignore[type-var]
    monkeypatch.setattr(boche.encoding, "ENCODING", replace(ENCODING, actions=space))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"count": lambda position: 3}, "is not below the number of actions, 3"),
        (
            {"make_state": lambda position, kernels: ENCODING.make_state(SMALL.new(), kernels)},
            "the observation is not that of the position",
        ),
    ],
)
def test_wrong_action_spaces_are_found(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], problem: str
) -> None:
    with_actions(monkeypatch, **changes)
    with pytest.raises(ContractError, match=problem):
        check_learning(samples_of(SMALL)[:1])


def test_actions_that_are_not_distinct_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boche.learning, "action", lambda state, move: move >> 3)
    with pytest.raises(ContractError, match="two legal steps have the same action"):
        check_learning(samples_of(SMALL)[:1])


def test_observations_that_are_not_numbers_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boche.learning, "observe", lambda state, seat, out: out.fill(np.nan))
    with pytest.raises(ContractError, match="values that are not numbers"):
        check_learning(samples_of(SMALL)[:1])
