"""The unfinished move: turning the piece and placing it, in several steps if need be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr
from boche.engine.message import NOTHING, Message
from boche.viewer.camera.camera import Vector
from boche.viewer.camera.rays import Points
from boche.viewer.games.drawing import top_of
from boche.viewer.games.info import FirstTurn
from boche.viewer.games.registry import build_live, labels_seen, panel_of
from boche.viewer.games.view import Pick
from boche.viewer.scene.live import LiveOptions
from boche.viewer.table import keys, rating, words
from boche.viewer.table.command_keys import shown_key, with_keys
from boche.viewer.table.context import Context
from boche.viewer.table.hover.view_control import Place
from boche.viewer.table.playback import DROP, STEP
from boche.viewer.table.shown import Box
from boche.viewer.table.state import Table
from boche.viewer.table.warnings import answer_first, asks
from boche.viewer.training.words import STEP_ON

HALF = 0.5  # of a square, in the world: what a prompt leaves clear around a place
LETTER = 0.6  # of its height: what is left clear to each side of a letter's middle


def over_choice(table: Table) -> bool:
    """Return whether the pointer is on the chosen target or on its ghost."""
    target, pointing = table.selection.target, table.pointing
    if target is None or pointing.at is None or asks(table):
        return False
    ray = table.looking.ray(pointing.at)
    on_it = pointing.pick.target == target
    return on_it or table.picker.over(table.position, target, ray, table.display)


def choice_prompt(table: Table) -> Message:
    """Return what is to be chosen next of a begun move, while nothing is, or an empty text."""
    selection, picker, carried = table.selection, table.picker, table.pointing.carried
    said = carried.says(table.position, table.pointing.pick) if carried is not None else NOTHING
    if said:
        return said
    # A resting pointer has chosen nothing yet, wherever it happens to be.
    chosen = selection.target is not None and not table.pointing.resting
    if not selection.beginning or chosen:
        return NOTHING
    return picker.next_step(table.position, selection.beginning)


def answers_first(table: Table) -> bool:
    """Say what is to be done before anything is chosen; return whether anything is.

    That is to answer a warning, or to take back a wrong try in an exercise: what keys chose then
    Enter would throw away. A step of a lesson that asks for no move gets none.
    """
    if table.why_no_try:
        table.say(table.why_no_try, tone="noted")
        return True
    if asks(table):
        table.say(answer_first(table), tone="waiting")
        return True
    for exercise, command in ((table.lesson, "lesson_next"), (table.training, "training_next")):
        if exercise is not None and exercise.state.phase == "wrong":
            table.say(with_keys(words.TRY_AGAIN_FIRST, key=command), tone="noted")
            return True
    return False


def chooses_among_few(table: Table) -> bool:
    """Return whether a move is started that only a few places can complete."""
    taken = table.selection.beginning
    return bool(taken and table.picker.asks(table.position, taken))


def lacks_letter(table: Table) -> bool:
    """Return whether a begun move asks for a letter and for nothing else, or may take one."""
    if _adds_to_taken(table) is not None and table.selection.target is None:
        return True
    key_of, targets = table.picker.key_of, table.selection.targets()
    return chooses_among_few(table) and all(key_of(text) for text in targets)


def chosen_letter(table: Table) -> str:
    """Return the letter of what is chosen, or an empty text."""
    choice = table.selection.choice
    return table.picker.key_of(choice.text) if choice is not None else ""


def fitting_letters(table: Table) -> tuple[str, ...]:
    """Return the letters that can be chosen now, as a palette shows them.

    A piece that is only taken up may get one of its letters instead of moving.
    """
    adds, fitting = _adds_to_taken(table), table.selection.keys()
    if adds is None:
        return fitting
    return tuple(dict.fromkeys((*fitting, *table.selection.letters(adds))))


def _adds_to_taken(table: Table) -> str | None:
    """Return the step that gives a letter to the piece that was only taken up, if there is one."""
    steps = table.selection.steps
    if not table.picker.takes_up or len(steps) != 1:
        return None
    return table.picker.lettered(table.position, steps[0], Pick(), "")


def worded(table: Table, said: Message) -> Message:
    """Return a message, in its wording for keys if the user used keys last."""
    return said.rephrased(table.picker.by_keys) if table.pointing.keyed else said


def with_other(table: Table, said: Message) -> Message:
    """Return a message on the target that keys have chosen, and the keys to others at its place.

    Nobody guesses that a key changes what is done with a piece in place of the piece.
    """
    selection, target = table.selection, table.selection.target
    if not _takes_up_by_keys(table) or target is None or selection.lettered:
        return said
    here, lettered = _at_one_place(table, target), _lettered_at(table, target)
    before = here[here.index(target) - 1] if target in here else target
    if before == lettered:
        before = target  # the first key leads there as well
    for name, other in (("next_choice", lettered), ("previous_choice", before)):
        if other and other != target:
            key = shown_key(name).partition("@")[0]
            said = words.OTHER_THERE(said=said, key=key, other=table.picker.does(other))
    return said


def _takes_up_by_keys(table: Table) -> bool:
    """Return whether keys choose what to take up: a piece, before any step of a move."""
    begun = table.selection.beginning
    return table.picker.takes_up and table.pointing.by_keys and not begun


def _lettered_at(table: Table, target: str) -> str | None:
    """Return the target below which letters choose for the piece of a target, or None."""
    picker, selection = table.picker, table.selection
    other = picker.lettered(table.position, target, Pick(), "")
    return other or (target if any(selection.letters(target)) else None)


def _at_one_place(table: Table, target: str) -> list[str]:
    """Return the targets at the place of one, without those that letters lead to from another.

    Those that take up a piece come first.
    """
    picker, position, targets = table.picker, table.position, table.selection.targets()
    place = picker.spot(position, Pick(target=target))
    here = [text for text in targets if picker.spot(position, Pick(target=text)) == place]
    taken_up = [text for text in here if targets[text].move is None]
    leads = {text: picker.lettered(position, text, Pick(), "") for text in taken_up}
    taken_up.sort(key=lambda text: leads[text] is None)  # what can do more comes first
    whole = [text for text in here if targets[text].move is not None]
    return [text for text in taken_up if text not in leads.values()] + whole


def stops(table: Table) -> list[str]:
    """Return the targets that arrow keys go to.

    Where pieces are taken up it is one for each place, or one for each letter around a piece.
    """
    targets, picker = list(table.selection.targets()), table.picker
    if not picker.takes_up:
        return targets
    if not table.selection.beginning:
        return list(dict.fromkeys(_at_one_place(table, text)[0] for text in targets))
    first = dict[str, str]()
    for text in targets:
        first.setdefault(picker.key_of(text) or text, text)
    return list(first.values())


def _open(table: Table, target: str) -> None:
    """Take up a piece by keys, so that its letters are the next targets, around it."""
    _leave_to_keys(table, target)
    table.selection.open(opens=True)
    table.selection.take()


def pixels_of(table: Table, targets: Sequence[str]) -> Points:
    """Return where targets are in the picture (N, 2)."""
    places = [table.picker.place(table.position, each, table.display) for each in targets]
    return table.looking.pixels(np.array(places))


def clear_of_prompt(table: Table) -> Box | None:
    """Return the box of the picture beside which a begun move asks for what is next, or None.

    It holds the piece last laid or taken up, and what may be chosen now if that is little. None if
    nothing is asked, or something else is said.
    """
    steps, writing = table.selection.steps, table.writing
    if not choice_prompt(table) or writing.message or writing.question or writing.entry:
        return None
    display = replace(table.display, taken=steps[-2] if len(steps) > 1 else "")
    places = [table.picker.place(table.position, steps[-1], display)]
    if chooses_among_few(table):
        places += [
            table.picker.place(table.position, each, table.display)
            for each in table.selection.targets()
        ]
    for name in table.picker.about(table.position, steps[-1]):
        high = table.picker.top(table.position, name, display) if table.picker.top else None
        places += [high, high * (1.0, 1.0, 0.0)] if high is not None else []
    return _box(table, np.array(places))


def boxes_of(table: Table, names: Sequence[str]) -> dict[str, Box]:
    """Return the boxes of the picture with the places of some names, from the middle outwards.

    Places that are hidden or that the board does not have are left out.
    """
    seen = {name: top_of(table.picker, table.position, name, table.display) for name in names}
    boxes = {name: _box(table, np.array([at])) for name, at in seen.items() if at is not None}
    wide, high = table.looking.viewport

    def off_middle(name: str) -> float:
        left, low, right, top = boxes[name]
        return math.hypot(left + right - wide, low + top - high)

    return {name: boxes[name] for name in sorted(boxes, key=off_middle)}


def clear_of_told(table: Table, turn: FirstTurn) -> tuple[Box, ...]:
    """Return the boxes of the picture that a text on a kind of action may not cover.

    They hold the places that the action leads to, the piece at the chosen place, and the letters
    and numbers of the board.
    """
    position, display, target = table.position, table.display, table.selection.target
    found = list(boxes_of(table, turn.leads(position, table.selection.beginning)).values())
    if target is not None:
        middle = table.picker.place(position, target, display)
        under = top_of(table.picker, position, target, display)
        rise = 2.0 * abs(middle[2] - under[2]) if under is not None else 0.0
        found.append(_box(table, middle + np.array([(0.0, 0.0, z) for z in (-rise, rise)])))
    options = LiveOptions(
        explode=display.explode,
        apart=display.apart,
        peeled=display.peeled,
        labels=table.settings.coordinates,
    )
    camera, viewport = table.looking.orbit.camera, table.looking.viewport
    names = labels_seen(position, options, camera, viewport)
    for each in build_live(position, options).labels if names is None else names:
        half = LETTER * each.height * max(len(each.text), 1)
        found.append(_box(table, np.array([each.position]), half))
    return tuple(found)


def _box(table: Table, places: Points, half: float = HALF) -> Box:
    """Return the box of the picture that holds places with the ground around them.

    The ground reaches ``half`` a square to each side.
    """
    corners = np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)])
    seen = table.looking.pixels((places[:, None] + corners).reshape(-1, 3))
    (left, low), (right, high) = seen.min(axis=0), seen.max(axis=0)
    return float(left), float(low), float(right), float(high)


def turn_to(table: Table, key: str) -> None:
    """Choose by letter; without a chosen target the letter is remembered for the next one.

    Letters choose nothing in a game whose pieces are all alike.
    """
    if not panel_of(table.session.record.game_name).choices(table.position):
        return
    if answers_first(table):
        return
    let_proposal_go(table)
    table.pointing.resting = False
    table.selection.asked = ""
    target = table.selection.target
    if target is not None and _takes_up_by_keys(table):
        lettered = _lettered_at(table, target)
        if lettered and key in table.selection.letters(lettered):
            _open(table, lettered)  # arrow keys then go on from the letter
    if _turn_instead(table, key) or (target is None and _gives_to_taken(table, key)):
        return
    if chooses_among_few(table):
        _choose_lettered(table, key)
        return
    if target is None:
        _choose_ahead(table, key)
    elif _points_at(table, key) and table.selection.cycle_key(1):
        return
    elif not table.selection.choose_key(key):
        table.refuse(_refused(table, target, key))
        # It is taken wherever it fits, and nothing else is placed unnoticed here.
        table.selection.ask(key, refused=True)
        table.selection.prefer_all(key)
        table.selection.prefer(key)


def armed(table: Table) -> str:
    """Return the letter that the next piece pointed at would get, or an empty text.

    That is so where pieces are taken up, and none is; elsewhere a letter is only remembered.
    """
    free = table.picker.takes_up and not table.selection.beginning and table.setup is None
    return table.selection.asked if free else ""


def put_away(table: Table) -> bool:
    """Give up the letter asked for, and say so; return whether there was one."""
    letter = table.selection.asked
    if not letter:
        return False
    table.selection.asked, table.pointing.instead = "", None
    table.selection.clear()
    table.say(words.PUT_AWAY(key=letter), tone="noted")
    return True


def _choose_ahead(table: Table, key: str) -> None:
    """Remember a letter for the next target; do nothing if no target has letters."""
    fitting = table.selection.keys()
    meant = table.selection.prefer_all(key)
    if meant:
        table.selection.ask(key)
        table.say(tr("the next piece: {letters}", letters=" or ".join(meant)))
    elif fitting:
        panel = panel_of(table.session.record.game_name)
        table.refuse(panel.unfit(table.position, key) or _unfitting(key, fitting))


def _choose_lettered(table: Table, key: str) -> None:
    """Choose the one of a few places that has a letter; do nothing if none has letters."""
    key_of, chosen = table.picker.key_of, table.selection.target
    lettered = [text for text in table.selection.targets() if key_of(text)]
    fitting = [text for text in lettered if key_of(text) == key]
    if fitting:  # the letter again: the next one that has it
        at = fitting.index(chosen) + 1 if chosen in fitting else 0
        _leave_to_keys(table, fitting[at % len(fitting)])
    elif lettered:
        table.refuse(_unfitting(key, tuple(dict.fromkeys(map(key_of, lettered)))))


def _leave_to_keys(table: Table, target: str) -> None:
    """Choose a target by keys."""
    table.selection.choose(target)
    place = table.picker.place(table.position, target, table.display)
    table.pointing.leave_to_keys(place)


def _turn_instead(table: Table, key: str) -> bool:
    """Choose another target if the letter belongs to that one; return whether it does."""
    selection, pointing = table.selection, table.pointing
    before, taken = selection.target, selection.beginning
    other = table.picker.lettered(table.position, before, pointing.pick, taken)
    if other is None or not selection.choose(other):
        return False
    if not selection.choose_key(key):
        selection.choose(before)
        table.refuse(_refused(table, other, key))
    elif not pointing.by_keys:
        pointing.instead = other
    return True


def _gives_to_taken(table: Table, key: str) -> bool:
    """Choose a letter for the piece that was only taken up; return whether it is one.

    The piece is put down again, so that a click on it, or Enter, places the letter.
    """
    selection, adds = table.selection, _adds_to_taken(table)
    if adds is None:
        return False
    selection.back()
    if selection.choose(adds) and selection.choose_key(key):
        selection.ask(key)
        _leave_to_keys(table, adds)
    else:
        table.refuse(_refused(table, adds, key))
        selection.forward()
    return True


def refuses_asked(table: Table) -> bool:
    """Say why the letter asked for does not fit the piece under the pointer; return whether so.

    A click there afterwards means what it shows.
    """
    target = table.asked_at
    if target is None or table.pointing.instead == target or not table.selection.refuses:
        return False
    table.refuse(_refused(table, target, table.selection.asked))
    table.selection.asked = ""
    return True


def _refused(table: Table, target: str, key: str) -> str:
    """Return why a letter does not fit, in the rules' words."""
    fitting = tuple(filter(None, table.selection.keys()))
    if fitting and all(choice.move is None for choice in table.selection.choices()):
        return _unfitting(key, fitting)  # the rules would miss the rest of the move
    try:
        table.position.play(table.position.parse(table.picker.spell(target, key)))
    except BocheError as error:
        if fitting or table.setup is None:
            return why_not(error)
    return _unfitting(key, fitting)


def _unfitting(key: str, fitting: Sequence[str]) -> str:
    return (
        tr("{key} does not fit; {letters} do", key=key, letters=", ".join(fitting))
        if fitting
        else tr("{key} does nothing here", key=key)
    )


def _points_at(table: Table, key: str) -> bool:
    """Return whether the current choice has a letter."""
    choice = table.selection.choice
    return choice is not None and table.picker.key_of(choice.text) == key


def turn_choice(table: Table, by: int) -> None:
    """Advance by that many choices; if the pointer decides the letter, by those that have it.

    They come in the order in which they lie in the tray. If one of a few places is to be chosen,
    advance by places.
    """
    let_proposal_go(table)
    if answers_first(table):
        return
    if table.pointing.keyed and (_chooses_piece(table, by) or _does_other(table, by)):
        return
    key, table.pointing.resting = table.pointing.pick.key, False
    table.selection.asked, game = "", table.session.record.game_name
    if key and _points_at(table, key) and table.selection.cycle_key(by):
        return
    if chooses_among_few(table):
        taken = table.selection.beginning
        usual = table.picker.usual(table.position, taken) if taken else None
        _leave_to_keys(table, table.selection.next_target(by, usual))
    elif not table.selection.cycle(by, panel_of(game).choices(table.position)):
        table.refuse(words.CHOOSE_FIRST)


def _chooses_piece(table: Table, by: int) -> bool:
    """Choose the first piece, or the last one, where none is chosen; return whether it did."""
    selection = table.selection
    if not table.picker.takes_up or selection.beginning or selection.target is not None:
        return False
    found = stops(table)
    if found:
        _leave_to_keys(table, found[0 if by > 0 else -1])
        selection.open(opens=True)
    return bool(found)


def _does_other(table: Table, by: int) -> bool:
    """Open the letters around a piece that keys have chosen, or choose what else is done there.

    Return whether there is anything.
    """
    selection, target = table.selection, table.selection.target
    if not _takes_up_by_keys(table) or target is None or selection.lettered:
        return False
    lettered, here = _lettered_at(table, target), _at_one_place(table, target)
    if by > 0 and lettered:
        _open(table, lettered)
        return True
    if len(here) > 1 and target in here:
        _leave_to_keys(table, here[(here.index(target) + by) % len(here)])
        selection.open(opens=True)
        return True
    return False


def turn_by_key(table: Table, by: int) -> None:
    """Do what ``turn_choice`` does, and give the arrow keys to the board, without a line on it.

    Where they have stepped and nothing is chosen, that is all, and it is said.
    """
    stepped = table.focus == keys.TIMELINE and table.session.outcome is None
    table.try_out(None)
    table.used = keys.BOARD
    if stepped and table.selection.target is None and not chooses_among_few(table):
        table.say(with_keys(words.KEYS_ON_BOARD, key="other_focus"))
    else:
        turn_choice(table, by)


def place(context: Context) -> None:
    """Play the current choice, or show why it cannot be played: for clicks and keys alike."""
    table, why = context.table, context.waiting_for()
    if why:
        table.say(why, tone="waiting")
        return
    if table.teaching is not None and table.why_no_try:
        table.say(table.why_no_try, tone="noted", beside=not table.pointing.by_keys)
        return
    begun = table.selection.beginning
    if begun and table.selection.target is None:
        table.selection.choose(table.picker.usual(table.position, begun))
    target, unfit = table.selection.target, table.selection.unfit
    if target is not None and unfit:
        table.refuse(_refused(table, target, unfit))
        table.selection.asked = ""  # whoever places again means what is shown
        return
    step = table.selection.take()
    if step is None:
        table.refuse(_why_nothing(table))
    elif step.move is None:
        _lay(table, table.selection.beginning)
        if table.picker.takes_up:
            # What is asked next can be read: the pointer chooses nothing where it happens to be.
            table.pointing.opened = ""
            table.pointing.rest()
        if table.teaching is None:
            table.news.chosen(table.selection.beginning, table.settings)
    else:
        try:
            _play(table, step.move)
        except BocheError as error:
            table.refuse(why_not(error))


JOINTS = ("", "+", "x", "-", ",")
"""The signs that may stand in a written move between its steps."""


class BegunMoveError(BocheError):
    """A typed move that does not begin as the one on the board; the message is one line."""


def typed(table: Table, text: str) -> object:
    """Return the move that a text stands for; if one is begun, the text may be what follows.

    A text that is no move is returned as it is. Raises ``BegunMoveError`` for a legal move that
    does not begin with the steps taken.
    """
    begun, leads, position = table.selection.beginning, table.picker.leads, table.position
    if not begun or leads is None:
        return text
    joined = [f"{begun.rstrip('?')}{joint}{text}" for joint in JOINTS]
    moves = [move for each in (*joined, text) if (move := _parsed(position, each)) is not None]
    for move in moves:
        if leads(begun, move) and position.is_legal(move):
            return move
    if any(position.is_legal(move) for move in moves):
        raise BegunMoveError(words.BEGUN(taken=begun.rstrip("?")))
    return moves[0] if moves else text  # the rules say what is wrong with it


def _parsed(position: Any, text: str) -> Any:
    try:
        return position.parse(text)
    except BocheError:
        return None


def _play(table: Table, move: Any) -> None:
    rating.ask_first(table, rating.branches(table, move), lambda: table.play(move))


def _why_nothing(table: Table) -> Message:
    """Return why there is nothing to place: the place under the pointer, or a missing choice."""
    if table.session.sets_task and table.session.looks_back:
        return STEP_ON
    passed = table.passed
    if passed is not None:
        return passed.reason
    pointed = NOTHING if table.pointing.by_keys else table.pointing.pick.reason
    return pointed or worded(table, choice_prompt(table)) or words.CHOOSE_FIRST


def _lay(table: Table, taken: str, *, forward: bool = True) -> None:
    """Animate a piece of an unfinished move that comes or goes, if it is one."""
    if taken and table.picker.lays:
        length = table.lasting(DROP if forward else STEP)
        table.timeline.lay(taken, table.now, length, forward=forward)
        table.keep_turn_in_view()


def step_back(table: Table) -> None:
    """Undo the last step of an unfinished move, or drop a hint of several steps."""
    taken = table.selection.beginning
    if let_proposal_go(table):
        table.pointing.resting = False
    elif table.selection.back():
        table.pointing.resting = False
        _lay(table, taken, forward=False)
    else:
        table.say(tr("no unfinished move; {key} takes back a whole one", key=shown_key("undo")))


def step_forward(table: Table) -> None:
    """Take the step again that was taken back last."""
    if table.selection.forward():
        _lay(table, table.selection.beginning)


def let_go(table: Table) -> None:
    """Cancel an unfinished move."""
    selection = table.selection
    taken, first = selection.beginning, selection.steps[:1]
    selection.show(table.position)
    _lay(table, taken, forward=False)
    if first and _takes_up_by_keys(table) and first[0] in selection.targets():
        targets = stops(table)
        target = targets[_stop_of(table, first[0], targets)]
        _leave_to_keys(table, target)
        selection.open(opens=True)


def let_hint_go(table: Table) -> bool:
    """Put back what was taken before a hint was shown; return False if none is."""
    stood, table.hinted = table.hint is not None, None
    if not table.selection.drop_hint():
        return stood
    table.keep_turn_in_view()
    return True


def let_proposal_go(table: Table) -> bool:
    """Do what ``let_hint_go`` does if the hint is a move of several steps, for another choice."""
    return table.selection.proposal is not None and let_hint_go(table)


def on_proposal(table: Table, *, begins: bool = False) -> bool:
    """Return whether the pointer is where a hint of several steps ends, or where it begins."""
    at, position = table.pointing.at, table.position
    if at is None:
        return False
    steps = (table.selection.beginning, *table.selection.proposed)
    before, text = steps[:2] if begins else steps[-2:]
    # The place of a step is read beside the step before it.
    display = replace(table.display, taken=before)
    return table.picker.over(position, text, table.looking.ray(at), display)


def lay_of_hint(context: Context) -> bool:
    """Lay the piece of a hint that the pointer is on, and leave the hint for the next one.

    Return False beside them all, and on one that needs another to lie there first.
    """
    table, at = context.table, context.table.pointing.at
    if at is None or not table.picker.lays or context.waiting_for():
        return False
    picker, position, ends = table.picker, table.position, on_proposal(table)
    ray, display = table.looking.ray(at), table.display
    end = picker.spot(position, Pick(target=table.selection.proposed[-1]))

    def meant(text: str) -> bool:
        is_end = picker.spot(position, Pick(target=text)) == end
        return is_end if ends else not is_end and picker.over(position, text, ray, display)

    if not table.selection.take_of_hint(meant):
        return False
    _lay(table, table.selection.beginning)
    table.pointing.leave_to_keys(None)
    return True


def show_move(table: Table, move: Any) -> bool:
    """Choose a whole move without playing or beginning it; return False if it has no place.

    Where its piece would lie on a hidden level, all levels are shown: it would float there.
    """
    if not table.selection.choose_move(move):
        return False
    if table.hidden:
        there = {name for names in table.picker.levels(table.position) for name in names}
        after = table.picker.levels(table.position.play(move))
        if any(not there.issuperset(names) for names in after[len(table.levels) :]):
            table.peel(0)
    table.keep_in_view()
    table.pointing.leave_to_keys(None)
    return True


def choose_beside(table: Table, direction: str) -> None:
    """Choose the next target in a direction of the screen, seen from the last choice by keys.

    Without one it is the target nearest to the pointer or to the picture's middle. A place on the
    way where nothing can be played is no target, but keys stop there as well, and it is said why.
    """
    selection, pointing = table.selection, table.pointing
    table.used = keys.BOARD
    if table.inspected:
        names = next(names for names in table.levels if table.inspected in names)
        beside = neighbour(_pixels_of(table, names), names.index(table.inspected), direction)
        if beside is not None:
            table.inspect(names[beside])
        return
    if answers_first(table):
        return
    let_proposal_go(table)
    targets = stops(table)
    if not targets:
        return
    blocked = table.blocked
    places = [table.picker.place(table.position, each, table.display) for each in targets]
    places += [each.place for each in blocked]
    seen = table.looking.pixels(np.array(places))
    at: int | None
    centre = _middle_of_letters(table, targets)
    if centre is not None:
        chosen = selection.target
        start = _stop_of(table, chosen, targets) if chosen is not None else None
        at = on_ring(seen, centre, start, direction)
    elif selection.target is not None:
        at = neighbour(seen, _stop_of(table, selection.target, targets), direction)
    elif pointing.by_keys and pointing.place is not None:
        at = _beside_place(table, pointing.place, places, direction)
        at = (
            nearest(seen[: len(targets)], table.looking.pixels(pointing.place[None])[0])
            if at is None
            else at
        )
    else:
        at = nearest(seen[: len(targets)], table.looking.middle(pointing.at))
    if at is None:
        pointing.leave_to_keys(pointing.place, pointing.blocked)
    elif at < len(targets):
        _choose_stop(table, targets[at])
        pointing.leave_to_keys(places[at])
    else:
        passed = blocked[at - len(targets)]
        selection.choose(None)
        pointing.leave_to_keys(passed.place, passed.spot)
        table.say(passed.reason, tone="noted")


def _middle_of_letters(table: Table, targets: Sequence[str]) -> Points | None:
    """Return where in the picture the piece is round which all targets have letters, or None."""
    steps, picker = table.selection.steps, table.picker
    if not (picker.takes_up and steps and all(map(picker.key_of, targets))):
        return None
    display = replace(table.display, taken=steps[-2] if len(steps) > 1 else "")
    middle = table.looking.pixels(picker.place(table.position, steps[-1], display)[None])
    return np.asarray(middle[0])


def _beside_place(
    table: Table, start: Vector, places: Sequence[Vector], direction: str
) -> int | None:
    """Return the index of the place next to where keys are, which may be no target any more.

    At the edge of the board that is the place itself, if it is one of them.
    """
    same = next((at for at, place in enumerate(places) if np.allclose(place, start)), None)
    among = places if same is not None else [*places, start]
    at = neighbour(
        table.looking.pixels(np.array(among)), len(places) if same is None else same, direction
    )
    return same if at is None else at


def _stop_of(table: Table, target: str, among: Sequence[str]) -> int:
    """Return the index of the target that arrow keys go to in place of one."""
    if target in among:
        return among.index(target)
    if not table.selection.beginning:
        return among.index(_at_one_place(table, target)[0])
    key_of = table.picker.key_of
    return next(at for at, text in enumerate(among) if key_of(text) == key_of(target))


def _choose_stop(table: Table, target: str) -> None:
    """Choose a target by arrow keys: what may be taken up opens, unless a letter was chosen."""
    selection, takes_up = table.selection, table.picker.takes_up
    if takes_up and selection.asked and not selection.beginning:
        lettered = _lettered_at(table, target)
        if lettered and selection.choose(lettered) and selection.choose_key(selection.asked):
            return
    selection.choose(target)
    if takes_up:
        selection.open(opens=True)


def change_level(table: Table, by: int) -> None:
    """Look at the piece a level higher or lower that is nearest on the screen, by keys alone.

    The first time it is one of the lowest level or of the highest. Levels that lie on each other
    are then seen through.
    """
    levels = table.levels
    if not levels:
        table.say(words.NO_PIECES)
        return
    looked_at = table.inspected
    if looked_at:
        at = next(at for at, names in enumerate(levels) if looked_at in names) + by
        start = _pixels_of(table, [looked_at])[0]
    else:
        at = 0 if by > 0 else len(levels) - 1
        start = np.array(table.looking.middle(table.pointing.at))
    names = levels[min(max(at, 0), len(levels) - 1)]
    if not table.looking.way:
        table.looking.xray = True
    table.used = keys.BOARD
    if looked_at in names:
        table.say(words.HIGHEST_LEVEL if by > 0 else words.LOWEST_LEVEL)
    else:
        table.inspect(names[nearest(_pixels_of(table, names), start)])


def _pixels_of(table: Table, names: Sequence[str]) -> Points:
    """Return where pieces are in the picture (N, 2), by their names with their levels."""
    picks = [table.picker.looked_at(table.position, name, table.display) for name in names]
    return table.looking.pixels(np.array([pick.point for pick in picks]))


# Navigation between places in screen directions.
#
# The four neighbours of each place make every place reachable from every other (a test checks
# this). Boards on pages use the same rule, in ``assets/live/keyboard_navigation.js``: a change here
# is one there. Both compare squares, since a square root may be rounded differently.

DIRECTIONS: dict[str, tuple[float, float]] = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "up": (0.0, 1.0),
    "down": (0.0, -1.0),
}


LEVEL = 0.05
"""The slope up to which places are level with each other, as those of a row in perspective."""


def neighbour(places: Points, start: int, direction: str) -> int | None:
    """Return the index of the place next to ``start`` in a direction, or None at the edge.

    This is the nearest place within 45 degrees of the direction. If there is none, it is the first
    place met by a circle that grows from ``start`` in that direction, unless other keys lead there:
    nobody goes along the rim of a board by a key that points off it. What lies level with ``start``
    at most is not met.
    """
    along, aside, square = _ways(places, places[start : start + 1], start, direction)
    near = np.where(aside <= along, square, np.inf)
    best = int(near.argmin())
    if np.isfinite(near[0, best]):
        return best
    near = np.where(np.isfinite(square), square / np.where(along > 0.0, along, 1.0), np.inf)
    best = int(near.argmin())
    return best if np.isfinite(near[0, best]) and not _leads(places, start, best) else None


def _ways(
    places: Points, starts: Points, first: int, direction: str
) -> tuple[Points, Points, Points]:
    """Return how far places lie along a direction and aside of it, and their squared distances.

    Each has a row for each of the ``starts``, which are the places from index ``first`` on. The
    distance is infinite for places that do not lie ahead.
    """
    # Tiny offsets distinguish places that coincide on the screen.
    apart = np.arange(len(places))[:, None] * np.array([1e-6, 0.7e-6])
    way = (places - starts[:, None]) + (apart - apart[first : first + len(starts), None])
    dx, dy = DIRECTIONS[direction]
    along, aside = way @ (dx, dy), np.abs(way @ (-dy, dx))
    square = np.where(along > LEVEL * aside, along * along + aside * aside, np.inf)
    return along, aside, square


def _leads(places: Points, start: int, end: int) -> bool:
    """Return whether keys lead from a place to another, each to the nearest within 45 degrees."""
    beside: list[set[int]] = [set() for _ in places]
    for direction in DIRECTIONS:
        along, aside, square = _ways(places, places, 0, direction)
        near = np.where(aside <= along, square, np.inf)
        for at, best in enumerate(near.argmin(axis=1)):
            if np.isfinite(near[at, best]):
                beside[at].add(int(best))
    seen, waiting = {start}, [start]
    while waiting and end not in seen:
        new = beside[waiting.pop()] - seen
        seen |= new
        waiting += new
    return end in seen


OPPOSITE = 140.0
"""Degrees off a direction from which an arrow key goes straight across a ring."""


def on_ring(places: Points, centre: Points, start: int | None, direction: str) -> int | None:
    """Return the index of the place on a ring that a direction leads to from ``start``, if any.

    From the other side, or from nowhere, that is the one that lies most nearly in the direction
    as seen from the centre; else the next one on the way there, so that all are reached.
    """
    away = np.asarray(places) - centre
    dx, dy = DIRECTIONS[direction]
    off = np.degrees(np.arctan2(away @ (-dy, dx), away @ (dx, dy)))
    best = int(np.abs(off).argmin())
    if start is None or abs(off[start]) > OPPOSITE:
        return best
    if start == best:
        return None
    side = np.sign(off[start]) or 1.0
    beside = side * off
    between = np.where(beside < beside[start], beside, -np.inf)
    on_way = int(between.argmax())
    return on_way if abs(off[on_way]) < abs(off[start]) else best


def nearest(places: Points, spot: Points | Place) -> int:
    """Return the index of the place nearest to a spot; there must be at least one place."""
    return int(((places - np.asarray(spot)) ** 2).sum(axis=1).argmin())
