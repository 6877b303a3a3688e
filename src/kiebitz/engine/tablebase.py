"""Syzygy tablebases at the root, as the core reads them (``core.syzygy``).

Where the tables know the position, only moves that keep its result are searched, and of winning moves only those that
bring the next capture, pawn move or mate nearest (distance to zeroing, DTZ): so the win is kept under the rule of fifty
moves and makes progress. The search chooses among them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from kiebitz.core.chess.mate_distances import plies_to_mate
from kiebitz.core.chess.notation import push
from kiebitz.core.chess.position import FIFTY_MOVES, Position
from kiebitz.core.syzygy.shipped import SHIPPED, shipped_tables
from kiebitz.core.syzygy.tables import DamagedTableError, Tables
from kiebitz.core.value import KNOWN_WIN
from kiebitz.engine.score import Score

WIN, CURSED_WIN, DRAW, BLESSED_LOSS, LOSS = 2, 1, 0, -1, -2
"""Results for the side to move; a cursed win and a blessed loss are drawn by the rule of fifty moves."""


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
    """The tables of one or several directories, and those that come with Kiebitz (all endings of up to four men).

    Files are opened when they are first needed.

    Thread safety: may be asked from several threads.
    """

    def __init__(self, path: str | None = None) -> None:
        """Find the tables in directories, separated as in PATH; without any there are those that come along.

        Raises TablebaseError if none of the directories can be read.
        """
        directories = [] if path is None else list(filter(None, path.split(os.pathsep))) or [path]
        readable, faults = [], []
        for directory in directories:
            try:
                os.listdir(directory)
                readable.append(directory)
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                faults.append(f"no tables in {directory}: {reason}")
        self.faults = tuple(faults)
        """Directories that can't be read, and why, for people; the others are used."""
        if directories and not readable:
            raise TablebaseError("; ".join(faults))
        tables = Tables([*readable, str(SHIPPED)]) if readable else shipped_tables()
        self._tables: Tables | None = tables
        self.wdl_files, self.dtz_files = tables.wdl_files, tables.dtz_files
        """Number of files with results (WDL) and of files with distances (DTZ), those that come along among them."""
        self.most_men = tables.most_men
        """Men, kings included, of the largest table."""

    def __str__(self) -> str:
        """'Found 35 WDL and 35 DTZ tablebase files (up to 4-man)'."""
        return f"Found {self.wdl_files} WDL and {self.dtz_files} DTZ tablebase files (up to {self.most_men}-man)"

    @property
    def tables(self) -> Tables | None:
        """The tables as a search asks them; None when they are closed."""
        return self._tables

    @property
    def hits(self) -> int:
        """Positions found in the trees of searches so far."""
        return self._tables.hits if self._tables is not None else 0

    def probe(self, position: Position, moves: Sequence[str], *, fifty_moves: bool = True) -> RootKnowledge | None:
        """Probe a position if only ``moves`` (legal, UCI text) may be played; None if it is in no table.

        ``fifty_moves``: whether the rule of fifty moves draws.

        Raises TablebaseError for a damaged table, and when the tables are closed.
        """
        if self._tables is None:
            raise TablebaseError("the tables are closed")
        if not moves:
            return None
        try:
            distances = self._tables.distances(position, moves)
        except DamagedTableError as error:
            raise TablebaseError(f"a damaged table: {error}") from error
        if distances is None:
            return known_ending(position, moves)
        return _knowledge(distances, position.halfmove_clock, fifty_moves=fifty_moves, hits=len(moves))

    def close(self) -> None:
        """Let the files go."""
        self._tables = None


def known_ending(position: Position, moves: Sequence[str]) -> RootKnowledge | None:
    """Knowledge without tables if only ``moves`` (legal, UCI text) may be played; None in any other position.

    That is of a bare king against one or two pieces, whose mates are looked up (``core.chess.mate_distances``); there a
    mate is what zeroes. ``hits`` is 0.
    """
    if not moves or plies_to_mate(position) is None:
        return None
    distances = {}
    for move in moves:
        after = position.copy()
        push(after, move)
        # Two bare kings are no such ending.
        plies = plies_to_mate(after)
        distances[move] = 0 if plies is None or plies < 0 else plies + 1 if plies % 2 == 0 else -plies - 1
    return _knowledge(distances, position.halfmove_clock, fifty_moves=True, hits=0)


def _knowledge(distances: Mapping[str, int], clock: int, *, fifty_moves: bool, hits: int) -> RootKnowledge:
    """Knowledge from the distances with each move when ``clock`` plies without capture and pawn move were played."""
    results = {
        move: _result(distance, clock) if fifty_moves else 2 * _sign(distance) for move, distance in distances.items()
    }
    best = max(results.values())
    kept = [move for move in distances if results[move] == best]
    if best > DRAW:
        nearest = min(distances[move] for move in kept)
        kept = [move for move in kept if distances[move] == nearest]
    return RootKnowledge(best, tuple(kept), hits)


@contextmanager
def opened(path: str | None) -> Iterator[Tablebase]:
    """The tables of directories, separated as in PATH, and those that come along, while the context lasts.

    Raises TablebaseError.
    """
    tables = Tablebase(path)
    try:
        yield tables
    finally:
        tables.close()


def _sign(distance: int) -> int:
    """1 above 0, -1 below."""
    return (distance > 0) - (distance < 0)


def _result(distance: int, clock: int) -> int:
    """The result that a distance means when ``clock`` plies without capture and pawn move have been played."""
    if distance == 0:
        return DRAW
    # Tables may round a distance by one ply, but not that of a move that zeroes or mates at once.
    in_time = abs(distance) + clock < FIFTY_MOVES or (abs(distance) == 1 and clock < FIFTY_MOVES)
    if distance > 0:
        return WIN if in_time else CURSED_WIN
    return LOSS if in_time else BLESSED_LOSS
