"""The rules of Octi reimplemented slowly and simply, from lists and sets alone.

Nothing is shared with the engine but the option names and the texts of moves, so that agreement is
meaningful. A pod is (colour, (x, y), prongs), prongs a string of letters in order.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, product
from random import Random

from tests.duels.plain import once

ARROWS = {
    "a": (0, 1), "b": (1, 1), "c": (1, 0), "d": (1, -1),
    "e": (0, -1), "f": (-1, -1), "g": (-1, 0), "h": (-1, 1),
}  # fmt: skip
HOMES = {"black": [(3, 7), (5, 7), (7, 7)], "white": [(3, 3), (5, 3), (7, 3)]}
ENEMY = {"black": "white", "white": "black"}

Square = tuple[int, int]
Pod = tuple[str, Square, str]


def name(square: Square) -> str:
    return f"{square[0]}{square[1]}"


class Slow:
    """A game in progress; ``play`` changes it."""

    def __init__(self, bases=3, wrap=False):
        self.bases, self.wrap = bases, wrap
        self.pods: list[Pod] = [(c, home, "") for c, homes in HOMES.items() for home in homes]
        self.reserve = {"black": 4, "white": 4}
        self.captured = {"black": 0, "white": 0}
        self.prongs = {"black": 25, "white": 25}
        self.turn = "black"
        self.winner: str | None = None
        self.kind = ""
        self.known: dict = {}
        self.earlier = [self.state()]

    def state(self):
        stores = [(self.reserve[c], self.captured[c], self.prongs[c]) for c in HOMES]
        return (sorted(self.pods), stores, self.turn)

    # -- squares

    def onward(self, square: Square, letter: str) -> Square | None:
        x, y = square[0] + ARROWS[letter][0], square[1] + ARROWS[letter][1]
        if self.wrap:
            return (x - 1) % 9 + 1, (y - 1) % 9 + 1
        return (x, y) if 1 <= x <= 9 and 1 <= y <= 9 else None

    def on(self, square: Square) -> list[Pod]:
        return [pod for pod in self.pods if pod[1] == square]

    def holds(self, colour: str, square: Square) -> bool:
        return any(pod[0] == colour for pod in self.on(square))

    def pod_text(self, pod: Pod) -> str:
        """Return a pod's name: its square, and its prongs if the pods of a stack differ."""
        kinds = {p[2] for p in self.on(pod[1])}
        return name(pod[1]) + (pod[2] if len(kinds) > 1 else "")

    # -- moves: each a text and what is left after it

    @once
    def moves(self) -> dict[str, partial]:
        """Return functions for the state (pods, reserve, captured, prongs) after each move.

        Keys are the texts of the moves.
        """
        if self.winner or self.kind:
            return {}
        found: dict[str, partial] = {}
        for pod in set(self.pods):
            if pod[0] == self.turn:
                self.add_prong_moves(pod, found)
        for home in HOMES["black"] + HOMES["white"]:
            self.add_bring(home, found)
        for square in {pod[1] for pod in self.pods if pod[0] == self.turn}:
            self.add_pod_moves(square, found)
        return found

    def left(self, pods=None, **changes):
        """Return the state with other pods, and changes to the mover's stores."""
        parts = {key: dict(getattr(self, key)) for key in ("reserve", "captured", "prongs")}
        for key, by in changes.items():
            parts[key][self.turn] += by
        kept = self.pods if pods is None else pods
        return (sorted(kept), parts["reserve"], parts["captured"], parts["prongs"])

    def with_prongs(self, pod: Pod, prongs: str, by: int):
        pods = list(self.pods)
        pods.remove(pod)
        return self.left([*pods, (pod[0], pod[1], "".join(sorted(prongs)))], prongs=by)

    def add_prong_moves(self, pod: Pod, found) -> None:
        for new in "abcdefgh":
            if new in pod[2]:
                continue
            text = f"{self.pod_text(pod)}+{new}"
            if self.prongs[self.turn] > 0:
                found[text] = partial(self.with_prongs, pod, pod[2] + new, -1)
            for old in pod[2]:
                changed = pod[2].replace(old, "") + new
                found[f"{text}-{old}"] = partial(self.with_prongs, pod, changed, 0)

    def add_bring(self, home: Square, found) -> None:
        me, enemy = self.turn, ENEMY[self.turn]
        grown = [*self.pods, (me, home, "")]
        abroad = any(self.holds(me, square) for square in HOMES[enemy])
        if self.captured[me] > 0 and abroad and self.holds(me, home):
            found[name(home)] = partial(self.left, grown, captured=-1)
        elif self.reserve[me] > 0 and home in HOMES[me] and not self.holds(enemy, home):
            found[name(home)] = partial(self.left, grown, reserve=-1)

    def add_pod_moves(self, square: Square, found) -> None:
        here = self.on(square)
        for number in range(1, len(here) + 1):
            for movers in {tuple(sorted(some)) for some in combinations(here, number)}:
                self.add_moves_of(movers, found)

    def add_moves_of(self, movers: tuple[Pod, ...], found) -> None:
        """Add the moves in which all pods of ``movers`` move together and the others stay."""
        still = list(self.pods)
        for pod in movers:
            still.remove(pod)
        for ways in product(*(self.ways(pod, still) for pod in movers)):
            over = [jumped for _, jumps in ways for jumped in jumps]
            captures = [self.choices(square, still) for square in dict.fromkeys(over)]
            for taken in product(*captures):
                self.add_move(list(zip(movers, ways, strict=True)), still, sum(taken, ()), found)

    def ways(self, pod: Pod, still: list[Pod]):
        """Return the ways of one pod: (landings, squares jumped over)."""
        full = {p[1] for p in still}
        found = []
        for letter in pod[2]:
            to = self.onward(pod[1], letter)
            if to and not any(p[0] != pod[0] and p[1] == to for p in still):
                found.append(((to,), ()))

        def jump_on(at, landings, jumped):
            for letter in pod[2]:
                over = self.onward(at, letter)
                to = self.onward(over, letter) if over else None
                if to and over in full and to not in full and over not in jumped:
                    way = ((*landings, to), (*jumped, over))
                    found.append(way)
                    jump_on(to, *way)

        jump_on(pod[1], (), ())
        return found

    def choices(self, square: Square, still: list[Pod]):
        """Return all ways to capture some pods of a square; equal pods are interchangeable."""
        there = sorted(pod for pod in still if pod[1] == square)
        return {some for n in range(len(there) + 1) for some in combinations(there, n)}

    def add_move(self, ways, still: list[Pod], taken: tuple[Pod, ...], found) -> None:
        found[self.move_text(ways, still, taken)] = partial(self.after, ways, still, taken)

    def after(self, ways, still: list[Pod], taken: tuple[Pod, ...]):
        pods = list(still)
        captured, prongs = dict(self.captured), dict(self.prongs)
        for pod in taken:
            pods.remove(pod)
            captured[pod[0]] += 1
            prongs[self.turn] += len(pod[2])
        pods += [(pod[0], landings[-1], pod[2]) for pod, (landings, _) in ways]
        return (sorted(pods), dict(self.reserve), captured, prongs)

    def move_text(self, ways, still, taken) -> str:
        """Return the text: pods by prongs, steps before jumps, then directions; captures once."""
        parts, told = [], set()
        for pod, (landings, jumped) in sorted(ways, key=lambda w: (w[0][2], self.codes(*w))):
            text = self.pod_text(pod)
            for i, to in enumerate(landings):
                text += f"-{name(to)}"
                if jumped and jumped[i] not in told:
                    told.add(jumped[i])
                    text += self.capture_text(jumped[i], still, taken)
            parts.append(text)
        return ",".join(parts)

    def codes(self, pod: Pod, way) -> list:
        """Return the sort keys of the hops: (is a jump, direction)."""
        at, found = pod[1], []
        for i, to in enumerate(way[0]):
            near = way[1][i] if way[1] else to
            letter = next(a for a in ARROWS if self.onward(at, a) == near)
            found.append((bool(way[1]), letter))
            at = to
        return found

    def capture_text(self, square: Square, still, taken) -> str:
        there = [p for p in still if p[1] == square]
        names = sorted(pod[2] or "-" for pod in taken if pod[1] == square)
        if not names:
            return ""
        return "x" if len(names) == len(there) else f"x({','.join(names)})"

    # -- playing

    def legal(self) -> set[str]:
        return set(self.moves())

    def play(self, text: str) -> None:
        self.pods, self.reserve, self.captured, self.prongs = self.moves()[text]()
        self.known = {}
        mover, self.turn = self.turn, ENEMY[self.turn]
        self.earlier.append(self.state())
        homes = [self.holds(mover, square) for square in HOMES[self.turn]]
        if all(homes) or (self.bases == 1 and any(homes)):
            self.winner, self.kind = mover, "homes"
        elif not self.moves():
            self.winner, self.kind = mover, "stuck"
        elif self.earlier.count(self.earlier[-1]) == 3:
            self.kind = "repetition"
            self.known = {}


# -- positions to compare, on both sides


def crowded(seed: int) -> tuple[dict, list[tuple[str, int, str]], dict, str]:
    """Return options, pods, stores and turn of a position full of stacks and neighbours."""
    rng = Random(seed)
    wrap = rng.random() < 0.5
    lines = (8, 9, 1, 2) if wrap else (3, 4, 5, 6, 7)
    free = [10 * x + y for x in lines for y in lines]
    rng.shuffle(free)
    pods, stores, prongs = [], {}, 50
    for colour in ("black", "white"):
        number = rng.randint(2, 7)
        squares = [free.pop() for _ in range(rng.randint(1, 6 if number < 5 else 3))]
        for _ in range(number):
            several = "".join(sorted(rng.sample("abcdefgh", rng.choice([0, 1, 1, 2, 2, 3, 4]))))
            mine = several if rng.random() < 0.7 else rng.choice(["", "a", "cg"])
            mine = mine[: max(prongs, 0)]
            pods.append((colour, rng.choice(squares), mine))
            prongs -= len(mine)
        captured = rng.randint(0, 7 - number)
        stores[colour] = (7 - number - captured, captured, 0)
    own = rng.randint(0, prongs)
    for colour, left in (("black", own), ("white", prongs - own)):
        stores[colour] = (*stores[colour][:2], left)
    options = {"bases": rng.choice([1, 3]), "wrap": wrap}
    return options, pods, stores, rng.choice(["black", "white"])


def slow_at(options, pods, stores, turn: str) -> Slow:
    """Return the same position in the slow rules."""
    slow = Slow(**options)
    slow.pods = [(colour, divmod(square, 10), prongs) for colour, square, prongs in pods]
    names = ("reserve", "captured", "prongs")
    for i, key in enumerate(names):
        setattr(slow, key, {colour: stores[colour][i] for colour in HOMES})
    slow.turn, slow.known = turn, {}
    slow.earlier = [slow.state()]
    return slow
