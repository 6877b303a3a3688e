"""Node types and critical nodes: the part of a tree that no algorithm can do without.

The lecture's figure that defines the types is missing; its statements A1 to A3 define them as well (D. Knuth and R.
Moore, 1975, numbered them first). The root has type 1. Of the children of

- a type 1 node, the first has type 1, the others type 2: its exact value is needed, so one child must reach it and the
  others be shown to be no better;
- a type 2 node, the first has type 3, the others type 0: one refutation is enough;
- a type 3 node, all have type 2: every attempt must be refuted.

A node is critical if its type is not 0. On a perfectly ordered tree alpha-beta visits the critical nodes and no others.
"""

from __future__ import annotations

from enum import IntEnum

from kiebitz.classroom.theory.node import GameNode


class NodeType(IntEnum):
    """The lecture's types, with today's names."""

    NOT_CRITICAL = 0
    """Cut off, if the order is perfect."""
    PRINCIPAL = 1
    """Its exact value is needed: a PV node."""
    CUT = 2
    """A lower bound in its mover's view is enough: one child refutes."""
    ALL = 3
    """An upper bound is needed: all children must be looked at."""


def _types_of_children(parent: NodeType) -> tuple[NodeType, NodeType]:
    """The type of the first child and that of the others."""
    match parent:
        case NodeType.PRINCIPAL:
            return NodeType.PRINCIPAL, NodeType.CUT
        case NodeType.CUT:
            return NodeType.ALL, NodeType.NOT_CRITICAL
        case NodeType.ALL:
            return NodeType.CUT, NodeType.CUT
        case _:
            return NodeType.NOT_CRITICAL, NodeType.NOT_CRITICAL


def critical_nodes(root: GameNode) -> dict[int, NodeType]:
    """The type of every critical node by its number, for the order in which the children stand."""
    types = {root.number: NodeType.PRINCIPAL}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        first, others = _types_of_children(types[node.number])
        for place, child in enumerate(node.children):
            kind = others if place else first
            if kind is not NodeType.NOT_CRITICAL:
                types[child.number] = kind
                waiting.append(child)
    return types


def type_counts(branching: int, plies: int) -> tuple[int, int, int]:
    """k₁(t), k₂(t), k₃(t): nodes of each type at depth t of a b/t-uniform tree, by the lecture's recurrences."""
    principal, cut, everything = 1, 0, 0  # k₁(t) = k₁(t − 1) stays 1
    for _ in range(plies):
        cut, everything = (branching - 1) * principal + branching * everything, cut
    return principal, cut, everything


def type_counts_closed(branching: int, plies: int) -> tuple[int, int, int]:
    """The same solved: 1, b^⌈t/2⌉ − 1, b^⌊t/2⌋ − 1.

    The lecture prints the last two the other way round, against its own recurrences (k₂(1) = b − 1, k₃(1) = 0); their
    sum, which is all that the theorem needs, is the same.
    """
    return 1, branching ** ((plies + 1) // 2) - 1, branching ** (plies // 2) - 1


def fewest_leaves(branching: int, plies: int) -> int:
    """The theorem's bound: b^⌊t/2⌋ + b^⌈t/2⌉ − 1 leaves of a b/t-uniform tree must be evaluated by any algorithm."""
    fewest: int = branching ** (plies // 2) + branching ** ((plies + 1) // 2) - 1
    return fewest
