"""Kiebitz as a "homemade" engine of lichess-bot: it plays in lichess-bot's own process.

Put this file in the place of lichess-bot's ``homemade.py``, or its class into that file; ``config.yml`` beside it has
the settings. It needs ``pip install kiebitz`` where lichess-bot runs.
"""

from __future__ import annotations

from typing import Any

import chess.engine
from lib.engine_wrapper import MinimalEngine

import kiebitz


class Kiebitz(MinimalEngine):
    """An engine for one game. ``homemade_options`` are options of ``kiebitz.Engine``, such as threads and hash_mb."""

    def __init__(self, commands: Any, options: dict[str, Any], *arguments: Any, **named: Any) -> None:
        super().__init__(commands, options, *arguments, **named)
        # What lichess-bot itself obeys it has taken out of them.
        self._kiebitz = kiebitz.Engine(**options)

    def search(
        self,
        board: chess.Board,
        time_limit: chess.engine.Limit,
        ponder: bool,
        draw_offered: bool,
        root_moves: list[chess.Move] | chess.engine.PlayResult,
    ) -> chess.engine.PlayResult:
        """Choose a move, among ``root_moves`` if they are a list; nothing is pondered, and no draw is offered."""
        among = root_moves if isinstance(root_moves, list) else None
        found = self._kiebitz.analyse(board, time_limit, searchmoves=among)
        line = found.lines[0]
        info: chess.engine.InfoDict = {
            "score": chess.engine.PovScore(line.score.to_chess(), board.turn),
            "pv": line.pv,
            "depth": line.depth,
            "nodes": found.nodes,
            "nps": line.nodes_per_second,
            "time": found.time_ms / 1000,
        }
        return chess.engine.PlayResult(line.move, None, info)

    def notify(self, method_name: str, *arguments: Any, **named: Any) -> None:
        """Hear what lichess-bot would tell an engine of its own: the end, after a game or an error."""
        if method_name in {"quit", "close", "__exit__"}:
            self._kiebitz.close()
