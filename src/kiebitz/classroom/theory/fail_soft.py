"""Alpha-beta, fail-soft: the result may lie outside the window and then is the tightest bound that was found.

The best value is kept apart from the window, so that a node below α says how far below, and one above β how far above.
It visits the same nodes as negamax but hands more knowledge up, which a table or MTD(f) can use.
(J. Fishburn, Another Optimization of Alpha-Beta Search, 1983.)
"""

from __future__ import annotations

import math

from kiebitz.classroom.theory.node import GameNode, Value
from kiebitz.classroom.theory.watch import Watch


def fail_soft(v: GameNode, a: Value, b: Value, watch: Watch) -> Value:
    """The minimax value of v within the window, at most an upper bound below it, a lower bound above; mover's view."""
    watch.enter(v, a, b)
    if v.is_leaf:
        return watch.value(v, v.value_for_mover)
    best = -math.inf
    for w in v.children:
        best = max(best, -fail_soft(w, -b, -max(a, best), watch))
        watch.window(v, max(a, best), b, best)
        if best >= b:
            return watch.cut(v, best)
    return watch.leave(v, best)
