"""Askers: an engine with a limit, or, for tests, one that knows the lines already.

A move is compared with the best one in one way only: the engine forgets what it learned, searches the position, then
the two moves alone, several times as long. So whoever asks about a move of a game hears the same, whether the whole
game is judged or this move alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import chess

from kiebitz.analysis.explanation.shogi.promoting import promoting
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.engine import FULL_PHASE, FULL_SCALE, legal_moves, position_of
from kiebitz.engine.judge import Judge
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Info, Line
from kiebitz.engine.mate_solver import MateSolver
from kiebitz.engine.tablebase import RootKnowledge, Tablebase

MATE_NODES = 200_000
"""The nodes in which a mate is looked for again."""
THREAT_NODES, SOLVER_MB = 20_000, 4
"""The nodes in which a mate that is threatened in shogi is looked for, and the size of the table for that."""
SECOND_LOOK_FACTOR = 3
"""The factor on the first search's nodes or time for the look at two moves."""
SECOND_LOOK_PLIES = 2
"""The plies by which it goes deeper than a depth that was asked for."""
CLASSICAL_MODULE = "king_cover"
"""A module that only the classical evaluation has."""


def second_look(limit: Limit) -> Limit:
    """The limit of the look at two moves, where ``limit`` ends the first search."""
    return replace(
        limit,
        nodes=limit.nodes and limit.nodes * SECOND_LOOK_FACTOR,
        movetime_ms=limit.movetime_ms and limit.movetime_ms * SECOND_LOOK_FACTOR,
        depth=limit.depth and limit.depth + SECOND_LOOK_PLIES,
    )


class Asker(Protocol):
    """A searcher asked about positions. Of shogi boards are ``games.shogi.board``'s, and moves are texts."""

    def lines(self, board: chess.Board, count: int = 1, among: Sequence[chess.Move] = ()) -> tuple[ShownLine, ...]:
        """The best lines, best first, ``among`` these first moves if any are given; none where the game is over."""

    def at_sight(self, board: chess.Board, among: Sequence[chess.Move], plies: int = 1) -> chess.Move:
        """Which of these legal moves, or of all, one would play at first sight, by a search of so few plies."""

    def compared(self, board: chess.Board, move: chess.Move) -> tuple[ShownLine, ...]:
        """The lines of the best move and of this one, better first; one only where the move is the best."""

    def has_mate(self, board: chess.Board, moves: int) -> bool:
        """True if the side to move was proven to mate in at most ``moves`` moves."""

    def mate(self, board: Any, moves: int) -> tuple[str, ...] | None:
        """A mate on a board of shogi within so many moves, all checks; None if little effort proves none."""

    def modules(self, board: chess.Board) -> Mapping[str, int]:
        """Values of each module of the classical evaluation, White's view, in centipawns; none if nobody can tell."""

    def known(self, board: chess.Board) -> RootKnowledge | None:
        """Knowledge of a position by tablebases, those of up to four men at least; else None."""


class EngineAsker:
    """An engine that searches each position as long as the limit says; and tablebases, given or those at hand."""

    def __init__(self, judge: Judge, limit: Limit, tablebase: Tablebase | None = None) -> None:
        self.nodes = 0  # visited by all searches together
        self.time_ms = 0  # that they took
        self._judge = judge
        self._limit = limit
        self._tablebase = tablebase or Tablebase()
        self._solver: MateSolver | None = None

    def lines(self, board: chess.Board, count: int = 1, among: Sequence[chess.Move] = ()) -> tuple[ShownLine, ...]:
        """As ``Asker.lines``. Raises as ``Engine.analyse``."""
        return self._lines(board, self._limit, count, among) if any(board.legal_moves) else ()

    def at_sight(self, board: chess.Board, among: Sequence[chess.Move], plies: int = 1) -> chess.Move:
        """As ``Asker.at_sight``. Raises as ``lines``."""
        self._judge.new_game()
        return self._lines(board, Limit(depth=plies), 1, among)[0].moves[0]

    def compared(self, board: chess.Board, move: chess.Move) -> tuple[ShownLine, ...]:
        """As ``Asker.compared``; the best move's alone where the limit is too short for both. Raises as ``lines``."""
        self._judge.new_game()
        lines = self.lines(board)
        if lines[0].moves[0] == move:
            return lines
        both = self._lines(board, second_look(self._limit), 2, (lines[0].moves[0], move))
        return both if len(both) > 1 else lines

    def _lines(
        self, board: chess.Board, limit: Limit, count: int, among: Sequence[chess.Move]
    ) -> tuple[ShownLine, ...]:
        moves = [board.uci(move) for move in among] or None
        info = self._counted(self._judge.analyse(_told(board), limit, multipv=count, searchmoves=moves))
        # Asked about certain moves, or several lines, first moves are told as they were searched.
        first = 1 if among or count > 1 else 0
        return tuple(ShownLine.of(board, _moves(board, line, first), line.score, line.depth) for line in info.lines)

    def has_mate(self, board: chess.Board, moves: int) -> bool:
        """As ``Asker.has_mate``."""
        score = self._counted(self._judge.analyse(_told(board), Limit(mate=moves, nodes=MATE_NODES))).score
        return score is not None and score.mate is not None and 0 < score.mate <= moves

    def mate(self, board: Any, moves: int) -> tuple[str, ...] | None:
        """As ``Asker.mate``."""
        if self._solver is None:
            self._solver = MateSolver(SOLVER_MB)
        found = self._solver.solve(board.position, moves=moves, checks_only=True, nodes=THREAT_NODES)
        self.nodes += found.nodes
        self.time_ms += round(found.seconds * 1000)
        return self._solver.line(board.position).moves if found.mate else None

    def modules(self, board: chess.Board) -> Mapping[str, int]:
        """As ``Asker.modules``; none of an engine that evaluates neither so nor by the network."""
        evaluation = self._judge.evaluate(board)
        if evaluation.network:
            evaluation = evaluation.network.classical
        if CLASSICAL_MODULE not in evaluation.modules:
            return {}
        return {
            name: _blended(white, black, evaluation.phase) * evaluation.scale // FULL_SCALE
            for name, (white, black) in evaluation.modules.items()
        }

    def known(self, board: chess.Board) -> RootKnowledge | None:
        """As ``Asker.known``. Raises TablebaseError for a damaged table."""
        if not isinstance(board, chess.Board):
            return None  # of shogi
        position = position_of(board)
        return self._tablebase.probe(position, legal_moves(position))

    def _counted(self, info: Info) -> Info:
        self.nodes += info.nodes
        self.time_ms += info.time_ms
        return info


def _told(board: Any) -> Any:
    """The position of a board as its engine is told it: a board of shogi has the core's."""
    return board if isinstance(board, chess.Board) else board.position


def _moves(board: Any, line: Line, first: int) -> Sequence[Any]:
    """The moves of a line as its board takes them; in shogi from the ply ``first`` on promoting as people do."""
    return line.pv if line.game == "chess" else promoting(board, line.moves, line.score, first=first)


def _blended(white: tuple[int, int], black: tuple[int, int], phase: int) -> int:
    """White's share less Black's, of the middlegame and the endgame by the game's phase."""
    middlegame, endgame = (own - other for own, other in zip(white, black, strict=True))
    return (middlegame * phase + endgame * (FULL_PHASE - phase)) // FULL_PHASE
