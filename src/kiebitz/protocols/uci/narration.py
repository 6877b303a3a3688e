"""A search as the GUI sees it, to its ``bestmove``: scores as tablebases know them, chances, limited strength."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kiebitz.engine.line import Info, Line
from kiebitz.engine.positions import AnyPosition, notation_of, text_of
from kiebitz.engine.wdl import material_of, win_draw_loss
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.proof_telling import ProofTelling
from kiebitz.protocols.uci.protocol import (
    best_move_line,
    current_move_line,
    info_line,
    info_string,
    left_to_tell,
    no_move_line,
)

if TYPE_CHECKING:
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.stream import Stream
    from kiebitz.engine.strength import Handicap
    from kiebitz.engine.tablebase import RootKnowledge, Tablebase

# Before it the moves change too fast for anyone to read.
CURRENT_MOVE_AFTER_MS = 3000


class Narration:
    """One search, from its setting to its end."""

    def __init__(
        self,
        writer: LineWriter,
        position: AnyPosition,
        *,
        lines_shown: int = 1,
        handicap: Handicap | None = None,
        knowledge: RootKnowledge | None = None,
        tablebase: Tablebase | None = None,
        shows_chances: bool = False,
    ) -> None:
        self._writer = writer
        self._position = position
        self._lines_shown = lines_shown
        self._handicap = handicap
        self.has_ended = False
        """True if the ``bestmove`` was said."""
        self.knowledge = knowledge
        """The tablebases' knowledge of the position."""
        self._tablebase = tablebase
        self._hits_before = tablebase.hits if tablebase else 0
        self._shows_chances = shows_chances
        self._current: tuple[str, int] | None = None
        self._has_told_zugzwang = False

    @property
    def is_limited(self) -> bool:
        """True if it is played below full strength."""
        return self._handicap is not None

    @property
    def lines_searched(self) -> int:
        """Number of lines the search must find."""
        return max(self._lines_shown, self._handicap.candidates) if self._handicap else self._lines_shown

    def limit(self, limit: Limit) -> Limit:
        """The limit of the search."""
        return self._handicap.limit(limit, self.lines_searched) if self._handicap else limit

    def run(self, stream: Stream, before_end: Callable[[], None]) -> None:
        """Tell of a search. Raises whatever ends it untimely; there was no ``bestmove`` then unless ``has_ended``.

        ``before_end`` is called before the ``bestmove`` is said.
        """
        self._begin(stream)
        told: list[Line] = []
        for line in stream:
            self._heed(stream)
            if line.rank <= self._lines_shown:
                self._tell(line)
                told.append(line)
            if self._writer.is_closed:
                stream.stop()
        found = stream.info
        info = self._handicap.chosen(found) if self._handicap else found
        self._heed(stream)
        for line in left_to_tell(told, info.lines[: self._lines_shown], info.nodes):
            self._tell(line)
        before_end()
        self._writer.say(self.last_line(found, info))
        self.has_ended = True

    def last_line(self, found: Info | None = None, chosen: Info | None = None) -> str:
        """The ``bestmove`` of what was found, and chosen of it; without them, where the search failed."""
        del found
        return best_move_line(None) if chosen is None else best_move_line(chosen.best_move, chosen.ponder_move)

    def _begin(self, stream: Stream) -> None:
        """Say that there is no move, if so, and from now on where the search stands."""
        if not notation_of(self._position).legal_moves(self._position):
            self._writer.say(no_move_line(self._position.is_check))
        telling = ProofTelling(self._writer)
        stream.while_waiting = lambda: self._tell_meanwhile(stream, telling)

    def _heed(self, stream: Stream) -> None:
        """Say, once, that passing was best at the root and the search began again without null moves."""
        if stream.saw_zugzwang and not self._has_told_zugzwang:
            self._has_told_zugzwang = True
            self._writer.say(info_string("zugzwang"))

    def _tell_meanwhile(self, stream: Stream, telling: ProofTelling) -> None:
        """Say where a search stands between its lines."""
        progress = stream.mate_progress
        if progress is not None:
            telling.hear(progress)
        else:
            self._tell_current(stream)

    def _tell_current(self, stream: Stream) -> None:
        """Say which root move is being searched, once a search has lasted so long that people watch it."""
        current = stream.current_move
        if current is None or current == self._current or stream.elapsed_ms < CURRENT_MOVE_AFTER_MS:
            return
        self._current = current
        self._writer.say(current_move_line(*current))

    def _tell(self, line: Line) -> None:
        """Say one line, as ``info``, with what tablebases and the model of chances know."""
        hits = self._tablebase.hits - self._hits_before if self._tablebase else 0
        if self.knowledge is not None:
            hits += self.knowledge.hits
            line = replace(line, score=self.knowledge.score(line.score))
        chances = None
        if self._shows_chances:
            knowledge = self.knowledge
            chances = (
                knowledge.chances if knowledge else win_draw_loss(line.score, material_of(text_of(self._position)))
            )
        self._writer.say(info_line(line, chances, hits))
