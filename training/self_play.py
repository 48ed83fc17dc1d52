"""Games of the search against itself, compiled for one game by ``engine.native.kernels``.

Most moves get a quick search, some a long one, whose visits the policy is fitted to (Wu,
"Accelerating self-play learning in Go", 2019). The first moves are random, and some of the next
ones are drawn by visits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from boche.engine.search import interface, rng, tree

RANDOM, QUICK, LONG, ONLY = 0, 1, 2, 3
"""Kinds of moves: random, after a quick or a long search, or the only legal one."""


class Effort(NamedTuple):
    """How a game is played: playouts of a quick and a long search; a long one every so often.

    ``random`` moves begin the game, and ``drawn`` moves after them are drawn by visits.
    """

    quick: int
    long: int
    often: int
    random: int
    drawn: int


class Game(NamedTuple):
    """A game as it was played; ``count`` has the number of moves, and of visits noted.

    For each move: its number, its kind, the legal moves, and the chance of its player. ``visits``
    has those of all legal moves of each long search, one after the other, as shares of 10,000.
    """

    count: Any
    moves: Any
    kinds: Any
    legal: Any
    values: Any
    visits: Any


def play_game(
    nodes: tree.Tree, work: tree.Work, start: Any, at: Any, state: Any, effort: Effort, game: Game
) -> int:
    """Play a game from ``start`` and write it down; return the result.

    ``at`` and ``state`` are scratch. The result is UNDECIDED if there was no room for more.
    """
    interface.copy(at, start)
    result, ply, noted = interface.UNDECIDED, 0, 0
    while result == interface.UNDECIDED:
        count = interface.moves(at, work.numbers)
        if ply >= len(game.moves) or noted + count > len(game.visits):
            break
        game.legal[ply] = count
        game.values[ply] = 0.5
        if ply < effort.random:
            game.kinds[ply] = RANDOM
            move = work.numbers[rng.below(rng.draw(work.rng), count)]
        elif count == 1:
            game.kinds[ply] = ONLY
            move = work.numbers[0]
        else:
            long = rng.below(rng.draw(work.rng), effort.often) == 0
            game.kinds[ply] = LONG if long else QUICK
            think(nodes, work, at, state, count, effort.long if long else effort.quick)
            drawn = ply < effort.random + effort.drawn
            chosen = choose(nodes, work, drawn)
            game.values[ply] = value_of(nodes)
            if long:
                note(nodes, game, noted)
                noted += count
            move = nodes.move[chosen]
        game.moves[ply] = move
        ply += 1
        result = interface.play(at, move)
    game.count[0], game.count[1] = ply, noted
    return result


def think(
    nodes: tree.Tree, work: tree.Work, at: Any, state: Any, count: int, playouts: int
) -> None:
    """Search a position, whose legal moves are in ``work.numbers``."""
    tree.clear(nodes)
    tree.expand(nodes, work, at, 0, count)
    tree.prove(nodes, at, state)
    tree.search(nodes, work, at, state, playouts)


def choose(nodes: tree.Tree, work: tree.Work, drawn: bool) -> int:
    """Return the child to play: one that has the proven result, else by visits, drawn or the most.

    The result is that of the root if it is a win or a draw.
    """
    first, end, won = nodes.first[0], nodes.first[0] + nodes.count[0], nodes.turn[0] + 1
    best, total = first, 0
    for child in range(first, end):
        if nodes.proof[child] == won or is_sure_draw(nodes, child):
            return int(child)
        total += nodes.visits[child]
        better = nodes.proof[best] != tree.OPEN and nodes.proof[child] == tree.OPEN
        if better or (nodes.visits[child] > nodes.visits[best] and nodes.proof[child] == tree.OPEN):
            best = child
    if not drawn or total == 0:
        return int(best)
    left = rng.below(rng.draw(work.rng), total)
    for child in range(first, end):
        left -= nodes.visits[child]
        if left < 0:
            return int(child)
    return int(best)


def is_sure_draw(nodes: tree.Tree, child: int) -> bool:
    """Return whether the root is a proven draw, which the child keeps; others may lose."""
    return bool(nodes.proof[0] == interface.DRAW + 1 and nodes.proof[child] == interface.DRAW + 1)


def value_of(nodes: tree.Tree) -> float:
    """Return the chance of the side to move at the root."""
    if nodes.proof[0] != tree.OPEN:
        return tree.value_of(nodes.proof[0] - 1, nodes.turn[0])
    visits, wins = 0.0, 0.0
    for child in range(nodes.first[0], nodes.first[0] + nodes.count[0]):
        visits += nodes.visits[child]
        wins += nodes.wins[child]
    return wins / visits if visits > 0.0 else 0.5


def note(nodes: tree.Tree, game: Game, noted: int) -> None:
    """Write down the shares of the root's children: all for a proven result, none for a loss."""
    first, count, won = nodes.first[0], nodes.count[0], nodes.turn[0] + 1
    winning, total = 0, 0
    for i in range(count):
        if nodes.proof[first + i] == won or is_sure_draw(nodes, first + i):
            winning += 1
        elif nodes.proof[first + i] == tree.OPEN:
            total += nodes.visits[first + i]
    for i in range(count):
        share = 0.0
        if winning > 0:
            sure = nodes.proof[first + i] == won or is_sure_draw(nodes, first + i)
            share = sure / winning
        elif total > 0 and nodes.proof[first + i] == tree.OPEN:
            share = nodes.visits[first + i] / total
        game.visits[noted + i] = int(10_000 * share)
