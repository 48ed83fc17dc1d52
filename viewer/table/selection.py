"""The unfinished move: the chosen target and the choice at it. Knows no game.

Targets and choices are defined in ``viewer.games.targets``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boche.engine.game import Step
from boche.viewer.games.targets import choices_of, targets_of, way_to
from boche.viewer.games.view import Picker


class Selection:
    """The choice at one position.

    The keys (letters) of recent choices are remembered from move to move: a newly chosen target
    starts with the most recent letter that fits it, so that one rotation is remembered for each
    parity.
    """

    def __init__(self, picker: Picker) -> None:
        self.picker = picker
        self.target: str | None = None
        self._hinted: Any = None
        self._stack: list[str] = []
        self._taken_back: list[str] = []
        self._before_hint: list[str] | None = None
        # The last step of a move of several steps that ``choose_move`` has chosen, until anything
        # else is: none of its steps is taken, and it is dropped as a whole.
        self.proposal: Step | None = None
        self._places_of_hint: tuple[str, ...] = ()
        self._position: Any = None
        self._choice = 0
        self._opens = False
        self._recent: list[str] = []
        self.asked = ""  # the letter pressed last, until it is chosen or given up
        self._refused_at: str | None = None  # the target that it was refused at, while chosen
        self._lapsed = False  # it was refused at a target that has been left
        self._places: dict[str, dict[str, Step]] = {}
        self._choices_of: dict[str, Sequence[Step]] = {}

    def show(self, position: Any) -> None:
        """Start again at a position; remembered letters stay."""
        self._position = position
        self._places, self._choices_of = {}, {}
        self._stack, self.target, self._hinted = [], None, None
        self._taken_back, self._before_hint = [], None
        self.proposal = None

    @property
    def hinted(self) -> bool:
        """True if the choice is the move that ``choose_move`` chose last at this position."""
        choice = self.choice
        return choice is not None and choice.move is not None and choice.move == self._hinted

    @property
    def hint(self) -> Any:
        """The move that ``choose_move`` chose last, until it is dropped or another step is taken.

        The pointer may have left it for another choice. None if there is none.
        """
        return self._hinted if self._before_hint is not None else None

    @property
    def is_begun(self) -> bool:
        """True if steps of a move are taken or proposed, which Escape and Undo take back."""
        return bool(self._stack) or self.proposal is not None

    @property
    def proposed(self) -> tuple[str, ...]:
        """The steps of a move that is proposed, the last one as a target; else none."""
        return self._places_of_hint if self.proposal is not None else ()

    @property
    def beginning(self) -> str:
        """The chosen beginning of a move, as the text of a step; empty if there is none."""
        return self._stack[-1] if self._stack else ""

    @property
    def steps(self) -> tuple[str, ...]:
        """All steps of the chosen beginning, the last one as ``taken``."""
        return tuple(self._stack)

    @property
    def own_steps(self) -> tuple[str, ...]:
        """All steps of the beginning that was chosen by hand, not by ``choose_move``."""
        return tuple(self._stack if self._before_hint is None else self._before_hint)

    def resume(self, steps: Sequence[str]) -> None:
        """Take the steps again that were taken at this position; none if one is not possible."""
        for text in steps:
            targets = self.targets()
            below = [each for target in targets.values() for each in self._choices(target)]
            step = {each.text: each for each in below}.get(text) or targets.get(text)
            if step is None or step.move is not None:
                self._stack = []
                return
            self._stack.append(text)

    def targets(self) -> dict[str, Step]:
        """Return the steps that name a place now, by their text."""
        return self._targets(self.beginning)

    def _targets(self, taken: str) -> dict[str, Step]:
        if taken not in self._places:
            self._places[taken] = targets_of(self.picker, self._position, taken)
        return self._places[taken]

    def choices(self) -> Sequence[Step]:
        """Return the steps below the chosen target; itself if it is a whole move, or is opened."""
        if self.proposal is not None:
            return (self.proposal,)
        step = self.targets().get(self.target) if self.target is not None else None
        if step is not None and self._opens:
            return (step,)
        return self._choices(step) if step is not None else ()

    def _choices(self, step: Step) -> Sequence[Step]:
        if step.move is not None:
            return (step,)
        if step.text not in self._choices_of:
            self._choices_of[step.text] = choices_of(self.picker, self._position, step)
        return self._choices_of[step.text]

    @property
    def choice(self) -> Step | None:
        """The current choice, or None if no target is chosen."""
        choices = self.choices()
        return choices[self._choice % len(choices)] if choices else None

    def choose(self, target: str | None, *, opens: bool = False) -> bool:
        """Choose a target, or none. Return False and change nothing if there is no such target.

        If a newly chosen target ``opens``, no letter below it is chosen: it is taken as the
        beginning of a move, and its letters are the next targets.
        """
        if target is not None and target not in self.targets():
            return False
        if self.proposal is not None:
            self.proposal, self.target = None, None
        if target != self.target:
            self._lapsed |= self._refused_at is not None
            self._refused_at = None
            self.target, self._opens = target, opens
            self._choice = self._remembered()
        return True

    def open(self, *, opens: bool) -> None:
        """Let the chosen target open, or choose a letter below it."""
        self._opens = opens

    def choose_move(self, move: Any) -> bool:
        """Choose a whole move, without taking any of its steps.

        It goes on from the steps taken if the move can begin with them; otherwise they are dropped
        until ``drop_hint``. Return False and change nothing if the move has no place.
        """
        kept = self._stack
        way = self._way_to(move, self.beginning) if kept else None
        if way is None:
            kept, way = [], self._way_to(move)
        if way is None:
            return False
        if self._before_hint is None:
            self._before_hint = self._stack
        self._stack, self._taken_back, self._hinted = list(kept), [], move
        target, last = way[-1]
        self.proposal, self.target, self._opens = None, target.text, False
        if len(way) > 1:
            self.proposal, self._choice = last, 0
            self._places_of_hint = (*(choice.text for _, choice in way[:-1]), target.text)
        else:
            self._set(list(self.choices()).index(last))
        return True

    def take_of_hint(self, meant: Callable[[str], bool]) -> bool:
        """Take the step that is ``meant`` of the move proposed; what follows it stays proposed.

        The move may have another order of steps then. Return False if it begins with no such step.
        """
        move, leads = self._hinted, self.picker.leads
        below = (each for step in self.targets().values() for each in self._choices(step))
        for step in below:
            begins = step.move is None and leads is not None and leads(step.text, move)
            if begins and meant(step.text):
                self._stack = [*self._stack, step.text]
                self.proposal, self._before_hint = None, None
                return self.choose_move(move)
        return False

    def first_target(self, move: Any) -> Step | None:
        """Return the target at which a whole move begins, or None."""
        way = self._way_to(move)
        return way[0][0] if way else None

    def _way_to(self, move: Any, taken: str = "") -> list[tuple[Step, Step]] | None:
        """Return the targets after ``taken``, each with its choice, that make a move, or None."""
        return way_to(self.picker, self._targets, self._choices, move, taken)

    def _remembered(self) -> int:
        keys = [self.picker.key_of(step.text) for step in self.choices()]
        used = next((key for key in self._recent if key in keys), None)
        return keys.index(used) if used is not None else 0

    def cycle(self, by: int, order: Sequence[str] = ()) -> bool:
        """Advance by that many choices, wrapping around. Return False if there is none.

        Choices with different letters come in the ``order`` of these, if it has them all.
        """
        self._opens = False
        choices = self.choices()
        ways, keys = list(range(len(choices))), [self.picker.key_of(each.text) for each in choices]
        if len(set(keys)) == len(keys) and set(keys) <= set(order):
            ways.sort(key=lambda way: order.index(keys[way]))
        if choices:
            at = ways.index(self._choice % len(choices))
            self._set(ways[(at + by) % len(choices)])
        return bool(choices)

    def next_target(self, by: int, usual: str | None = None) -> str:
        """Return the target that many steps further on, wrapping around.

        Without a chosen target it starts from the ``usual`` one, or from the first or the last.
        There must be a target.
        """
        targets, start = list(self.targets()), self.target or usual
        at = targets.index(start) if start in targets else -1 if by > 0 else 0
        return targets[(at + by) % len(targets)]

    def cycle_key(self, by: int) -> bool:
        """Advance among the choices with the current letter: the same piece from another place.

        Return False if no other choice has it.
        """
        if self.choice is None:
            return False
        keys = self.keys()
        at = self._choice % len(keys)
        same = [i for i, key in enumerate(keys) if key == keys[at]]
        if len(same) > 1:
            self._set(same[(same.index(at) + by) % len(same)])
        return len(same) > 1

    def choose_key(self, key: str) -> bool:
        """Choose by letter. Return False if no choice has it."""
        opened, self._opens = self._opens, False
        keys = [self.picker.key_of(step.text) for step in self.choices()]
        if key in keys:
            self._set(keys.index(key))
            return True
        # Keys of several letters, such as fl and br: their first letter chooses one, and then
        # cycles.
        begin = [i for i, each in enumerate(keys) if key and each.startswith(key)]
        if begin and keys[self._choice % len(keys)].startswith(key):
            return self.cycle(1)
        if begin:
            self._set(begin[0])
        self._opens = opened and not begin
        return bool(begin)

    def ask(self, key: str, *, refused: bool = False) -> None:
        """Note a letter for the next piece; ``refused`` if it was for the chosen target."""
        self.asked, self._lapsed = key, False
        self._refused_at = self.target if refused else None

    @property
    def refuses(self) -> str:
        """The letter asked for, which no other one replaces unnoticed, or an empty text.

        A letter that was refused is refused again only at the same target: at another one whoever
        places has seen what is shown.
        """
        return "" if self._lapsed else self.asked

    @property
    def unfit(self) -> str:
        """The letter that was asked for and that no choice has, or an empty text."""
        keys = [self.picker.key_of(step.text) for step in self.choices()]
        asked = "" if self.proposal is not None else self.refuses
        lettered = bool(asked) and any(keys)
        return asked if lettered and not any(key.startswith(asked) for key in keys) else ""

    def prefer(self, key: str) -> None:
        """Remember a letter as the most recent one."""
        self._recent = [key, *(other for other in self._recent if other != key)]

    def prefer_all(self, begin: str) -> list[str]:
        """Remember all matching letters as recent ones, and return them.

        These are the letters that fit some target and start with ``begin``.
        """
        found = [key for key in self.keys() if key.startswith(begin)]
        for key in reversed(found):
            self.prefer(key)
        return found

    def _set(self, index: int) -> None:
        self._choice = index
        choice = self.choice
        if choice is not None:
            self.prefer(self.picker.key_of(choice.text))

    def take(self) -> Step | None:
        """Return the current choice, or None if no target is chosen.

        If it is not a whole move, it is taken as the beginning of one.
        """
        choice = self.choice
        if choice is not None:
            self.asked = ""
            self.prefer(self.picker.key_of(choice.text))
            if choice.move is None:
                self._stack = [*self._stack, choice.text]
                self._taken_back, self._before_hint = [], None
                self.target = None
        return choice

    def letters(self, target: str) -> tuple[str, ...]:
        """Return the letters of the choices below a target, or below one that begins a move."""
        step = self.targets().get(target) or self._targets("").get(target)
        below = self._choices(step) if step is not None else ()
        return tuple(filter(None, (self.picker.key_of(each.text) for each in below)))

    @property
    def lettered(self) -> bool:
        """True if a letter below the target is chosen, and not the target as a whole."""
        choice = self.choice
        return choice is not None and self.picker.key_of(choice.text) != ""

    def keys(self) -> tuple[str, ...]:
        """Return the letters of the choices in order, which a palette shows as allowed.

        Without a chosen target, and while a move of several steps is proposed, these are the
        letters of all targets; so they are if the target is a letter itself, such as a prong.
        """
        if self.target is not None and self.proposal is None:
            target = self.targets().get(self.target)
            below = self._choices(target) if target is not None else ()
            keys = tuple(self.picker.key_of(step.text) for step in below)
            if not any(keys) or [step.text for step in below] != [self.target]:
                return keys
        choices = (each for step in self.targets().values() for each in self._choices(step))
        return tuple(
            dict.fromkeys(key for each in choices if (key := self.picker.key_of(each.text)))
        )

    def back(self) -> bool:
        """Undo the last step of an unfinished move. Return False if there is none."""
        if not self._stack:
            return False
        *self._stack, last = self._stack
        self._taken_back.append(last)
        self.target, self.proposal = None, None
        return True

    @property
    def can_go_forward(self) -> bool:
        """True if a step was taken back that ``forward`` would take again."""
        return bool(self._taken_back)

    def forward(self) -> bool:
        """Take the step again that ``back`` has undone last. Return False if there is none."""
        if not self._taken_back:
            return False
        self._stack = [*self._stack, self._taken_back.pop()]
        self.target = None
        return True

    def drop_hint(self) -> bool:
        """Return to the steps taken before ``choose_move``. Return False if it chose nothing."""
        if self._before_hint is None:
            return False
        self._stack, self._before_hint = self._before_hint, None
        self.target, self._hinted, self.proposal = None, None, None
        return True

    def clear(self) -> bool:
        """Drop the target. Return False if there was none."""
        had, self.target, self.proposal = self.target is not None, None, None
        return had
