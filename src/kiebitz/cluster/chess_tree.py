"""Chess as the protocol's game: one process's view of one search, with its table and the workers of its lanes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kiebitz.cluster.front import Aspiration, Front
from kiebitz.cluster.member import Conduct
from kiebitz.cluster.question import Answer, Expansion, Path, Question
from kiebitz.core import parameters
from kiebitz.core.chess.move import NO_MOVE, NULL_MOVE
from kiebitz.core.chess.notation import parse_move
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.search import findings, subtree
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import LONGEST_MATE
from kiebitz.engine import START_FEN, position_from


@dataclass(frozen=True, slots=True)
class Split:
    """Most plies left at which a node is searched by one process as a whole: there the upper tree ends."""

    depth: int = 4
    """Plies; where it begins, if it is to adapt itself."""
    job_nodes: int | None = 3000
    """Nodes of a subtree search on average: a millisecond or two, against 50 µs that the upper tree takes for
    it; what is handed to others are whole nodes near the root, much longer than messages take. Each process moves its
    own split depth towards that; None keeps it where it is."""
    least_depth: int = 4
    """The lowest that it moves to."""
    most_depth: int = 40
    """The highest."""


# Bytes of findings in one message: 256 of them.
TOLD_AT_A_TIME = 4096
# Jobs over which the average is taken, and how far off it may be before the split depth moves.
JOBS_OBSERVED = 32
TOLERANCE = 2
# How much further down the upper tree reaches where the window is open.
OPEN_WINDOW_PLIES = 3
# At the horizon there are no nodes to divide, only captures to be played out.
MIN_LEAF_DEPTH = 1

EXACT_OPTIONS = parameters.without(parameters.Spoils.VALUES)
"""Without all this the value of a node is a function of the node alone: of no window, order or memory."""


@dataclass(frozen=True, slots=True)
class Briefing:
    """The facts of a search that all processes must know."""

    fen: str = START_FEN
    moves: tuple[str, ...] = ()
    """Of the game, since ``fen``, as UCI text."""
    chess960: bool = False
    options: dict[str, int] = field(default_factory=dict)
    """Parameters of the search that differ from their defaults."""
    network: Network | HalfKA | None = None
    """The one that evaluates in every process, if the options choose the network; None: that which each comes with."""
    split: Split = field(default_factory=Split)
    conduct: Conduct = field(default_factory=Conduct)
    hash_mb: int = 16
    """Table of each process."""
    threads: int = 1
    """Lanes of each process: subtrees that it searches at a time, with one table."""
    searchmoves: tuple[str, ...] = ()
    """Root moves to search; none given means all."""
    seed: int = 0
    """For the choice whom to ask."""


def leaf_depth(split_depth: int, question: Question) -> int:
    """The depth at which a node is searched as a whole, less where the window is open.

    With an open window a subtree takes many times as long as with a null window, and as the eldest brother it keeps all
    others waiting: so the upper tree reaches further down there.
    """
    if question.beta - question.alpha == 1:
        return max(split_depth, MIN_LEAF_DEPTH)
    return max(split_depth - OPEN_WINDOW_PLIES, MIN_LEAF_DEPTH)


class ChessTree:
    """The game tree below a position, for one process and one search.

    ``expand`` needs a worker that is not searching; the protocol opens nodes only while a lane is free.
    """

    longest_mate = LONGEST_MATE

    def __init__(self, briefing: Briefing, table: Table, workers: list[Worker]) -> None:
        """Begin a search with one's own table and workers.

        Raises FenError, MoveError, and ValueError for a parameter's value that can't be.
        """
        self.root = position_from(briefing.fen, briefing.moves, briefing.chess960)
        self._split = briefing.split
        self._split_depth = briefing.split.depth
        self._observed: list[int] = []
        self._untold = bytearray()
        self._table = table
        self._values = values = parameters.complete(briefing.options)
        self.conduct = replace(
            briefing.conduct, use_scouts=briefing.conduct.use_scouts and bool(values["principal_variation_search"])
        )
        """The briefing's, as the parameters of the search allow."""
        self._remembers = bool(values["transposition_table"])
        self._root_moves = {parse_move(self.root, text) for text in briefing.searchmoves}
        self.free = list(workers)
        """Workers that are not searching."""
        for worker in workers:
            worker.configure(values, briefing.network)
            subtree.begin(worker)

    def front(self, depth: int) -> Front:
        """The questions about the root, to a depth in plies, in windows as the parameters of the search have them."""
        values = self._values
        aspiration = Aspiration(values["aspiration_depth"], values["aspiration_window"], values["aspiration_growth"])
        return Front(depth, aspiration if values["aspiration"] else None, longest_mate=LONGEST_MATE)

    def is_leaf(self, question: Question) -> bool:
        """True if a node is searched as a whole: near the horizon."""
        return question.depth <= leaf_depth(self._split_depth, question)

    def observe(self, nodes: int) -> None:
        """Take note of how many nodes a subtree search has visited: the split depth may have to move."""
        if self._split.job_nodes is None:
            return
        self._observed.append(nodes)
        if len(self._observed) < JOBS_OBSERVED:
            return
        average = sum(self._observed) // JOBS_OBSERVED
        self._observed.clear()
        if average * TOLERANCE < self._split.job_nodes:
            self._split_depth = min(self._split_depth + 1, self._split.most_depth)
        elif average > self._split.job_nodes * TOLERANCE:
            self._split_depth = max(self._split_depth - 1, self._split.least_depth)

    def expand(self, question: Question) -> Expansion:
        """The parts of a node."""
        lower, upper, key, depth, null_depth, moves = subtree.expand(
            self.free[-1],
            self.root,
            question.path,
            question.depth,
            question.alpha,
            question.beta,
            question.iteration,
            question.cut_node,
        )
        if self._root_moves and not question.path:
            moves = tuple((move, reduction) for move, reduction in moves if move in self._root_moves)
        passing = None if null_depth is None else (NULL_MOVE, null_depth)
        return Expansion(lower, upper, depth, moves, passing, key)

    def search(self, worker: Worker, question: Question) -> tuple[Answer | None, int]:
        """Search a leaf of the upper tree; (None, nodes) if the worker was stopped."""
        value, nodes, line = subtree.search_below(
            worker,
            self.root,
            question.path,
            question.depth,
            question.alpha,
            question.beta,
            question.iteration,
            question.cut_node,
        )
        return None if value is None else Answer.of_value(question, value, line), nodes

    def learn(self, key: int, ply: int, depth: int, answer: Answer, is_told: bool) -> None:
        """Store what came out for a node of the upper tree, and keep it for the others if it is to be told."""
        if not self._remembers:
            return
        row = findings.row_of(key, ply, depth, answer.lower, answer.upper, answer.line[0] if answer.line else NO_MOVE)
        findings.learn(self._table, row)
        if is_told:
            self._untold += row

    def gather(self, rows: bytes) -> None:
        """Keep for the others what a subtree search wrote into its table."""
        self._untold += rows

    def take_findings(self) -> bytes | None:
        """Take the findings for the others, once they are enough for a message."""
        if len(self._untold) < TOLD_AT_A_TIME:
            return None
        told = bytes(self._untold)
        self._untold.clear()
        return told

    def hear(self, rows: bytes) -> None:
        """Store what was found elsewhere."""
        findings.learn(self._table, rows)

    def text(self, line: Path) -> tuple[str, ...]:
        """A line from the root as UCI text."""
        return subtree.path_text(self.root, line)
