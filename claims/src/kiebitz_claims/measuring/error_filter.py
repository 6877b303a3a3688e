"""How minimax passes errors of its leaves on to the root: the theory for independent leaves.

In a uniform tree whose leaves have independent values 0 or 1, let a judge of the leaves be wrong with some
probability. What an interior node is worth and what a search says of it then follow from one recursion over the joint
distribution of truth and saying, because a node's children are independent of each other. Values are those of negamax:
1 if the side to move wins, and a node is 1 if any child is 0 (Pearl 1984, 'Heuristics', chapter 10; Nau 1982 found
that deeper search makes such decisions worse, the minimax pathology).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """The joint distribution of truth and saying for nodes of one height; probabilities."""

    both_won: float
    """Truth 1, saying 1."""
    missed: float
    """Truth 1, saying 0."""
    imagined: float
    """Truth 0, saying 1."""

    @property
    def won(self) -> float:
        """Probability that a node is won for the side to move."""
        return self.both_won + self.missed

    @property
    def said_won(self) -> float:
        """Probability that the search says so."""
        return self.both_won + self.imagined

    @property
    def error(self) -> float:
        """Probability that the search says what isn't so."""
        return self.missed + self.imagined


def leaves(won: float, error: float) -> Level:
    """Leaves of which a fraction is won, each misjudged with probability ``error``."""
    return Level(won * (1 - error), won * error, (1 - won) * error)


def back_up(children: Level, branching: int) -> Level:
    """The level above: a node is lost, or is said to be, if every child is won, or is said to be."""
    lost, said_lost = children.won**branching, children.said_won**branching
    both_lost = children.both_won**branching
    return Level(both_won=1 - lost - said_lost + both_lost, missed=said_lost - both_lost, imagined=lost - both_lost)


def decision_error(children: Level, branching: int) -> float:
    """Probability that in a won node a move is chosen that loses, if ties are broken by chance."""
    all_won, all_said_won = children.won**branching, children.said_won**branching
    # Where errors have drowned everything, all children are said to be the same; the other kind then has no weight.
    wrong_among_said_lost = children.missed / (1 - children.said_won) if children.said_won < 1 else 0.0
    wrong_among_said_won = children.both_won / children.said_won if children.said_won > 0 else 0.0
    wrong = (1 - all_said_won) * wrong_among_said_lost + all_said_won * wrong_among_said_won
    return (wrong - all_won) / (1 - all_won)


def balanced(branching: int) -> float:
    """The fraction of won leaves at which it stays the same on every level: the root's value is open at any height.

    It solves 1 - x^b = x (Pearl's xi); elsewhere tall trees are almost surely won or almost surely lost.
    """
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if 1 - middle**branching > middle:
            low = middle
        else:
            high = middle
    return low
