"""Questions about a node of the game tree, their answers, and what the protocol must know of a game's tree.

Values are the view of the side to move at the node. A node is named by the path to it from the root, as move codes that
only the game understands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from kiebitz.core.value import INFINITE

Path: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """How good is a node, if it is looked at so deep? Only values within the window are of interest."""

    path: Path
    """From the root; empty for the root itself."""
    depth: int
    """Plies to search below the node."""
    alpha: int
    """At most this much needs no exact value."""
    beta: int
    """At least this much needs none either."""
    cut_node: bool = False
    """True if some move is expected to refute; it steers reductions only."""
    iteration: int = 0
    """Depth of the root's question that this one belongs to; it bounds extensions."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a search: the value lies within the bounds, both included. Equal bounds are the value itself."""

    lower: int
    upper: int
    line: Path = ()
    """The moves from the node that the bounds rest on, as far as known."""

    @classmethod
    def of_value(cls, question: Question, value: int, line: Path = ()) -> Answer:
        """The answer in a fail-soft alpha-beta value, after the question's window."""
        if value <= question.alpha:
            return cls(-INFINITE, value, line)
        if value >= question.beta:
            return cls(value, INFINITE, line)
        return cls(value, value, line)


@dataclass(frozen=True, slots=True)
class Expansion:
    """The parts of a node."""

    lower: int
    """Known without search; with ``upper`` beyond the window on one side, or equal to it, there is nothing to do."""
    upper: int
    depth: int
    """Plies to search below the node: the question's, after extensions and reductions of the node as a whole."""
    moves: tuple[tuple[int, int], ...]
    """Move and plies of reduction, the best guess first. Among equal values the first move is the best one."""
    pass_move: tuple[int, int] | None = None
    """The null move and the depth to search it to, where passing may refute; asked before any move."""
    key: int = 0
    """The tree's key of this position."""


class GameTree(Protocol):
    """The game tree as one process sees it. Every method is quick; only whole subtrees take time."""

    @property
    def longest_mate(self) -> int:
        """Values from here on are mates."""
        ...

    def is_leaf(self, question: Question) -> bool:
        """True if a node is searched as a whole, by one call. Never asked about the root."""
        ...

    def expand(self, question: Question) -> Expansion:
        """The parts of a node."""
        ...

    def learn(self, key: int, ply: int, depth: int, answer: Answer, is_told: bool) -> None:
        """Take note of what came out here for a node, at a ply of the tree, that was searched to a depth.

        Mates are counted from the root. ``is_told`` says whether the other processes shall hear of it.
        """
        ...

    def take_findings(self) -> Any | None:
        """Take the findings for the others, once they are enough for a message; in the tree's own writing."""
        ...

    def hear(self, findings: Any) -> None:
        """Take note of what another process found. All that hear of it are handed the same object."""
        ...
