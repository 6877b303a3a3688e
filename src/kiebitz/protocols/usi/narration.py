"""A search for a move as the GUI sees it, and its outcome: limited strength, resignation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.engine import ShogiPosition, may_declare
from kiebitz.protocols.uci import narration as uci
from kiebitz.protocols.usi.protocol import WIN_LINE, best_move_line, info_line

if TYPE_CHECKING:
    from kiebitz.engine.line import Info, Line
    from kiebitz.engine.stream import Stream

MATE_CENTIPAWNS = 30_000
"""The value of being mated when it is asked whether to resign."""


class Narration(uci.Narration):
    """One search, from its setting to its end."""

    def __init__(self, *told: Any, resigns_at: int | None = None, **how: Any) -> None:
        """As UCI's; ``resigns_at`` is the score, in centipawns, at which the game is given up; None: never."""
        super().__init__(*told, **how)
        self._resigns_at = resigns_at

    def _begin(self, stream: Stream) -> None:
        """Nothing: USI has no words for it."""

    def _heed(self, stream: Stream) -> None:
        """Nothing, too."""

    def _tell(self, line: Line) -> None:
        self._writer.say(info_line(line))

    def last_line(self, found: Info | None = None, chosen: Info | None = None) -> str:
        """As UCI's; a declaration where the side to move may make one, and resignation."""
        assert isinstance(self._position, ShogiPosition)
        if may_declare(self._position):
            return WIN_LINE
        if found is None or chosen is None or self._is_lost(found.lines):
            return best_move_line(None)
        return best_move_line(chosen.best_move, chosen.ponder_move)

    def _is_lost(self, lines: tuple[Line, ...]) -> bool:
        """True if the best line is so bad that the game is given up."""
        if self._resigns_at is None or not lines:
            return False
        return lines[0].score.clipped(MATE_CENTIPAWNS) <= self._resigns_at
