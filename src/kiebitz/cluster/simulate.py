"""How a cluster of any size would search chess positions: the protocol in simulated time on real subtrees.

The upper tree, the messages and the members are real; what a subtree search finds and how many nodes it takes comes
from really searching it with its window. That is done once for each question and kept (``Jobs``), so every search must
be a function of its question alone: it begins with an empty table and without histories. What the simulation leaves out
follows from that: what a search leaves in the table below its own root, and histories. Of the upper nodes and the roots
of subtrees each processor has a table of its own; what is sent to others are its findings.

A search's time is its nodes by the processor's speed. The speed is set so that with one processor a subtree search
takes ``Conditions.job_s`` on average: what matters is how long jobs are compared with messages, and how many there are.
"""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kiebitz.cluster.chess_tree import LONGEST_MATE, ChessTree, Setup, leaf_depth
from kiebitz.cluster.front import Front
from kiebitz.cluster.member import Policy
from kiebitz.cluster.question import Answer, Expansion, Finding, Question
from kiebitz.cluster.question import Path as Moves
from kiebitz.cluster.virtual import Cost, Machine, Run, VirtualCluster
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.subtree import begin, key_below, rearm
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table

JOB_TABLE_MB = 1


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is simulated."""

    depth: int
    """Of the last iteration."""
    split_depth: int
    """Plies left at which a subtree is searched as a whole."""
    job_s: float = 5e-3
    """How long a subtree search takes on average, with one processor."""
    machine: Machine = field(default_factory=Machine)
    """Latencies and pauses; the number of processors is not read."""
    policy: Policy = field(default_factory=Policy)
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


class Jobs:
    """What subtree searches find, found by searching each question once; kept in a file if one is given."""

    def __init__(self, fen: str, options: dict[str, int] | None = None, path: Path | None = None) -> None:
        """``options``: parameters of the search. Raises FenError, ValueError, or sqlite3.Error for an unusable file."""
        self._fen = fen
        self._table = Table(JOB_TABLE_MB)
        self._worker = Worker(self._table, Shared())
        self._setup = Setup(fen=fen, options=options or {})
        self._tree = ChessTree(self._setup, self._table, [self._worker])
        self._known: dict[Question, tuple[Answer, int]] = {}
        self._expansions: dict[Question, Expansion] = {}
        self._keys: dict[Moves, int] = {}
        self.searched = 0
        """Questions answered by searching, not from memory."""
        self._store: sqlite3.Connection | None = None
        if path is not None:
            self._store = sqlite3.connect(path)
            self._store.execute("CREATE TABLE IF NOT EXISTS jobs (position TEXT, job BLOB)")
            rows = self._store.execute("SELECT job FROM jobs WHERE position = ?", (self._name(),))
            self._known = dict(pickle.loads(job) for (job,) in rows)

    def _name(self) -> str:
        return f"{self._fen} {sorted(self._setup.options.items())}"

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
            if self._store is not None:
                row = (self._name(), pickle.dumps((question, found)))
                self._store.execute("INSERT INTO jobs VALUES (?, ?)", row)
        return found

    def expand(self, question: Question) -> Expansion:
        """What a node of the upper tree consists of, as one who remembers nothing sees it."""
        found = self._expansions.get(question)
        if found is None:
            self._forget()
            found = self._expansions[question] = self._tree.expand(question)
        return found

    def front(self, depth: int) -> Front:
        """The questions about the root, to a depth in plies."""
        return self._tree.front(depth)

    def key(self, path: Moves) -> int:
        """What the position at the end of a path is called in tables."""
        found = self._keys.get(path)
        if found is None:
            found = self._keys[path] = key_below(self._worker, self._tree.root, path)
        return found

    def _forget(self) -> None:
        self._table.clear()
        self._worker.new_game()
        begin(self._worker)

    def close(self) -> None:
        """Write down what was found."""
        if self._store is not None:
            self._store.commit()
            self._store.close()
            self._store = None


class Memory:
    """What is known of nodes: of each what was found last at the greatest depth, and its best move. Of any size."""

    def __init__(self) -> None:
        self.best: dict[int, int] = {}
        self.found: dict[int, Finding] = {}

    def keep(self, finding: Finding) -> None:
        """Take a finding in."""
        if finding.move is not None:
            self.best[finding.key] = finding.move
        known = self.found.get(finding.key)
        if known is None or finding.depth >= known.depth:
            self.found[finding.key] = finding


class Told(Memory):
    """What processors have told each other: one memory for all of them, who would otherwise keep a thousand copies.

    All know a message's findings as soon as the first of them has received it, some microseconds early.
    """

    def __init__(self) -> None:
        super().__init__()
        # By identity; kept, so that none is taken for another one.
        self._heard: dict[int, Sequence[Finding]] = {}

    def hear(self, findings: Sequence[Finding]) -> None:
        """Take a message in that every processor receives; once is enough."""
        if id(findings) not in self._heard:
            self._heard[id(findings)] = findings
            for finding in findings:
                self.keep(finding)


class RememberedTree:
    """The tree as a simulated processor sees it, with a memory of what it found, and of what all were told."""

    longest_mate = LONGEST_MATE

    def __init__(self, jobs: Jobs, split_depth: int, told: Told) -> None:
        self._jobs = jobs
        self._split_depth = split_depth
        self._told = told
        self._own = Memory()

    def is_leaf(self, question: Question) -> bool:
        """Whether a node is searched as a whole."""
        return question.depth <= leaf_depth(self._split_depth, question)

    def expand(self, question: Question) -> Expansion:
        """What a node consists of, the best move known first; or what is known of it, if that settles the question."""
        expansion = self._jobs.expand(question)
        known = self._known(expansion.key, question) if question.path else None
        if known is not None:
            return replace(expansion, lower=known.lower, upper=known.upper, moves=())
        best = self._own.best.get(expansion.key, self._told.best.get(expansion.key))
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
        known = self._known(key, question)
        if known is not None:
            return Answer(known.lower, known.upper), 0
        answer, nodes = self._jobs.search(question)
        move = answer.line[0] if answer.line else None
        self.learn(Finding(key, len(question.path), question.depth, answer.lower, answer.upper, move))
        return answer, nodes

    def learn(self, finding: Finding) -> None:
        """Remember what was found here."""
        self._own.keep(finding)

    def hear(self, findings: Sequence[Finding]) -> None:
        """Remember what all were told."""
        self._told.hear(findings)

    def _known(self, key: int, question: Question) -> Finding | None:
        """What settles a question with a null window, as table entries do."""
        if question.beta - question.alpha > 1:
            return None
        for memory in (self._own, self._told):
            finding = memory.found.get(key)
            if finding is None or finding.depth < question.depth:
                continue
            if finding.lower >= question.beta or finding.upper <= question.alpha:
                return finding
        return None


def simulate(jobs: Jobs, conditions: Conditions, processors: int, nodes_per_second: float) -> Run:
    """One search on so many processors."""
    told = Told()
    trees = [RememberedTree(jobs, conditions.split_depth, told) for _ in range(processors)]

    def searcher(rank: int, question: Question) -> Cost:
        answer, nodes = trees[rank].search(question)
        return Cost(answer, nodes, nodes / nodes_per_second)

    cluster = VirtualCluster(
        replace(conditions.machine, processors=processors),
        trees.__getitem__,
        searcher,
        policy=conditions.policy,
        seed=conditions.seed,
    )
    return cluster.run(jobs.front(conditions.depth))


def study(
    jobs: Jobs,
    conditions: Conditions,
    processors: Iterable[int],
    report: Callable[[Point], None] = lambda point: None,
) -> list[Point]:
    """A position searched by clusters of several sizes; the first point is always that of one processor."""
    # At first a second is as long as a node; then it is known how many make a job.
    alone = simulate(jobs, replace(conditions, machine=Machine()), 1, 1.0)
    speed = alone.nodes / max(alone.tally.searches, 1) / conditions.job_s
    points = []
    for count in dict.fromkeys((1, *processors)):
        run = simulate(jobs, conditions, count, speed)
        points.append(
            Point(
                processors=count,
                seconds=run.seconds,
                nodes=run.nodes,
                wasted_nodes=run.tally.wasted_nodes,
                searches=run.tally.searches,
                messages=run.tally.messages,
                busy=run.searching_s / (run.seconds * count) if run.seconds else 0.0,
                value=run.iterations[-1].value,
            )
        )
        report(points[-1])
    return points
