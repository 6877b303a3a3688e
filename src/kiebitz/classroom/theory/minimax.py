"""Minimax, as the lecture defines it and as Tartan writes it.

Alpha-beta Grundlagen (U. Lorenz) define minimax(v) by cases: a leaf's value, else the maximum or minimum over the
children. Tartan (C. Zwerschke, 1991) has a function for each side, and the two call each other. Both visit every leaf.

Two things in Tartan's listing are not followed. It hands up ``v`` and ``n``, which hold the opponent's reply, as the
best move where ``zug[i]`` is meant. And it starts from −WMAX and asks for strictly more, so that a side that loses
whatever it does would have no best move; here the start is −∞.
"""

from __future__ import annotations

import math

from kiebitz.classroom.theory.node import GameNode, Value
from kiebitz.classroom.theory.watch import Watch


def minimax(v: GameNode, watch: Watch) -> Value:
    """The minimax value of v, MAX's view."""
    watch.enter(v)
    if v.is_leaf:
        return watch.value(v, v.value)
    below = [minimax(w, watch) for w in v.children]
    return watch.leave(v, max(below) if v.is_max else min(below))


def best_move_white(v: GameNode, watch: Watch) -> tuple[Value, str]:
    """The greatest value that White can reach from v, and the move that reaches it; White's view."""
    watch.enter(v)
    if v.is_leaf:
        return watch.value(v, v.value), ""
    value, best = -math.inf, ""
    for child in v.children:
        w, _ = best_move_black(child, watch)
        if w > value:
            value, best = w, child.move
        watch.window(v, -math.inf, math.inf, value)
    return watch.leave(v, value), best


def best_move_black(v: GameNode, watch: Watch) -> tuple[Value, str]:
    """The least value that Black can reach from v, and the move that reaches it; White's view."""
    watch.enter(v)
    if v.is_leaf:
        return watch.value(v, v.value), ""
    value, best = math.inf, ""
    for child in v.children:
        w, _ = best_move_white(child, watch)
        if w < value:
            value, best = w, child.move
        watch.window(v, -math.inf, math.inf, value)
    return watch.leave(v, value), best
