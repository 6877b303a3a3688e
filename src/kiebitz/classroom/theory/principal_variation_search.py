"""Principal variation search: the first move is searched in full, the others must first prove that they are better.

If moves are well ordered, the first one is the best, and all that is left to show of the others is that they are not.
A window without width, (a, a + 1), asks just that and closes sooner; only a move that passes is searched again. Values
are whole numbers, so nothing lies between a and a + 1. (T. Marsland and M. Campbell, 1982; the idea is Scout, J. Pearl,
1980; as NegaScout, A. Reinefeld, 1983.)
"""

from __future__ import annotations

import math

from kiebitz.classroom.theory.node import GameNode, Value
from kiebitz.classroom.theory.watch import Watch


def principal_variation_search(v: GameNode, a: Value, b: Value, watch: Watch) -> Value:
    """The minimax value of v within the window, else a bound on it as fail-soft gives it; the mover's view."""
    watch.enter(v, a, b)
    if v.is_leaf:
        return watch.value(v, v.value_for_mover)
    best = -math.inf
    for i, w in enumerate(v.children):
        if i == 0 or b - a <= 1:
            x = -principal_variation_search(w, -b, -a, watch)
        else:
            x = -principal_variation_search(w, -(a + 1), -a, watch)
            if a < x < b:  # better after all: how much?
                x = -principal_variation_search(w, -b, -x, watch)
        best = max(best, x)
        a = max(a, best)
        watch.window(v, a, b, best)
        if a >= b:
            return watch.cut(v, best)
    return watch.leave(v, best)
