"""Alpha-beta in the negamax form: one rule for both sides, values in the view of the side to move.

What is good for one is bad for the other: max(x, y) = −min(−x, −y), so a child's value changes its sign on the way up
and its window is (−b, −a). The lecture's lemma says what the result x of negamax(v, α, β) tells about the true value
F(v) in the mover's view: x ≤ α if F(v) ≤ α, x = F(v) if α < F(v) < β, x ≥ β if F(v) ≥ β.
"""

from __future__ import annotations

from kiebitz.classroom.theory.node import GameNode, Value
from kiebitz.classroom.theory.watch import Watch


def negamax(v: GameNode, a: Value, b: Value, watch: Watch) -> Value:
    """The minimax value of v if it lies between a and b, else a bound on it; the mover's view."""
    watch.enter(v, a, b)
    if v.is_leaf:
        return watch.value(v, v.value_for_mover)
    for w in v.children:
        a = max(a, -negamax(w, -b, -a, watch))
        watch.window(v, a, b)
        if a >= b:
            return watch.cut(v, a)
    return watch.leave(v, a)
