"""Hydra as a whole: the cluster's protocol above, and on every processor a card that searches the subtrees.

To the protocol a card is a lane: it is asked about a node below the upper plies and answers with bounds. Processors,
messages and time are simulated, and a search takes as long as the card's cycles at Hydra's clock; what the cards find
is found by the machine itself. The value is that of one card that searches the whole depth, the best move one that has
it.

The processors deepen: before the whole depth they search less deep ones, from one ply on the cards on, and each tries
first what was best of a position the last time, as the upper plies' order is all that decides how much their cards must
do. What a processor learns of an upper node it tells the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import chess
from chess.polyglot import zobrist_hash

from kiebitz.cluster.front import Front
from kiebitz.cluster.member import Conduct
from kiebitz.cluster.question import Answer, Expansion, Path, Question
from kiebitz.cluster.virtual import Cost, Machine, SimulatedSearch, VirtualCluster
from kiebitz.core.value import INFINITE
from kiebitz_hydra.above import seen_from_below
from kiebitz_hydra.budget import HYDRA_CLOCK_HZ
from kiebitz_hydra.question import INFINITY, MATE, PLIES, question_of
from kiebitz_hydra.reference import ordered
from kiebitz_hydra.simulator.coprocessor import Coprocessor, move_text, move_word

REST_S, LONGEST_REST_S = 1e-5, 4e-5
"""The rest of a processor that has asked for work in vain, first and at most: a card's job takes 13 to 180 µs."""
STOP_S = 1e-6
"""A card stops within a few cycles."""
LOOK_UP_S = 1e-6
"""Time of a processor to find an answer in its table."""
TOLD_AT_A_TIME = 4
"""Best moves of upper nodes in a message to the others."""


@dataclass(frozen=True, slots=True)
class UpperPlies:
    """The game tree as one processor sees it: ``plies_above`` plies of chess, and whole subtrees below them.

    The machine remembers nothing; the processor above it keeps what its card has said of each position and depth, so
    that a move that was first asked whether it is better at all (a scout's question) costs no second search below it.
    """

    root: chess.Board
    plies_above: int
    longest_mate: int = MATE - PLIES
    said: dict[tuple[str, int], Answer] = field(default_factory=dict)
    """The answers known of a position (EPD) and depth; mates are counted from the position."""
    best: dict[int, int] = field(default_factory=dict)
    """Of positions above the cards, by their keys: the move that was best the last time."""
    untold: list[tuple[int, int]] = field(default_factory=list)
    """Of these, what the others haven't heard."""

    def board(self, path: Path) -> chess.Board:
        """The position at a node."""
        board = self.root.copy(stack=False)
        for word in path:
            board.push_uci(move_text(word))
        return board

    def is_leaf(self, question: Question) -> bool:
        """True if a node is a card's."""
        return len(question.path) >= self.plies_above

    def expand(self, question: Question) -> Expansion:
        """The node's legal moves, the one that was best before and then in the machine's order; or the game's end."""
        board = self.board(question.path)
        moves = [(move_word(move), 0) for move in ordered(board, captures_only=False) if board.is_legal(move)]
        if moves:
            key = zobrist_hash(board)
            moves.sort(key=lambda move: move[0] != self.best.get(key))
            return Expansion(-INFINITE, INFINITE, question.depth, tuple(moves), key=key)
        value = len(question.path) - MATE if board.is_check() else 0
        return Expansion(value, value, question.depth, ())

    def known(self, board: chess.Board, question: Question) -> Answer | None:
        """An answer that was given before and suffices, mates counted from the root; None if there is none."""
        found = self.said.get((board.epd(), question.depth))
        if found is None:
            return None
        lower, upper = (_seen_from_above(bound, len(question.path)) for bound in (found.lower, found.upper))
        if lower == upper or lower >= question.beta or upper <= question.alpha:
            return Answer(lower, upper, found.line)
        return None

    def keep(self, board: chess.Board, question: Question, answer: Answer) -> None:
        """Keep what a card said, beside what it said of the position before."""
        place = board.epd(), question.depth
        lower, upper = (_seen_from_above(bound, -len(question.path)) for bound in (answer.lower, answer.upper))
        before = self.said.get(place, Answer(-INFINITE, INFINITE))
        self.said[place] = Answer(max(lower, before.lower), min(upper, before.upper), answer.line or before.line)

    def learn(self, key: int, ply: int, depth: int, answer: Answer, is_told: bool) -> None:
        """Remember the best move of an upper node."""
        if answer.line:
            self.best[key] = answer.line[0]
            if is_told:
                self.untold.append((key, answer.line[0]))

    def take_findings(self) -> list[tuple[int, int]] | None:
        """The best moves that the others shall hear of, once they are enough for a message."""
        if len(self.untold) < TOLD_AT_A_TIME:
            return None
        told = self.untold.copy()
        self.untold.clear()
        return told

    def hear(self, findings: list[tuple[int, int]]) -> None:
        """Take over what another processor found best."""
        self.best.update(findings)


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
        trees = [UpperPlies(board, plies_above) for _ in range(self.processors)]
        cluster = VirtualCluster(
            Machine(self.processors, rest_s=REST_S, longest_rest_s=LONGEST_REST_S, stop_s=STOP_S),
            trees.__getitem__,
            lambda rank, question: self.find(trees[rank], question),
            # Every upper node has more plies below it than a card.
            conduct=Conduct(share_depth=depth - plies_above + 1),
            seed=self.seed,
        )
        return cluster.run(Front(depth, first_depth=plies_above + 1, longest_mate=trees[0].longest_mate))

    def find(self, tree: UpperPlies, question: Question) -> Cost:
        """A processor's answer about a node of a card's: from its table, or from its card."""
        board = tree.board(question.path)
        known = tree.known(board, question)
        if known is not None:
            return Cost(known, 0, LOOK_UP_S)
        cost = self.ask_card(board, question)
        tree.keep(board, question, cost.answer)
        return cost

    def ask_card(self, board: chess.Board, question: Question) -> Cost:
        """A card's answer about a node, and the time it takes."""
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


def _seen_from_above(bound: int, plies: int) -> int:
    """A bound as it is so many plies further up (less than 0: down); those that say nothing stay."""
    return bound if abs(bound) >= INFINITE else seen_from_below(bound, -plies)
