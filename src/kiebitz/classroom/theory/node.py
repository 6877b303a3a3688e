"""The node of an abstract game tree.

A game tree is a tree whose leaves carry values; at even depths MAX moves, at odd ones MIN. Every value is MAX's view
unless a name says otherwise. The algorithms ask no more of a node than the protocol ``GameNode``, so that trees may be
explicit (``Node``) or grow while they are walked (``planned.PlannedNode``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Value = float
"""A node's value: whole numbers, and the two infinities for bounds that say nothing."""


class GameNode(Protocol):
    """The facts of a node that an algorithm may know."""

    @property
    def number(self) -> int:
        """Names the node within its tree; the root is 1, the rest follow in preorder as the tree was grown."""

    @property
    def is_max(self) -> bool:
        """True if MAX moves here."""

    @property
    def is_leaf(self) -> bool:
        """True if the game, or the look ahead, ends here."""

    @property
    def children(self) -> Sequence[GameNode]:
        """The nodes after each move, in the order in which an algorithm will try them; none at a leaf."""

    @property
    def value(self) -> Value:
        """The value of a leaf, MAX's view."""

    @property
    def value_for_mover(self) -> Value:
        """The value of a leaf, in the view of the side to move there."""

    @property
    def move(self) -> str:
        """The move that leads here, empty where moves have no names."""


AnyNode = TypeVar("AnyNode", bound=GameNode)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A node of an explicit tree. Two nodes are equal only if they are the same."""

    number: int
    is_max: bool
    children: tuple[Node, ...] = ()
    value: Value = 0
    move: str = ""

    @property
    def is_leaf(self) -> bool:
        """True if the game, or the look ahead, ends here."""
        return not self.children

    @property
    def value_for_mover(self) -> Value:
        """The value of a leaf, in the view of the side to move there."""
        return self.value if self.is_max else -self.value


def walk(root: AnyNode) -> Iterator[AnyNode]:
    """Every node of a tree in preorder."""
    waiting: list[Any] = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def leaves(root: AnyNode) -> Iterator[AnyNode]:
    """The leaves of a tree from left to right."""
    return (node for node in walk(root) if node.is_leaf)


def true_values(root: GameNode) -> dict[int, Value]:
    """The minimax value of every node by its number, MAX's view, counted out without any algorithm under test."""
    values: dict[int, Value] = {}
    for node in reversed(list(walk(root))):
        if node.is_leaf:
            values[node.number] = node.value
        else:
            below = [values[child.number] for child in node.children]
            values[node.number] = max(below) if node.is_max else min(below)
    return values
