"""MTD(f): the value is closed in upon by searches with windows that have no width.

Each pass asks whether the value is below a guess or not; the fail-soft answer is a bound, and the next guess. What is
learnt of a node is remembered from pass to pass, so that little is searched twice. (A. Plaat, J. Schaeffer, W. Pijls,
A. de Bruin, Best-First Fixed-Depth Minimax Algorithms, 1996.)
"""

from __future__ import annotations

import math

from kiebitz.classroom.theory.node import GameNode, Value
from kiebitz.classroom.theory.watch import Watch

Memory = dict[int, tuple[Value, Value]]
"""The lower and upper bound known of each node, by its number; the mover's view."""


def mtdf(root: GameNode, guess: Value, watch: Watch) -> Value:
    """The minimax value of the root, the mover's view. Values are whole numbers; a good guess saves passes."""
    memory: Memory = {}
    lower, upper = -math.inf, math.inf
    while lower < upper:
        b = guess + 1 if guess == lower else guess
        guess = with_memory(root, b - 1, b, memory, watch)
        if guess < b:
            upper = guess
        else:
            lower = guess
        watch.narrow(root, lower, upper)
    return guess


def with_memory(v: GameNode, a: Value, b: Value, memory: Memory, watch: Watch) -> Value:
    """Fail-soft alpha-beta that asks its memory first; the mover's view."""
    lower, upper = memory.get(v.number, (-math.inf, math.inf))
    if lower >= b or lower == upper:
        return watch.recall(v, lower)
    if upper <= a:
        return watch.recall(v, upper)
    watch.enter(v, a, b)
    if v.is_leaf:
        best = watch.value(v, v.value_for_mover)
        memory[v.number] = best, best
        return best
    best = -math.inf
    for w in v.children:
        best = max(best, -with_memory(w, -b, -max(a, best), memory, watch))
        watch.window(v, max(a, best), b, best)
        if best >= b:
            memory[v.number] = best, upper
            return watch.cut(v, best)
    memory[v.number] = (lower, best) if best <= a else (best, best)
    return watch.leave(v, best)
