"""Software above the machine: the upper plies in plain Python, every subtree below them one question to the machine.

So Hydra was built: a processor searched the upper plies and asked its card for the last ones. The upper plies are the
reference's, so that value, best move and nodes are what the machine alone says of the whole depth.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import chess

from kiebitz_hydra.question import MATE, PLIES, question_of
from kiebitz_hydra.reference import Reference
from kiebitz_hydra.simulator.coprocessor import Coprocessor


@dataclass(slots=True)
class SearchAbove(Reference):
    """One search, whose plies from ``plies_above`` on are the machine's."""

    machine: Coprocessor = field(kw_only=True)
    plies_above: int = field(kw_only=True)
    """At least 1, and less than the depth searched."""
    calls: int = 0
    cycles: int = 0
    """The machine's clock, over all calls."""

    def child(self, board: chess.Board, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of the position after a move: the machine's, where software ends."""
        here = ply + 1
        if here < self.plies_above:
            return Reference.child(self, board, depth, alpha, beta, ply)
        question = question_of(board, depth - 1, seen_from_below(alpha, here), seen_from_below(beta, here))
        answer = self.machine.ask(question)
        self.calls += 1
        self.cycles += sum(answer.cycles)
        self.nodes += answer.nodes
        return min(max(seen_from_below(answer.value, -here), alpha), beta)


def seen_from_below(value: int, plies: int) -> int:
    """A value seen from so many plies further down: a mate is so much nearer, nothing else changes."""
    if value >= MATE - PLIES:
        return value + plies
    if value <= PLIES - MATE:
        return value - plies
    return value
