"""``kiebitz.search_batch``: many positions searched, by several searchers side by side in this process.

Every position is searched as if it were the first: what was learned before is forgotten. So with a limit of nodes or
depth, and one thread, a row depends neither on its neighbours nor on how many searchers there are.

With such a limit no Python stands between two positions (``core.search.fen_searches``); boards, and FENs that have a
fault or something dropped, are looked at one by one. For a limit of time, for a mate and for several threads a
position, engines search as they always do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, pairwise
from typing import Any, Protocol, Unpack

import numpy as np

from kiebitz.core.chess.position import Position
from kiebitz.core.search.fen_searches import FOUND, MATED, ODD, SEARCHED, UNREACHED, FenSearches
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import LONGEST_MATE
from kiebitz.engine import Engine, EngineOptions
from kiebitz.engine.columns.batch import Batch, Rows, Value, placed, positions_of
from kiebitz.engine.common_engine import BY_FUNCTION, EVALUATION
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.score import Score
from kiebitz.engine.search_limits import search_limits
from kiebitz.processes.background import Beside, have_ended
from kiebitz.processes.cores import usable_cores

COLUMNS = ("move", "centipawns", "mate", "depth", "nodes", "pv")
# A table is emptied before each position, so it is no larger than the search needs: this many nodes fill a megabyte.
NODES_A_MB = 50_000
MOST_HASH_MB = 16
UNKNOWN_NODES = MOST_HASH_MB * NODES_A_MB
# How often the one who waits looks up.
POLL_S = 0.05
# What a thread takes at a time: some milliseconds of work, by the nodes asked for; a depth may take many.
NODES_AT_ONCE = 10_000
MOST_AT_ONCE = 64
NODES_AT_LEAST = 60
NODES_OF_DEPTHS = 30
GROWTH = 2


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
    rows = Rows(boards, COLUMNS)
    searchers: list[_Searcher] = []
    at_once = 1
    if boards:
        number = min(jobs or usable_cores(), len(boards))
        engine = Engine(**options)
        asks_python = engine.parameters[EVALUATION] == BY_FUNCTION
        if engine.threads == 1 and limit.mate is None and limit.movetime_ms is None and not asks_python:
            at_once = _at_once(limit)
            searchers += [_ByWorker(engine, limit, rows) for _ in range(min(number, -(-len(boards) // at_once)))]
        else:
            searchers += [_ByEngine(engine, limit, rows)]
            searchers += [_ByEngine(Engine(**options), limit, rows) for _ in range(1, number)]
        _run(searchers, boards, rows, at_once, on_position)
    return rows.batch()


def _limit_of(limit: LimitLike) -> Limit:
    """The limit of each position. Raises ValueError for one that a position alone can't have."""
    limit = Limit.of(limit)
    if not limit.is_of_positions:
        raise ValueError(f"{limit} is no limit for a position; give nodes, depth, movetime_ms or mate")
    return limit


def _at_once(limit: Limit) -> int:
    """Number of positions a thread takes at a time."""
    by_depth = NODES_OF_DEPTHS * GROWTH ** min(limit.depth, MOST_AT_ONCE) if limit.depth else UNKNOWN_NODES
    nodes = max(NODES_AT_LEAST, min(limit.nodes or UNKNOWN_NODES, by_depth))
    return max(1, min(NODES_AT_ONCE // nodes, MOST_AT_ONCE))


class _Searcher(Protocol):
    """A searcher, in a thread of its own."""

    def search(self, start: int, boards: Sequence[Any]) -> None:
        """Search some positions, and put what is found into the rows, of which the first is named; unless stopped."""
        ...

    def halt(self) -> None:
        """End the search under way, from another thread; none begins after it."""
        ...


class _ByEngine:
    """An engine that searches as it always does."""

    def __init__(self, engine: Engine, limit: Limit, rows: Rows) -> None:
        self._engine = engine
        self._limit = limit
        self._rows = rows
        self._is_halted = False

    def halt(self) -> None:
        self._is_halted = True
        # A search that is about to begin hears nothing yet: whoever halts does so until the thread has ended.
        self._engine.stop()

    def search(self, start: int, boards: Sequence[Any]) -> None:
        for index, board in enumerate(boards, start):
            if self._is_halted:
                return
            self._engine.new_game()
            row = self._row(board)
            if not self._is_halted:
                self._rows.put(index, row)

    def _row(self, board: Any) -> dict[str, Value]:
        """Search a position, or tell its fault."""
        row: dict[str, Value] = {}
        try:
            info = self._engine.analyse(placed(board, row), self._limit)
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


class _ByWorker:
    """A worker of the core that searches one position after the other, without the GIL."""

    def __init__(self, engine: Engine, limit: Limit, rows: Rows) -> None:
        worker = Worker(Table(engine.hash_mb, engine.table_design))
        worker.configure(engine.parameters, engine.network)
        self._searches = FenSearches(worker, search_limits(limit, Position(), engine.move_overhead_ms))
        self._rows = rows

    def halt(self) -> None:
        self._searches.halt()

    def search(self, start: int, boards: Sequence[Any]) -> None:
        content, letters = self._searches.search(list(boards))
        found = np.frombuffer(content, FOUND)
        text = letters.decode("ascii")
        searched = found["state"] == SEARCHED
        for name in ("depth", "nodes"):
            self._rows.put_numbers(name, start, found[name], found["state"] <= SEARCHED)
        is_mate = np.abs(found["value"]) >= LONGEST_MATE
        self._rows.put_numbers("centipawns", start, found["value"], searched & ~is_mate)
        ends = [0, *found["end"].tolist()]
        lines = [text[begin:end] or None for begin, end in pairwise(ends)]
        moves = [text[begin:end] or None for begin, end in zip(ends[:-1], found["move_end"].tolist(), strict=True)]
        self._rows.put_texts("pv", start, lines)
        self._rows.put_texts("move", start, moves)
        self._rows.reached[start : start + len(found)] = searched & ~is_mate
        for index in np.flatnonzero(~searched | is_mate).tolist():
            board = boards[index]
            row = self._odd_row(board) if found["state"][index] == ODD else self._row(board, found[index], lines[index])
            if row is not None:
                self._rows.put(start + index, row)

    def _odd_row(self, board: Any) -> dict[str, Value] | None:
        """Search a board, or anything that is no plain FEN; None if the run was stopped."""
        row: dict[str, Value] = {}
        try:
            position = placed(board, row)
        except (ValueError, TypeError) as error:
            return {"error": str(error)}
        content, letters = self._searches.search_position(position)
        found = self._row(position, np.frombuffer(content, FOUND)[0], letters.decode("ascii"))
        return None if found is None else row | found

    def _row(self, board: Any, found: Any, pv: str | None) -> dict[str, Value] | None:
        """One row; None if the run was stopped. A line to a mate is played out."""
        if found["state"] == UNREACHED:
            return None
        row: dict[str, Value] = {"depth": int(found["depth"]), "nodes": int(found["nodes"])}
        if found["state"] != SEARCHED:
            return row | ({"mate": 0} if found["state"] == MATED else {"centipawns": 0})
        score = Score.of_value(int(found["value"]))
        moves = tuple((pv or "").split())
        if score.mate is not None and found["exact"]:
            from kiebitz.engine.mate_prover import to_the_mate

            position = board if isinstance(board, Position) else Position(board)
            moves = to_the_mate(position.copy(), moves, score.mate)
        return row | {"move": moves[0], "pv": " ".join(moves), "centipawns": score.centipawns, "mate": score.mate}


def _run(
    searchers: Sequence[_Searcher],
    boards: Sequence[Any],
    rows: Rows,
    at_once: int,
    on_position: Callable[[int, int], None],
) -> None:
    """Search until all is done or Ctrl-C comes. Raises what went wrong in a thread, after all have ended."""
    # To take the next one is one step of the interpreter, so threads may share it.
    numbers = count(0, at_once)
    is_halted = False

    def take(searcher: _Searcher) -> None:
        """Take positions and search them; a thread's whole work."""
        for number in numbers:
            if number >= len(boards) or is_halted:
                return
            searcher.search(number, boards[number : number + at_once])

    working = [Beside(partial(take, searcher), "kiebitz-batch") for searcher in searchers]
    told = 0
    try:
        for work in working:
            work.begin()
        while True:
            is_over = have_ended(working, POLL_S)
            done = int(rows.reached.sum())
            if done != told:
                told = done
                on_position(done, len(rows))
            if is_over or any(work.fault for work in working):
                break
    except KeyboardInterrupt:
        # What is done is kept; the rest says so.
        working = [work for work in working if work.call_off()]
    finally:
        is_halted = True
        while True:
            for searcher in searchers:
                searcher.halt()
            if have_ended(working, POLL_S / 10):
                break
    for work in working:
        work.found()
