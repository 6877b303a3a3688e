"""Searches as plain data, for the steps of an experiment; with any table that the core can make."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from time import process_time
from typing import TypedDict

from kiebitz.core import parameters
from kiebitz.core.search.crew import Crew, Report
from kiebitz.core.search.worker import score_of
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.engine import START_FEN, BoardLike, position_from, position_of, search_limits
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.lab.measuring.settings import Settings

MATE_CENTIPAWNS = 100_000
# How long the waiting thread sleeps before it looks whether Ctrl-C was pressed.
POLL_S = 0.2


class Iteration(TypedDict):
    """The end of one iteration."""

    depth: int
    nodes: int
    milliseconds: int
    move: str
    centipawns: int
    """Value for the side to move; a mate counts ``MATE_CENTIPAWNS``."""
    permille: int
    """Use of the table."""


class Search(TypedDict):
    """A search."""

    nodes: int
    milliseconds: int
    cpu_milliseconds: float
    """Time of the processor, which other programs don't prolong much."""
    depth: int
    move: str
    centipawns: int
    permille: int
    iterations: list[Iteration]
    """Every complete iteration."""


class Searcher:
    """A search with its own table, which lives on from position to position."""

    def __init__(
        self, settings: Settings, *, hash_mb: int, design: TableDesign | None = None, threads: int = 1
    ) -> None:
        """Raises KeyError or ValueError for settings that don't exist, and MemoryError."""
        self.table = Table(hash_mb, design)
        self._crew = Crew(self.table, threads)
        self.configure(settings)

    def configure(self, settings: Settings) -> None:
        """Take other settings on top of the defaults; the table stays as it is."""
        values = parameters.defaults()
        values |= {name: parameters.checked(name, value) for name, value in settings.items()}
        self._crew.configure(values)

    def forget(self) -> None:
        """Begin anew: an empty table, no histories."""
        self.table.clear()
        self._crew.new_game()

    def search(
        self,
        board: BoardLike,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        multipv: int = 1,
    ) -> Search:
        """Search to a depth or for nodes; Ctrl-C ends it. Raises ValueError for a game that is over."""
        return self.search_within(board, Limit(depth=depth, nodes=nodes), multipv=multipv)

    def search_within(self, board: BoardLike, limit: Limit, *, multipv: int = 1) -> Search:
        """Search to a depth, for nodes or for a time; Ctrl-C ends it. Raises ValueError for a game that is over."""
        position = position_of(board)
        self._crew.prepare(position, replace(search_limits(limit, position.turn), multipv=multipv))
        ended = threading.Event()
        began = process_time()
        thread = self._crew.start(ended.set)
        reports: list[Report] = []
        try:
            while not ended.wait(POLL_S):
                reports += self._crew.read_reports()
        finally:
            self._crew.stop()
            thread.join()
        cpu_milliseconds = (process_time() - began) * 1000
        reports += self._crew.read_reports()
        results = self._crew.results()
        if not results:
            raise ValueError("there is nothing to search: the side to move is mated or stalemated")
        last = _iteration(results[0])
        iterations = [_iteration(report) for report in reports if report[0] == 1 and report[4] == "exact"]
        return Search(
            nodes=self._crew.node_count,
            milliseconds=last["milliseconds"],
            cpu_milliseconds=round(cpu_milliseconds, 2),
            depth=last["depth"],
            move=last["move"],
            centipawns=last["centipawns"],
            permille=self.table.hashfull(),
            iterations=iterations,
        )


def search_game(
    searcher: Searcher, moves: Sequence[str], *, first_ply: int, positions: int, depth: int
) -> list[Search]:
    """Searches at one side's moves of a game, as its player makes them: the table and the histories live on.

    ``positions`` moves of one side, from ``first_ply`` on (plies before it), or as many as the game has.
    """
    searcher.forget()
    plies = range(first_ply, len(moves), 2)[:positions]
    return [searcher.search(position_from(START_FEN, moves[:ply]), depth=depth) for ply in plies]


def search_once(
    board: BoardLike,
    settings: Settings,
    *,
    hash_mb: int,
    depth: int | None = None,
    nodes: int | None = None,
    design: TableDesign | None = None,
) -> Search:
    """Search with an empty table."""
    return Searcher(settings, hash_mb=hash_mb, design=design).search(board, depth=depth, nodes=nodes)


def _iteration(report: Report) -> Iteration:
    _, depth, _, value, _, nodes, time_us, permille, moves = report
    return Iteration(
        depth=depth,
        nodes=nodes,
        milliseconds=time_us // 1000,
        move=moves[0],
        centipawns=Score(*score_of(value)).clipped(MATE_CENTIPAWNS),
        permille=permille,
    )
