"""A search for a move as the GUI sees it, and its outcome: limited strength, resignation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.protocol import left_to_tell
from kiebitz.protocols.usi.protocol import info_line

if TYPE_CHECKING:
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.line import Line
    from kiebitz.engine.stream import Stream
    from kiebitz.engine.strength import Handicap

MATE_CENTIPAWNS = 30_000
"""The value of being mated when it is asked whether to resign."""


class Narration:
    """One search, from its setting to its end."""

    def __init__(
        self, writer: LineWriter, *, lines_shown: int, handicap: Handicap | None = None, resigns_at: int | None = None
    ) -> None:
        """``resigns_at`` is the score, in centipawns, at which the game is given up; None: never."""
        self._writer = writer
        self._lines_shown = lines_shown
        self._handicap = handicap
        self._resigns_at = resigns_at

    @property
    def lines_searched(self) -> int:
        """Number of lines the search must find."""
        return max(self._lines_shown, self._handicap.candidates) if self._handicap else self._lines_shown

    def limit(self, limit: Limit) -> Limit:
        """The limit of the search."""
        return self._handicap.limit(limit, self.lines_searched) if self._handicap else limit

    def run(self, stream: Stream) -> tuple[str | None, str | None]:
        """Tell of a search; the move to play, None to resign, and the answer that it expects."""
        told: list[Line] = []
        for line in stream:
            if line.rank <= self._lines_shown:
                self._writer.say(info_line(line))
                told.append(line)
            if self._writer.is_closed:
                stream.stop()
        found = stream.info
        info = self._handicap.chosen(found) if self._handicap else found
        self._writer.say(*map(info_line, left_to_tell(told, info.lines[: self._lines_shown], info.nodes)))
        if self._is_lost(found.lines):
            return None, None
        return info.best_move, info.ponder_move

    def _is_lost(self, lines: tuple[Line, ...]) -> bool:
        """True if the best line is so bad that the game is given up."""
        if self._resigns_at is None or not lines:
            return False
        return lines[0].score.clipped(MATE_CENTIPAWNS) <= self._resigns_at
