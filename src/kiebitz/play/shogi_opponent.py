"""The engine as an opponent in shogi: plays by a limit or at a level, gives hints, resigns and declares."""

from __future__ import annotations

from typing import Self

from kiebitz.engine import ShogiPosition
from kiebitz.engine.declaration import may_declare
from kiebitz.engine.limit import Limit
from kiebitz.engine.shogi_engine import ShogiEngine
from kiebitz.engine.strength import Handicap
from kiebitz.kifu.told_move import told_move
from kiebitz.play.opponent import HINT_LIMIT, Hint
from kiebitz.play.shogi_game import DECLARES, RESIGNS


class ShogiOpponent:
    """The engine that plays against a person. A search under way ends with an exception such as Ctrl-C."""

    def __init__(self, limit: Limit, handicap: Handicap | None = None) -> None:
        self._limit = limit
        self._handicap = handicap
        self._engine = ShogiEngine()
        # Hints are at full strength, and from a table of their own: they shall not teach the opponent.
        self._adviser: ShogiEngine | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._engine.close()

    def choose(self, position: ShogiPosition) -> str:
        """What it plays where the game goes on: a move as USI text, or ``RESIGNS`` (only if mated) or ``DECLARES``."""
        if may_declare(position):
            return DECLARES
        handicap = self._handicap
        limit = handicap.limit(self._limit) if handicap else self._limit
        info = self._engine.analyse(position, limit, multipv=handicap.candidates if handicap else 1)
        # A person may like to play a won game out; a mate that is proved is enough.
        if info.score is not None and info.score.mate is not None and info.score.mate < 0:
            return RESIGNS
        line = handicap.choose(info.lines) if handicap else info.lines[0]
        assert line is not None, "the game goes on, so there is a move"
        return line.moves[0]

    def hint(self, position: ShogiPosition) -> Hint:
        """The best move for the side to move."""
        if self._adviser is None:
            self._adviser = ShogiEngine()
        line = self._adviser.analyse(position, HINT_LIMIT if self._handicap else self._limit).lines[0]
        move = line.moves[0]
        return Hint(f"{told_move(position, move, None).japanese} ({move})", line.white_score)
