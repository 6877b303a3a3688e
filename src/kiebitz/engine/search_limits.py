"""What the core is told of a limit: of the clocks, how much one move may take."""

from __future__ import annotations

from kiebitz.core import clock
from kiebitz.core.chess.position import MAX_PLY
from kiebitz.core.search.limits import SearchLimits
from kiebitz.engine.limit import Limit


def search_limits(limit: Limit, turn: bool, overhead_ms: int) -> SearchLimits:
    """What the core is told of a limit: of the clocks, the time for this move of the side that has the ``turn``."""
    allotment = _allot(limit, turn, overhead_ms)
    return SearchLimits(
        depth=limit.depth or 0,
        nodes=limit.nodes or 0,
        soft_us=round(allotment.soft_ms * 1000) if allotment else 0,
        hard_us=round(allotment.hard_ms * 1000) if allotment else 0,
        mate=min(limit.mate or 0, MAX_PLY // 2),
        ponder=limit.ponder,
        # Byoyomi is used up, as a fixed time is.
        flexible=allotment is not None
        and limit.movetime_ms is None
        and not (limit.byoyomi_ms and allotment.soft_ms == allotment.hard_ms),
    )


def _allot(limit: Limit, turn: bool, overhead_ms: int) -> clock.Allotment | None:
    """Time for this move, or None if time is no limit."""
    if limit.infinite:
        return None
    if limit.movetime_ms is not None:
        return clock.for_movetime(limit.movetime_ms, 0)
    clock_ms = limit.white_clock_ms if turn else limit.black_clock_ms
    if clock_ms is None:
        return None
    if limit.byoyomi_ms:
        return clock.for_byoyomi(clock_ms, limit.byoyomi_ms, overhead_ms)
    increment_ms = limit.white_increment_ms if turn else limit.black_increment_ms
    return clock.for_clock(clock_ms, increment_ms, limit.moves_to_go, overhead_ms)
