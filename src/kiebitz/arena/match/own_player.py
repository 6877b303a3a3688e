"""Kiebitz itself as a player, in this process, with a table of its own."""

from __future__ import annotations

from typing import Any, Self

from kiebitz.arena.match.player import Choice, OwnSpec, PlayerError
from kiebitz.engine import Engine, OptionError
from kiebitz.engine.common_engine import AnyEngine
from kiebitz.engine.limit import Limit
from kiebitz.games import game_called
from kiebitz.games.live_game import LiveGame
from kiebitz.processes.shortage import NO_MEMORY


class OwnPlayer:
    """An engine in this process. Its searches obey their limits by themselves, so no time-out is needed."""

    def __init__(self, engine: AnyEngine[Any, Any], limit: Limit | None = None) -> None:
        """``limit`` is its own for each move; None: what the match allows."""
        self._engine = engine
        self._limit = limit

    @classmethod
    def from_spec(cls, spec: OwnSpec) -> Self:
        """Make the player described. Raises PlayerError for options it doesn't take."""
        try:
            return cls(engine_of(spec))
        except (OptionError, MemoryError) as error:
            raise PlayerError(f"{spec.name}: {error if str(error) else NO_MEMORY}") from error

    @property
    def network(self) -> str | None:
        """Checksum of the network that it evaluates by; None under another evaluation."""
        network = self._engine.network if isinstance(self._engine, Engine) else None
        return None if network is None else network.checksum

    def new_game(self) -> None:
        """Forget the last game."""
        self._engine.new_game()

    def choose(self, game: LiveGame, limit: Limit, timeout_s: float) -> Choice:
        """The engine's move, its score and what the search took; a declaration where it may make one."""
        del timeout_s
        if game.may_declare:
            return Choice(None, declares=True)
        info = self._engine.analyse(game.position, self._limit or limit)
        return Choice(info.best_move, info.score, info.depth, info.nodes)

    def game_over(self, points: float) -> None:
        """Nothing to do: the engine learns nothing from games."""

    def close(self) -> None:
        """End the engine's search, if one runs."""
        self._engine.close()

    def kill(self) -> None:
        """Nothing to do: the engine ends with this process."""


def engine_of(spec: OwnSpec) -> AnyEngine[Any, Any]:
    """The engine described. Raises OptionError and MemoryError."""
    return game_called(spec.game).engine(**dict(spec.options))
