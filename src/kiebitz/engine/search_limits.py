"""Limits as the core takes them: of the clocks, the time for one move."""

from __future__ import annotations

from kiebitz.core import clock
from kiebitz.core.chess.position import MAX_PLY, Position
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine.limit import Limit
from kiebitz.engine.positions import AnyPosition


def search_limits(limit: Limit, position: AnyPosition, overhead_ms: int) -> SearchLimits:
    """A limit as the core takes it: of the clocks, the time for the move in this position."""
    allotment = _allot(limit, position, overhead_ms)
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


def is_endless(limit: Limit, position: AnyPosition) -> bool:
    """True if nothing but a stop ends a search of this position: a clock of the other side alone doesn't."""
    mate = limit.mate if isinstance(position, Position) else None  # In shogi it is searched for, not proved.
    bounds = (limit.depth, limit.nodes, mate)
    return all(bound is None for bound in bounds) and _allot(limit, position, 0) is None


def is_white_to_move(position: AnyPosition) -> bool:
    """True if it is White's move: in chess the side that moves first, in shogi the other."""
    return position.turn if isinstance(position, Position) else not position.turn


def _allot(limit: Limit, position: AnyPosition, overhead_ms: int) -> clock.Allotment | None:
    """Time for this move, or None if time is no limit."""
    if limit.infinite:
        return None
    if limit.movetime_ms is not None:
        return clock.for_movetime(limit.movetime_ms, 0)
    turn = is_white_to_move(position)
    clock_ms = limit.white_clock_ms if turn else limit.black_clock_ms
    if limit.byoyomi_ms:
        return clock.for_byoyomi(clock_ms or 0, limit.byoyomi_ms, overhead_ms)
    if clock_ms is None:
        return None
    increment_ms = limit.white_increment_ms if turn else limit.black_increment_ms
    is_shogi = isinstance(position, ShogiPosition)
    return clock.for_clock(clock_ms, increment_ms, limit.moves_to_go, overhead_ms, increment_pays=is_shogi)
