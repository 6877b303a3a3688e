"""Rows shared among threads, some thousands at a time, in order: what compiled code without the GIL is asked for.

Each thread has a worker of its own; so a row depends on nothing but itself, whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from kiebitz.processes.background import in_order, lent
from kiebitz.processes.cores import usable_cores

Worker = TypeVar("Worker")
Found = TypeVar("Found")

# What a thread does at a time: some milliseconds of work.
PORTION = 4_096


def in_portions(
    rows: int, jobs: int | None, new_worker: Callable[[], Worker], work: Callable[[Worker, int, int], Found]
) -> Iterator[tuple[int, Found]]:
    """Do the work of all rows: a portion's first row, and what ``work(worker, first, behind)`` found.

    ``jobs`` threads work at once, by default one for each core. Raises ValueError for no jobs.
    """
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}; at least one thread must work")
    starts = range(0, rows, PORTION)
    idle = [new_worker() for _ in range(min(jobs or usable_cores(), len(starts)))]
    if len(idle) <= 1:
        for start in starts:
            yield start, work(idle[0], start, start + PORTION)
        return

    def done(start: int) -> tuple[int, Found]:
        with lent(idle) as worker:
            return start, work(worker, start, start + PORTION)

    yield from in_order((partial(done, start) for start in starts), len(idle), "kiebitz-columns")
