"""The limit of the search of one position of a game."""

from __future__ import annotations

from kiebitz.analysis.judging.annotate import DEFAULT_NODES
from kiebitz.engine.limit import Limit, LimitLike


def position_limit(limit: LimitLike | None) -> Limit:
    """The limit of a position. Raises ValueError for one that a position alone can't have."""
    if limit is None:
        return Limit(nodes=DEFAULT_NODES)
    limit = Limit.of(limit)
    if limit != Limit(nodes=limit.nodes, depth=limit.depth, movetime_ms=limit.movetime_ms) or limit == Limit():
        raise ValueError(f"{limit} is no limit for a position; give nodes, depth or movetime_ms")
    return limit
