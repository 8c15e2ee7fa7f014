"""Matchings of least cost, by the matching libraries. This module alone imports them, and it knows
no rules of the draw.
"""

from collections.abc import Iterable
from typing import TypeAlias

import rustworkx

WIDEST_BITS = 125
"""The widest cost in bits. The fast library calculates with 128 bits and needs the others itself.
It aborts if a cost is wider.
"""

Edge: TypeAlias = tuple[int, int, int]
"""Two vertices, the lower one first, and their cost as a pair."""


def solve(n: int, edges: Iterable[Edge], bits: int) -> list[tuple[int, int]]:
    """Match as many of ``n`` vertices as possible at the least cost. Each pair has the lower vertex
    first.

    Whole matchings cost less than 2**bits. Above WIDEST_BITS networkx is used, which has no limit
    on numbers but takes fifty times as long.
    """
    most = 2**bits - 1
    matched = _fast(n, edges, most) if bits <= WIDEST_BITS else _wide(edges, most)
    return sorted((min(pair), max(pair)) for pair in matched)


def _fast(n: int, edges: Iterable[Edge], most: int) -> Iterable[tuple[int, int]]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=most.__sub__)


def _wide(edges: Iterable[Edge], most: int) -> Iterable[tuple[int, int]]:
    import networkx

    # networkx makes two views of a vertex's edges at each access, which takes half as long again.
    quick = {"__getitem__": lambda self, vertex: self._adj[vertex]}
    graph = type("Graph", (networkx.Graph,), quick)()
    graph.add_weighted_edges_from((vertex, other, most - cost) for vertex, other, cost in edges)
    pairs: Iterable[tuple[int, int]] = networkx.max_weight_matching(graph, maxcardinality=True)
    return pairs
