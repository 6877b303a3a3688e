"""The search of one position of a suite: whether, and since when, the right move is the engine's choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kiebitz.arena.suite.epd import Task
from kiebitz.engine import Engine, Position
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in a search."""

    time_ms: int
    nodes: int
    depth: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """The engine's attempt at a task."""

    task: Task
    is_solved: bool
    """True if the move chosen in the end is a solution."""
    points: int
    """The points of the move, where moves are graded."""
    found: str
    """The move chosen, in SAN."""
    found_uci: str
    score: Score
    """The side to move's view."""
    depth: int
    nodes: int
    time_ms: int
    since: Moment | None
    """When the right move came to stay; None if it did not."""

    def record(self) -> dict[str, Any]:
        """The attempt as plain data, for JSON."""
        return {
            "id": self.task.name,
            "line": self.task.line,
            "fen": self.task.fen,
            "wanted": self.task.wanted,
            "found": self.found,
            "found_uci": self.found_uci,
            "solved": self.is_solved,
            "points": self.points if self.task.points else None,
            "most_points": self.task.most_points if self.task.points else None,
            "cp": self.score.centipawns,
            "mate": self.score.mate,
            "depth": self.depth,
            "nodes": self.nodes,
            "time_ms": self.time_ms,
            "solution_time_ms": self.since.time_ms if self.since else None,
            "solution_nodes": self.since.nodes if self.since else None,
            "solution_depth": self.since.depth if self.since else None,
        }


def solve(task: Task, engine: Engine, limit: Limit) -> Attempt:
    """Search a task with an engine that has forgotten everything before.

    Where nothing but a mate is wanted the search is for that mate (``Limit.mate``) and ends when it is found; else it
    takes its whole limit, because a right move can be given up again.
    """
    import chess

    engine.new_game()
    if task.mate is not None and not (task.best or task.avoid):
        limit = replace(limit, mate=task.mate)
    since: Moment | None = None
    with engine.stream(Position(task.fen, task.chess960), limit) as stream:
        for line in stream:
            if line.rank != 1 or not line.moves or line.bound == "upper":
                continue  # A score that fell below the window says nothing for its move.
            if not task.is_right(line.moves[0], line.score.mate):
                since = None
            elif since is None:
                since = Moment(line.time_ms, line.nodes, line.depth)
        info = stream.info
    best = info.lines[0]
    is_solved = task.is_right(best.moves[0], best.score.mate)
    if is_solved and since is None:
        since = Moment(info.time_ms, info.nodes, best.depth)
    board = chess.Board(task.fen, chess960=task.chess960)
    return Attempt(
        task=task,
        is_solved=is_solved,
        points=task.points.get(best.moves[0], 0),
        found=board.san(board.parse_uci(best.moves[0])),
        found_uci=best.moves[0],
        score=best.score,
        depth=best.depth,
        nodes=info.nodes,
        time_ms=info.time_ms,
        since=since if is_solved else None,
    )
