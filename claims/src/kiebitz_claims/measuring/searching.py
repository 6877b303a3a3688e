"""Searches as plain data, for the steps of an experiment."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import Any, TypedDict

from kiebitz.core.table.design import ProbeCounts
from kiebitz.engine import START_FEN, BoardLike, Engine, TableDesign, options_by_name, position_from
from kiebitz.engine.common_engine import AnyEngine
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line
from kiebitz_claims.measuring.settings import TODAY, SearchSettings, with_table

MATE_CENTIPAWNS = 100_000


class Iteration(TypedDict):
    """The end of one iteration."""

    depth: int
    """Plies."""
    nodes: int
    """Positions visited since the search began."""
    milliseconds: int
    """Time since the search began."""
    cpu_milliseconds: float
    """Time of the processor since then, until the iteration was heard of."""
    move: str
    """The best move, UCI text."""
    centipawns: int
    """Value for the side to move; a mate counts ``MATE_CENTIPAWNS``."""
    permille: int
    """Use of the table."""


class Search(TypedDict):
    """A search."""

    nodes: int
    """Positions visited."""
    milliseconds: int
    """Time taken."""
    cpu_milliseconds: float
    """Time of the processor, which other programs don't prolong much."""
    depth: int
    """Plies of the iteration that found the best move."""
    move: str
    """The best move, UCI text."""
    centipawns: int
    """Value for the side to move; a mate counts ``MATE_CENTIPAWNS``."""
    permille: int
    """Use of the table at the end."""
    iterations: list[Iteration]
    """Every complete iteration."""


def search(
    engine: AnyEngine[Any, Any],
    board: BoardLike,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    multipv: int = 1,
    searchmoves: Sequence[str] | None = None,
) -> Search:
    """Search to a depth or for nodes; Ctrl-C ends it. Raises ValueError for a game that is over.

    In shogi ``board`` is an SFEN.
    """
    began = process_time()
    stream = engine.stream(board, Limit(depth=depth, nodes=nodes), multipv=multipv, searchmoves=searchmoves)
    iterations = [_iteration(line, began) for line in stream if line.rank == 1 and line.bound == "exact"]
    info = stream.info
    if not info.lines:
        raise ValueError("there is nothing to search: the side to move is mated or stalemated")
    last = _iteration(info.lines[0], began)
    return Search(
        nodes=info.nodes,
        milliseconds=last["milliseconds"],
        cpu_milliseconds=last["cpu_milliseconds"],
        depth=last["depth"],
        move=last["move"],
        centipawns=last["centipawns"],
        permille=engine.table.hashfull,
        iterations=iterations,
    )


def search_once(
    board: BoardLike,
    settings: SearchSettings,
    *,
    hash_mb: int,
    depth: int | None = None,
    nodes: int | None = None,
    design: TableDesign | None = None,
    searchmoves: Sequence[str] | None = None,
) -> Search:
    """Search with a new engine, whose table is empty. Raises as ``search``, and OptionError or MemoryError.

    ``design`` None: the table is the one of the settings.
    """
    used = settings if design is None else with_table(settings, design)
    with Engine(**options_by_name({**TODAY, **used}, hash_mb=hash_mb)) as engine:
        return search(engine, board, depth=depth, nodes=nodes, searchmoves=searchmoves)


def search_game(engine: Engine, moves: Sequence[str], *, first_ply: int, positions: int, depth: int) -> list[Search]:
    """Searches at one side's moves of a game, as its player makes them: the table and the histories live on.

    ``positions`` moves of one side, from ``first_ply`` on (plies before it), or as many as the game has.
    """
    engine.new_game()
    plies = range(first_ply, len(moves), 2)[:positions]
    return [search(engine, position_from(START_FEN, moves[:ply]), depth=depth) for ply in plies]


def probe_counts(engine: Engine) -> ProbeCounts:
    """Counts of an engine's verifying table. Raises ValueError for a table that doesn't verify."""
    counts = engine.table.counts
    if counts is None:
        raise ValueError("this table counts nothing; design it with verify='count' or 'reject'")
    return counts


def _iteration(line: Line, began: float) -> Iteration:
    """The end of an iteration of a search that began at this time of the processor."""
    return Iteration(
        depth=line.depth,
        nodes=line.nodes,
        milliseconds=line.time_ms,
        cpu_milliseconds=round((process_time() - began) * 1000, 2),
        move=line.moves[0],
        centipawns=line.score.clipped(MATE_CENTIPAWNS),
        permille=line.hashfull,
    )
