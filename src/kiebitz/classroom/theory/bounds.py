"""The lecture's bounds α(v) and β(v): what MAX and MIN are sure of before v is looked at, from true values alone.

On the way from the root to v, α(v) is the greatest value of a left sibling of a MIN node (an alternative that MAX has
already), β(v) the least value of a left sibling of a MAX node; −∞ and ∞ where there is none. The theorem: alpha-beta,
called with (−∞, ∞), examines v exactly when α(v) < β(v), and then with this window.
"""

from __future__ import annotations

import math

from kiebitz.classroom.theory.node import GameNode, Value, true_values


def bounds_before(root: GameNode) -> dict[int, tuple[Value, Value]]:
    """α(v) and β(v) of every node v by its number, MAX's view."""
    values = true_values(root)
    bounds = {root.number: (-math.inf, math.inf)}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        alpha, beta = bounds[node.number]
        for child in node.children:
            bounds[child.number] = alpha, beta
            waiting.append(child)
            if node.is_max:
                alpha = max(alpha, values[child.number])
            else:
                beta = min(beta, values[child.number])
    return bounds
