"""The lecture's critical nodes beside an animation: which they are, how many were looked at, and with which windows.

Types are of the order in which the children stand (``theory.node_types``). On a well-ordered tree alpha-beta looks at
the critical nodes and no others, and calls those of type 1 with (−∞, ∞), of type 2 with (−∞, β) and of type 3 with
(α, ∞), in the view of the side to move there: the lecture's statements A1 to A3.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kiebitz.classroom.animation.replay import Animation, NodeState, Status
from kiebitz.classroom.theory.algorithms import Algorithm
from kiebitz.classroom.theory.node import Node, leaves, walk
from kiebitz.classroom.theory.node_types import NodeType, critical_nodes
from kiebitz.classroom.theory.watch import Kind, Recorder

SIGNS = {NodeType.PRINCIPAL: "¹", NodeType.CUT: "²", NodeType.ALL: "³"}
"""Behind a node's number."""


@dataclass(frozen=True, slots=True)
class Critical:
    """The critical nodes of a tree."""

    types: Mapping[int, NodeType]
    """The type of each critical node, by its number."""
    leaves: frozenset[int]
    """Numbers of the critical leaves: any algorithm must look at as many, in some order of the moves."""
    windows: Mapping[NodeType, Mapping[str, int]]
    """Number of calls of a node of a type with a window of each form, in the view of the side to move there."""

    def seen(self, states: Mapping[int, NodeState]) -> int:
        """Number of critical leaves that have a value at a step (``Animation.states``)."""
        return sum(states[number].status is Status.DONE for number in self.leaves)


def critical(animation: Animation) -> Critical:
    """The critical nodes of an animation's tree, and the windows that its algorithm called nodes with."""
    types = critical_nodes(animation.root)
    return Critical(
        types,
        frozenset(leaf.number for leaf in leaves(animation.root) if leaf.number in types),
        _windows(animation.algorithm, animation.root, types) if animation.algorithm.has_windows else {},
    )


def _windows(algorithm: Algorithm, root: Node, types: Mapping[int, NodeType]) -> dict[NodeType, dict[str, int]]:
    recorder = Recorder()
    algorithm.run(root, recorder)
    is_max = {node.number: node.is_max for node in walk(root)}
    found: dict[NodeType, Counter[str]] = {kind: Counter() for kind in NodeType}
    for event in recorder.events:
        if event.kind is not Kind.ENTER:
            continue
        alpha, beta = event.alpha, event.beta
        if not algorithm.is_negamax and not is_max[event.node]:
            alpha, beta = -beta, -alpha
        lower, upper = "−∞" if math.isinf(alpha) else "α", "∞" if math.isinf(beta) else "β"
        found[types.get(event.node, NodeType.NOT_CRITICAL)][f"({lower}, {upper})"] += 1
    return {kind: dict(forms) for kind, forms in found.items() if forms}
