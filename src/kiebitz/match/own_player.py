"""Kiebitz itself as a player, in this process, with a table of its own."""

from __future__ import annotations

from typing import Self

from kiebitz.engine import Engine, OptionError, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.match.live_game import LiveGame
from kiebitz.match.player import Choice, OwnSpec, PlayerError
from kiebitz.runs.shortage import NO_MEMORY


class OwnPlayer:
    """An engine in this process. Its searches obey their limits by themselves, so no time-out is needed."""

    def __init__(self, engine: Engine, limit: Limit | None = None) -> None:
        """``limit`` is its own for each move; None: what the match allows."""
        self._engine = engine
        self._limit = limit

    @classmethod
    def from_spec(cls, spec: OwnSpec) -> Self:
        """Make the player described. Raises PlayerError for options it doesn't take."""
        try:
            return cls(Engine(**options_by_name(dict(spec.options))))
        except (OptionError, MemoryError) as error:
            raise PlayerError(f"{spec.name}: {error if str(error) else NO_MEMORY}") from error

    @property
    def network(self) -> str | None:
        """Checksum of the network that it evaluates by; None under another evaluation."""
        return None if self._engine.network is None else self._engine.network.checksum

    def new_game(self) -> None:
        """Forget the last game."""
        self._engine.new_game()

    def choose(self, game: LiveGame, limit: Limit, timeout_s: float) -> Choice:
        """The engine's move, its score and what the search took."""
        del timeout_s
        info = self._engine.analyse(game.position, self._limit or limit)
        return Choice(info.best_move, info.score, info.depth, info.nodes)

    def close(self) -> None:
        """End the engine's search, if one runs."""
        self._engine.close()

    def kill(self) -> None:
        """Nothing to do: the engine ends with this process."""
