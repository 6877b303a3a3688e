"""One search as plain data, for the steps of an experiment."""

from __future__ import annotations

from typing import Any, TypedDict

from kiebitz.engine import BoardLike, Engine
from kiebitz.limit import Limit


class Iteration(TypedDict):
    """The end of one iteration."""

    depth: int
    nodes: int
    milliseconds: int
    move: str
    centipawns: int
    """Value for the side to move; a mate counts ``MATE_CENTIPAWNS``."""


class Search(TypedDict):
    """A search."""

    nodes: int
    milliseconds: int
    depth: int
    move: str
    centipawns: int
    permille: int
    """Use of the table at the end."""
    iterations: list[Iteration]
    """Every complete iteration."""


MATE_CENTIPAWNS = 100_000
# A round of deepening ends at the latest when this many nodes are spent.
MOST_NODES = 10**12


def search(engine: Engine, board: BoardLike, *, depth: int | None = None, nodes: int | None = None) -> Search:
    """Search with an engine as it is. Its table keeps what it knows; ``engine.new_game()`` makes it forget."""
    iterations: list[Iteration] = []
    permille = 0
    stream = engine.stream(board, Limit(depth=depth, nodes=nodes or MOST_NODES))
    for line in stream:
        permille = line.hashfull
        if line.bound == "exact" and line.rank == 1:
            iterations.append(
                Iteration(
                    depth=line.depth,
                    nodes=line.nodes,
                    milliseconds=line.time_ms,
                    move=line.moves[0],
                    centipawns=line.score.clipped(MATE_CENTIPAWNS),
                )
            )
    info = stream.info
    if not info.lines:
        raise ValueError("there is nothing to search: the side to move is mated or stalemated")
    return Search(
        nodes=info.nodes,
        milliseconds=info.time_ms,
        depth=info.depth,
        move=info.best_move or "",
        centipawns=info.lines[0].score.clipped(MATE_CENTIPAWNS),
        permille=permille,
        iterations=iterations,
    )


def search_once(
    board: BoardLike, settings: dict[str, Any], *, hash_mb: int, depth: int | None = None, nodes: int | None = None
) -> Search:
    """Search with a new engine and an empty table."""
    with Engine(hash_mb=hash_mb, **settings) as engine:
        return search(engine, board, depth=depth, nodes=nodes)
