"""Uniform trees of any size whose value and order are planned in advance, grown while they are walked.

Each node knows the minimax value it is to have. Its best child inherits that value and all others get a worse one, so
nothing below a node has to be looked at to know its value, and a tree of millions of leaves costs no memory. What is
drawn at random depends on the seed and the node's number alone: every walk sees the same tree.

The order's quality is the chance that the best child stands first; else it stands at any other place. At 1 the tree is
perfectly ordered, at 1/b the order says nothing. (T. A. Marsland and M. Campbell, Parallel Search of Strongly Ordered
Game Trees, 1982, call a tree strongly ordered if the first branch is the best at least 70% of the time.)
"""

from __future__ import annotations

from kiebitz.classroom.theory.node import Value

STRONGLY_ORDERED = 0.7
_MASK = (1 << 64) - 1
_CHANCES = 1 << 32
DEFAULT_SPREAD = 32


def _mixed(number: int) -> int:
    """64 well-mixed bits of a number (SplitMix64; G. Steele, D. Lea, C. Flood, 2014)."""
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & _MASK
    return number ^ number >> 31


class PlannedTree:
    """A uniform tree with a planned value and a planned order; ``root`` is where to begin."""

    def __init__(
        self,
        branching: int,
        plies: int,
        *,
        quality: float = 1.0,
        seed: int = 0,
        value: int = 0,
        spread: int = DEFAULT_SPREAD,
    ) -> None:
        """A tree worth ``value`` whose other moves are each 0 to ``spread`` worse than the best one beside them."""
        if branching < 1 or plies < 0:
            raise ValueError(f"no uniform tree has {branching} branches and {plies} plies")
        if not 0 <= quality <= 1:
            raise ValueError(f"quality {quality} is no chance between 0 and 1")
        self.branching = branching
        self.plies = plies
        self.spread = spread
        self.seed = _mixed(seed)
        self._chance = round(quality * _CHANCES)
        # Nodes in a tree of 0, 1, 2 … plies, for numbering in preorder.
        self.sizes = [1]
        for _ in range(plies):
            self.sizes.append(1 + branching * self.sizes[-1])
        self.root = PlannedNode(self, 1, plies, True, value)

    def place_of_best(self, draw: int) -> int:
        """Where the best child stands, by 64 random bits."""
        if self.branching == 1 or draw % _CHANCES < self._chance:
            return 0
        return 1 + (draw >> 32) % (self.branching - 1)


class PlannedNode:
    """A node of a planned tree; its children come into being when they are asked for."""

    __slots__ = ("_plies", "_tree", "is_max", "number", "value")

    move = ""

    def __init__(self, tree: PlannedTree, number: int, plies: int, is_max: bool, value: Value) -> None:
        """A node with ``plies`` plies below it."""
        self._tree = tree
        self._plies = plies
        self.number = number
        self.is_max = is_max
        self.value = value

    @property
    def is_leaf(self) -> bool:
        """True if this is a leaf."""
        return self._plies == 0

    @property
    def value_for_mover(self) -> Value:
        """The value in the view of the side to move here."""
        return self.value if self.is_max else -self.value

    @property
    def children(self) -> list[PlannedNode]:
        """The nodes after each move, made anew each time."""
        tree = self._tree
        plies = self._plies - 1
        if plies < 0:
            return []
        is_max = not self.is_max
        draw = _mixed(tree.seed ^ self.number)
        best = tree.place_of_best(draw)
        sign = -1 if self.is_max else 1
        size = tree.sizes[plies]
        number = self.number + 1
        children = []
        for place in range(tree.branching):
            value = self.value
            if place != best:
                # A linear congruence is random enough for the worse moves, and quick.
                draw = (draw * 6364136223846793005 + 1442695040888963407) & _MASK
                value += sign * ((draw >> 33) % (tree.spread + 1))
            children.append(PlannedNode(tree, number, plies, is_max, value))
            number += size
        return children
