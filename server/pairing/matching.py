"""Minimum-cost perfect matching in a general graph: Edmonds' blossoms with dual variables, O(n³).

The steps are those of Galil, "Efficient algorithms for finding maximum matching in graphs" (1986).
Weights are integers of any size.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

Edge = tuple[int, int]
NONE, OUTER, INNER = -1, 0, 1
"""Labels of a node in a search: not reached, at an even, at an odd distance from a free one."""


def perfect_matching(size: int, costs: Mapping[Edge, int]) -> list[Edge] | None:
    """Return the pairs of the cheapest matching of all nodes 0 to ``size - 1``, or None.

    ``costs`` are non-negative; a pair that is not there may not be matched.
    """
    if size % 2:
        return None
    # Matching one pair more outweighs all costs, so as many as possible are matched.
    most = 1 + (size // 2) * (max(costs.values(), default=0) + 1)
    search = _Search(size)
    for (one, other), cost in costs.items():
        search.put(one + 1, other + 1, most - cost)
    search.run()
    pairs = [(u - 1, v - 1) for u in range(1, size + 1) if (v := search.match[u]) > u]
    return pairs if 2 * len(pairs) == size else None


class _Search:
    """A maximum-weight matching. Nodes count from 1; those above ``n`` are blossoms.

    ``weight[x][y]`` is the best edge from x to y, from a node ``start[x][y]`` to ``end[x][y]``.
    """

    def __init__(self, n: int) -> None:
        self.n = self.used = n
        size = n + n // 2 + 2
        self.weight = [[0] * size for _ in range(size)]
        self.start = [[x] * size for x in range(size)]
        self.end = [list(range(size)) for _ in range(size)]
        self.dual = [0] * size
        self.match = [0] * size
        self.slack = [0] * size
        self.top = list(range(n + 1)) + [0] * (size - n - 1)
        self.parent = [0] * size
        self.label = [NONE] * size
        self.seen = [0] * size
        self.mark = 0
        self.within: list[list[int]] = [[] for _ in range(size)]
        self.through = [[0] * (n + 1) for _ in range(size)]
        for u in range(1, n + 1):
            self.through[u][u] = u
        self.queue: deque[int] = deque()

    def put(self, u: int, v: int, weight: int) -> None:
        """Add an edge."""
        self.weight[u][v] = self.weight[v][u] = weight

    def run(self) -> None:
        """Match as many as possible at the greatest weight."""
        highest = max((max(row) for row in self.weight), default=0)
        self.dual[1 : self.n + 1] = [highest] * self.n
        while self._augmented():
            pass

    def _delta(self, x: int, y: int) -> int:
        u, v = self.start[x][y], self.end[x][y]
        return self.dual[u] + self.dual[v] - 2 * self.weight[u][v]

    def _less_slack(self, u: int, x: int) -> None:
        if not self.slack[x] or self._delta(u, x) < self._delta(self.slack[x], x):
            self.slack[x] = u

    def _set_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.weight[u][x] > 0 and self.top[u] != x and self.label[self.top[u]] == OUTER:
                self._less_slack(u, x)

    def _enqueue(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for part in self.within[x]:
                self._enqueue(part)

    def _set_top(self, x: int, blossom: int) -> None:
        self.top[x] = blossom
        if x > self.n:
            for part in self.within[x]:
                self._set_top(part, blossom)

    def _even_place(self, blossom: int, part: int) -> int:
        """Return a part's place in a blossom, turned so that it is even."""
        parts = self.within[blossom]
        place = parts.index(part)
        if place % 2 == 0:
            return place
        parts[1:] = parts[:0:-1]
        return len(parts) - place

    def _set_match(self, x: int, y: int) -> None:
        self.match[x] = self.end[x][y]
        if x <= self.n:
            return
        base = self.through[x][self.start[x][y]]
        place = self._even_place(x, base)
        parts = self.within[x]
        for i in range(place):
            self._set_match(parts[i], parts[i ^ 1])
        self._set_match(base, y)
        parts[:] = parts[place:] + parts[:place]

    def _augment(self, x: int, y: int) -> None:
        while True:
            following = self.top[self.match[x]]
            self._set_match(x, y)
            if not following:
                return
            self._set_match(following, self.top[self.parent[following]])
            x, y = self.top[self.parent[following]], following

    def _meeting(self, x: int, y: int) -> int:
        """Return where the ways back from two nodes meet, or 0."""
        self.mark += 1
        while x or y:
            if x:
                if self.seen[x] == self.mark:
                    return x
                self.seen[x] = self.mark
                x = self.top[self.match[x]]
                if x:
                    x = self.top[self.parent[x]]
            x, y = y, x
        return 0

    def _shrink(self, x: int, base: int, y: int) -> None:
        """Make a blossom of the ways from ``base`` to x and to y."""
        blossom = self.n + 1
        while blossom <= self.used and self.top[blossom]:
            blossom += 1
        self.used = max(self.used, blossom)
        self.dual[blossom], self.label[blossom] = 0, OUTER
        self.match[blossom] = self.match[base]
        parts = [base, *reversed(self._way(x, base)), *self._way(y, base)]
        self.within[blossom] = parts
        self._set_top(blossom, blossom)
        self._join_edges(blossom)
        self._set_slack(blossom)

    def _way(self, x: int, base: int) -> list[int]:
        """Return the nodes from x back to before ``base``; the inner ones become outer."""
        way = []
        while x != base:
            inner = self.top[self.match[x]]
            way += [x, inner]
            self._enqueue(inner)
            x = self.top[self.parent[inner]]
        return way

    def _join_edges(self, blossom: int) -> None:
        """Give a new blossom the best edges of its parts."""
        for x in range(1, self.used + 1):
            self.weight[blossom][x] = self.weight[x][blossom] = 0
        through = self.through[blossom]
        through[:] = [0] * (self.n + 1)
        for part in self.within[blossom]:
            for x in range(1, self.used + 1):
                if self.weight[blossom][x] == 0 or self._delta(part, x) < self._delta(blossom, x):
                    for one, other in ((blossom, x), (x, blossom)):
                        here, there = (part, x) if one == blossom else (x, part)
                        self.weight[one][other] = self.weight[here][there]
                        self.start[one][other] = self.start[here][there]
                        self.end[one][other] = self.end[here][there]
            for x, known in enumerate(self.through[part]):
                if known:
                    through[x] = part

    def _expand(self, blossom: int) -> None:
        """Take an inner blossom apart."""
        parts = self.within[blossom]
        for part in parts:
            self._set_top(part, part)
        root = self.through[blossom][self.start[blossom][self.parent[blossom]]]
        place = self._even_place(blossom, root)
        for i in range(0, place, 2):
            inner, outer = parts[i], parts[i + 1]
            self.parent[inner] = self.start[outer][inner]
            self.label[inner], self.label[outer] = INNER, OUTER
            self.slack[inner] = 0
            self._set_slack(outer)
            self._enqueue(outer)
        self.label[root], self.parent[root] = INNER, self.parent[blossom]
        for part in parts[place + 1 :]:
            self.label[part] = NONE
            self._set_slack(part)
        self.top[blossom] = 0

    def _found(self, u: int, v: int) -> bool:
        """Use an edge of no slack; return whether the matching has grown."""
        x, y = self.top[u], self.top[v]
        if self.label[y] == NONE:
            self.parent[y], self.label[y] = u, INNER
            mate = self.top[self.match[y]]
            self.slack[y] = self.slack[mate] = 0
            self.label[mate] = OUTER
            self._enqueue(mate)
        elif self.label[y] == OUTER:
            base = self._meeting(x, y)
            if not base:
                self._augment(x, y)
                self._augment(y, x)
                return True
            self._shrink(x, base, y)
        return False

    def _tops(self) -> Iterator[int]:
        """Yield the nodes that are in no blossom, as they are when it is their turn."""
        x = 1
        while x <= self.used:
            if self.top[x] == x:
                yield x
            x += 1

    def _augmented(self) -> bool:
        """Search from all free nodes; return whether one more pair was matched."""
        for x in range(1, self.used + 1):
            self.label[x], self.slack[x] = NONE, 0
        self.queue.clear()
        for x in self._tops():
            if not self.match[x]:
                self.parent[x], self.label[x] = 0, OUTER
                self._enqueue(x)
        if not self.queue:
            return False
        while True:
            if self._scanned():
                return True
            if not self._lowered():
                return False
            for x in self._tops():
                u = self.slack[x]
                if u and self.top[u] != x and self._delta(u, x) == 0 and self._found(
                    self.start[u][x], self.end[u][x]
                ):  # fmt: skip
                    return True
            for x in self._tops():
                if x > self.n and self.label[x] == INNER and self.dual[x] == 0:
                    self._expand(x)

    def _scanned(self) -> bool:
        """Use the edges without slack from outer nodes; return whether the matching has grown."""
        while self.queue:
            u = self.queue.popleft()
            if self.label[self.top[u]] == INNER:
                continue
            weights, dual = self.weight[u], self.dual[u]
            for v in range(1, self.n + 1):
                if weights[v] > 0 and self.top[u] != self.top[v]:
                    if dual + self.dual[v] == 2 * weights[v]:
                        if self._found(u, v):
                            return True
                    else:
                        self._less_slack(u, self.top[v])
        return False

    def _lowered(self) -> bool:
        """Change the dual variables until another edge has no slack; False if that is in vain."""
        tops = list(self._tops())
        steps = [self.dual[x] // 2 for x in tops if x > self.n and self.label[x] == INNER]
        for x in tops:
            if self.slack[x] and self.label[x] != INNER:
                delta = self._delta(self.slack[x], x)
                steps.append(delta if self.label[x] == NONE else delta // 2)
        outer = [u for u in range(1, self.n + 1) if self.label[self.top[u]] == OUTER]
        lowest = min(self.dual[u] for u in outer)
        step = min(steps, default=lowest)
        if step >= lowest:
            return False
        for u in range(1, self.n + 1):
            label = self.label[self.top[u]]
            self.dual[u] += step if label == INNER else -step if label == OUTER else 0
        for x in tops:
            if x > self.n and self.label[x] != NONE:
                self.dual[x] += 2 * step if self.label[x] == OUTER else -2 * step
        self.queue.clear()
        return True
