"""Solves many tasks, in this process or in several; results come in the order of the tasks.

Every task starts from an empty table, so with a limit of nodes or depth the outcome is the same however many processes
there are.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing.connection import wait

from kiebitz.engine import Engine
from kiebitz.limit import Limit
from kiebitz.suite.epd import Task
from kiebitz.suite.solve import Result, solve


class BatchError(Exception):
    """A run that could not go on."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How tasks are searched."""

    limit: Limit
    """For one position."""
    options: dict[str, int | bool] = field(default_factory=dict)
    """Arguments of ``Engine``."""


def solve_all(tasks: Sequence[Task], settings: Settings, concurrency: int) -> Generator[Result, None, None]:
    """The results. Closing the generator, and an exception such as Ctrl-C, end what runs. Raises BatchError."""
    concurrency = min(concurrency, len(tasks))
    if concurrency <= 1:
        with Engine(**settings.options) as engine:
            for task in tasks:
                yield solve(task, engine, settings.limit)
        return
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        concurrency, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_worker, initargs=(settings,)
    )
    is_done = False
    try:
        for future in _submit(pool, tasks):
            yield future.result()
        is_done = True
    except BrokenProcessPool as error:
        raise BatchError(
            "a worker process was killed, perhaps for want of memory: try a lower --concurrency or --hash"
        ) from error
    finally:
        pool.shutdown(wait=is_done, cancel_futures=True)
        if not is_done:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()


def _submit(pool: ProcessPoolExecutor, tasks: Sequence[Task]) -> list[Future[Result]]:
    """Hand tasks to the processes, which this starts.

    They inherit that Ctrl-C is ignored: it is this process that ends them.
    """
    if threading.current_thread() is not threading.main_thread():
        return [pool.submit(_work, task) for task in tasks]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return [pool.submit(_work, task) for task in tasks]
    finally:
        signal.signal(signal.SIGINT, before)


_worker: tuple[Engine, Limit] | None = None
"""What a worker process works with; set once, when it begins."""


def _begin_worker(settings: Settings) -> None:
    global _worker  # noqa: PLW0603 - the one way to hand something to all tasks of a process pool
    _worker = Engine(**settings.options), settings.limit
    threading.Thread(target=_end_with_parent, name="kiebitz-watch", daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that began it is gone, even if it was killed: nobody is left to work for."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _work(task: Task) -> Result:
    assert _worker is not None, "a worker process begins with _begin_worker"
    engine, limit = _worker
    return solve(task, engine, limit)
