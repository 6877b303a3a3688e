"""The engine as an opponent: plays by a limit or at a level, gives hints, judges offers of a draw, and gives up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import kiebitz
from kiebitz.engine import EngineOptions, options_by_name
from kiebitz.engine.common_engine import AnyEngine
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.engine.strength import Handicap, settings_of
from kiebitz.games.game import Game
from kiebitz.games.live_game import LiveGame
from kiebitz.play.played_game import DECLARES, RESIGNS

# From this move of the game the engine agrees to a draw if its own side is no better than even.
DRAW_FROM_MOVE = 20
HINT_LIMIT = Limit(movetime_ms=500)


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move for the player, and what it is worth."""

    move: str
    """The move as UCI or USI text."""
    score: Score
    """The view of who moves first by the rules."""


def name_of(level: str, era: str = TODAY) -> str:
    """The name of an opponent: its level as people read it, empty for its best, and its era."""
    return f"Kiebitz {kiebitz.__version__}{level}" + ("" if era == TODAY else f" as {ERAS[era].title}")


def options_of(handicap: Handicap | None, era: str) -> EngineOptions:
    """The options of the engine that plays chess."""
    return options_by_name(settings_of(era) if handicap else {}, era=era)


class Adviser:
    """The engine that gives hints: at full strength, and from a table of its own, which shall not teach an opponent."""

    def __init__(self, game: Game[Any], limit: Limit, engine: AnyEngine[Any, Any] | None = None) -> None:
        """Ask ``engine``, which stays the caller's; None: one that is made with the first hint."""
        self._game = game
        self._limit = limit
        self._engine = engine

    def hint(self, live: LiveGame) -> Hint:
        """The best move for the side to move."""
        if self._engine is None:
            self._engine = self._game.engine()
        line = self._engine.analyse(live.position, self._limit).lines[0]
        return Hint(line.moves[0], line.white_score)


class Opponent:
    """The engine that plays against a person. A search under way ends with an exception such as Ctrl-C."""

    def __init__(
        self,
        game: Game[Any],
        limit: Limit,
        handicap: Handicap | None = None,
        engine: AnyEngine[Any, Any] | None = None,
    ) -> None:
        """Play by ``engine``, which is closed at the end; None: by one that is made here."""
        self._game = game
        self._limit = limit
        self._handicap = handicap
        self._engine = engine or game.engine()
        self._adviser = Adviser(game, HINT_LIMIT if handicap else limit)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._engine.close()

    def choose(self, live: LiveGame, clocks: Limit | None = None) -> str:
        """Its choice where the game goes on: a move, or ``DECLARES``, or ``RESIGNS`` if it is mated anyhow.

        With ``clocks`` these take the limit's place. Where the players may agree on a draw nobody resigns: a person may
        like to play a won game out.
        """
        if live.may_declare:
            return DECLARES
        handicap = self._handicap and self._game.weakened(self._handicap, live.position)
        limit = clocks or self._limit
        if handicap is None:
            info = self._engine.analyse(live.position, limit)
            line = info.lines[0]
        else:
            info = self._engine.analyse(live.position, handicap.limit(limit), multipv=handicap.candidates)
            chosen = handicap.choose(info.lines)
            assert chosen is not None, "the game goes on, so there is a move"
            line = chosen
        mate = info.score.mate if info.score else None
        if self._game.resigns_on_own_turn and mate is not None and mate < 0:
            return RESIGNS
        return line.moves[0]

    def hint(self, live: LiveGame) -> Hint:
        """The best move for the side to move."""
        return self._adviser.hint(live)

    def agrees_to_draw(self, live: LiveGame) -> bool:
        """True if the side not to move, the engine's, takes a draw."""
        if live.number < DRAW_FROM_MOVE:
            return False
        # The score is the player's view: at least even for the player is at most even for the engine.
        limit = self._handicap.limit(self._limit) if self._handicap else self._limit
        score = self._engine.analyse(live.position, limit).score
        return score is not None and score.clipped() >= 0
