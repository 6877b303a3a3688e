"""``kiebitz.search_batch``: many positions searched, by several engines side by side in this process.

Every position is searched as if it were the first: an engine forgets what it learned before. So with a limit of nodes
or depth, and one thread, a row depends neither on its neighbours nor on how many engines there are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count
from typing import Any, Unpack

from kiebitz.engine import Engine, EngineOptions
from kiebitz.engine.columns.batch import Batch, Value, batch_of, placed, positions_of
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.processes.cores import usable_cores

COLUMNS = ("move", "centipawns", "mate", "depth", "nodes", "pv")
# A table is emptied before each position, so it is no larger than the search needs: this many nodes fill a megabyte.
NODES_A_MB = 50_000
MOST_HASH_MB = 16
UNKNOWN_NODES = MOST_HASH_MB * NODES_A_MB
# How often the one who waits looks up.
POLL_S = 0.05


def search_batch(
    fens: Any,
    limit: LimitLike,
    *,
    jobs: int | None = None,
    on_position: Callable[[int, int], None] = lambda done, of: None,
    **options: Unpack[EngineOptions],
) -> Batch:
    """Search many positions.

    Columns: ``fen``, ``move``, ``centipawns``, ``mate``, ``depth``, ``nodes``, ``pv``, ``dropped``, ``error``.

    ``fens`` is a sequence, a NumPy array, or a column of Arrow, Polars or pandas: FENs or boards; of a frame, its
    column ``fen``. ``limit`` is for each position: nodes, depth, movetime_ms or mate. ``jobs`` engines search at once,
    by default one for each core; ``options`` are theirs, as ``Engine`` takes them. ``on_position`` is told now
    and then, and at the end, how many positions are done, of how many. An invalid position becomes a row with an error;
    one without a legal move has no ``move``; what is dropped of a position stands in its row, and one FenWarning counts
    it. Ctrl-C ends the run and returns what is done.

    Raises ValueError for another limit and for no jobs, and as ``Engine`` and ``positions_of``.
    """
    boards = positions_of(fens)
    limit = _limit_of(limit)
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}; at least one engine must search")
    options.setdefault("hash_mb", min(MOST_HASH_MB, 1 + (limit.nodes or UNKNOWN_NODES) // NODES_A_MB))
    engines = [Engine(**options) for _ in range(min(jobs or usable_cores(), len(boards)))]
    run = _Run(boards, limit)
    if engines:
        run.work(engines, on_position)
    return batch_of(boards, COLUMNS, run.rows)


def _limit_of(limit: LimitLike) -> Limit:
    """The limit of each position. Raises ValueError for one that a position alone can't have."""
    limit = Limit.of(limit)
    if limit.infinite or limit.ponder or limit.is_on_clock or limit == Limit():
        raise ValueError(f"{limit} is no limit for a position; give nodes, depth, movetime_ms or mate")
    return limit


class _Run:
    """Positions under way. Each row is written once, by the thread that has its number."""

    def __init__(self, boards: list[Any], limit: Limit) -> None:
        self.rows: list[dict[str, Value] | None] = [None] * len(boards)
        self._boards = boards
        self._limit = limit
        # To take the next one is one step of the interpreter, so threads may share it.
        self._numbers = count()
        self._halt = threading.Event()

    def work(self, engines: list[Engine], on_position: Callable[[int, int], None]) -> None:
        """Search until all is done or Ctrl-C comes. Raises what went wrong in a thread, after all have ended."""
        with ThreadPoolExecutor(len(engines), "kiebitz-batch") as pool:
            workers = [pool.submit(self._search, engine) for engine in engines]
            told = 0
            try:
                while True:
                    ended, running = wait(workers, POLL_S)
                    done = len(self.rows) - self.rows.count(None)
                    if done != told:
                        told = done
                        on_position(done, len(self.rows))
                    if not running or any(worker.exception() for worker in ended):
                        break
            except KeyboardInterrupt:
                pass  # What is done is kept; the rest says so.
            finally:
                self._halt.set()
                # A search that is about to begin hears nothing yet, so all are told until the last has ended.
                while wait(workers, POLL_S / 10).not_done:
                    for engine in engines:
                        engine.stop()
        for worker in workers:
            worker.result()

    def _search(self, engine: Engine) -> None:
        """Take positions and search them; a thread's whole work."""
        for number in self._numbers:
            if number >= len(self._boards) or self._halt.is_set():
                return
            engine.new_game()
            row = self._row(engine, self._boards[number])
            if not self._halt.is_set():
                self.rows[number] = row

    def _row(self, engine: Engine, board: Any) -> dict[str, Value]:
        """What a search finds, or what is wrong with the position."""
        row: dict[str, Value] = {}
        try:
            info = engine.analyse(placed(board, row), self._limit)
        except (ValueError, TypeError) as error:
            return {"error": str(error)}
        row |= {"nodes": info.nodes, "depth": info.depth}
        if info.lines:
            best = info.lines[0]
            row |= {"move": best.moves[0], "pv": " ".join(best.moves)}
            row |= {"centipawns": best.score.centipawns, "mate": best.score.mate}
        elif info.is_checkmate:
            row["mate"] = 0
        else:
            row["centipawns"] = 0
        return row
