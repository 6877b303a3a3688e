"""Alpha-beta as the lecture writes it: one function for both sides, values in MAX's view.

``a`` is what MAX is sure of already, ``b`` what MIN is. Where they meet, the rest of the node cannot change the root's
value. (D. Knuth and R. Moore, An Analysis of Alpha-Beta Pruning, 1975; used in programs since the late 1950s.)

The lecture's loop only narrows the window, so its result is one of the bounds, or a value between them ("fail-hard");
only what a leaf or a cut returns may lie beyond.
"""

from __future__ import annotations

from kiebitz.classroom.theory.node import GameNode, Value
from kiebitz.classroom.theory.watch import Watch


def alphabeta(v: GameNode, a: Value, b: Value, watch: Watch) -> Value:
    """The minimax value of v if it lies between a and b, else a bound on it; MAX's view."""
    watch.enter(v, a, b)
    if v.is_leaf:
        return watch.value(v, v.value)
    for w in v.children:
        if v.is_max:
            a = max(a, alphabeta(w, a, b, watch))
            watch.window(v, a, b)
            if a >= b:
                return watch.cut(v, a)  # beta cut
        else:
            b = min(b, alphabeta(w, a, b, watch))
            watch.window(v, a, b)
            if a >= b:
                return watch.cut(v, b)  # alpha cut
    return watch.leave(v, a if v.is_max else b)
