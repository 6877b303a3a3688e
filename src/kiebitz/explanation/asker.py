"""Who is asked to search: an engine with a limit, or, for tests, somebody who knows the lines already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import chess

from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Info
from kiebitz.explanation.shown_line import ShownLine

MATE_NODES = 200_000
"""How long a mate is looked for again, in nodes."""


class Asker(Protocol):
    """Who can be asked about positions."""

    def lines(self, board: chess.Board, count: int = 1, among: Sequence[chess.Move] = ()) -> tuple[ShownLine, ...]:
        """The best lines, best first, ``among`` these first moves if any are given; none where the game is over."""

    def has_mate(self, board: chess.Board, moves: int) -> bool:
        """Whether the side to move was proven to mate in at most so many moves."""


class EngineAsker:
    """An engine that searches each position as long as the limit says."""

    def __init__(self, engine: Engine, limit: Limit) -> None:
        self.nodes = 0  # visited by all searches together
        self.time_ms = 0  # that they took
        self._engine = engine
        self._limit = limit

    def lines(self, board: chess.Board, count: int = 1, among: Sequence[chess.Move] = ()) -> tuple[ShownLine, ...]:
        """As ``Asker.lines``. Raises as ``Engine.analyse``."""
        if not any(board.legal_moves):
            return ()
        moves = [board.uci(move) for move in among] or None
        info = self._counted(self._engine.analyse(board, self._limit, multipv=count, searchmoves=moves))
        return tuple(ShownLine.of(board, line.pv, line.score, line.depth) for line in info.lines)

    def has_mate(self, board: chess.Board, moves: int) -> bool:
        """As ``Asker.has_mate``."""
        score = self._counted(self._engine.analyse(board, Limit(mate=moves, nodes=MATE_NODES))).score
        return score is not None and score.mate is not None and 0 < score.mate <= moves

    def _counted(self, info: Info) -> Info:
        self.nodes += info.nodes
        self.time_ms += info.time_ms
        return info
