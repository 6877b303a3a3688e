"""The tree of Tartan's article (C. Zwerschke, Programmieren »en passant«, TOS 1/1991), figure 3.

The figure is lost; the text is what we have. It states the form (a binary tree of four plies, White at the root, its
branching points and leaves numbered in the order in which the program comes to them), the moves b1-c3 and g1-f3 at node
3, b8-c6 and g8-f6 at node 4 with the values 0 and 36, d7-d6 as the first move at node 7 with −8, the values 0 and −36
of nodes 4 and 7, e2-e4 as the best move with value 0 at the root; alpha cuts at the right branches of nodes 7, 17, 19
and 22, a beta cut at that of 10; and seven evaluations instead of sixteen. **All else is ours**: every move and value
that is not in ``STATED_MOVES`` or ``STATED_VALUES`` was chosen so that all of this holds, and the moves so that they
can be played.
"""

from __future__ import annotations

from kiebitz.classroom.theory.node import Node
from kiebitz.classroom.theory.trees import Branch, grow

STATED_MOVES = frozenset({2, 4, 5, 6, 7, 8})
"""The nodes whose move the article states: e2-e4, b1-c3, b8-c6, g8-f6, g1-f3, d7-d6."""
STATED_VALUES = frozenset({1, 2, 3, 4, 5, 6, 7, 8, 9})
"""The nodes whose value the article states or implies; 9, the second leaf of node 7, by that node's value −36."""
ALPHA_CUTS = frozenset({7, 17, 19, 22})
"""Where the article cuts the right branch because a maximising node above has something better already."""
BETA_CUTS = frozenset({10})
"""Where it cuts because a minimising node above has something better already."""
EVALUATIONS_WITHOUT_CUTS, EVALUATIONS_WITH_CUTS = 16, 7


def tartan_tree() -> Node:
    """The article's tree, completed by us; values are White's view in 1/128 pawn."""
    return grow(
        [
            Branch(
                "e2-e4",
                [
                    Branch(
                        "e7-e5",
                        [
                            Branch("b1-c3", [Branch("b8-c6", 0), Branch("g8-f6", 36)]),
                            Branch("g1-f3", [Branch("d7-d6", -8), Branch("b8-c6", -36)]),
                        ],
                    ),
                    Branch(
                        "c7-c5",
                        [
                            Branch("g1-f3", [Branch("d7-d6", 28), Branch("b8-c6", 12)]),
                            Branch("b1-c3", [Branch("b8-c6", 20), Branch("g7-g6", 44)]),
                        ],
                    ),
                ],
            ),
            Branch(
                "d2-d4",
                [
                    Branch(
                        "d7-d5",
                        [
                            Branch("c2-c4", [Branch("d5xc4", -24), Branch("e7-e6", 16)]),
                            Branch("g1-f3", [Branch("g8-f6", -4), Branch("c7-c5", 8)]),
                        ],
                    ),
                    Branch(
                        "g8-f6",
                        [
                            Branch("c2-c4", [Branch("e7-e6", 4), Branch("g7-g6", 32)]),
                            Branch("b1-c3", [Branch("d7-d5", -12), Branch("e7-e6", 24)]),
                        ],
                    ),
                ],
            ),
        ]
    )
