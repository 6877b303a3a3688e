"""Syzygy tablebases at the root, read in a process of their own (``syzygy``).

Where the tables know the position, only moves that keep its result are searched, and of winning moves only those that
bring the next capture, pawn move or mate nearest (distance to zeroing, DTZ): so the win is kept under the rule of fifty
moves and makes progress. The search chooses among them.

Files may be damaged, and what reads them isn't ours: whoever asks waits for an answer ``ANSWER_S`` at most. Then the
process is ended, and the ending that it was asked about isn't asked about again.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import chess
import chess.syzygy

from kiebitz.core.chess.position import FIFTY_MOVES, Position
from kiebitz.core.value import KNOWN_WIN
from kiebitz.engine.engine import board_of
from kiebitz.engine.score import Score
from kiebitz.processes.fresh_process import FRESH
from kiebitz.processes.worker_pool import deaf_to_interrupts

WIN, CURSED_WIN, DRAW, BLESSED_LOSS, LOSS = 2, 1, 0, -1, -2
"""Results for the side to move; a cursed win and a blessed loss are drawn by the rule of fifty moves."""
ANSWER_S = 5.0
"""The longest time for an answer of the tables: those of six men on a slow disk take one."""
# How long their process may take to begin, on a machine that has much to do.
BEGIN_S = 60.0
TABLE_NAME = re.compile(r"(K[QRBNP]*)v(K[QRBNP]*)")


class TablebaseError(ValueError):
    """A path without tables, or a table that is damaged."""


@dataclass(frozen=True, slots=True)
class RootKnowledge:
    """The tables' knowledge of a position."""

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
    """The tables of one or several directories. Files are opened when they are first needed.

    Thread safety: may be asked from several threads, which wait for each other; ``close`` ends their waiting.
    """

    def __init__(self, path: str) -> None:
        """Find the tables in directories, separated as in PATH. Raises TablebaseError if none of them can be read."""
        # Here they are counted; the process opens them.
        tables = chess.syzygy.Tablebase()
        self.wdl_files = self.dtz_files = 0
        """Number of files with results (WDL) and of files with distances (DTZ)."""
        faults = []
        self._directories = list(filter(None, path.split(os.pathsep))) or [path]
        for directory in self._directories:
            try:
                self.wdl_files += tables.add_directory(directory, load_dtz=False)
                self.dtz_files += tables.add_directory(directory, load_wdl=False)
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                faults.append(f"no tables in {directory}: {reason}")
        self.faults = tuple(faults)
        """Directories that can't be read, and why, for people; the others are used."""
        if len(faults) == len(self._directories):
            raise TablebaseError("; ".join(faults))
        names = [TABLE_NAME.fullmatch(name) for name in tables.wdl]
        self.most_men = max((len(name[1]) + len(name[2]) for name in names if name), default=0)
        """Men, kings included, of the largest table."""
        self._asking = threading.Lock()
        self._reader: _Reader | None = None
        self._unanswered: dict[str, str] = {}
        """Endings that aren't asked about any more, and why."""
        self._is_closed = False

    def __str__(self) -> str:
        """'Found 35 WDL and 35 DTZ tablebase files (up to 4-man)'."""
        return f"Found {self.wdl_files} WDL and {self.dtz_files} DTZ tablebase files (up to {self.most_men}-man)"

    def probe(self, position: Position, moves: Sequence[str]) -> RootKnowledge | None:
        """Probe a position if only ``moves`` (legal, UCI text) may be played; None if it is in no table.

        Raises TablebaseError for a damaged table, one that gives no answer within ``ANSWER_S``, and where the system
        begins no process.
        """
        board = board_of(position)
        if board.castling_rights or chess.popcount(board.occupied) > self.most_men or not moves:
            return None
        distances = self._distances(board, moves)
        if distances is None:
            return None
        clock = board.halfmove_clock
        results = {move: _result(distance, clock) for move, distance in distances.items()}
        best = max(results.values())
        kept = [move for move in moves if results[move] == best]
        if best > DRAW:
            nearest = min(distances[move] for move in kept)
            kept = [move for move in kept if distances[move] == nearest]
        return RootKnowledge(best, tuple(kept), len(moves))

    def _distances(self, board: chess.Board, moves: Sequence[str]) -> dict[str, int] | None:
        """Plies to zeroing with each move, positive for a win of the side to move, 0 for a draw; None if unknown."""
        ending = chess.syzygy.calc_key(board)
        with self._asking:
            if self._is_closed:
                raise TablebaseError("the tables are closed")
            if ending in self._unanswered:
                raise TablebaseError(self._unanswered[ending])
            if self._reader is None:
                self._reader = _Reader(self._directories)
            answer: dict[str, int] | TablebaseError | str | None = (
                ""  # If Ctrl-C comes: the next would hear this answer.
            )
            try:
                answer = self._reader.answer(board.fen(), moves)
            finally:
                if isinstance(answer, str):
                    self._reader.end()
                    self._reader = None
            if isinstance(answer, str):
                self._unanswered[ending] = f"no answer about {ending}: {answer}; perhaps a damaged table"
                raise TablebaseError(self._unanswered[ending])
        if isinstance(answer, TablebaseError):
            raise answer
        return answer

    def close(self) -> None:
        """Let the files go. Whoever waits for an answer is told that there is none."""
        self._is_closed = True
        if (reader := self._reader) is not None:
            reader.process.kill()
            with self._asking:
                reader.end()


class _Reader:
    """The process that reads the tables, as those see it who ask."""

    def __init__(self, directories: Sequence[str]) -> None:
        """Begin it. Raises TablebaseError where the system has no process to give."""
        from kiebitz.engine.syzygy import answer

        self._connection: Connection
        self._connection, theirs = FRESH.Pipe()
        self.process: BaseProcess = FRESH.Process(
            target=answer, args=(theirs, directories), name="kiebitz-tables", daemon=True
        )
        try:
            with deaf_to_interrupts():
                self.process.start()
        except OSError as error:
            self._connection.close()
            raise TablebaseError(f"no process can be begun to read tables: {error.strerror or error}") from error
        finally:
            theirs.close()
        self._has_begun = False

    def answer(self, fen: str, moves: Sequence[str]) -> dict[str, int] | TablebaseError | str | None:
        """The return or the error of ``Syzygy.distances``; a text that names the fault of this process."""
        try:
            if not self._has_begun:
                if not self._connection.poll(BEGIN_S):
                    return f"the process that reads them hasn't begun within {BEGIN_S:.0f} s"
                self._connection.recv()
                self._has_begun = True
            self._connection.send((fen, moves))
            if not self._connection.poll(ANSWER_S):
                return f"none within {ANSWER_S:.0f} s"
            found: dict[str, int] | TablebaseError | None = self._connection.recv()
        except (EOFError, OSError):
            return "the process that reads them has ended"
        return found

    def end(self) -> None:
        """Make sure that it has ended."""
        self.process.kill()
        self.process.join()
        self._connection.close()


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
