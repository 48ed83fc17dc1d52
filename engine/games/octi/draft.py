"""A board of Octi being set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from boche.engine.draft import BaseDraft, Knob, Values
from boche.engine.errors import NotationError
from boche.engine.game import Position, Step
from boche.engine.games.octi import rules, words
from boche.engine.games.octi.geometry import COLOURS, LETTERS, SIZE, Colour, Pod, Store, other
from boche.engine.games.octi.notation import parse_move
from boche.engine.games.octi.position_text import stores_text
from boche.engine.languages.current import tr_later
from boche.engine.message import NOTHING, Message
from boche.engine.words import NO_MORE, NO_PIECE

OF: dict[str, str] = dict(zip(COLOURS, ("AB", "AW"), strict=True))
"""The property of each colour's pods."""
STORE = "STORE"
STORES = ("reserve", "captured", "prongs")
LABELS = {
    "black": (
        tr_later("Black's reserve"),
        tr_later("Black's captured"),
        tr_later("Black's prongs"),
    ),
    "white": (
        tr_later("White's reserve"),
        tr_later("White's captured"),
        tr_later("White's prongs"),
    ),
}
"""The settings of a player, and their labels."""
SQUARES = tuple(10 * x + y for x in range(1, SIZE + 1) for y in range(1, SIZE + 1))


class Draft(BaseDraft):
    """A board of Octi being set up; what lies off the board is in the stores.

    A pod comes from its owner's reserve, or else from the captured ones, and goes back to the
    reserve; a prong comes from its owner's and goes back there. There are no earlier positions.
    """

    coloured = True

    @staticmethod
    def values_of(position: Position) -> Values:
        """Return a position's pods and stores."""
        values = dict(BaseDraft.values_of(position))
        values.pop("SEEN", None)
        return values

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """The pods, and each prong of theirs: ``46ab``, ``46ab-a``, ``46ab-b``."""
        found = {}
        for pod in self.inner.pods:
            name = _name(pod)
            found[name] = str(pod.square)
            found |= {f"{name}-{prong}": f"{name}+{prong}" for prong in pod.prongs}
        return found

    def puts(self, taken: str) -> tuple[Step, ...]:
        """Return the steps that put down a pod, or give one a prong."""
        own = [pod for pod in self.inner.pods if pod.colour == self.hand]
        store = self.inner.store(self.hand)
        if taken:
            name = taken.rstrip("+")
            pod = next(pod for pod in own if self._called(pod) == name)
            free = [letter for letter in LETTERS if letter not in pod.prongs]
            return tuple(Step(f"{taken}{c}", parse_move(f"{taken}{c}")) for c in free)
        held = {pod.square for pod in self.inner.pods if pod.colour != self.hand}
        pods = [Step(str(s), parse_move(str(s))) for s in SQUARES if s not in held]
        names = dict.fromkeys(self._called(pod) for pod in own if len(pod.prongs) < len(LETTERS))
        pronged = [Step(f"{name}+", None) for name in names] if store.prongs else []
        return (*pronged, *(pods if store.reserve + store.captured else ()))

    def refusal(self, place: str) -> Message:
        """Refuse a pod when none is left, a prong when none is left."""
        store = self.inner.store(self.hand)
        if place.isdecimal():
            return NOTHING if store.reserve + store.captured else words.NO_RESERVE()
        return NOTHING if store.prongs else words.NO_PRONG_LEFT()

    def _called(self, pod: Pod) -> str:
        """Return a pod's name as moves spell it."""
        kinds = {each.prongs for each in self.inner.pods_on(pod.square)}
        return _name(pod) if len(kinds) > 1 else str(pod.square)

    def parse(self, text: str) -> Any:
        """Parse an edit; pods keep the names that they are given."""
        return super().parse(text) if text.startswith("-") else parse_move(text)

    def put(self, text: str) -> Self:
        """Return the board with one more pod or prong. Raises ``BocheError``."""
        move = parse_move(text)
        if move.is_bring:
            return self._bring(move.square)
        name = str(move.routes[0].name)
        pods = [pod for pod in self.inner.pods if name in (self._called(pod), _name(pod))]
        if not move.new or move.old or not pods:
            raise NotationError(NO_PIECE(place=name))
        pod = pods[0]
        if move.new in pod.prongs:
            raise NotationError(
                words.HAS_PRONG(square=pod.square, prong=move.new, prongs=pod.prongs)
            )
        grown = pod._replace(prongs="".join(sorted(pod.prongs + move.new)))
        return self.changed(values=self._replaced(pod, grown, self._prongs(pod.colour, -1)))

    def _bring(self, square: int) -> Self:
        store = self.inner.store(self.hand)
        if not store.reserve + store.captured:
            raise NotationError(words.NO_RESERVE())
        if store.reserve:
            store = store._replace(reserve=store.reserve - 1)
        else:
            store = store._replace(captured=store.captured - 1)
        colour: Colour = "black" if self.hand == COLOURS[0] else "white"
        pod = Pod(colour, square, "")
        return self.changed(values=self._replaced(None, pod, self._stores(self.hand, store)))

    def without(self, place: str) -> Values:
        """Return the pods without one, or without one of its prongs."""
        name, _, prong = place.partition("-")
        pod = next(pod for pod in self.inner.pods if _name(pod) == name)
        if prong:
            left = pod._replace(prongs=pod.prongs.replace(prong, ""))
            return self._replaced(pod, left, self._prongs(pod.colour, 1))
        store = self.inner.store(pod.colour)
        store = store._replace(reserve=store.reserve + 1, prongs=store.prongs + len(pod.prongs))
        return self._replaced(pod, None, self._stores(pod.colour, store))

    def ways(self, place: str) -> Sequence[Values]:
        """Return the pods with one turned by each number of eighths."""
        pod = next(pod for pod in self.inner.pods if _name(pod) == place.partition("-")[0])
        turns = (
            "".join(sorted(LETTERS[(LETTERS.index(c) + by) % 8] for c in pod.prongs))
            for by in range(1, 8)
        )
        return [
            self._replaced(pod, pod._replace(prongs=prongs), self._stores(pod.colour, store))
            for store in [self.inner.store(pod.colour)]
            for prongs in turns
            if prongs != pod.prongs
        ]

    def _prongs(self, colour: str, by: int) -> str:
        """Return the stores with some more prongs for a colour. Raises ``NotationError``."""
        store = self.inner.store(colour)
        if store.prongs + by < 0:
            raise NotationError(words.NO_PRONG_LEFT())
        return self._stores(colour, store._replace(prongs=store.prongs + by))

    def _stores(self, colour: str, store: Store) -> str:
        return stores_text(store if c == colour else self.inner.store(c) for c in COLOURS)

    def _replaced(self, old: Pod | None, new: Pod | None, stores: str) -> Values:
        """Return the pods with one replaced by another."""
        pods = list(self.inner.pods)
        if old is not None:
            pods.remove(old)
        if new is not None:
            pods.append(new)
        own = {OF[c]: tuple(_name(pod) for pod in pods if pod.colour == c) for c in COLOURS}
        return {**own, STORE: (stores,)}

    def cleared(self) -> Self:
        """Return the empty board: all pods in reserve, all prongs in hand."""
        store = Store(rules.EACH, 0, rules.PRONGS)
        return self.changed(values={STORE: (stores_text([store, store]),)})

    def own_knobs(self) -> tuple[Knob, ...]:
        """Return the stores."""
        found = []
        for colour in COLOURS:
            store, labels = self.inner.store(colour), LABELS[colour]
            values = store.reserve, store.captured, store.prongs
            found += [
                Knob(f"{name} {colour}", label, str(value))
                for name, label, value in zip(STORES, labels, values, strict=True)
            ]
        return tuple(found)

    def own_adjusted(self, name: str, by: int) -> Self:
        """Return the board with a pod moved between the stores, or another number of prongs.

        Prongs go to, or come from, the other player.
        """
        what, colour = name.split(" ")
        store, theirs = self.inner.store(colour), self.inner.store(other(colour))
        if what == "prongs":
            store = store._replace(prongs=store.prongs + by)
            theirs = theirs._replace(prongs=theirs.prongs - by)
        else:
            moved = by if what == "captured" else -by
            store = store._replace(reserve=store.reserve - moved, captured=store.captured + moved)
        if min(*store, *theirs) < 0:
            raise NotationError(NO_MORE(option=what))
        both = {colour: store, other(colour): theirs}
        stores = stores_text(both[c] for c in COLOURS)
        return self.changed(values={**self.values, STORE: (stores,)})


def _name(pod: Pod) -> str:
    return f"{pod.square}{pod.prongs}"
