"""The engine that evaluates: Kiebitz or another UCI program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Self

from kiebitz.engine.limit import LimitLike
from kiebitz.engine.line import Info


class Judge(Protocol):
    """Somebody who searches positions of a game: ``Engine``, ``kiebitz.UciEngine``, in shogi ``ShogiEngine``.

    Positions and moves are as the game has them, in chess ``BoardLike`` and ``MoveLike``.
    """

    @property
    def title(self) -> str:
        """How it calls itself, with its version."""

    @property
    def identity(self) -> str:
        """Everything that its outcome depends on, except the question."""

    @property
    def takes_positions(self) -> bool:
        """True if a ``Position`` tells it the moves before; False if it needs a ``chess.Board`` for that."""

    def analyse(
        self,
        board: Any,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Any] | None = None,
    ) -> Info:
        """Search and return the outcome, as ``Engine.analyse``."""

    def evaluate(self, board: Any) -> Any:
        """Our own static evaluation, as ``Engine.evaluate``."""

    def new_game(self) -> None:
        """Forget everything learned."""

    def close(self) -> None:
        """End its work for good."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...
