"""Many tasks solved, in this process or in several; attempts come in the order of the tasks.

Every task starts from an empty table, so with a limit of nodes or depth the outcome is the same however many processes
there are.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from kiebitz.arena.suite.epd import Task
from kiebitz.arena.suite.solve import Attempt, solve
from kiebitz.engine import Engine, EngineOptions
from kiebitz.engine.limit import Limit
from kiebitz.processes.worker_pool import WorkerPool


class BatchError(Exception):
    """A run that could not go on."""


@dataclass(frozen=True, slots=True)
class SuiteSettings:
    """How tasks are searched."""

    limit: Limit
    """The limit of the search of one position."""
    options: EngineOptions = field(default_factory=EngineOptions)
    """Options of ``Engine``, by name."""


def solve_all(tasks: Sequence[Task], settings: SuiteSettings, concurrency: int) -> Generator[Attempt, None, None]:
    """The attempts. Closing the generator, and an exception such as Ctrl-C, end what runs. Raises BatchError."""
    concurrency = min(concurrency, len(tasks))
    if concurrency <= 1:
        with Engine(**settings.options) as engine:
            for task in tasks:
                yield solve(task, engine, settings.limit)
        return
    try:
        with WorkerPool(concurrency, _prepare, settings) as pool:
            for future in [pool.submit(_work, task) for task in tasks]:
                yield future.result()
    except BrokenProcessPool as error:
        raise BatchError(
            "a worker process was killed, perhaps for want of memory: try a lower --jobs or --hash"
        ) from error


def _prepare(settings: SuiteSettings) -> tuple[Engine, Limit]:
    """Prepare a worker process."""
    return Engine(**settings.options), settings.limit


def _work(state: tuple[Engine, Limit], task: Task) -> Attempt:
    """Solve a task in a worker process."""
    return solve(task, *state)
