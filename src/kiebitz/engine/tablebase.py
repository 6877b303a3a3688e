"""Syzygy tablebases at the root, read through python-chess.

Where the tables know the position, only moves that keep its result are searched, and of winning moves only those that
bring the next capture, pawn move or mate nearest (distance to zeroing, DTZ): so the win is kept under the rule of fifty
moves and makes progress. The search chooses among them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import chess
import chess.syzygy

from kiebitz.core.chess.position import FIFTY_MOVES, Position
from kiebitz.core.value import KNOWN_WIN
from kiebitz.engine.engine import board_of
from kiebitz.engine.score import Score

WIN, CURSED_WIN, DRAW, BLESSED_LOSS, LOSS = 2, 1, 0, -1, -2
"""Results for the side to move; a cursed win and a blessed loss are drawn by the rule of fifty moves."""
# A move that zeroes the counter: its DTZ by the result after it.
ZEROING_DTZ = {WIN: 1, CURSED_WIN: FIFTY_MOVES + 1, DRAW: 0, BLESSED_LOSS: -FIFTY_MOVES - 1, LOSS: -1}
TABLE_NAME = re.compile(r"(K[QRBNP]*)v(K[QRBNP]*)")


class TablebaseError(ValueError):
    """A path without tables, or a table that is damaged."""


@dataclass(frozen=True, slots=True)
class RootKnowledge:
    """What the tables say about a position."""

    result: int
    """WIN to LOSS for the side to move."""
    moves: tuple[str, ...]
    """The moves to search, as UCI text."""
    hits: int
    """Positions looked up."""

    @property
    def chances(self) -> tuple[int, int, int]:
        """Win, draw and loss in permille: certain, as the tables are."""
        return {WIN: (1000, 0, 0), LOSS: (0, 0, 1000)}.get(self.result, (0, 1000, 0))

    def score(self, searched: Score) -> Score:
        """The score to report for a search of ``moves``: a mate it has seen, else the tables' result."""
        if self.result == WIN:
            return searched if (searched.mate or 0) > 0 else Score(centipawns=KNOWN_WIN)
        if self.result == LOSS:
            return searched if searched.mate is not None and searched.mate <= 0 else Score(centipawns=-KNOWN_WIN)
        return Score(centipawns=0)


class Tablebase:
    """The tables of one or several directories. Files are opened when they are first needed."""

    def __init__(self, path: str) -> None:
        """Find the tables in directories, separated as in PATH. Raises TablebaseError if none of them can be read."""
        self._tables = chess.syzygy.Tablebase()
        self.wdl_files = self.dtz_files = 0
        """How many files with results (WDL) and with distances (DTZ) there are."""
        faults = []
        directories = list(filter(None, path.split(os.pathsep))) or [path]
        for directory in directories:
            try:
                self.wdl_files += self._tables.add_directory(directory, load_dtz=False)
                self.dtz_files += self._tables.add_directory(directory, load_wdl=False)
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                faults.append(f"no tables in {directory}: {reason}")
        self.faults = tuple(faults)
        """Directories that can't be read, and why, for people; the others are used."""
        if len(faults) == len(directories):
            raise TablebaseError("; ".join(faults))
        names = [TABLE_NAME.fullmatch(name) for name in self._tables.wdl]
        self.most_men = max((len(name[1]) + len(name[2]) for name in names if name), default=0)
        """Men, kings included, of the largest table."""

    def __str__(self) -> str:
        """'Found 35 WDL and 35 DTZ tablebase files (up to 4-man)'."""
        return f"Found {self.wdl_files} WDL and {self.dtz_files} DTZ tablebase files (up to {self.most_men}-man)"

    def probe(self, position: Position, moves: Sequence[str]) -> RootKnowledge | None:
        """What is known of a position if only ``moves`` (legal, UCI text) may be played; None if it is in no table.

        Raises TablebaseError for a damaged table.
        """
        board = board_of(position)
        if board.castling_rights or chess.popcount(board.occupied) > self.most_men or not moves:
            return None
        try:
            distances = {move: self._distance(board, board.parse_uci(move)) for move in moves}
        except chess.syzygy.MissingTableError:
            return None
        except Exception as error:  # python-chess trusts the files; damaged ones fail in many ways.
            raise TablebaseError(f"a damaged table: {type(error).__name__}: {error}") from error
        clock = board.halfmove_clock
        results = {move: _result(distance, clock) for move, distance in distances.items()}
        best = max(results.values())
        kept = [move for move in moves if results[move] == best]
        if best > DRAW:
            nearest = min(distances[move] for move in kept)
            kept = [move for move in kept if distances[move] == nearest]
        return RootKnowledge(best, tuple(kept), len(moves))

    def _distance(self, board: chess.Board, move: chess.Move) -> int:
        """Plies to zeroing with a move, positive for a win of the side to move, 0 for a draw."""
        is_zeroing = board.is_zeroing(move)
        board.push(move)
        try:
            if board.is_checkmate():
                return 1
            if is_zeroing:
                return ZEROING_DTZ[-self._tables.probe_wdl(board)]
            distance = -self._tables.probe_dtz(board)
            return distance + (distance > 0) - (distance < 0)
        finally:
            board.pop()

    def close(self) -> None:
        """Let the files go."""
        self._tables.close()


@contextmanager
def opened(path: str | None) -> Iterator[Tablebase | None]:
    """The tables of directories, separated as in PATH, while the context lasts; None for none.

    Raises TablebaseError.
    """
    if path is None:
        yield None
        return
    tables = Tablebase(path)
    try:
        yield tables
    finally:
        tables.close()


def _result(distance: int, clock: int) -> int:
    """The result that a distance means when ``clock`` plies without capture and pawn move have been played."""
    if distance == 0:
        return DRAW
    # Tables may round a distance by one ply, but not that of a move that zeroes or mates at once.
    in_time = abs(distance) + clock < FIFTY_MOVES or (abs(distance) == 1 and clock < FIFTY_MOVES)
    if distance > 0:
        return WIN if in_time else CURSED_WIN
    return LOSS if in_time else BLESSED_LOSS
