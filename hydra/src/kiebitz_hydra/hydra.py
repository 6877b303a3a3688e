"""Hydra as a whole: the cluster's protocol above, and on every processor a card that searches the subtrees.

To the protocol a card is a lane: it is asked about a node below the upper plies and answers with bounds. Processors,
messages and time are simulated, and a search takes as long as the card's cycles at Hydra's clock; what the cards find
is found by the machine itself. Value and best move are those of one card that searches the whole depth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import chess

from kiebitz.cluster.front import Front
from kiebitz.cluster.question import Answer, Expansion, Path, Question
from kiebitz.cluster.virtual import Cost, Machine, SimulatedSearch, VirtualCluster
from kiebitz.core.value import INFINITE
from kiebitz_hydra.above import seen_from_below
from kiebitz_hydra.budget import HYDRA_CLOCK_HZ
from kiebitz_hydra.question import INFINITY, MATE, PLIES, question_of
from kiebitz_hydra.reference import ordered
from kiebitz_hydra.simulator.coprocessor import Coprocessor, move_text, move_word


@dataclass(frozen=True, slots=True)
class UpperPlies:
    """The game tree as the protocol sees it: ``plies_above`` plies of chess, and whole subtrees below them.

    Nothing is remembered, for the machine remembers nothing either.
    """

    root: chess.Board
    plies_above: int
    longest_mate: int = MATE - PLIES

    def board(self, path: Path) -> chess.Board:
        """The position at a node."""
        board = self.root.copy(stack=False)
        for word in path:
            board.push_uci(move_text(word))
        return board

    def is_leaf(self, question: Question) -> bool:
        """Whether a node is a card's."""
        return len(question.path) >= self.plies_above

    def expand(self, question: Question) -> Expansion:
        """The node's legal moves in the machine's order; without any, what that is worth."""
        board = self.board(question.path)
        moves = tuple((move_word(move), 0) for move in ordered(board, captures_only=False) if board.is_legal(move))
        if moves:
            return Expansion(-INFINITE, INFINITE, question.depth, moves)
        value = len(question.path) - MATE if board.is_check() else 0
        return Expansion(value, value, question.depth, ())

    def learn(self, key: int, ply: int, depth: int, answer: Answer, is_told: bool) -> None:
        """Remember nothing."""

    def take_findings(self) -> None:
        """Tell the others nothing."""

    def hear(self, findings: Any) -> None:
        """Hear nothing, for nobody tells."""


class Hydra:
    """Processors with a card each, all of them the same machine: they are asked one after another here."""

    def __init__(self, machine: Coprocessor, processors: int, *, seed: int = 0) -> None:
        """``seed`` is for the choice whom to ask for work."""
        self.machine = machine
        self.processors = processors
        self.seed = seed
        self.calls = 0
        self.cycles = 0
        """Of all cards."""

    def search(self, board: chess.Board, depth: int, plies_above: int) -> SimulatedSearch:
        """Search a position to a depth greater than ``plies_above``, which is at least one. Time is simulated.

        Raises NotForHardwareError.
        """
        tree = UpperPlies(board, plies_above)
        cluster = VirtualCluster(
            Machine(self.processors),
            lambda rank: tree,
            lambda rank, question: self.ask_card(tree.board(question.path), question),
            seed=self.seed,
        )
        return cluster.run(Front(depth, first_depth=depth, longest_mate=tree.longest_mate))

    def ask_card(self, board: chess.Board, question: Question) -> Cost:
        """What a card says about a node, and how long it takes."""
        here = len(question.path)
        alpha, beta = (
            seen_from_below(max(-INFINITY, min(bound, INFINITY)), here) for bound in (question.alpha, question.beta)
        )
        answer = self.machine.ask(question_of(board, question.depth, alpha, beta))
        cycles = sum(answer.cycles)
        self.calls += 1
        self.cycles += cycles
        line = () if answer.best is None else (move_word(chess.Move.from_uci(answer.best)),)
        value = seen_from_below(answer.value, -here)
        return Cost(Answer.of_value(question, value, line), answer.nodes, cycles / HYDRA_CLOCK_HZ)
