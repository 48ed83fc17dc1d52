"""Minimum-cost perfect matching in a general graph."""

from __future__ import annotations

from collections.abc import Mapping

from rustworkx import PyGraph, max_weight_matching

Edge = tuple[int, int]


def perfect_matching(size: int, costs: Mapping[Edge, int]) -> list[Edge] | None:
    """Return the pairs of the cheapest matching of all nodes 0 to ``size - 1``, or None.

    ``costs`` are from 0 to below 2**100, as the library computes with 128 bits; a pair that is not
    there may not be matched. The pairs are in order, the lower node of each first.
    """
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(one, other, -cost) for (one, other), cost in costs.items()])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted((min(pair), max(pair)) for pair in matching)
    return pairs if 2 * len(pairs) == size else None
