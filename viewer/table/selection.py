"""The move in the making: which target is chosen, and which of its choices. Knows no game.

What targets and choices are says ``viewer.games.offered``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Step
from viewer.games.offered import choices_of, targets_of
from viewer.games.view import Picker


class Selection:
    """What is chosen at one position.

    The keys (letters) of the choices last used are remembered from move to move: a newly chosen
    target starts with the one used last among those that fit it, which remembers one rotation for
    each parity.
    """

    def __init__(self, picker: Picker) -> None:
        self.picker = picker
        self.target: str | None = None
        self._hinted: Any = None
        self._stack: list[str] = []
        self._position: Any = None
        self._choice = 0
        self._recent: list[str] = []
        self._places: dict[str, dict[str, Step]] = {}
        self._choices_of: dict[str, Sequence[Step]] = {}

    def show(self, position: Any) -> None:
        """Begin anew at a position; what is remembered stays."""
        self._position = position
        self._places, self._choices_of = {}, {}
        self._stack, self.target, self._hinted = [], None, None

    @property
    def hinted(self) -> bool:
        """Whether what is chosen is the move that ``choose_move`` chose last at this position."""
        choice = self.choice
        return choice is not None and choice.move is not None and choice.move == self._hinted

    @property
    def taken(self) -> str:
        """The beginning of a move that is chosen already, the text of a step; or empty."""
        return self._stack[-1] if self._stack else ""

    def targets(self) -> dict[str, Step]:
        """The steps that name a place now, by their text."""
        return self._targets(self.taken)

    def _targets(self, taken: str) -> dict[str, Step]:
        if taken not in self._places:
            self._places[taken] = targets_of(self.picker, self._position, taken)
        return self._places[taken]

    def choices(self) -> Sequence[Step]:
        """The steps below the chosen target: the target itself where it is a whole move."""
        step = self.targets().get(self.target) if self.target is not None else None
        return self._choices(step) if step is not None else ()

    def _choices(self, step: Step) -> Sequence[Step]:
        if step.move is not None:
            return (step,)
        if step.text not in self._choices_of:
            self._choices_of[step.text] = choices_of(self.picker, self._position, step)
        return self._choices_of[step.text]

    @property
    def choice(self) -> Step | None:
        """The chosen step, or None where no target is chosen."""
        choices = self.choices()
        return choices[self._choice % len(choices)] if choices else None

    def choose(self, target: str | None) -> bool:
        """Choose a target, or none. False for one that there is not; then nothing changes."""
        if target is not None and target not in self.targets():
            return False
        if target != self.target:
            self.target = target
            self._choice = self._remembered()
        return True

    def choose_move(self, move: Any) -> bool:
        """Choose a whole move: all its steps but the last are taken, that one is chosen.

        What was chosen before is let go. False for a move without a place; nothing changes then.
        """
        way = self._way_to(move)
        if way is None:
            return False
        self._stack = [choice.text for _, choice in way[:-1]]
        target, last = way[-1]
        self.target = target.text
        self._set(list(self.choices()).index(last))
        self._hinted = move
        return True

    def _way_to(self, move: Any, taken: str = "") -> list[tuple[Step, Step]] | None:
        """The targets behind ``taken``, each with its choice, that make a move; None for none."""
        for target in self._targets(taken).values():
            for choice in self._choices(target):
                if choice.move is not None:
                    if choice.move == move:
                        return [(target, choice)]
                elif self.picker.leads is not None and self.picker.leads(choice.text, move):
                    rest = self._way_to(move, choice.text)
                    if rest is not None:
                        return [(target, choice), *rest]
        return None

    def _remembered(self) -> int:
        keys = [self.picker.key_of(step.text) for step in self.choices()]
        used = next((key for key in self._recent if key in keys), None)
        return keys.index(used) if used is not None else 0

    def cycle(self, by: int) -> bool:
        """Go on by that many choices, round and round. False where there is none."""
        choices = self.choices()
        if choices:
            self._set((self._choice + by) % len(choices))
        return bool(choices)

    def next_target(self, by: int) -> str:
        """The target so many further on, round and round, from the first or the last one at first.

        There must be one.
        """
        targets = list(self.targets())
        at = targets.index(self.target) if self.target in targets else -1 if by > 0 else 0
        return targets[(at + by) % len(targets)]

    def cycle_key(self, by: int) -> bool:
        """Go on among the choices that have the chosen one's letter: the same piece, taken from
        another place. False where no other has it.
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
        """Choose by letter. False where no choice has it."""
        keys = [self.picker.key_of(step.text) for step in self.choices()]
        if key in keys:
            self._set(keys.index(key))
            return True
        # Keys of several letters, such as fl and br: their first letter chooses, and again goes on.
        begin = [i for i, each in enumerate(keys) if key and each.startswith(key)]
        if begin and keys[self._choice % len(keys)].startswith(key):
            return self.cycle(1)
        if begin:
            self._set(begin[0])
        return bool(begin)

    def prefer(self, key: str) -> None:
        """Remember a letter as the one used last."""
        self._recent = [key, *(other for other in self._recent if other != key)]

    def prefer_all(self, begin: str) -> list[str]:
        """Remember all letters that fit some target and begin so as those used last; they."""
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
        """The chosen step, taken as the beginning of a move where it is no whole one.

        None where no target is chosen.
        """
        choice = self.choice
        if choice is not None:
            self.prefer(self.picker.key_of(choice.text))
            if choice.move is None:
                self._stack.append(choice.text)
                self.target = None
        return choice

    def keys(self) -> tuple[str, ...]:
        """The letters of the choices, in order: what a palette shows as allowed.

        While no target is chosen, those that some target has.
        """
        if self.target is not None:
            return tuple(self.picker.key_of(step.text) for step in self.choices())
        choices = (each for step in self.targets().values() for each in self._choices(step))
        return tuple(
            dict.fromkeys(key for each in choices if (key := self.picker.key_of(each.text)))
        )

    def back(self) -> bool:
        """Undo what was taken last of an unfinished move. False where none is begun."""
        if not self._stack:
            return False
        self._stack.pop()
        self.target = None
        return True

    def clear(self) -> bool:
        """Let go of the target. False if there was none."""
        had, self.target = self.target is not None, None
        return had
