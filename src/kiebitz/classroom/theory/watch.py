"""The events of an algorithm while it runs.

Every algorithm reports each step to a ``Watch``: a node is entered with a window, a leaf is valued, a value that came
back moved a bound, the rest of a node is cut off, a node is left with its value. The base class ignores it all;
``LeafCount`` and ``Visits`` count, ``Recorder`` keeps every event, with the line of the algorithm's source that
reported it, for any viewer to replay.

Windows and values are reported as the algorithm has them: in MAX's view by minimax and alpha-beta, in the mover's view
by negamax and its kin (``Algorithm.is_negamax``).
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from enum import StrEnum

from kiebitz.classroom.theory.node import GameNode, Value


class Kind(StrEnum):
    """The kinds of events."""

    ENTER = "enter"
    """A node is reached, with a window if the algorithm has one."""
    VALUE = "value"
    """Hear a leaf's value."""
    WINDOW = "window"
    """A value came back from a child; this is the node's window now, or its best value so far."""
    RECALL = "recall"
    """A remembered result that answers at once, so the node is not searched again."""
    NARROW = "narrow"
    """A pass over the whole tree has ended: the root's value lies within these bounds."""
    CUT = "cut"
    """The node's value can no longer matter beyond this bound: the children not yet tried are cut off."""
    LEAVE = "leave"
    """The node is done with this value."""


@dataclass(frozen=True, slots=True)
class Event:
    """One step of an algorithm."""

    kind: Kind
    """The kind of the event."""
    node: int
    """The number of the node where it happened."""
    alpha: Value
    """The window's lower bound; −∞ where there is none."""
    beta: Value
    """The window's upper bound; ∞ where there is none."""
    value: Value | None
    """The value found, None while there is none."""
    line: int
    """The line of the algorithm's source file that was at work."""


class Watch:
    """Looks on and keeps nothing. The methods that report a value return it, so that they can stand in a ``return``."""

    def enter(self, node: GameNode, alpha: Value = -math.inf, beta: Value = math.inf) -> None:
        """Hear that a node is reached."""

    def value(self, node: GameNode, value: Value) -> Value:
        """Hear a leaf's value."""
        return value

    def window(self, node: GameNode, alpha: Value, beta: Value, value: Value | None = None) -> None:
        """Hear of the window after a child's value has been taken into account."""

    def recall(self, node: GameNode, value: Value) -> Value:
        """Hear that what was remembered of a node is enough."""
        return value

    def narrow(self, root: GameNode, lower: Value, upper: Value) -> None:
        """Hear how far a pass has narrowed the root's value down."""

    def cut(self, node: GameNode, value: Value) -> Value:
        """Hear that the rest of a node is cut off. On the last child nothing is left to cut; some cut all the same."""
        return value

    def leave(self, node: GameNode, value: Value) -> Value:
        """Hear that a node is done."""
        return value


class LeafCount(Watch):
    """A count of the calls of the evaluation function."""

    def __init__(self) -> None:
        """Count from 0."""
        self.leaves = 0

    def value(self, node: GameNode, value: Value) -> Value:
        """Count a leaf."""
        self.leaves += 1
        return value


class Visits(LeafCount):
    """The numbers of the nodes that were entered and of the leaves that were evaluated."""

    def __init__(self) -> None:
        """Nothing visited yet."""
        super().__init__()
        self.nodes: set[int] = set()
        self.leaf_nodes: set[int] = set()

    def enter(self, node: GameNode, alpha: Value = -math.inf, beta: Value = math.inf) -> None:
        """Note a node."""
        self.nodes.add(node.number)

    def value(self, node: GameNode, value: Value) -> Value:
        """Note a leaf."""
        self.leaf_nodes.add(node.number)
        return super().value(node, value)


class Recorder(Watch):
    """Every event in its order, with the line of the algorithm that caused it."""

    def __init__(self) -> None:
        """No event yet."""
        self.events: list[Event] = []

    def _note(self, kind: Kind, node: GameNode, alpha: Value, beta: Value, value: Value | None) -> None:
        line = sys._getframe(2).f_lineno  # the algorithm's, which called the method that called this
        self.events.append(Event(kind, node.number, alpha, beta, value, line))

    def enter(self, node: GameNode, alpha: Value = -math.inf, beta: Value = math.inf) -> None:
        """Record that a node was reached, with its window."""
        self._note(Kind.ENTER, node, alpha, beta, None)

    def value(self, node: GameNode, value: Value) -> Value:
        """Record a leaf's value."""
        self._note(Kind.VALUE, node, -math.inf, math.inf, value)
        return value

    def window(self, node: GameNode, alpha: Value, beta: Value, value: Value | None = None) -> None:
        """Record a window, and the child's value that moved it."""
        self._note(Kind.WINDOW, node, alpha, beta, value)

    def recall(self, node: GameNode, value: Value) -> Value:
        """Record a value that was remembered."""
        self._note(Kind.RECALL, node, -math.inf, math.inf, value)
        return value

    def narrow(self, root: GameNode, lower: Value, upper: Value) -> None:
        """Record how far a pass has narrowed the root's value."""
        self._note(Kind.NARROW, root, lower, upper, None)

    def cut(self, node: GameNode, value: Value) -> Value:
        """Record that the rest of a node was cut off."""
        self._note(Kind.CUT, node, -math.inf, math.inf, value)
        return value

    def leave(self, node: GameNode, value: Value) -> Value:
        """Record a node's value."""
        self._note(Kind.LEAVE, node, -math.inf, math.inf, value)
        return value
