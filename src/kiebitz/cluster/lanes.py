"""The lanes of a process: threads that search subtrees without the GIL while the process talks to the others."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from time import perf_counter

from kiebitz.cluster.chess_tree import ChessTree
from kiebitz.cluster.question import Answer, Question
from kiebitz.core.search import subtree
from kiebitz.core.search.findings import Findings
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.processes.thread_start import start_thread


@dataclass(frozen=True, slots=True)
class Ended:
    """A search that has ended."""

    job: int
    answer: Answer | None
    """None if it was stopped."""
    nodes: int
    seconds: float
    """Time it took."""
    findings: bytes = b""
    """Findings to be told to others: rows of ``core.search.findings``."""


class _Lane:
    """One thread with its worker. All but ``_run`` belongs to the thread that owns the lanes."""

    def __init__(self, table: Table, ended: queue.SimpleQueue[Ended | BaseException], wake: threading.Event) -> None:
        self.shared = Shared()
        self.worker = Worker(table, self.shared)
        self.job: int | None = None
        self._findings: Findings | None = None
        self._ended = ended
        self._wake = wake
        self._begun: queue.SimpleQueue[tuple[ChessTree, int, Question] | None] = queue.SimpleQueue()
        self._thread = start_thread(self._run)

    def begin(self, tree: ChessTree, job: int, question: Question) -> None:
        self.job = job
        # Before the thread hears of it, so that no stop meant for this search is taken back.
        subtree.rearm(self.worker)
        self._begun.put((tree, job, question))

    def tell_from(self, depth: int | None) -> None:
        self._findings = self.worker.tell_from(depth)

    def close(self) -> None:
        self._begun.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (work := self._begun.get()) is not None:
            tree, job, question = work
            began = perf_counter()
            try:
                answer, nodes = tree.search(self.worker, question)
                findings = b"" if self._findings is None else self._findings.take()
                self._ended.put(Ended(job, answer, nodes, perf_counter() - began, findings))
            except BaseException as error:
                self._ended.put(error)
            self._wake.set()


class Lanes:
    """The lanes of one process. Used by one thread."""

    def __init__(self, table: Table, count: int) -> None:
        self.wake = threading.Event()
        """Set when a search has ended."""
        self._ended: queue.SimpleQueue[Ended | BaseException] = queue.SimpleQueue()
        self._lanes = [_Lane(table, self._ended, self.wake) for _ in range(count)]

    @property
    def workers(self) -> list[Worker]:
        """One for each lane."""
        return [lane.worker for lane in self._lanes]

    def tell_from(self, depth: int | None) -> None:
        """Bring along with every search's end what it stored for at least this depth in plies; None: nothing."""
        for lane in self._lanes:
            lane.tell_from(depth)

    def begin(self, tree: ChessTree, job: int, question: Question) -> None:
        """Search a subtree in a free lane."""
        lane = next(lane for lane in self._lanes if lane.job is None)
        tree.free.remove(lane.worker)
        lane.begin(tree, job, question)

    def stop(self, job: int) -> None:
        """End a search early; one that has ended already is left alone."""
        for lane in self._lanes:
            if lane.job == job:
                lane.shared.stop()

    def stop_all(self) -> None:
        """End whatever is searched."""
        for lane in self._lanes:
            if lane.job is not None:
                lane.shared.stop()

    @property
    def are_idle(self) -> bool:
        """True if nothing is searched, and every end has been taken."""
        return all(lane.job is None for lane in self._lanes)

    def take_ended(self, tree: ChessTree) -> Ended | None:
        """A search that has ended, or None. Raises what the search raised."""
        try:
            ended = self._ended.get_nowait()
        except queue.Empty:
            return None
        if isinstance(ended, BaseException):
            raise ended
        lane = next(lane for lane in self._lanes if lane.job == ended.job)
        lane.job = None
        tree.free.append(lane.worker)
        return ended

    def close(self) -> None:
        """End the threads."""
        self.stop_all()
        for lane in self._lanes:
            lane.close()
