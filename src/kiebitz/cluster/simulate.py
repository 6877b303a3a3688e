"""How a cluster of any size would search chess positions: the protocol in simulated time on real subtrees.

The upper tree, the messages and the members are real; what a subtree search finds and how many nodes it takes comes
from really searching it with its window. That is done once for each question (``Jobs``), so every search must
be a function of its question alone: it begins with an empty table and without histories. What the simulation leaves out
follows from that: what a search leaves in the table below its own root, and histories. Of the upper nodes and the roots
of subtrees each processor has a table of its own; what is sent to others are its findings.

A search's time is its nodes by the processor's speed. The speed is set so that with one processor a subtree search
takes ``Conditions.job_s`` on average: what matters is how long jobs are compared with messages, and how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from kiebitz.cluster.chess_tree import Briefing, ChessTree, leaf_depth
from kiebitz.cluster.front import Front
from kiebitz.cluster.member import Conduct
from kiebitz.cluster.question import Answer, Expansion, Path, Question
from kiebitz.cluster.virtual import Cost, Machine, SimulatedSearch, VirtualCluster, Watcher
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.subtree import begin, key_below, rearm
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import LONGEST_MATE

JOB_TABLE_MB = 1
# What is known of so many nodes goes into one message.
TOLD_AT_A_TIME = 32


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of a simulation."""

    depth: int
    """Of the last iteration."""
    split_depth: int
    """Plies left at which a subtree is searched as a whole."""
    job_s: float = 5e-3
    """Time of a subtree search on average, with one processor."""
    machine: Machine = field(default_factory=Machine)
    """Latencies and pauses; the number of processors is not read."""
    conduct: Conduct = field(default_factory=Conduct)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Point:
    """One simulated search."""

    processors: int
    seconds: float
    """Simulated time."""
    nodes: int
    """Of all subtree searches."""
    wasted_nodes: int
    searches: int
    messages: int
    busy: float
    """Part of the processors' time spent searching, from 0 to 1."""
    value: int
    """Of the last iteration, for the side to move."""


class TooLargeError(Exception):
    """A search has asked more subtrees than it may: what is found of each would not fit into memory."""


class Jobs:
    """Results of subtree searches, found by searching each question once."""

    def __init__(self, fen: str, options: dict[str, int] | None = None) -> None:
        """Search subtrees of a position, ``options`` being parameters of the search. Raises FenError or ValueError."""
        self._table = Table(JOB_TABLE_MB)
        self._worker = Worker(self._table, Shared())
        self._tree = ChessTree(Briefing(fen=fen, options=options or {}), self._table, [self._worker])
        self._known: dict[Question, tuple[Answer, int]] = {}
        self._expansions: dict[Question, Expansion] = {}
        self._keys: dict[Path, int] = {}
        self.searched = 0
        """Questions answered by searching, not from memory."""

    def search(self, question: Question) -> tuple[Answer, int]:
        """A question's answer and the nodes that it takes."""
        found = self._known.get(question)
        if found is None:
            self._forget()
            rearm(self._worker)
            answer, nodes = self._tree.search(self._worker, question)
            assert answer is not None  # nobody stops it
            found = self._known[question] = (answer, nodes)
            self.searched += 1
        return found

    def expand(self, question: Question) -> Expansion:
        """The parts of a node of the upper tree, as one who remembers nothing sees it."""
        found = self._expansions.get(question)
        if found is None:
            self._forget()
            found = self._expansions[question] = self._tree.expand(question)
        return found

    def front(self, depth: int) -> Front:
        """The questions about the root, to a depth in plies."""
        return self._tree.front(depth)

    def key(self, path: Path) -> int:
        """The key in tables of the position at the end of a path."""
        found = self._keys.get(path)
        if found is None:
            found = self._keys[path] = key_below(self._worker, self._tree.root, path)
        return found

    def _forget(self) -> None:
        self._table.clear()
        self._worker.new_game()
        begin(self._worker)


@dataclass(frozen=True, slots=True)
class Known:
    """The knowledge of a node."""

    key: int
    depth: int
    """Plies searched below it."""
    lower: int
    upper: int
    move: int | None
    """The best or refuting one, if there is one."""

    @classmethod
    def of(cls, key: int, depth: int, answer: Answer) -> Known:
        """The knowledge in an answer."""
        return cls(key, depth, answer.lower, answer.upper, answer.line[0] if answer.line else None)


class NodeMemory:
    """A memory of nodes: of each the last result at the greatest depth, and its best move. Of any size."""

    def __init__(self) -> None:
        self.best: dict[int, int] = {}
        self.known: dict[int, Known] = {}

    def remember(self, known: Known) -> None:
        """Take something in."""
        if known.move is not None:
            self.best[known.key] = known.move
        before = self.known.get(known.key)
        if before is None or known.depth >= before.depth:
            self.known[known.key] = known


class CommonMemory(NodeMemory):
    """One memory of all that processors tell each other, who would otherwise keep a thousand copies.

    All know a message's findings as soon as the first of them has received it, some microseconds early.
    """

    def __init__(self) -> None:
        super().__init__()
        # By identity; kept, so that none is taken for another one.
        self._heard: dict[int, tuple[Known, ...]] = {}

    def hear(self, told: tuple[Known, ...]) -> None:
        """Take a message in that every processor receives; once is enough."""
        if id(told) not in self._heard:
            self._heard[id(told)] = told
            for known in told:
                self.remember(known)


class RememberedTree:
    """The tree as a simulated processor sees it, with a memory of what it found, and of what all were told."""

    longest_mate = LONGEST_MATE

    def __init__(self, jobs: Jobs, split_depth: int, common: CommonMemory) -> None:
        self._jobs = jobs
        self._split_depth = split_depth
        self._common = common
        self._own = NodeMemory()
        self._untold: list[Known] = []

    def is_leaf(self, question: Question) -> bool:
        """True if a node is searched as a whole."""
        return question.depth <= leaf_depth(self._split_depth, question)

    def expand(self, question: Question) -> Expansion:
        """The parts of a node, the best move known first; or its answer, if that settles the question."""
        expansion = self._jobs.expand(question)
        known = self._settling(expansion.key, question) if question.path else None
        if known is not None:
            return replace(expansion, lower=known.lower, upper=known.upper, moves=())
        best = self._own.best.get(expansion.key, self._common.best.get(expansion.key))
        moves = expansion.moves
        if best is None or not moves or moves[0][0] == best:
            return expansion
        others = tuple(move for move in moves if move[0] != best)
        if len(others) == len(moves):
            return expansion
        return replace(expansion, moves=((best, 0), *others))

    def search(self, question: Question) -> tuple[Answer, int]:
        """Search a subtree: the answer, and the nodes it takes beyond a look into the table."""
        key = self._jobs.key(question.path)
        known = self._settling(key, question)
        if known is not None:
            return Answer(known.lower, known.upper), 0
        answer, nodes = self._jobs.search(question)
        self._own.remember(Known.of(key, question.depth, answer))
        return answer, nodes

    def learn(self, key: int, ply: int, depth: int, answer: Answer, is_told: bool) -> None:
        """Remember what came out for a node of the upper tree, and keep it for the others if it is to be told."""
        known = Known.of(key, depth, answer)
        self._own.remember(known)
        if is_told:
            self._untold.append(known)

    def take_findings(self) -> tuple[Known, ...] | None:
        """Take the findings for the others, once they are enough for a message."""
        if len(self._untold) < TOLD_AT_A_TIME:
            return None
        told = tuple(self._untold)
        self._untold.clear()
        return told

    def hear(self, told: tuple[Known, ...]) -> None:
        """Remember what all were told."""
        self._common.hear(told)

    def _settling(self, key: int, question: Question) -> Known | None:
        """The bound that settles a question with a null window, as table entries do."""
        if question.beta - question.alpha > 1:
            return None
        for memory in (self._own, self._common):
            known = memory.known.get(key)
            if known is None or known.depth < question.depth:
                continue
            if known.lower >= question.beta or known.upper <= question.alpha:
                return known
        return None


def simulate(
    jobs: Jobs,
    conditions: Conditions,
    processors: int,
    nodes_per_second: float,
    most_searches: int | None = None,
    *,
    watch: Watcher | None = None,
) -> SimulatedSearch:
    """Run one search on ``processors`` processors; ``watch`` is told what happens.

    Raises TooLargeError after ``most_searches`` subtree searches that are new.
    """
    common = CommonMemory()
    trees = [RememberedTree(jobs, conditions.split_depth, common) for _ in range(processors)]
    limit = None if most_searches is None else jobs.searched + most_searches

    def cost_of(rank: int, question: Question) -> Cost:
        answer, nodes = trees[rank].search(question)
        if limit is not None and jobs.searched > limit:
            raise TooLargeError(f"more than {most_searches:,} subtrees have to be searched")
        return Cost(answer, nodes, nodes / nodes_per_second)

    cluster = VirtualCluster(
        replace(conditions.machine, processors=processors),
        trees.__getitem__,
        cost_of,
        conduct=conditions.conduct,
        seed=conditions.seed,
        watch=watch,
    )
    return cluster.run(jobs.front(conditions.depth))


def study(
    jobs: Jobs,
    conditions: Conditions,
    processors: Iterable[int],
    on_point: Callable[[Point], None] = lambda point: None,
    most_searches: int | None = None,
) -> list[Point]:
    """Have a position searched by clusters of several sizes; the first point is always that of one processor.

    Raises TooLargeError if one processor has to search more than ``most_searches`` subtrees.
    """
    # At first a second is as long as a node; then it is known how many make a job.
    alone = simulate(jobs, replace(conditions, machine=Machine()), 1, 1.0, most_searches)
    speed = alone.nodes / max(alone.effort.searches, 1) / conditions.job_s
    points = []
    for count in dict.fromkeys((1, *processors)):
        run = simulate(jobs, conditions, count, speed)
        points.append(
            Point(
                processors=count,
                seconds=run.seconds,
                nodes=run.nodes,
                wasted_nodes=run.effort.wasted_nodes,
                searches=run.effort.searches,
                messages=run.effort.messages,
                busy=run.searching_s / (run.seconds * count) if run.seconds else 0.0,
                value=run.iterations[-1].value,
            )
        )
        on_point(points[-1])
    return points
