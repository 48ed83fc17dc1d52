"""Compact tables of many scenes: common data is kept once, a scene by its differences.

Scenes of one game have nearly everything in common. Each different instance is kept once, as a row
of indices into tables of places, turns, looks and patterns; a scene lists its instances added to
and removed from another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boche.engine.languages.current import translate
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.games.view import Lighting
from boche.viewer.scene.model import INSTANCE, Array, Batch, Label, Mesh, Scene

COLUMNS = ("position", "orientation", "look", "pattern")
"""Fields of an instance, except for its ``id``, which is of no use outside its scene."""

FINE = 1e4
"""Steps per cube edge to which places are rounded: equal ones count as one."""

MOVED = 0.5
"""Least part of a scene found again, all moved alike, for it to count as moved."""

MANY = 4
"""Most places of a kind of instance for which a movement is still recognized."""


@dataclass(frozen=True)
class StoredScene:
    """A scene in the tables: its number, and the data that the next one is compared with."""

    number: int
    instances: frozenset[int]
    shift: tuple[float, float, float]


class Rows:
    """Distinct rows, numbered from 0 in the order of their arrival."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self.rows: list[Any] = []

    def find(self, key: Hashable) -> int | None:
        """Return the number of a row, or None if it has not been added."""
        return self._numbers.get(key)

    def number(self, key: Hashable, row: Any) -> int:
        """Return the number of the row identified by ``key``, adding the row if it is new."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.rows)
            self.rows.append(row)
        return number


Kind = tuple[int, str, bool, bool, bool, int]
"""A kind of batch: its mesh, its material, whether it is translucent, seen through the rest and
afloat, and how many like it a scene has before it."""


class Tables:
    """Collection of scenes for a page; ``mesh`` returns the number of a mesh."""

    def __init__(self, mesh: Callable[[Mesh], int]) -> None:
        self._number_of = mesh
        self._meshes: dict[int, Mesh] = {}
        self._kinds: list[Kind] = []
        self._instances = Rows()
        self._columns = {name: Rows() for name in COLUMNS}
        self._met: dict[tuple[int, bytes], dict[bytes, int]] = {}
        self._last: dict[int, tuple[bytes, bytes, list[int]]] = {}
        self._labels = Rows()
        self._label_numbers: dict[Label, int] = {}
        self._sets = Rows()
        self._bounds = Rows()
        self._groups = Rows()
        self._scenes: list[dict[str, Any]] = []

    def add(self, scene: Scene, base: StoredScene | None = None) -> StoredScene:
        """Add a scene, by its differences from ``base``."""
        shift = self._shift(scene, base)
        instances = frozenset().union(*self._all_instances(scene, np.array(shift)))
        before = base.instances if base else frozenset()
        row: dict[str, Any] = {"more": steps(instances - before), "less": steps(before - instances)}
        if base:
            row["base"] = base.number
        if any(shift):
            row["shift"] = [round(coordinate, 6) for coordinate in shift]
        row["labels"] = self._label_set(scene)
        row["bounds"] = self._bounds.number(scene.bounds.tobytes(), scene.bounds)
        row["ground"] = None if scene.ground is None else float(scene.ground)
        self._scenes.append(row)
        return StoredScene(len(self._scenes) - 1, instances, shift)

    def alone(self, instance: int) -> tuple[Hashable, Batch]:
        """Return an instance at the origin, and a key that is equal for its copies elsewhere."""
        kind, _, *columns = self._instances.rows[instance]
        mesh, material, *looks, _ = self._kinds[kind]
        one = np.zeros(1, INSTANCE)
        for name, row in zip(COLUMNS[1:], columns, strict=True):
            one[name] = self._columns[name].rows[row]
        clear, through, floats = looks
        batch = Batch(self._meshes[mesh], material, one, clear, through=through, floats=floats)
        return (mesh, material, *columns), batch

    def __len__(self) -> int:
        """Return the number of instances."""
        return len(self._instances.rows)

    def add_groups(
        self, scene: Scene, stored: StoredScene, groups: Sequence[Lighting]
    ) -> list[int]:
        """Return the numbers of a scene's groups: a text, instances, and the bits to light them."""
        if not groups:
            return []
        batch = scene.batches[0]
        rows = self._rows_of(batch, self._kind_of(batch), np.array(stored.shift))
        numbers = []
        for group in groups:
            bits = {rows[index]: value for index, value in group.bits.items()}
            row = (translate(group.text), tuple(sorted(bits.items())))
            numbers.append(self._groups.number(row, row))
        return sorted(numbers)

    @property
    def letters(self) -> set[str]:
        """The characters of all labels."""
        return {character for row in self._labels.rows for character in row[0]}

    @property
    def materials(self) -> set[str]:
        """The materials of all batches, and ``group`` if there are groups."""
        return {kind[1] for kind in self._kinds} | ({"group"} if self._groups.rows else set())

    def describe(self, bundle: Bundle) -> dict[str, Any]:
        """Return all that was kept, with its arrays in ``bundle``."""
        rows = np.array(self._instances.rows, "<u4").reshape(-1, 5)
        lit = [bits for _, bits in self._groups.rows]
        return {
            "batches": [
                {
                    "mesh": mesh,
                    "material": material,
                    "translucent": clear,
                    **({"through": True} if through else {}),
                    **({"floats": True} if floats else {}),
                }
                for mesh, material, clear, through, floats, _ in self._kinds
            ],
            "instances": [bundle.whole_numbers(column.tolist()) for column in rows.T],
            **{
                name: bundle.add(np.array(self._columns[name].rows, kind))
                for name, kind in zip(COLUMNS, ("<f4", "<f4", "<f4", "<u4"), strict=True)
            },
            "labels": self._labels.rows,
            "labelSets": self._sets.rows,
            "bounds": [bundle.add(np.asarray(bounds, "<f4")) for bounds in self._bounds.rows],
            "scenes": self._scenes,
            "groups": [{"text": text, "size": len(bits)} for text, bits in self._groups.rows],
            "groupOwn": bundle.whole_numbers(
                [step for bits in lit for step in steps(a for a, _ in bits)]
            ),
            "groupBits": bundle.whole_numbers([b for bits in lit for _, b in bits]),
        }

    # -- one scene

    def _all_instances(self, scene: Scene, shift: Array) -> Iterator[list[int]]:
        counts: Counter[tuple[int, str, bool, bool, bool]] = Counter()
        for batch in scene.batches:
            plain = self._plain(batch)
            kind = self._kind((*plain, counts[plain]))
            counts[plain] += 1
            yield self._rows_of(batch, kind, shift)

    def _mesh(self, mesh: Mesh) -> int:
        number = self._number_of(mesh)
        self._meshes[number] = mesh
        return number

    def _kind_of(self, batch: Batch) -> int:
        return self._kind((*self._plain(batch), 0))

    def _plain(self, batch: Batch) -> tuple[int, str, bool, bool, bool]:
        """Return what batches of one kind have in common."""
        mesh = self._mesh(batch.mesh)
        return mesh, batch.material, batch.translucent, batch.through, batch.floats

    def _kind(self, kind: Kind) -> int:
        """Return the number of a kind of batch. New kinds are drawn after all known ones."""
        if kind not in self._kinds:
            self._kinds.append(kind)
        return self._kinds.index(kind)

    def _rows_of(self, batch: Batch, kind: int, shift: Array) -> list[int]:
        """Return the numbers of a batch's instances; known ones are recognized by their bytes."""
        instances = batch.instances.copy()
        instances["id"] = 0
        size, raw, moved = instances.dtype.itemsize, instances.tobytes(), shift.tobytes()
        before = self._last.get(kind)
        if before is not None and before[:2] == (raw, moved):
            return before[2]
        rows = [raw[at : at + size] for at in range(0, len(raw), size)]
        met = self._met.setdefault((kind, moved), {})
        new = [i for i, row in enumerate(rows) if row not in met]
        if new:
            numbers = self._new_rows(instances[new], kind, shift)
            met.update(zip([rows[i] for i in new], numbers, strict=True))
        row_numbers = [met[row] for row in rows]
        self._last[kind] = raw, moved, row_numbers
        return row_numbers

    def _new_rows(self, instances: Array, kind: int, shift: Array) -> Iterator[int]:
        places = instances["position"] - shift.astype(np.float32)
        columns = [
            self._numbers("position", _rounded(places), places),
            *(self._numbers(name, instances[name], instances[name]) for name in COLUMNS[1:]),
        ]
        for row in zip(*columns, strict=True):
            yield self._instances.number((kind, *row), (kind, *row))

    def _numbers(self, name: str, keys: Array, rows: Array) -> list[int]:
        table = self._columns[name]
        return [table.number(key.tobytes(), row) for key, row in zip(keys, rows, strict=True)]

    def _label_set(self, scene: Scene) -> int:
        numbers = tuple(map(self._label, scene.labels))
        return self._sets.number(numbers, numbers)

    def _label(self, label: Label) -> int:
        if label not in self._label_numbers:
            row = (label.text, *map(_short, label.position), label.height)
            row += (1,) * label.outlined
            if label.outlined and any(label.facing):
                row += (*map(_short, label.facing), _short(label.least))
            self._label_numbers[label] = self._labels.number(row, row)
        return self._label_numbers[label]

    # -- growing boards, which move from position to position

    def _shift(self, scene: Scene, base: StoredScene | None) -> tuple[float, float, float]:
        """Return the offset of a scene from the places of the same things in the first scene."""
        if base is None:
            return (0.0, 0.0, 0.0)
        if self._stays(scene, base):
            return base.shift
        old = self._places_of(base.instances)
        compared = 0
        votes: Counter[tuple[float, float, float]] = Counter()
        for batch in scene.batches:
            mesh, instances = self._mesh(batch.mesh), batch.instances
            places = instances["position"] - np.array(base.shift, np.float32)
            for instance, place in zip(instances, places, strict=True):
                likes = old.get(
                    (mesh, instance["orientation"].tobytes(), int(instance["pattern"])), []
                )
                if 0 < len(likes) <= MANY:
                    compared += 1
                    for other in likes:
                        x, y, z = np.round(place - other, 3).tolist()
                        votes[x, y, z] += 1
        if not votes:
            return base.shift
        by, count = votes.most_common(1)[0]
        if count < MOVED * compared:
            return base.shift
        x, y, z = (round(a + b, 3) for a, b in zip(base.shift, by, strict=True))
        return (x, y, z)

    def _stays(self, scene: Scene, base: StoredScene) -> bool:
        """Return True if the scene's largest batch lies mostly at known places."""
        most = max(scene.batches, key=lambda batch: len(batch.instances))
        places = most.instances["position"] - np.array(base.shift, np.float32)
        find = self._columns["position"].find
        known = sum(find(key.tobytes()) is not None for key in _rounded(places))
        return known >= MOVED * len(places)

    def _places_of(self, instances: frozenset[int]) -> dict[tuple[int, bytes, int], list[Array]]:
        """Return the places of solids, by mesh, turn and pattern."""
        places: dict[tuple[int, bytes, int], list[Array]] = {}
        for number in instances:
            kind, position, orientation, _, pattern = self._instances.rows[number]
            key = (
                self._kinds[kind][0],
                self._columns["orientation"].rows[orientation].tobytes(),
                int(self._columns["pattern"].rows[pattern]),
            )
            places.setdefault(key, []).append(self._columns["position"].rows[position])
        return places


def _rounded(places: Array) -> Array:
    return np.asarray(np.round(places * FINE).astype(np.int64))


def steps(numbers: Iterable[int]) -> list[int]:
    """Return numbers in order, as differences from each to the next: these are small."""
    ordered = sorted(numbers)
    return [b - a for a, b in zip([0, *ordered], ordered, strict=False)]


def _short(value: float) -> float:
    return round(float(value), 5)
