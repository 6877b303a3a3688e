"""The engine as an opponent: plays by a limit or at a level, gives hints, and judges offers of a draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import chess

import kiebitz
from kiebitz.engine import Engine, EngineOptions, options_by_name
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line
from kiebitz.engine.score import Score
from kiebitz.engine.strength import Handicap, settings_of

# From this move of the game the engine agrees to a draw if its own side is no better than even.
DRAW_FROM_MOVE = 20
HINT_LIMIT = Limit(movetime_ms=500)


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move for the player, and what it is worth."""

    move: str
    """The move as people write it."""
    score: Score
    """White's view, in shogi Black's, who moves first."""


def name_of(elo: int | None, era: str) -> str:
    """What an opponent of a rating, None for its best, and an era is called."""
    level = "" if elo is None else f" at {elo}"
    return f"Kiebitz {kiebitz.__version__}{level}" + ("" if era == TODAY else f" as {ERAS[era].title}")


def options_of(handicap: Handicap | None, era: str) -> EngineOptions:
    """The options of the engine that plays."""
    return options_by_name(settings_of(era) if handicap else {}, era=era)


class Opponent:
    """The engine that plays against a person. A search under way ends with an exception such as Ctrl-C."""

    def __init__(
        self, limit: Limit, handicap: Handicap | None = None, era: str = TODAY, engine: Engine | None = None
    ) -> None:
        """Play by ``engine``, which has the ``options_of`` handicap and era; None: by one that is made here."""
        self._limit = limit
        self._handicap = handicap
        self._engine = engine or Engine(**options_of(handicap, era))
        # Hints are at full strength, and from a table of their own: they shall not teach the opponent.
        self._adviser: Engine | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._engine.close()

    def choose(self, board: chess.Board, clocks: Limit | None = None) -> chess.Move:
        """The move to play in a position where the game goes on; with ``clocks`` these take the limit's place."""
        handicap = self._handicap and self._handicap.at(board.fen())
        limit = clocks or self._limit
        if handicap is None:
            line: Line | None = self._engine.analyse(board, limit).lines[0]
        else:
            line = handicap.choose(
                self._engine.analyse(board, handicap.limit(limit), multipv=handicap.candidates).lines
            )
        assert line is not None, "the game goes on, so there is a move"
        return board.parse_uci(line.moves[0])

    def hint(self, board: chess.Board) -> Hint:
        """The best move for the side to move."""
        if self._adviser is None:
            self._adviser = Engine()
        line = self._adviser.analyse(board, HINT_LIMIT if self._handicap else self._limit).lines[0]
        return Hint(board.san(board.parse_uci(line.moves[0])), line.white_score)

    def agrees_to_draw(self, board: chess.Board) -> bool:
        """Whether the side not to move, the engine's, takes a draw."""
        if board.fullmove_number < DRAW_FROM_MOVE:
            return False
        # The score is the player's view: at least even for the player is at most even for the engine.
        score = self._engine.analyse(board, self._limit_of_move()).score
        return score is not None and score.clipped() >= 0

    def _limit_of_move(self, clocks: Limit | None = None) -> Limit:
        """What the engine may use now: of a level other nodes each time."""
        limit = clocks or self._limit
        return self._handicap.limit(limit) if self._handicap else limit
