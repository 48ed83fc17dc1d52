"""Monte Carlo tree search over flat arrays, for any game with ``engine.search.interface``.

Functions in the compiled subset; ``engine.native.kernels`` puts a game's own functions in place of
``interface``. Moves are selected by upper confidence bounds (Kocsis and Szepesvári, 2006),
with all-moves-as-first values counted as visits while there are few (Gelly and Silver, 2007);
proven results are propagated up the tree (Winands, Björnsson and Saito, "Monte-Carlo Tree Search
Solver", 2008), and so is that a seat has at least a draw (Cazenave and Saffidine, "Score Bounded
Monte-Carlo Tree Search", 2010). A node's children are contiguous and are created together.

Where a game has learned weights (``knowledge``), a move's chance adds to its bound (as in Rosin,
"Multi-armed bandits with episode context", 2011), and a position's value stands beside the
playout's or in its place.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from boche.engine.search import interface, knowledge, rng

# Slots of ``Tree.info``; FULL is CROWDED once there was no room for a node's children, and STUCK if
# none can be made. DRAWN is the depth of the last node on the path where a sure draw was as good as
# any move, but another one was followed; -1 if there is none.
USED, SIMULATIONS, STAMP, FULL, DRAWN = 0, 1, 2, 3, 4
CROWDED, STUCK = 1, 2
INFO_SLOTS = 5

# Slots of ``Work.tune``: see ``engine.search.params.SearchParams``.
EXPLORE, FIRST_PLAY, AMAF, EXPAND, PRIOR, TRUST = 0, 1, 2, 3, 4, 5
TUNE_SLOTS = 6

ZERO, HALF, ONE, TINY = np.float32(0), np.float32(0.5), np.float32(1), np.float32(1e-6)

NOISE = 0.5
"""Width of the random factors around 1 by which learned chances are multiplied.

Without playouts nothing else would tell the searches of two seeds apart: threads would repeat each
other, and so would the searches that show how sure an evaluation is.
"""

OPEN = 0
"""The value in ``Tree.proof`` if nothing is proven; a proven node has the result plus 1."""


class Tree(NamedTuple):
    """The nodes of a tree; node 0 is the root. ``wins`` are those of the seat that chose the node.

    ``first`` is the first child and ``count`` the number of children, 0 until the node is
    expanded; from then on ``turn`` is the seat to move there. ``amaf_visits`` and ``amaf_wins``
    count the games in which the node's move was made later. ``proof`` is OPEN, or the result of
    perfect play from here plus 1. ``sure`` is OPEN, or as long as the result is open the seat that
    has at least a draw plus 1; if both had it, the result would be a draw. ``prior`` is the chance
    that the node's move is best, as learned; ``value`` is the learned value of the position to seat
    0, or 0 as long as nobody asked for it.
    """

    info: Any
    move: Any
    key: Any
    first: Any
    count: Any
    turn: Any
    proof: Any
    sure: Any
    visits: Any
    wins: Any
    amaf_visits: Any
    amaf_wins: Any
    prior: Any
    value: Any


class Work(NamedTuple):
    """The scratch memory of one thread, its random source and its parameters."""

    rng: Any
    tune: Any
    numbers: Any  # moves
    path: Any  # nodes from the root
    trail: Any  # see interface.playout
    seen: Any  # 2 * key + seat: the stamp of the last simulation with that move; see count_amaf
    scores: Any  # of the children of one node
    thought: Any  # see knowledge.Thought


def clear(tree: Tree) -> None:
    """Reset the tree to a bare root."""
    tree.info[USED] = 1
    tree.info[SIMULATIONS] = 0
    tree.info[FULL] = 0
    tree.move[0] = 0
    tree.key[0] = 0
    clear_nodes(tree, 0, 1)


def clear_nodes(tree: Tree, first: int, end: int) -> None:
    """Clear everything but the moves of some nodes, array by array since that is fastest."""
    fill(tree.first[first:end])
    fill(tree.count[first:end])
    fill(tree.proof[first:end])
    fill(tree.sure[first:end])
    fill(tree.visits[first:end])
    fill(tree.wins[first:end])
    fill(tree.amaf_visits[first:end])
    fill(tree.amaf_wins[first:end])
    fill(tree.prior[first:end])
    fill(tree.value[first:end])


def fill(part: Any) -> None:
    for i in range(len(part)):
        part[i] = 0


def value_of(result: int, seat: int) -> float:
    """Return the value of a result to a seat: 1, 0, or 0.5 for a draw."""
    if result == interface.DRAW:
        return 0.5
    return 1.0 if result == seat else 0.0


# -- making nodes


def expand(tree: Tree, work: Work, state: Any, node: int, count: int) -> None:
    """Give a node the first ``count`` of ``work.numbers`` as its children, if there is room."""
    first = tree.info[USED]
    end = first + count
    if end > len(tree.move):
        tree.info[FULL] = CROWDED
        return
    tree.turn[node] = interface.seat(state)
    for i in range(count):
        move = work.numbers[i]
        tree.move[first + i] = move
        tree.key[first + i] = interface.key(state, move)
    clear_nodes(tree, first, end)
    if work.tune[PRIOR] > 0.0:
        knowledge.rate_moves(work.thought, state, work.numbers, count, tree.prior[first:end])
        for i in range(first, end):
            factor = 1.0 + NOISE * (float(rng.low_bits(rng.draw(work.rng))) / 65535.0 - 0.5)
            tree.prior[i] *= np.float32(factor)
    tree.first[node] = first
    tree.count[node] = count
    tree.info[USED] = end


def make_move(tree: Tree, node: int, state: Any) -> int:
    """Play a node's move; return the result."""
    # Moves have the same type everywhere, or the game would be compiled once per type.
    move: Any = np.int64(tree.move[node])
    return interface.play(state, move)


def prove(tree: Tree, root: Any, state: Any) -> None:
    """Record which of the root's moves end the game at once, and how; ``state`` is scratch."""
    for child in range(tree.first[0], tree.first[0] + tree.count[0]):
        interface.copy(state, root)
        result = make_move(tree, child, state)
        if result != interface.UNDECIDED:
            tree.proof[child] = result + 1
            if result == tree.turn[0]:
                tree.proof[0] = result + 1


def conclude(tree: Tree, node: int) -> bool:
    """Derive what is proven of a node from its children; return whether anything new is."""
    seat, first = tree.turn[node], tree.first[node]
    end, draw = first + tree.count[node], interface.DRAW + 1
    undecided, hopes, held, best = 0, 0, False, -1
    for child in range(first, end):
        proof, sure = tree.proof[child], tree.sure[child]
        if proof == seat + 1:
            tree.proof[node] = proof
            return True
        if proof == OPEN:
            undecided += 1
            hopes += int(sure != 2 - seat)
            held = held or sure == seat + 1
        elif best < 0 or proof == draw:
            best = int(proof)
    held = held or best == draw
    if hopes == 0 and (held or (undecided == 0 and best >= 0)):
        tree.proof[node] = draw if held else best
        return True
    bound = seat + 1 if held else 2 - seat if hopes == 0 and undecided > 0 else OPEN
    if bound == OPEN or bound == tree.sure[node]:
        return False
    if tree.sure[node] != OPEN:  # the children that showed it were forgotten
        tree.proof[node] = draw
    tree.sure[node] = bound
    return True


# -- one simulation


def select(tree: Tree, work: Work, node: int) -> int:
    """Return the child with the highest upper bound among those that may be best."""
    rate(tree, work, node)
    best, highest = 0, work.scores[0]
    for i in range(1, tree.count[node]):
        score = work.scores[i]
        if score > highest:
            best, highest = i, score
    return int(tree.first[node] + best)


def other_than(tree: Tree, work: Work, node: int, drawn: int) -> int:
    """Return the child to follow in place of ``drawn``, which was selected and is a sure draw.

    More visits there would tell nothing, so the open child with the highest bound is followed, once
    the draw has more visits than it: the visits still say which move is preferred.
    """
    first, best, highest = tree.first[node], -1, -ONE
    for i in range(tree.count[node]):
        if tree.proof[first + i] == OPEN and work.scores[i] > highest:
            best, highest = i, work.scores[i]
    if best < 0 or tree.visits[drawn] <= tree.visits[first + best]:
        return drawn
    return int(first + best)


def rate(tree: Tree, work: Work, node: int) -> None:
    """Write the children's upper bounds to ``work.scores``, -1 for those that need no visit.

    These are the ones proven lost, and, where the side to move has a draw, those not better. The
    long loop has no branch and each array is a slice that begins at 0, so that the compiler can
    vectorize it.
    """
    first, end = tree.first[node], tree.first[node] + tree.count[node]
    proofs, keys, visits = tree.proof[first:end], tree.key[first:end], tree.visits[first:end]
    wins, amaf_wins = tree.wins[first:end], tree.amaf_wins[first:end]
    amaf_visits, scores = tree.amaf_visits[first:end], work.scores
    amaf, first_play = np.float32(work.tune[AMAF]), np.float32(work.tune[FIRST_PLAY])
    prior = tree.prior[first:end]
    favour = np.float32(work.tune[PRIOR] * math.sqrt(tree.visits[node] + 1.0))
    spread = math.sqrt(math.log(tree.visits[node] + 1.0))
    # All-moves-as-first values need little exploration; moves without a key do not have any.
    guided = np.float32(work.tune[EXPLORE] * spread)
    alone = np.float32(max(work.tune[EXPLORE], 1.0) * spread)
    for i in range(len(visits)):
        own, known = np.float32(visits[i]), amaf_visits[i]
        weight = min(known, amaf)
        count = own + weight
        total = np.float32(wins[i]) + weight * (amaf_wins[i] / max(known, ONE))
        mean = total / max(count, TINY)
        bound = (guided if keys[i] != interface.NO_KEY else alone) / math.sqrt(own + ONE)
        score = (mean if count > ZERO else first_play) + bound + favour * prior[i] / (own + ONE)
        score = score if proofs[i] == OPEN else -ONE
        scores[i] = HALF if proofs[i] == interface.DRAW + 1 else score
    if tree.sure[node] == tree.turn[node] + 1:
        for i in range(len(visits)):
            if proofs[i] == OPEN and tree.sure[first + i] == 2 - tree.turn[node]:
                scores[i] = -ONE


def descend(tree: Tree, work: Work, state: Any) -> int:
    """Descend to a proven node or one without children; return the depth.

    ``work.path`` receives the nodes; ``state`` becomes the position there.
    """
    path, depth = work.path, 0
    tree.info[DRAWN] = -1
    path[0] = 0
    node = path[0]
    while tree.proof[node] == OPEN:
        if tree.count[node] == 0:
            if tree.visits[node] < work.tune[EXPAND] or tree.info[FULL]:
                break
            expand(tree, work, state, node, interface.moves(state, work.numbers))
            if tree.count[node] == 0:
                break
        chosen = select(tree, work, node)
        if tree.proof[chosen] == interface.DRAW + 1:
            other = other_than(tree, work, node, chosen)
            if other != chosen:
                tree.info[DRAWN] = depth
                chosen = other
        node = chosen
        result = make_move(tree, node, state)
        depth += 1
        path[depth] = node
        if result != interface.UNDECIDED:
            tree.proof[node] = result + 1
    return depth


def back_up(tree: Tree, work: Work, depth: int, value: float) -> None:
    """Add a simulation's value (that of seat 0) to its path, and propagate a proof upwards.

    Up from a node where a draw was passed over its value is that draw.
    """
    path = work.path
    proven = tree.proof[path[depth]] != OPEN
    use_amaf = work.tune[AMAF] > 0.0
    tree.info[STAMP] += 1
    if use_amaf:
        mark_trail(work, tree.info[STAMP])
    for d in range(depth, -1, -1):
        node = path[d]
        if d < depth:
            if proven:
                proven = conclude(tree, node)
            if use_amaf:
                key = tree.key[path[d + 1]]
                if key != interface.NO_KEY:
                    work.seen[2 * key + tree.turn[node]] = tree.info[STAMP]
                count_amaf(tree, work, node, value)
        if d == tree.info[DRAWN]:
            value = 0.5
        chooser = tree.turn[path[d - 1]] if d > 0 else 0
        tree.visits[node] += 1
        tree.wins[node] += 1.0 - value if chooser else value


def mark_trail(work: Work, stamp: int) -> None:
    """Mark the moves that the playout made."""
    for i in range(interface.TRAIL_HEAD, interface.TRAIL_HEAD + work.trail[0]):
        work.seen[work.trail[i]] = stamp


def count_amaf(tree: Tree, work: Work, node: int, value: float) -> None:
    """Count a simulation for all children whose move was made in it, at the node or later.

    There is no branch, since it would be unpredictable. NO_KEY indexes the end of ``seen``, which
    is never marked.
    """
    first, end = tree.first[node], tree.first[node] + tree.count[node]
    keys, seen, seat = tree.key[first:end], work.seen, tree.turn[node]
    amaf_visits, amaf_wins = tree.amaf_visits[first:end], tree.amaf_wins[first:end]
    stamp, gain = tree.info[STAMP], np.float32(1.0 - value if seat else value)
    for i in range(len(keys)):
        is_seen = np.float32(seen[2 * keys[i] + seat] == stamp)
        amaf_visits[i] += is_seen
        amaf_wins[i] += is_seen * gain


def search(tree: Tree, work: Work, root: Any, state: Any, simulations: int) -> int:
    """Run up to that many simulations; return the number run.

    There are fewer if the root is proven, or as soon as the tree is crowded (see ``least_visits``).
    ``state`` is scratch of the same game as ``root``. The root must have been expanded.
    """
    for done in range(simulations):
        if tree.proof[0] != OPEN or tree.info[FULL] == CROWDED:
            return done
        interface.copy(state, root)
        depth = descend(tree, work, state)
        proof = tree.proof[work.path[depth]]
        if proof != OPEN:
            work.trail[0] = 0
            value = value_of(proof - 1, 0)
        else:
            value = estimate(tree, work, work.path[depth], state)
        back_up(tree, work, depth, value)
        tree.info[SIMULATIONS] += 1
    return simulations


def estimate(tree: Tree, work: Work, node: int, state: Any) -> float:
    """Return the value of an unfinished game to seat 0: of a playout, as learned, or of both.

    The learned value is found once for each node.
    """
    trust = work.tune[TRUST]
    if trust > 0.0 and tree.value[node] == ZERO:
        learned = knowledge.value(work.thought, state)
        tree.value[node] = 1.0 - learned if interface.seat(state) == 1 else learned
    if trust >= 1.0:
        work.trail[0] = 0
        return float(tree.value[node])
    played = interface.playout(state, work.rng, work.trail)
    return float(trust * tree.value[node] + (1.0 - trust) * played)


# -- between moves, and when the tree is crowded


def least_visits(tree: Tree) -> int:
    """Return the visits that a node needs to keep its children, so that half of the tree is free.

    The result is a power of 2. What a search of limited memory forgets are the positions that it
    met least often; it expands them again if it comes back.
    """
    used, least, kept = tree.info[USED], 1, len(tree.move)
    while 2 * kept > len(tree.move) and least <= tree.visits[0]:
        least *= 2
        kept = 0
        for node in range(used):
            if tree.visits[node] >= least:
                kept += tree.count[node]
    return least


def take_over(new: Tree, old: Tree, node: int, least: int) -> None:
    """Copy the subtree of ``old`` at ``node`` to ``new``, with ``node`` as the root.

    Below the root only nodes with at least that many visits keep their children.
    """
    copy_node(new, 0, old, node)
    new.info[USED] = 1
    new.info[SIMULATIONS] = old.visits[node]
    new.info[STAMP] = old.info[STAMP]
    new.info[FULL] = 0
    at = 0
    while at < new.info[USED]:
        if at > 0 and new.visits[at] < least:
            new.count[at] = 0
        # Until it is processed, a copied node still refers to its children in the old tree.
        old_first, first = new.first[at], new.info[USED]
        for i in range(new.count[at]):
            copy_node(new, first + i, old, old_first + i)
        new.first[at] = first
        new.info[USED] += new.count[at]
        at += 1


def copy_node(new: Tree, to: int, old: Tree, node: int) -> None:
    new.move[to] = old.move[node]
    new.key[to] = old.key[node]
    new.first[to] = old.first[node]
    new.count[to] = old.count[node]
    new.turn[to] = old.turn[node]
    new.proof[to] = old.proof[node]
    new.sure[to] = old.sure[node]
    new.visits[to] = old.visits[node]
    new.wins[to] = old.wins[node]
    new.amaf_visits[to] = old.amaf_visits[node]
    new.amaf_wins[to] = old.amaf_wins[node]
    new.prior[to] = old.prior[node]
    new.value[to] = old.value[node]


# -- playouts alone


def playouts(work: Work, root: Any, state: Any, count: int) -> float:
    """Run that many uniform playouts from ``root``; return the sum of seat 0's shares."""
    total = 0.0
    for _ in range(count):
        interface.copy(state, root)
        total += interface.playout(state, work.rng, work.trail)
    return total
