"""A position without its picture: the pieces in words, and the moves as lists."""

from __future__ import annotations

from dataclasses import dataclass

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.languages.current import tr, translate
from boche.engine.languages.formats import joined, paired
from boche.server.errors import BadRequestError, NotFoundError, error_text
from boche.server.scenes.choices import MOST_AT_ONCE, choice_text, looks, others, pieces_of
from boche.viewer.games.registry import panel_of, picker_of, view_of
from boche.viewer.games.targets import choices_of, targets_of, way_to


@dataclass(frozen=True)
class Way:
    """A choice: a whole move or the beginning of one, as readers need it, with its effect."""

    text: str
    told: str
    whole: bool
    about: str


@dataclass(frozen=True)
class MoveChoices:
    """The choices after ``taken``: places, and moves that fill none.

    ``asks`` says what is wanted next; ``example`` is a whole move, or empty if none is at hand.
    """

    places: tuple[str, ...]
    others: tuple[str, ...]
    asks: str
    example: str


def pieces(position: Position) -> list[tuple[str, list[str]]]:
    """Return the pieces on the board: each heading with its places and pieces."""
    by_heading: dict[str, list[str]] = {}
    for spoken in sorted(view_of(position.game.name).aloud(position)):
        description = paired(*filter(None, (spoken.place, translate(spoken.piece))))
        by_heading.setdefault(translate(spoken.heading), []).append(description)
    return list(by_heading.items())


def describe(position: Position) -> str:
    """Describe the pieces in one line."""
    sections = [paired(heading, joined(texts)) for heading, texts in pieces(position)]
    return ". ".join(sections) or tr("it is empty")


def facts(position: Position) -> list[tuple[str, str]]:
    """Return the lines of the desk's panel, but for those that name moves."""
    panel = panel_of(position.game.name)
    return [
        (translate(fact.title), translate(fact.value))
        for fact in panel.facts(position, "")
        if not fact.answers
    ]


def move_choices(position: Position, taken: str) -> MoveChoices:
    """Return the choices. Raises ``BadRequestError`` if ``taken`` begins no move."""
    picker = picker_of(position.game.name)
    try:
        targets = targets_of(picker, position, taken)
    except BocheError as error:
        raise BadRequestError(error_text(error)) from error
    firsts = (choices_of(picker, position, step)[0] for step in targets.values())
    example = next((step.text for step in firsts if step.move is not None), "")
    asks = translate(picker.next_step(position, taken).rephrased(picker.by_list))
    return MoveChoices(tuple(targets), tuple(others(position, taken)), asks, example)


def beginning(position: Position, move: str) -> str:
    """Return the place at which a move begins; empty if that is the whole move, or there is none.

    As a hint at the desk does.
    """
    picker, whole = picker_of(position.game.name), position.parse(move)
    way = way_to(
        picker,
        lambda taken: targets_of(picker, position, taken),
        lambda target: choices_of(picker, position, target),
        whole,
    )
    return way[0][0].text if way and way[0][0].move is None else ""


def ways(position: Position, taken: str, place: str, *, task: bool = False) -> list[Way]:
    """Return the ways to play at a place, in a ``task`` without what would answer it.

    Raises ``NotFoundError`` for an unknown place.
    """
    picker = picker_of(position.game.name)
    try:
        target = targets_of(picker, position, taken).get(place)
    except BocheError as error:
        raise BadRequestError(error_text(error)) from error
    if target is None:
        raise NotFoundError(tr("{target!r} is not one of the places", target=place[:60]))
    before, ways = pieces_of(position), []
    for step in choices_of(picker, position, target)[:MOST_AT_ONCE]:
        chosen = step.move if step.move is not None else step.text
        effect = picker.preview(position, chosen).limited(task=task)
        about = translate(effect.text.rephrased(picker.by_list))
        descriptions = looks(position, step, before), about.removeprefix(paired(step.text, ""))
        ways.append(
            Way(step.text, choice_text(position, step), step.move is not None, joined(descriptions))
        )
    return ways
