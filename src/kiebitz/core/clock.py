"""The clock: how much of the time left one move may take.

Two figures: after the *soft* time no new iteration begins, at the *hard* time the search stops wherever it is. Both
keep the overhead back that a program, a GUI or a network costs with each move, and that of the moves to come: on a busy
machine each may cost it at the worst time.
"""

from __future__ import annotations

from dataclasses import dataclass

# Moves that a game is expected to last still, when nobody says how many remain to the time control. Less than it often
# lasts: time is worth more where games are decided, and the increments go on.
EXPECTED_MOVES = 20
# The overhead of so many moves to come is kept back.
RESERVED_MOVES = 10
# No more of the remaining time than this goes into one move, as a fraction.
GREATEST_SHARE = 0.5
# How much longer than its share a move may take while its search is under way.
PATIENCE = 4.0
# An iteration takes longer than all before it: begin none when this part of the share is used up.
NEXT_ITERATION = 0.6
# Part of the increment that is spent with the move.
INCREMENT_SHARE = 0.8
MIN_MS = 1.0


@dataclass(frozen=True, slots=True)
class Allotment:
    """Time for one move, in milliseconds."""

    soft_ms: float
    """Begin no iteration after it."""
    hard_ms: float
    """Stop at it."""


def for_movetime(movetime_ms: int, overhead_ms: int) -> Allotment:
    """A fixed time a move: it is used up, less the overhead."""
    time_ms = max(MIN_MS, float(movetime_ms - overhead_ms))
    return Allotment(time_ms, time_ms)


def for_byoyomi(clock_ms: int, byoyomi_ms: int, overhead_ms: int) -> Allotment:
    """A share of the time on the clock and, as no move can save it, the byoyomi; with no more than that, all of it.

    The clock runs first: whatever a move takes, the next one has the byoyomi still.
    """
    all_ms = max(MIN_MS, float(clock_ms + byoyomi_ms - overhead_ms))
    if clock_ms <= byoyomi_ms:
        return Allotment(all_ms, all_ms)
    share_ms = clock_ms / EXPECTED_MOVES + byoyomi_ms
    most_ms = min(all_ms, clock_ms * GREATEST_SHARE + byoyomi_ms)
    return Allotment(min(share_ms * NEXT_ITERATION, most_ms), min(share_ms * PATIENCE, most_ms))


def for_clock(
    clock_ms: int, increment_ms: int, moves_to_go: int | None, overhead_ms: int, *, increment_pays: bool = False
) -> Allotment:
    """A share of the time on the clock: an even part of what is left, and most of the increment.

    With ``increment_pays`` the moves to come pay their overhead out of their increments, as far as these go: so it is
    in shogi, where clocks run on empty and overheads are large, and what is kept back would be all there is.
    """
    moves = min(moves_to_go or EXPECTED_MOVES, EXPECTED_MOVES)
    unpaid_ms = max(0, overhead_ms - increment_ms) if increment_pays else overhead_ms
    usable_ms = max(MIN_MS, float(clock_ms - overhead_ms - unpaid_ms * (min(moves, RESERVED_MOVES) - 1)))
    share_ms = usable_ms / moves + increment_ms * INCREMENT_SHARE
    most_ms = usable_ms * (GREATEST_SHARE if moves > 1 else 0.9)
    soft_ms = max(MIN_MS, min(share_ms * NEXT_ITERATION, most_ms))
    hard_ms = max(MIN_MS, min(share_ms * PATIENCE, most_ms))
    return Allotment(soft_ms, hard_ms)
